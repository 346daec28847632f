/**
 * Builds and runs the native programs of the benchmark. Not here: what is measured with them (parts).
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const suffix = process.platform === "win32" ? ".exe" : "";

/**
 * Builds one program and gives its path: so that nothing but the program itself is timed.
 * @param {string[]} which
 * @param {string} name
 */
function built(which, name) {
  const args = ["build", "--release", "--quiet", "--locked", ...which];
  execFileSync("cargo", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  return join(target, "release", name) + suffix;
}

/** The command `sawtooth`. */
export const command = () => built(["--package", "sawtooth"], "sawtooth");

export const example = (/** @type {string} */ crate, /** @type {string} */ name) =>
  built(["--package", crate, "--example", name], join("examples", name));

/**
 * @param {string} program
 * @param {(string | number)[]} args
 * @param {string} [input]
 * @param {"inherit" | "ignore"} [notices] What becomes of its notices.
 */
export function output(program, args, input, notices = "inherit") {
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["pipe", "pipe", notices]);
  const options = { encoding: /** @type {"utf8"} */ ("utf8"), input, maxBuffer: 1 << 28, stdio };
  return execFileSync(program, args.map(String), options);
}

/**
 * A program's output and the seconds that it took as a whole process. A shell holds the watch: it starts a process within a millisecond,
 * Node in three to five, a fifth of what the shorter runs take.
 * @param {string} program
 * @param {(string | number)[]} args
 */
export function timedOutput(program, args) {
  const watch =
    'LC_ALL=C; begun=$EPOCHREALTIME; text=$("$@") || exit; printf "%s %s %s" "$begun" "$EPOCHREALTIME" "$text"';
  const [begun, ended, ...text] = output("bash", ["-c", watch, "bash", program, ...args]).split(" ");
  const seconds = Number(ended) - Number(begun);
  if (!(seconds > 0)) throw new Error("bash has no clock; version 5 or later is needed");
  return { text: text.join(" "), seconds };
}

/**
 * @typedef {object} Timed
 * @property {number} packets Delivered in order.
 * @property {number} events
 * @property {string} digest
 * @property {number} silent_s
 * @property {number} summary_s
 * @property {number} recorded_s
 * @property {number | null} peak_bytes
 */

/** Times a scenario within one process: the fastest of so many runs. */
export function timer() {
  const program = example("sawtooth-wasm", "bench");
  return (/** @type {object} */ scenario, /** @type {number} */ runs, /** @type {string[]} */ ...what) =>
    /** @type {Timed} */ (JSON.parse(output(program, [runs, ...what], JSON.stringify(scenario))));
}

/** Times an ensemble on one thread, on two and in two processes: the seconds of each round. */
export function ensemble() {
  const program = example("sawtooth-measures", "ensemble");
  return (/** @type {object} */ scenario, /** @type {number} */ seeds, /** @type {number} */ rounds) =>
    /** @type {{ one_s: number, two_s: number, processes_s: number }[]} */ (
      JSON.parse(output(program, [seeds, rounds], JSON.stringify(scenario)))
    );
}

/** Seconds of pushing and popping so many events, with so many packets under way and so many timers. */
export function eventQueue() {
  const program = example("sawtooth-engine", "event_queue");
  return (/** @type {number} */ events, /** @type {number} */ packets, /** @type {number} */ timers) =>
    Number(output(program, [events, packets, timers]));
}

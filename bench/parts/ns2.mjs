/**
 * Against ns-2, the fastest packet simulator of the field: delivered data packets a second of wall time, whole processes
 * side by side. Skipped with a word where `ns` is not installed. Not here: its script (ns2/dumbbell.tcl).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, timedOutput } from "../native.mjs";
import { yardstick } from "../scenarios.mjs";
import { millions, said, table, times } from "../table.mjs";

const script = fileURLToPath(new URL("../ns2/dumbbell.tcl", import.meta.url));
/**
 * Runs of each, in turn; the fastest counts: what else the machine does only makes a run slower. So many, because a run of ours takes
 * some 25 ms: of five not one may have had the processor for itself.
 */
const RUNS = 15;

const sum = (/** @type {number[]} */ all) => all.reduce((total, each) => total + each, 0);
const faster = (/** @type {{ seconds: number }[]} */ runs) =>
  /** @type {any} */ (runs.reduce((best, run) => (run.seconds < best.seconds ? run : best)));

/** @returns {any[]} */
export function measure() {
  if (said("ns", "-version") === null && said("sh", "-c", "command -v ns") === null) {
    console.error("ns-2 is not installed (Debian: apt-get install ns2): the comparison is skipped.");
    return [];
  }
  const sawtooth = command();
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-bench-"));
  const rows = yardstick.map(({ name, path, scenario }) => {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    const [flows, rate, rtt, duration, limit] = path;
    const theirs = () => {
      const { text, seconds } = timedOutput("ns", [script, flows, rate, rtt, limit, duration]);
      return { packets: Number(text), seconds };
    };
    const ours = () => {
      const { text, seconds } = timedOutput(sawtooth, ["run", file, "--summary", "json"]);
      const delivered = JSON.parse(text).flows.map((/** @type {any} */ flow) => flow.packets_delivered);
      return { packets: sum(delivered), seconds };
    };
    const pairs = Array.from({ length: RUNS }, () => [theirs(), ours()]);
    const [ns, own] = [0, 1].map((side) => faster(pairs.map((pair) => /** @type {any} */ (pair[side]))));
    return { name, ns2: ns, sawtooth: own, ratio: own.packets / own.seconds / (ns.packets / ns.seconds) };
  });
  rmSync(folder, { recursive: true });
  return rows;
}

export function print(/** @type {ReturnType<typeof measure>} */ rows) {
  const heads = ["whole processes, summary included", "ns-2", "Sawtooth", "times", "packets ns-2", "packets Sawtooth"];
  const line = (/** @type {any} */ { name, ns2, sawtooth }) => [
    name,
    millions(ns2.packets, ns2.seconds),
    millions(sawtooth.packets, sawtooth.seconds),
    times(sawtooth.packets / sawtooth.seconds, ns2.packets / ns2.seconds),
    ns2.packets,
    sawtooth.packets,
  ];
  if (rows.length > 0) table("Millions of delivered packets a second against ns-2", heads, rows.map(line));
}

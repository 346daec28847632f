/** Counts in a trace of ns-2, modes and medians, and agreement: on small cases worked by hand. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { holds, medians, tables } from "./comparison.mjs";
import { between } from "./document.mjs";
import { twofold, tables as undoTables, within } from "./kernel-undo.mjs";
import { scenario } from "./sawtooth.mjs";
import { agrees, jain, mainMode, median, modes, timeoutsAgree } from "./statistics.mjs";
import { Counter } from "./trace.mjs";

/** Lines as ns-2 writes them: kind, time, flow and packet; `marked` sets the bit that a queue sets. */
const line = (
  /** @type {string} */ kind,
  /** @type {number | string} */ time,
  /** @type {number} */ flow,
  /** @type {number} */ sequence,
  marked = false,
) => `${kind} ${time} 0 1 tcp 1500 ${marked ? "----E-N" : "------N"} ${flow} 0.0 1.0 ${sequence} 7\n`;

/**
 * A counter that has taken the lines, in pieces of so many bytes.
 * @param {string[]} lines
 * @param {Counter} counter
 * @param {number} [size]
 */
function counted(lines, counter, size = 1e6) {
  const all = new TextEncoder().encode(lines.join(""));
  let rest = new Uint8Array(0);
  for (let at = 0; at < all.length; at += size) {
    const bytes = Buffer.concat([rest, all.subarray(at, at + size)]);
    rest = bytes.subarray(counter.lines(bytes));
  }
  expect(rest.length).toBe(0);
  return counter;
}

test("a packet that the sink has is needless, whether handed on or waiting behind a hole; another flow's is not", () => {
  const lines = [
    line("r", 0.1, 0, 0),
    line("r", 0.2, 0, 2),
    line("r", 0.3, 0, 2), // waits behind the hole at 1
    line("r", 0.4, 1, 2),
    line("r", 0.5, 0, 1),
    line("r", 0.6, 0, 1), // handed on
    line("r", 0.7, 0, 3),
  ];
  for (const size of [1, 7, 1e6]) {
    const counter = counted(lines, new Counter(2, 0, 1, 4), size);
    expect(counter.needless).toBe(2);
    expect(counter.delivered).toEqual([4, 0]);
    expect(counter.carried).toEqual([6, 1]);
    expect(counter.completions()).toEqual([0.7, null]);
  }
});

test("rates and shares are those after the warm-up, needless packets and drops those of the whole run", () => {
  const lines = [
    line("+", 0.1, 0, 0),
    line("-", 0.1, 0, 0),
    line("r", 0.2, 0, 0),
    line("r", 0.3, 0, 0),
    line("+", 0.4, 0, 1),
    line("d", 0.4, 0, 1),
    line("+", 1.1, 0, 1),
    line("-", 1.1, 0, 1, true),
    line("r", 1.2, 0, 1, true),
    line("+", 1.3, 0, 2),
    line("d", 1.3, 0, 2),
    "flow 0 4 2 1 3\n",
  ];
  const counter = counted(lines, new Counter(1, 1, 2));
  expect([counter.needless, counter.drops]).toEqual([1, 2]);
  expect([counter.arrived, counter.dropped, counter.marked]).toEqual([2, 1, 1]);
  expect([counter.delivered, counter.carried]).toEqual([[1], [1]]);
  expect([0, 1, 2, 3].map((which) => counter.counted(which))).toEqual([4, 2, 1, 3]);
});

test("the queue is weighted by time, between the two moments", () => {
  // Two wait from 0.5 to 2.5, one until 3, none until 4; counted from 1 on.
  const lines = [
    line("+", "5.0e-1", 0, 0),
    line("+", 0.5, 0, 1),
    line("-", 2.5, 0, 0),
    line("-", 3, 0, 1),
    line("r", 3.25, 0, 0),
  ];
  const { mean, p10, p50, p90 } = counted(lines, new Counter(1, 1, 4)).queue();
  expect(mean).toBeCloseTo((1.5 * 2 + 0.5 * 1) / 3, 12);
  expect([p10, p50, p90]).toEqual([0, 1, 2]);
});

test("what is no line of a trace is refused", () => {
  expect(() => counted(["num_nodes is set 2\n"], new Counter(1, 0, 1))).toThrow("not a line of a trace");
});

test("medians of odd and even numbers of figures, and Jain's index", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(jain([1, 1, 1, 1])).toBe(1);
  expect(jain([1, 0, 0, 0])).toBe(0.25);
});

test("figures far apart are modes; the larger one is the main one", () => {
  expect(modes([130, 1175, 96, 136, 1100])).toEqual([
    [2, 0, 3],
    [4, 1],
  ]);
  expect(mainMode([130, 1175, 96, 136, 1100])).toEqual([2, 0, 3]);
  expect(modes([100, 130, 200])).toHaveLength(1);
  expect(modes([0, 1, 2])).toHaveLength(1);
});

test("timeouts may be 1.5 times as many and two thirds, other figures within 5 %", () => {
  expect([timeoutsAgree(150, 100), timeoutsAgree(151, 100)]).toEqual([true, false]);
  expect([timeoutsAgree(100, 150), timeoutsAgree(99, 150)]).toEqual([true, false]);
  expect([agrees(105, 100), agrees(95, 100), agrees(105.1, 100), agrees(94.9, 100)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(agrees(0, 0)).toBe(true);
});

test("a median is taken within the mode, and the values outside of it stand in parentheses", () => {
  const row = {
    of: "a case",
    figure: { name: "timeouts", of: () => 0, rule: /** @type {const} */ ("timeouts") },
    theirs: [100, 1000, 120],
    ours: [90, 110, 100],
    theirPlaces: [0, 2],
    ourPlaces: [0, 1, 2],
  };
  expect(medians(row)).toEqual({ theirs: 110, ours: 100 });
  expect(holds(row)).toBe(true);
  expect(tables([row])).toContain("| a case | timeouts | 100 (1000) 120 | 90 110 100 |");
  const needless = { ...row, figure: { ...row.figure, rule: /** @type {const} */ ("needless"), old: 400 } };
  expect(holds(needless)).toBe(true);
  expect(holds({ ...needless, figure: { ...needless.figure, old: 399 } })).toBe(false);
});

test("a part's tables replace those between its marks and no others", () => {
  const document = "a\n<!-- validate: one -->\nold\n<!-- validate: end of one -->\nb";
  expect(between(document, "one", "new")).toBe("a\n<!-- validate: one -->\n\nnew\n\n<!-- validate: end of one -->\nb");
  expect(() => between(document, "two", "new")).toThrow("no marks for two");
});

test("both simulators start the same flows at the same times, on the same queue", () => {
  const path = {
    rate_bps: 1e7,
    rtt_ms: 40,
    queue: 84,
    jitter_ms: 0.1,
    from_s: 0,
    to_s: 10,
    flows: [{ kind: /** @type {const} */ ("sack"), start_s: 0.5 }],
  };
  const { bottleneck, flows } = scenario(path, 3);
  expect(bottleneck.queue).toEqual({ discipline: "drop_tail", limit_packets: 84, counting: "ns2" });
  expect(flows).toEqual([
    { recovery: "sack", host: "ns2", initial_window_packets: 3, base_rtt_ms: 40, send_jitter_ms: 0.1, start_s: 0.5 },
  ]);
});

test("every part has its place in a file of results", () => {
  const read = (/** @type {string} */ name) =>
    readFileSync(new URL(`../../docs/results/${name}.md`, import.meta.url), "utf8");
  for (const part of ["timers", "vegas", "tfrc", "ecn", "single", "transfers"])
    expect(between(read("ns2"), part, "new"), part).toContain("\nnew\n");
  for (const part of ["kernel", "kernel-bbr"]) expect(between(read("kernel"), part, "new"), part).toContain("\nnew\n");
  expect(between(read("kernel-undo"), "kernel-undo", "new")).toContain("\nnew\n");
});

test("what differs from the kernel is listed with its cause, and a few packets are no difference", () => {
  const run = { lateness_us: { p99: 30, max: 2000 }, timely: 2, runs: 2 };
  const figure = (/** @type {string} */ name, /** @type {number[]} */ theirs, /** @type {number[]} */ ours) => ({
    figure: { name, digits: 1, theirs: () => 0, ours: () => 0, agrees: name === "needless" ? twofold : within(0.1, 0) },
    theirs,
    ours,
  });
  const rows = [
    { name: "near", ...run, figures: [figure("needless", [1, 3], [6, 8]), figure("Mbit/s", [3, 3], [3.3, 3.3])] },
    { name: "far", ...run, figures: [figure("needless", [20, 30], [51, 52]), figure("Mbit/s", [3, 3], [2.6, 2.6])] },
  ];
  const text = undoTables([{ title: "A group", figures: rows[0]?.figures.map((each) => each.figure) ?? [], rows }]);
  expect(text).toContain("| near | 2.0 (1.0 to 3.0) | 7.0 (6.0 to 8.0) | 3.0 | 3.3 | yes | 2 of 2 |");
  expect(text).toContain("| not needless, Mbit/s | 2 of 2 |");
  expect(text).toContain("- **Not explained.** far: needless 25.0 and 51.5; far: Mbit/s 3.0 and 2.6.");
});

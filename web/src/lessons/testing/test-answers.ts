/**
 * The right answers of the test before and after: each number follows from those of its question by the formula that the lessons
 * teach, in both languages, and each comparison of shares is what the lessons' runs give. Not here: lengths and words (texts.ts).
 */
import { mean } from "d3-array";
import { expect, test } from "vitest";
import { FORMS, LANGUAGES, TEST, testQuestions } from "../../../../scripts/lessons-data.ts";
import { sourceName } from "../../engine/protocol.ts";
import { scenarioOf } from "../shown-runs.ts";
import type { Row } from "../types.ts";
import { ran, valueIn } from "./engine.ts";
import { fileOf, lessonOf, root } from "./files.ts";

const BITS = 1500 * 8;

/** Numbers of each question's two forms as its title has them, in their order, and the answer that follows. */
const FORMULAS = new Map<string, [before: number[], after: number[], of: (...numbers: number[]) => number]>([
  ["offer", [[60, 12], [20, 50], Math.min]],
  ["goodput", [[20, 1460, 100], [50, 1460, 200], (packets, bytes, ms) => (packets * bytes * 8) / ms / 1e3]],
  ["wait", [[10, 100], [20, 50], (mbps, packets) => (packets * BITS) / mbps / 1e3]],
  ["slow", [[3, 4], [5, 4], (packets, rounds) => packets * 2 ** rounds]],
  ["threshold", [[40, 64], [60, 100], (flight) => flight / 2]],
  ["aimd", [[60, 10], [80, 20], (window, rounds) => window / 2 + rounds]],
  ["period", [[3, 2], [8, 0.5], (seconds, factor) => seconds * factor ** 2]],
  ["root", [[48, 4], [15, 0.25], (share, factor) => share / Math.sqrt(factor)]],
  ["bbr", [[24, 30, 80], [24, 20, 60], (mbps, least_ms) => (mbps * least_ms * 1e3) / BITS]],
  ["coupled", [[2, 4], [2, 1], (k, classic) => k * Math.sqrt(classic / 100) * 100]],
  ["chance", [[6, 3], [15, 5], (g, G) => 100 * (1 - Math.exp(-g / G))]],
  ["constant", [[100, 122, 120, 40], [80, 98, 94, 30], (...rounds) => (rounds[2] ?? 0) - (rounds[1] ?? 0)]],
  ["shadow", [[20, 50], [30, 44], (own, shadow) => Math.max(own, shadow) / 2]],
  ["jitter", [[4, 1500, 20, 100], [3, 1500, 30, 50], (packets, bytes, ms) => (packets * bytes * 8) / ms / 1e3]],
  ["rule", [[90, 30], [70, 40], (drops, random) => (drops + random) / 100 - 1]],
]);
/** Numbers that a title has in words. */
const WORDS: Readonly<Record<string, RegExp>> = {
  "slow 4": /four|vier/,
  "aimd 10": /ten|zehn/i,
  "aimd 20": /twenty|zwanzig/i,
  "period 2": /doubled|verdoppelt/,
  "period 0.5": /halved|halbiert/,
  "root 4": /four times|viermal/,
  "root 0.25": /to a quarter|auf ein Viertel/,
};

const partOf = (lang: string, id: string, form: string) => fileOf(TEST, lang)?.parts[`${id} ${form}`];
const numberIn = (text: string): number =>
  Number(/is="([^"]+)"/.exec(text)?.[1] ?? /[\d.,]+/.exec(text)?.[0].replace(",", "."));

test.each([...FORMULAS])("%s: the right number of both forms follows from the numbers of the question", (id, row) => {
  const [before, after, of] = row;
  const { right, retired = [] } = testQuestions(root).find((one) => one.id === id) ?? {};
  for (const lang of LANGUAGES)
    for (const [i, numbers] of [before, after].entries()) {
      const part = partOf(lang, id, FORMS[i] ?? "");
      const title = part?.title ?? "";
      for (const number of numbers)
        expect(title).toMatch(WORDS[`${id} ${number}`] ?? new RegExp(`(?<![\\d.,])${number}(?![\\d])`));
      const offered = part?.options.filter((option) => !retired.includes(option.id)) ?? [];
      const answers = offered.map((option) => [option.id, numberIn(option.text)] as const);
      const exact = of(...numbers);
      expect(new Map(answers).get(right ?? "") ?? Number.NaN, `${lang} ${id}`).toBeCloseTo(exact, exact < 10 ? 1 : 0);
      // No other option comes as near.
      const near = [...answers].sort(([, a], [, b]) => Math.abs(a - exact) - Math.abs(b - exact));
      expect(near[0]?.[0], `${lang} ${id}`).toBe(right);
    }
});

/** Numbers that an option could be copied from: those of the question, one more, and sums and differences of two. */
function near(numbers: readonly number[]): Set<number> {
  const pairs = numbers.flatMap((a, i) => numbers.slice(i + 1).flatMap((b) => [a + b, a - b, b - a]));
  return new Set([...numbers, ...numbers.map((one) => one + 1), ...pairs]);
}

test("no right number is left over beside numbers of its question, nor copied from it in one form alone", () => {
  for (const [id, [before, after]] of FORMULAS) {
    const { right, retired = [] } = testQuestions(root).find((one) => one.id === id) ?? {};
    const copied = [before, after].map((numbers, i) => {
      const offered = partOf("en", id, FORMS[i] ?? "")?.options.filter((option) => !retired.includes(option.id)) ?? [];
      const own = new Map(offered.map((option) => [option.id, numberIn(option.text)]));
      const others = offered.filter((option) => !near(numbers).has(own.get(option.id) ?? 0));
      expect(
        others.map((option) => option.id),
        id,
      ).not.toEqual([right]);
      return numbers.includes(own.get(right ?? "") ?? 0);
    });
    expect(copied[0], id).toBe(copied[1]);
  }
});

const given = (lesson: string, what: Pick<Row, "scenario" | "set" | "of"> | undefined, seed = 1): number => {
  const run = what && ran(scenarioOf(lessonOf(lesson).scenarios, what, { seed }));
  return (run && valueIn(run, what.of)) ?? Number.NaN;
};
const band = (lesson: string, id: string): number =>
  given(
    lesson,
    lessonOf(lesson).bands.find((one) => one.id === id),
  );

test("the shares that questions compare are those of the lessons' runs", { timeout: 120_000 }, () => {
  // A small decrease leaves little to the joining flow, but not nothing.
  expect(band("slow_control", "share_32")).toBeLessThan(0.25);
  const smaller = { "flows.old.algorithm.b": 1 / 64, "flows.new.algorithm.b": 1 / 64 };
  const share = "share new,old.delivered_bytes 20 30";
  expect(given("slow_control", { scenario: "a", set: smaller, of: share })).toBeLessThan(0.25);
  expect(given("slow_control", { scenario: "a", set: smaller, of: share })).toBeGreaterThan(0.04);
  // Vegas gets little, and loses less than those beside it: with 2 BDPs, and beside two flows with 3.
  for (const set of [
    { "bottleneck.queue.limit_packets": 67, "flows.newreno.count": 1 },
    { "bottleneck.queue.limit_packets": 100, "flows.newreno.count": 2 },
  ]) {
    const of = (name: string): number => given("delay_signal", { scenario: "a", set, of: name });
    expect(of("flows.vegas.share_of_flows")).toBeLessThan(0.15);
    expect(of("count vegas.drop_queue 0 40")).toBeLessThanOrEqual(1);
  }
  // A queue that marks both alike leaves little to a flow that reduces its window by half, or by 30 %.
  const bars = lessonOf("two_queues").asks.flatMap((ask) => (ask.id === "one" ? (ask.compared?.bars ?? []) : []));
  for (const id of ["ecn", "cubic"]) {
    const bar = bars.find((one) => one.id === id);
    expect(given("two_queues", bar), id).toBeLessThan(0.25);
    // The queue marks, and drops nothing.
    const drops = bar && { ...bar, of: "count newreno.drop_queue 0 40" };
    expect(given("two_queues", drops), id).toBe(0);
    // Prague reduces its window by half of its average share of marks, however these come in bursts.
    const run = bar && ran(scenarioOf(lessonOf("two_queues").scenarios, bar, { seed: 1 }));
    const marked = run?.curve(sourceName("prague"), "marked_share", 5, 40).filter((_, i) => i % 2 === 1) ?? [];
    expect((mean(marked) ?? 0) / 2, id).toBeCloseTo(0.05, 2);
  }
});

test("CDG beside NewReno gets about half behind CoDel, and less with the other changes, as the reasons say", {
  timeout: 120_000,
}, () => {
  const far = { "flows.cdg.base_rtt_ms": 80, "flows.newreno.base_rtt_ms": 80 };
  const limit = (packets: number): Record<string, unknown> => ({ "bottleneck.queue.limit_packets": packets });
  const forms = [
    { set: {}, others: [{ "flows.cdg.algorithm.g_ms": 6 }, limit(33), limit(168)], most: 0.25 },
    { set: far, others: [{ "flows.cdg.algorithm.g_ms": 12 }, limit(42), limit(168)], most: 1 / 3 },
  ];
  for (const [i, { set, others, most }] of forms.entries()) {
    const tail = { "bottleneck.queue.discipline": "drop_tail", ...limit(84), ...set };
    const shares = (more: Record<string, unknown>): number[] =>
      [1, 2, 3, 4, 5].map((seed) =>
        given("aqm", { scenario: "b", set: { ...tail, ...more }, of: "flows.cdg.share_of_flows" }, seed),
      );
    const codel = shares({ "bottleneck.queue.discipline": "codel" });
    const ends = [Math.min(...codel), Math.max(...codel)].map((one) => Math.round(100 * one));
    for (const [lang, to] of [
      ["en", "to"],
      ["de", "bis"],
    ] as const)
      expect(partOf(lang, "equal", FORMS[i] ?? "")?.options.find(({ id }) => id === "queue")?.reply).toContain(
        `${ends[0]} ${to} ${ends[1]} %`,
      );
    for (const other of [{}, ...others]) expect(Math.max(...shares(other))).toBeLessThan(most);
  }
});

test("a long queue is no use to a download, and random losses are repaired without a timeout: so say the runs", () => {
  const used = (bdps: number): number =>
    given("queue_delay", {
      scenario: "a",
      set: { "bottleneck.queue.limit_packets": Math.round((bdps * 1e7 * 0.04) / BITS) },
      of: "flows.download.of_capacity",
    });
  for (const bdps of [8, 10]) expect(Math.abs(used(bdps) / used(1) - 1)).toBeLessThan(0.05);
  for (const probability of [0.01, 0.005]) {
    const of = (name: string): number =>
      given("random_loss", { scenario: "a", set: { "bottleneck.loss.probability": probability }, of: name });
    expect(of("flows.one.fast_recoveries")).toBeGreaterThan(20);
    expect(of("flows.one.timeouts")).toBeLessThan(of("flows.one.fast_recoveries") / 10);
  }
});

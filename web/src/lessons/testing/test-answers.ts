/**
 * The right answers of the test before and after: each number follows from those of its question by the formula that the lessons
 * teach, in both languages, and each comparison of shares is what the lessons' runs give. Not here: lengths and words (texts.ts).
 */
import { expect, test } from "vitest";
import { FORMS, LANGUAGES, TEST, testQuestions } from "../../../../scripts/lessons-data.ts";
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
  ["slow", [[3, 4], [10, 3], (packets, rounds) => packets * 2 ** rounds]],
  ["threshold", [[40, 64], [60, 100], (flight) => flight / 2]],
  ["aimd", [[60, 10], [80, 20], (window, rounds) => window / 2 + rounds]],
  ["period", [[3, 2], [8, 0.5], (seconds, factor) => seconds * factor ** 2]],
  ["root", [[48, 4], [15, 0.25], (share, factor) => share / Math.sqrt(factor)]],
  ["bbr", [[12, 30, 80], [24, 20, 60], (mbps, least_ms) => (mbps * least_ms * 1e3) / BITS]],
  ["coupled", [[2, 4], [2, 1], (k, classic) => k * Math.sqrt(classic / 100) * 100]],
  ["chance", [[3, 3], [6, 3], (g, G) => 100 * (1 - Math.exp(-g / G))]],
  ["constant", [[100, 122, 120, 40], [80, 98, 94, 30], (...rounds) => (rounds[2] ?? 0) - (rounds[1] ?? 0)]],
  ["shadow", [[20, 50], [30, 44], (own, shadow) => Math.max(own, shadow) / 2]],
  ["jitter", [[4, 1500, 20, 100], [3, 1500, 30, 50], (packets, bytes, ms) => (packets * bytes * 8) / ms / 1e3]],
  ["rule", [[90, 30], [70, 40], (drops, random) => (drops + random) / 100 - 1]],
]);
/** Numbers that a title has in words. */
const WORDS: Readonly<Record<string, RegExp>> = {
  "slow 4": /four|vier/,
  "slow 3": /3|three|drei/,
  "aimd 10": /ten|zehn/i,
  "aimd 20": /twenty|zwanzig/i,
  "period 2": /doubled|verdoppeln/,
  "period 0.5": /halved|halbieren/,
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

const given = (lesson: string, what: Pick<Row, "scenario" | "set" | "of"> | undefined): number => {
  const run = what && ran(scenarioOf(lessonOf(lesson).scenarios, what, { seed: 1 }));
  return (run && valueIn(run, what.of)) ?? Number.NaN;
};
const band = (lesson: string, id: string): number =>
  given(
    lesson,
    lessonOf(lesson).bands.find((one) => one.id === id),
  );

test("the shares that questions compare are those of the lessons' runs", { timeout: 120_000 }, () => {
  // CDG beside NewReno: only CoDel brings both near to half, with one queue or a queue for each flow.
  for (const id of ["share_codel", "share_fq"]) expect(Math.abs(band("aqm", id) - 0.5), id).toBeLessThan(0.05);
  expect(band("shadow_window", "share_off")).toBeLessThan(0.25);
  expect(band("shadow_window", "g_6")).toBeLessThan(0.25);
  expect(band("aqm", "share_red")).toBeLessThan(0.36);
  expect(band("aqm", "share_33")).toBeLessThan(0.25);
  expect(band("shadow_window", "undetected")).toBeLessThan(0.4);
  expect(band("shadow_window", "freebsd")).toBeLessThan(0.4);
  expect(band("aqm", "share_17")).toBeLessThan(0.4);
  // A small decrease leaves little to the joining flow.
  expect(band("slow_control", "share_32")).toBeLessThan(0.25);
  const smaller = { "flows.old.algorithm.b": 1 / 64, "flows.new.algorithm.b": 1 / 64 };
  const share = "share new,old.delivered_bytes 20 30";
  expect(given("slow_control", { scenario: "a", set: smaller, of: share })).toBeLessThan(0.25);
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

/** Every rule of the engine has its words, and they name only its own numbers; equations are read as they are meant. */
import { describe, expect, test } from "vitest";
import { RULES } from "../generated/signals.ts";
import { has, translate } from "../i18n/catalogue.ts";
import { keyOf, raises, reason, written } from "./explain.ts";
import { filled, type Node, parse, pieces, spoken } from "./math.ts";

const text = (node: Node): string => (node.text ?? "") + (node.parts ?? []).map(text).join("");

describe("rules", () => {
  test.each([...RULES])("%s is told with its numbers filled in", (rule, { outcome, numbers: names }) => {
    for (const value of [0, 1, 3.25, 40]) {
      const numbers = Object.fromEntries(names.map((name, i) => [name, value + i / 8]));
      const told = reason({ rule, numbers });
      expect(told.text, rule).not.toMatch(/why\.|\{\w+\}|undefined|NaN/);
      expect(told.text).toMatch(/[.:]$/);
      expect(told.source).not.toMatch(/why\./);
      for (const line of told.math) expect(text(parse(line))).not.toMatch(/[{}\\]|why\.|NaN|undefined/);
    }
    expect(has(`why.title.${outcome}`)).toBe(true);
    expect(has(`why.${keyOf(rule)}`)).toBe(true);
  });
});

test("a backoff of CDG is told so that it can be computed again", () => {
  const numbers = {
    gradient_ms: 1.2,
    g_ms: 3,
    probability: 1 - Math.exp(-1.2 / 3),
    draw: 0.12,
    before: 40,
    after: 28,
    shadow_before: 0,
    shadow: 40,
    count: 1,
    beta_delay: 0.7,
    of_max: 0,
  };
  const told = reason({ rule: "cdg.delay_backoff", numbers });
  expect(told.math.map(spoken)).toEqual([
    "P = 1 − e ^(− g / G) = 1 − e ^(− 1.2 / 3) = 0.33",
    "X = 0.12 < P",
    "w ← β w = 0.7 × 40 → 28",
  ]);
  expect(told.text).toContain("probability of 33\u202f%");
  expect(told.text).toContain("The smallest RTT rose by 1.2 ms");
  expect(reason({ rule: "cdg.delay_backoff", numbers: { ...numbers, of_max: 1 } }).text).toContain("The largest RTT");
  expect(told.text).toContain("remembers 40 packets");
  expect(reason({ rule: "cdg.delay_backoff", numbers: { ...numbers, shadow: 0 } }).text).not.toContain("shadow");
});

test("questions are asked by what was done", () => {
  const asked = [
    "cdg.held",
    "cdg.loss_tolerated",
    "lp.halve",
    "newreno.halve",
    "cubic.convex",
    "chd.timeout",
    "pert.respond",
  ];
  expect(asked.map((rule) => RULES.get(rule)?.outcome)).toEqual([
    "no_backoff",
    "kept",
    "backoff",
    "cut",
    "change",
    "timeout",
    "backoff",
  ]);
});

test("fast convergence is said where it is so", () => {
  const cut = { before: 95, in_flight: 95, beta: 0.7, w_max_before: 100, w_max: 80.75, ssthresh: 66.5 };
  expect(reason({ rule: "cubic.reduce", numbers: cut }).text).toContain("Fast convergence lowers W_max to 80.75");
  expect(reason({ rule: "cubic.reduce", numbers: { ...cut, w_max: 95 } }).text).toContain("flat around W_max = 95");
});

test("CUBIC's reduction is told as its variant computes it", () => {
  const math = (numbers: Record<string, number>): string =>
    (reason({ rule: "cubic.reduce", numbers: { ...numbers, w_max_before: 31, w_max: 22 } }).math[0] ?? "").replace(
      /[\ue000\ue001]/g,
      "",
    );
  expect(math({ before: 25, in_flight: 24, beta: 0.7, ssthresh: 16.8 })).toBe("ssthresh = β F = 0.7 × 24 = 16.8");
  const linux = { before: 25, in_flight: 25, beta: 819 / 1024, ssthresh: 19 };
  expect(math(linux)).toBe("ssthresh = ⌊ β w ⌋ = ⌊ 0.8 × 25 ⌋ = 19");
});

test("ignored indications are counted apart from the backoffs that went before", () => {
  const numbers = { gradient_ms: 2, g_ms: 3, probability: 0.5, draw: 0.1, cwnd: 9, count: 7, ignored: 2 };
  const of = (ignored_limit: number): string =>
    reason({ rule: "cdg.held", numbers: { ...numbers, ignored_limit } }).text;
  expect(of(5)).toContain("5 backoffs in a row");
  expect(of(5)).toContain("indication 2 of 5");
  expect(of(0)).toContain("until the delay falls");
});

test("a rule that several algorithms share names the one that fired", () => {
  const numbers = { before: 40, base: 40, ssthresh: 20 };
  expect(reason({ rule: "vegas.loss", numbers }).text).toMatch(/^Vegas treats every loss as congestion/);
  expect(reason({ rule: "lp.loss", numbers }).text).toMatch(/^TCP-LP treats every loss as congestion/);
});

test("a half that the host rounds is told as it rounds it", () => {
  const math = (base: number, ssthresh: number): string[] =>
    reason({ rule: "newreno.halve", numbers: { before: base, base, ssthresh } }).math.map((line) =>
      line.replace(/[\ue000\ue001]/g, ""),
    );
  expect(math(109.99, 54)).toEqual(["ssthresh = ⌊ \\frac{ 109.99 }{2} ⌋ = 54"]);
  expect(math(20, 10)).toEqual(["ssthresh = \\frac{ 20 }{2} = 10"]);
  expect(math(3, 2)).toEqual(["ssthresh = max ( \\frac{ 3 }{2} , 2 ) = 2"]);
});

test("Vegas' Diff is told as its variant takes it", () => {
  const numbers = { cwnd: 41.61, base_rtt_ms: 46.72, rtt_ms: 51.57, alpha: 2, beta: 4, after: 40.61 };
  const math = (sent: number | null, diff_packets: number): string =>
    (reason({ rule: "vegas.decrease", numbers: { ...numbers, sent, diff_packets } }).math[0] ?? "").replace(
      /[\ue000\ue001]/g,
      "",
    );
  const exact = 41.61 - (41 * 46.72) / 51.57;
  expect(math(41, exact)).toContain("= 41.61 − 41 \\frac{ 46.72 }{ 51.57 } = 4.47");
  expect(math(41, Math.trunc(exact))).toContain("= ⌊ 41.61 − 41 \\frac{ 46.72 }{ 51.57 } ⌋ = 4");
  // ns-2 takes what is in flight, and rounds; its int() drops the sign of nothing: int(-0.5) is 0.
  const ns2 = { ...numbers, in_flight: 40, sent: 41, diff_packets: Math.trunc(exact - 0.61 + 0.5) };
  const [line = ""] = reason({ rule: "vegas.decrease", numbers: ns2 }).math;
  expect(line.replace(/[\ue000\ue001]/g, "")).toBe(
    "Diff = int ( F + 1 − n \\frac{baseRTT}{RTT} + \\frac{1}{2} ) = int ( 40 + 1 − 41 \\frac{ 46.72 }{ 51.57 } + \\frac{1}{2} ) = 4",
  );
  // Linux counts nothing that was sent.
  const linux = Math.trunc((41.61 * (51.57 - 46.72)) / 46.72);
  expect(math(null, linux)).toBe(
    "Diff = ⌊ w \\frac{RTT − baseRTT}{baseRTT} ⌋ = ⌊ 41.61 \\frac{ 51.57 − 46.72 }{ 46.72 } ⌋ = 4",
  );
});

test("what is small keeps three digits", () => {
  expect(["loss_event_rate", "draw", "probability"].map((name) => written(name, 0.0012345))).toEqual(
    Array(3).fill("0.00123"),
  );
  expect(written("rtt_ms", 124.456)).toBe("124.46");
});

test("an equation is read into its parts", () => {
  expect(parse("w _{max} + \\frac{ a }{2}")).toEqual({
    name: "mrow",
    parts: [
      {
        name: "msub",
        parts: [
          { name: "mi", text: "w" },
          { name: "mi", text: "max" },
        ],
      },
      { name: "mo", text: "+" },
      {
        name: "mfrac",
        parts: [
          { name: "mi", text: "a" },
          { name: "mn", text: "2" },
        ],
      },
    ],
  });
  // A number of another language stays one number.
  expect(parse(`x = ${filled("1 234,5")}`).parts?.at(-1)).toEqual({ name: "mn", text: "1 234,5" });
  expect(translate("why.close")).toBe("Close");
});

test("a long equation may go on before its relations and sums, never inside brackets", () => {
  const texts = (source: string): string[] =>
    pieces(source).map((parts) => parts.map((part) => part.text ?? part.name).join(" "));
  expect(texts("W ( t ) = 0.4 ( t − 2 ) ^{3} + 9")).toEqual(["W ( t )", "= 0.4 ( t − 2 msup", "+ 9"]);
  expect(texts("x = − 3")).toEqual(["x", "= − 3"]);
});

test("a loss after which the window grows is no reduction", () => {
  expect(raises({ outcome: "cut", numbers: { cwnd: 12.91, shadow_before: 46.5, ssthresh: 23.27 } })).toBe(true);
  expect(raises({ outcome: "cut", numbers: { cwnd: 80, shadow_before: 0, ssthresh: 40 } })).toBe(false);
  expect(raises({ outcome: "kept", numbers: { cwnd: 3, ssthresh: 4 } })).toBe(false);
  expect(raises({ outcome: "cut", numbers: { before: 80, ssthresh: 40 } })).toBe(false);
});

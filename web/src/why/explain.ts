/**
 * Why a flow did what it did: a rule that fired and its numbers become a question, equations with the numbers filled in,
 * sentences and a source. Pure. Not here: where the numbers come from (the engine), how they are shown (laboratory/why-panel.ts).
 */
import type { Fired } from "../engine/protocol.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import { addMessages, decimals, has, num, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/why.json" with { type: "json" };
import { filled } from "./math.ts";

addMessages("en", words);

/** Explanation of one rule. */
export interface Reason {
  rule: string;
  /** Kind of the algorithm whose rule it is, or another mechanism's name. */
  kind: string;
  /** Equations, one a line (`math.ts` draws them). */
  math: string[];
  /** Sentences. */
  text: string;
  source: string;
}

type Numbers = Fired["numbers"];

/** The queue's states, in the engine's order. */
export const STATES: readonly string[] = ["full", "empty", "rising", "falling", "unknown"];

/** How many decimals a number has, by its name. */
function digitsOf(name: string): number {
  if (/probability|draw|rate$|gradient$|^beta|^b$/.test(name)) return 3;
  if (/_bps$|_s$/.test(name)) return 3;
  if (/^(count|ignored|ignored_limit|samples|sequence|state)$/.test(name)) return 0;
  return 2;
}

/** A number in the screen's unit: rates in Mbit/s, states in words. */
export function written(name: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return "∞";
  if (name === "state") return translate(`chart.queue.state.${STATES[value] ?? "unknown"}`);
  const shown = name.endsWith("_bps") ? value / 1e6 : value;
  // A small number keeps three digits: with fewer the equation would not give its result.
  return num(shown, decimals(shown, digitsOf(name)));
}

const at = (numbers: Numbers, name: string): number => numbers[name] ?? Number.POSITIVE_INFINITY;

/** Sentences that are said only where they hold, by rule. */
const MORE: Record<string, (numbers: Numbers) => string | null> = {
  "cdg.delay_backoff": (n) => (at(n, "shadow") > 0 ? "shadow" : null),
  "cdg.slow_start_exit": (n) => (at(n, "shadow") > 0 ? "shadow" : null),
  "cdg.held": (n) => (at(n, "ignored_limit") > 0 ? "limit" : "until_negative"),
  "cdg.loss_congestion": (n) => (at(n, "shadow_before") > at(n, "cwnd") ? "shadow" : "own"),
  "cubic.reduce": (n) => (at(n, "w_max") < at(n, "before") ? "converges" : "plain"),
  "htcp.reduce": (n) => (at(n, "beta") <= 0.5 ? "half" : "adaptive"),
  "chd.loss_congestion": (n) => (at(n, "competes") > 0 ? "competes" : "alone"),
  "chd.delay_backoff": (n) => (at(n, "competes") > 0 ? "competes" : "alone"),
  "tear.halve": (n) => (at(n, "after") < at(n, "before") / 2 - 0.005 ? "first" : null),
  "vegas.slow_start": (n) => (at(n, "grows") > 0 ? "grows" : "stands"),
  "any.halve": (n) => (at(n, "after_timeout") > 0 ? "timeout" : at(n, "first") > 0 ? "first" : "slow_start"),
};

/** Whether the answer to a loss is a larger window than the flow had: the shadow window is restored. */
export function raises({ outcome, numbers }: Pick<Fired, "outcome" | "numbers">): boolean {
  const { cwnd, ssthresh } = numbers;
  return outcome === "cut" && typeof cwnd === "number" && typeof ssthresh === "number" && ssthresh > cwnd;
}

/** Key of a rule's words: its own, or those shared by similar rules (`any.`). */
export function keyOf(rule: string): string {
  return has(`why.${rule}`) ? rule : `any.${rule.split(".").at(-1)}`;
}

/** A half as the TCP stack computes it: in whole packets where it rounds, at least two. Otherwise the equation would not hold. */
function asHalved(line: string, { base, ssthresh }: Numbers, shown: string | undefined): string {
  if (typeof base !== "number" || typeof ssthresh !== "number" || shown === undefined) return line;
  const half = `\\frac{ ${shown} }{2}`;
  const least = ssthresh === 2 && base < 4;
  if (Math.abs(base / 2 - ssthresh) < 0.005) return line;
  if (ssthresh !== Math.floor(base / 2) && !least) return line;
  return line.replace(half, least ? `max ( ${half} , 2 )` : `⌊ ${half} ⌋`);
}

/** CUBIC's reduction as Linux computes it: from the window, in whole packets. */
function asReduced(line: string, numbers: Numbers, marked: Record<string, string>): string {
  const { before, in_flight: base, beta, ssthresh } = numbers;
  if (typeof base !== "number" || typeof beta !== "number" || base !== before) return line;
  if (Math.abs(base * beta - (ssthresh ?? 0)) < 0.005 || ssthresh !== Math.floor(base * beta)) return line;
  const product = `${marked.beta} × ${marked.in_flight}`;
  return line.replace("β F", "⌊ β w ⌋").replace(product, `⌊ ${product} ⌋`);
}

/**
 * Vegas' Diff as its variant takes it: ns-2 from what is in flight, rounded; Linux from the window alone; FreeBSD and Linux
 * without what follows the point.
 */
function asMeasured(line: string, numbers: Numbers, marked: Record<string, string>): string {
  const { cwnd, in_flight: inFlight, sent, base_rtt_ms: base, rtt_ms: rtt, diff_packets: diff } = numbers;
  if (diff === undefined || diff === null || !cwnd || !base || !rtt) return line;
  const [w, b, r] = [marked.cwnd, marked.base_rtt_ms, marked.rtt_ms];
  if (typeof inFlight === "number") {
    const rounded = (text: string): string => `int ( ${text} + \\frac{1}{2} )`;
    const rest = `${marked.sent} \\frac{ ${b} }{ ${r} }`;
    return line
      .replace("w − n \\frac{baseRTT}{RTT}", rounded("F + 1 − n \\frac{baseRTT}{RTT}"))
      .replace(`${w} − ${rest}`, rounded(`${marked.in_flight} + 1 − ${rest}`));
  }
  const linux = sent === null;
  const exact = linux ? (cwnd * (rtt - base)) / base : cwnd - ((sent ?? 0) * base) / rtt;
  const whole = (text: string): string => (Math.abs(exact - diff) < 0.005 ? text : `⌊ ${text} ⌋`);
  const pairs = [
    ["w − n \\frac{baseRTT}{RTT}", "w \\frac{RTT − baseRTT}{baseRTT}"],
    [`${w} − ${marked.sent} \\frac{ ${b} }{ ${r} }`, `${w} \\frac{ ${r} − ${b} }{ ${b} }`],
  ] as const;
  return pairs.reduce((text, [paper, ours]) => text.replace(paper, whole(linux ? ours : paper)), line);
}

/** Words about a rule that fired. */
export function reason(fired: Pick<Fired, "rule" | "numbers">): Reason {
  const { rule, numbers } = fired;
  const key = keyOf(rule);
  const plain: Record<string, string> = {};
  const marked: Record<string, string> = {};
  for (const [name, value] of Object.entries(numbers)) {
    plain[name] = written(name, value);
    marked[name] = filled(plain[name] as string);
  }
  // Which gradient was compared with the draw.
  if (numbers.of_max !== undefined)
    plain.signal = translate(`why.cdg.signal.${at(numbers, "of_max") > 0 ? "max" : "min"}`);
  if (numbers.probability !== undefined) {
    const percent = 100 * at(numbers, "probability");
    plain.percent = withUnit(percent, "%", decimals(percent, 0));
  }
  // Indications that are ignored are counted on after the backoffs.
  if (numbers.ignored !== undefined) plain.backoffs = num(at(numbers, "count") - at(numbers, "ignored"));
  if (numbers.beta_loss !== undefined || numbers.b !== undefined || numbers.beta !== undefined)
    plain.share = num(
      100 * at(numbers, numbers.beta_loss !== undefined ? "beta_loss" : numbers.b !== undefined ? "b" : "beta"),
      1,
    );
  const algorithm = rule.split(".")[0] ?? "";
  plain.algorithm = ALGORITHMS.find(({ kind }) => kind === algorithm)?.title ?? algorithm;
  const more = MORE[key]?.(numbers) ?? null;
  const extra = more === null ? "" : ` ${translate(`why.${key}.${more}`, plain)}`;
  const source = has(`why.${key}.source`) ? translate(`why.${key}.source`) : translate(`why.source.${algorithm}`);
  const math = has(`why.${key}.math`) ? translate(`why.${key}.math`, marked).split("\n") : [];
  const whole = math.map((line) =>
    asMeasured(asReduced(asHalved(line, numbers, marked.base), numbers, marked), numbers, marked),
  );
  return { rule, kind: algorithm, math: whole, text: translate(`why.${key}`, plain) + extra, source };
}

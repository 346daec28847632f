/**
 * Scores of loss discriminators as the chart shows them: those of a flow or of all flows, what is defined of them, where each has its
 * place. Pure. Not here: judging and intervals (crate `measures`), drawing (discriminators.ts).
 */
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import { senders } from "./flow-styles.ts";

/** A share with its 95 % interval, 0 to 1; J from -1. */
export interface Share {
  value: number;
  low: number;
  high: number;
}

/** One discriminator; null: there was nothing to count. */
export interface Score {
  rule: string;
  /** Judged losses by congestion and at random, and those of each that were labelled so. */
  congestion: number;
  congestionRight: number;
  random: number;
  randomRight: number;
  /** A_c, A_w and J. */
  ofCongestion: Share | null;
  ofRandom: Share | null;
  j: Share | null;
}

/** Numbers of a score among the counts, and among the shares. */
const COUNTS = 4;
const SHARES = 9;

/** The flow whose scores are shown, that in focus; null: all together. */
export function judgedFlow(facts: RunFacts): FlowLook | null {
  const flows = senders(facts);
  return flows.find(({ name }) => name === facts.focus) ?? (flows.length === 1 ? (flows[0] ?? null) : null);
}

/** The scores of the flow in focus, or of all together; none while nothing is known. */
export function scoresOf(facts: RunFacts): Score[] {
  const { done } = facts.judging ?? {};
  if (!done) return [];
  const { rules, counts, shares } = done;
  const flows = counts.length / (rules.length * COUNTS) - 1;
  const flow = judgedFlow(facts);
  const place = flow ? senders(facts).indexOf(flow) : flows;
  // A flow that has joined since is not among them.
  if (place > flows || (flow && place === flows)) return [];
  return rules.map((rule, i) => {
    const at = place * rules.length + i;
    const [congestion = 0, congestionRight = 0, random = 0, randomRight = 0] = counts.subarray(at * COUNTS);
    const share = (which: number): Share | null => {
      const [value = Number.NaN, low = 0, high = 0] = shares.subarray(at * SHARES + 3 * which);
      return Number.isNaN(value) ? null : { value, low, high };
    };
    const made = { ofCongestion: share(0), ofRandom: share(1), j: share(2) };
    return { rule, congestion, congestionRight, random, randomRight, ...made };
  });
}

/** Which errors can be shown: both against each other, one alone where the run has no loss of the other cause, or none. */
export type View = "both" | "random" | "congestion" | "none";

export function viewOf(scores: readonly Score[]): View {
  const random = scores.some(({ ofRandom }) => ofRandom);
  const congestion = scores.some(({ ofCongestion }) => ofCongestion);
  if (random && congestion) return "both";
  return random ? "random" : congestion ? "congestion" : "none";
}

/** A share of wrong labels from that of the right ones. */
const wrongOf = ({ value, low, high }: Share): Share => ({ value: 1 - value, low: 1 - high, high: 1 - low });

/** A discriminator's place: x is a share of wrong labels, y A_c; or, in a view of one error alone, its row. */
export interface Place {
  score: Score;
  x: Share;
  y: Share;
}

/** The places of those that have one, from left to right, in rows from top to bottom. */
export function placesOf(scores: readonly Score[]): Place[] {
  const view = viewOf(scores);
  if (view === "both")
    return scores
      .flatMap((score) => {
        const { ofRandom, ofCongestion } = score;
        return ofRandom && ofCongestion ? { score, x: wrongOf(ofRandom), y: ofCongestion } : [];
      })
      .sort((a, b) => a.x.value - b.x.value || b.y.value - a.y.value);
  const shown = scores.flatMap((score) => {
    const share = view === "random" ? score.ofRandom : score.ofCongestion;
    return share ? { score, x: wrongOf(share) } : [];
  });
  return shown.map((each, i) => {
    const value = 1 - (i + 0.5) / shown.length;
    return { ...each, y: { value, low: value, high: value } };
  });
}

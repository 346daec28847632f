/**
 * What the charts of many flows measure of each: its series, its value at the reading, its digits. Apart from the charts, so
 * that what never draws flows by algorithm does without. Not here: percentiles and drawing (groups.ts).
 */
import type { Points } from "../engine/protocol.ts";
import { roundUp } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext } from "./chart.ts";
import { atReading } from "./exact.ts";
import { senders } from "./flow-styles.ts";
import { rateNow, rates } from "./goodput.ts";
import { quiet, sampleAt } from "./rtt.ts";
import { signalAt, signalOf } from "./window.ts";

/** What a chart measures of each flow. */
export interface Measure {
  /** Its series while it has an algorithm; each value holds until the next. */
  points(cx: ChartContext, flow: FlowLook, kind: string): Points;
  /** Its value at the reading, null without one. */
  now(cx: ChartContext, flow: FlowLook): number | null;
  /** What the series' values are multiplied by. */
  factor?: number;
  /** A value counts for so long, s; without it, until the next. */
  quiet_s?(facts: RunFacts): number;
  /** It is drawn in steps. */
  step: boolean;
  digits(facts: RunFacts): number;
  /** The top of the range for what is greatest; without it, that itself. */
  range?(facts: RunFacts, top: number): number;
  /** Digits in the table. */
  columnDigits: number;
}

/** A flow's part of the link at the playhead if all run, bit/s. */
const shareOf = (facts: RunFacts): number => facts.rate_bps / Math.max(1, senders(facts).length);

/** Digits of a rate that is a flow's part of the link. */
function digitsOf(facts: RunFacts): number {
  const share = shareOf(facts);
  if (share < 1e6) return share < 1e5 ? 3 : 2;
  return facts.rate_bps < 1e8 ? 1 : 0;
}

/** How a value that holds until the next is drawn and written: in steps, whole but in the table. */
const HELD = { step: true, digits: () => 0, columnDigits: 1 } as const;

/** By the charts' ids. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  cwnd: {
    points: (cx, flow, kind) => cx.series.get(flow.name, signalOf(kind), "line"),
    now: (cx, flow) => atReading(cx, flow.name, signalAt(cx.facts, flow)),
    ...HELD,
  },
  rtt: {
    points: (cx, flow) => cx.series.get(flow.name, "rtt_ms", "line"),
    now: sampleAt,
    quiet_s: quiet,
    ...HELD,
  },
  goodput: {
    points: rates,
    now: rateNow,
    range: (facts, top) => roundUp(Math.max(top * 1.05, shareOf(facts) / 1e6), 1e-3),
    step: false,
    digits: digitsOf,
    columnDigits: 2,
  },
};

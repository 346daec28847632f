/**
 * Binned series of many runs of one scenario put together: percentiles over the runs at each moment, and the values of each run over
 * a span. Pure. Not here: who starts the runs (laboratory/repeat.ts), how bands are drawn (charts/bands.ts).
 */
import { ascending, quantileSorted } from "d3-array";
import { type Band, type Find, SHARES } from "../charts/bands.ts";
import type { Quantity } from "../charts/chart.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { BinnedSeries } from "./protocol.ts";

/** Form that all runs share. */
export interface Form {
  bins: number;
  duration_s: number;
  /** Flows, then cross traffic, as in the document. */
  looks: readonly FlowLook[];
}

/** A rate is over so long at least, s: as the Goodput chart has it. */
const RATE_S = 1;
const MBPS = 8e-6;
/** Maximum number of bins, and minimum number of round trips in each. */
const MOST_BINS = 400;
const ROUNDS = 2;
/** Numbers kept in all, of all runs. */
const MOST_NUMBERS = 12e6;
/** Quantities of a source, about. */
const QUANTITIES = 7;

/** Number of bins for a run of this form: fine enough for a wide screen, with round trips in each, bounded in memory. */
export function binsFor(duration_s: number, rtt_s: number, sources: number, runs: number): number {
  const fine = Math.min(MOST_BINS, Math.floor(duration_s / (ROUNDS * rtt_s)));
  const room = Math.floor(MOST_NUMBERS / (runs * (sources + 1) * QUANTITIES));
  return Math.max(1, Math.min(Math.max(fine, 20), room));
}

/** Length of a bin, s: whole nanoseconds, as the engine has it. */
export const widthOf = ({ bins, duration_s }: Form): number => Math.ceil((duration_s * 1e9) / bins) / 1e9;

/** A quantity's sums over the bins; of the queue if `place` is null. */
function sumsOf(form: Form, one: BinnedSeries, place: number | null, name: string): Float64Array {
  const names = place === null ? one.queue : one.source;
  const first = (place ?? form.looks.length) * one.source.length;
  const at = (first + names.indexOf(name)) * form.bins;
  return one.sums.subarray(at, at + form.bins);
}

/** The values of one run in each bin; not a number where it has none. */
function valuesOf(form: Form, one: BinnedSeries, place: number | null, quantity: Quantity): Float64Array {
  const width_s = widthOf(form);
  const of = (name: string): Float64Array => sumsOf(form, one, place, name);
  if (quantity === "queue" || quantity === "queue_bytes") {
    const [name, unit] = quantity === "queue" ? ["queue_packets_s", 1] : ["queue_bytes_s", 1000];
    // The last bin may reach over the end.
    return of(name as string).map(
      (value, bin) => value / (unit as number) / Math.max(1e-9, Math.min(width_s, form.duration_s - bin * width_s)),
    );
  }
  if (quantity !== "goodput") {
    const window = quantity === "window";
    const [sum, weight] = [of(window ? "window_packets_s" : "delay_ms"), of(window ? "window_s" : "delays")];
    return sum.map((value, bin) => (weight[bin] ? value / (weight[bin] as number) : Number.NaN));
  }
  const bytes = of("delivered_bytes");
  const own = of("own_s");
  const span = Math.max(1, Math.round(RATE_S / width_s));
  let sum = 0;
  return bytes.map((value, bin) => {
    sum += value - (bin >= span ? (bytes[bin - span] as number) : 0);
    return (own[bin] as number) > 0 ? (sum * MBPS) / (span * width_s) : Number.NaN;
  });
}

/** Percentiles over runs, where at least half of them have a value. */
function bandOf(form: Form, series: readonly BinnedSeries[], place: number | null, quantity: Quantity): Band {
  const width_s = widthOf(form);
  const all = series.map((one) => valuesOf(form, one, place, quantity));
  const empty = (): Float64Array => new Float64Array(form.bins).fill(Number.NaN);
  const lines = SHARES.map(empty);
  // A rate is that of the time before; all else is a mean, at the middle of its bin.
  const times = empty().map((_, bin) =>
    Math.min(form.duration_s, (bin + (quantity === "goodput" ? 1 : 0.5)) * width_s),
  );
  for (let bin = 0; bin < form.bins; bin++) {
    const values = all.map((one) => one[bin] as number).filter(Number.isFinite);
    if (2 * values.length < all.length || values.length === 0) continue;
    values.sort(ascending);
    SHARES.forEach((share, i) => {
      (lines[i] as Float64Array)[bin] = quantileSorted(values, share) ?? Number.NaN;
    });
  }
  const [low, middle, high] = lines as [Float64Array, Float64Array, Float64Array];
  return { times, low, middle, high };
}

/** The bands of what there is; each is made when it is first asked for. */
export function bandsOf(form: Form, series: readonly BinnedSeries[]): Find {
  const made = new Map<string, Band | null>();
  return (source, quantity) => {
    const key = `${source}|${quantity}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const place = quantity.startsWith("queue") ? null : form.looks.findIndex((look) => look.name === source);
    const band = series.length === 0 || place === -1 ? null : bandOf(form, series, place, quantity);
    made.set(key, band);
    return band;
  };
}

/** The table of values over a span. */
export type Total = "goodput" | "delay" | "loss" | "queue_delay";

/** One line of the table: percentiles over the runs; null where too few have a value. */
export interface Row {
  look: FlowLook | null;
  total: Total;
  values: [number, number, number] | null;
  /** A flow's own time within the span, s: the median. */
  own_s?: number;
}

/** The bins that lie within a span, and the span that they are. */
export function spanOf(
  form: Form,
  from_s: number,
  to_s: number,
): { first: number; last: number; span: [number, number] } {
  const width_s = widthOf(form);
  const first = Math.min(form.bins - 1, Math.max(0, Math.round(from_s / width_s)));
  const last = Math.max(first + 1, Math.min(form.bins, Math.round(to_s / width_s)));
  return { first, last, span: [first * width_s, Math.min(form.duration_s, last * width_s)] };
}

function totalOf(
  form: Form,
  one: BinnedSeries,
  place: number,
  total: Total | "own",
  from_s: number,
  to_s: number,
): number {
  const { first, last, span } = spanOf(form, from_s, to_s);
  const of = (name: string): number =>
    sumsOf(form, one, total === "queue_delay" ? null : place, name)
      .subarray(first, last)
      .reduce((sum, value) => sum + value, 0);
  if (total === "queue_delay") return of("queue_delay_ms_s") / (span[1] - span[0]);
  if (total === "delay") return of("delay_ms") / of("delays");
  if (total === "loss") return (100 * of("lost")) / of("arrived");
  const own_s = of("own_s");
  if (total === "own") return own_s;
  return own_s > 0 ? (of("delivered_bytes") * MBPS) / own_s : Number.NaN;
}

/** Values of the runs over a span: goodput, RTT or delay, and loss of each source, and the queue's delay. */
export function rowsOf(form: Form, series: readonly BinnedSeries[], from_s: number, to_s: number): Row[] {
  const sharesOf = (place: number, total: Total | "own"): [number, number, number] | null => {
    const values = series.map((one) => totalOf(form, one, place, total, from_s, to_s)).filter(Number.isFinite);
    if (values.length === 0 || 2 * values.length < series.length) return null;
    values.sort(ascending);
    return SHARES.map((share) => quantileSorted(values, share) ?? Number.NaN) as [number, number, number];
  };
  const row = (place: number, total: Total): Row => {
    const look = total === "queue_delay" ? null : (form.looks[place] ?? null);
    const own = look?.cross === false ? sharesOf(place, "own") : null;
    return { look, total, values: sharesOf(place, total), ...(own && { own_s: own[1] }) };
  };
  const of = (total: Total, cross: boolean | null): Row[] =>
    form.looks.flatMap((look, place) => (cross === null || look.cross === cross ? [row(place, total)] : []));
  return [...of("goodput", false), row(0, "queue_delay"), ...of("delay", null), ...of("loss", null)];
}

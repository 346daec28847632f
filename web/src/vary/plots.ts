/**
 * A sweep of one axis as plots: median, band and single runs of each flow, what is not defined, the straight line, theory. Pure.
 * Not here: where the numbers are from (numbers.ts), the drawing (plot_view/).
 */
import { minIndex } from "d3-array";
import type { Axis, Plot, Series, StraightLine } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";

/** A column of the table over the values of the axis. */
export interface Curve {
  /** Of the flow; empty for what is not a flow's. */
  name: string;
  /** Of the flow; negative for what is no flow's. */
  sign: number;
  /** An entry for each value: percentiles over the seeds; not a number where it is not defined, or not known yet. */
  low: readonly number[];
  middle: readonly number[];
  high: readonly number[];
  /** An entry for each run. */
  runs: readonly number[];
  line: StraightLine | null;
  theories: readonly { name: string; values: readonly number[] }[];
}

/** A field over the axis, in units of the screen. */
export interface Measured {
  /** Place of each value. */
  x: readonly number[];
  /** Of the scale on which a straight line was fitted. */
  fitted: readonly number[];
  /** Whether each value has a row yet. */
  known: readonly boolean[];
  curves: readonly Curve[];
  /** Values of the setting at which something changes, an entry for each value of the axis. */
  changes: readonly Change[];
  axis: Axis;
  upright: Axis;
  /** From the logarithm's scale of the upright axis to the screen's unit. */
  factor: number;
  /** From a straight line's slope to that on the axes shown. */
  steep: number;
  /** Intercept of a straight line on the axes shown. */
  level(line: StraightLine): number;
}

/** Theory about a setting: at which of its values something changes, in each cell. */
interface Change {
  name: string;
  at: readonly number[];
}

/** Name of a theory. */
export const theoryName = (name: string): string => translate(`vary.theory.${name}`);

/** Theory about the setting of the only axis as lines: it is the same in all cells. */
export const rulesOf = (changes: readonly Change[]): Plot["rules"] =>
  changes.flatMap(({ name, at }) => {
    const first = at.find(Number.isFinite);
    return first === undefined ? [] : [{ axis: "x" as const, at: first, label: theoryName(name) }];
  });

const series = (
  name: string,
  sign: number,
  form: Series["form"],
  points: number[][],
  more: Partial<Series> = {},
): Series => ({
  ...{ name, ink: 0, sign, form, points, stated: false, hidden: false },
  ...more,
});

/** The straight line at a value; `logarithmic`: it was fitted to logarithms. */
const onLine = ({ slope, intercept }: StraightLine, at: number, logarithmic: boolean, factor: number): number =>
  factor * (logarithmic ? 10 ** (intercept + slope * at) : intercept + slope * at);

/** Places of the values, in order of the axis. */
const orderOf = (x: readonly number[]): number[] => x.map((_, i) => i).sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0));

/** Stretches of the axis at which a curve is not defined, each half way to its neighbours. */
export function gapsOf({
  x,
  known,
  curves,
}: Pick<Measured, "x" | "known" | "curves">): { from: number; until: number }[] {
  const order = orderOf(x);
  const isGap = (i: number): boolean => known[i] === true && curves.some(({ middle }) => !Number.isFinite(middle[i]));
  const between = (a: number | undefined, b: number): number =>
    a === undefined ? (x[b] as number) : ((x[a] as number) + (x[b] as number)) / 2;
  return order.flatMap((i, place) =>
    isGap(i) ? [{ from: between(order[place - 1], i), until: between(order[place + 1], i) }] : [],
  );
}

/** Runs of each value. */
const seedsOf = ({ curves, x }: Pick<Measured, "curves" | "x">): number =>
  Math.max(1, Math.round((curves[0]?.runs.length ?? 0) / Math.max(1, x.length)));

/** The run whose value is nearest to a place of the plot, at the nearest value of the axis; without a height, nearest to the median. */
export function runAt(measured: Pick<Measured, "x" | "curves">, x: number, y: number | null): number | null {
  const seeds = seedsOf(measured);
  const cell = minIndex(measured.x, (place) => Math.abs(place - x));
  if (cell < 0) return null;
  const apart = measured.curves.flatMap(({ runs, middle }) =>
    runs.slice(cell * seeds, (cell + 1) * seeds).map((value) => Math.abs(value - (y ?? middle[cell] ?? Number.NaN))),
  );
  const place = minIndex(apart);
  return cell * seeds + (place < 0 ? 0 : place % seeds);
}

export function plotOf(measured: Measured): Plot {
  const { x, fitted, curves, axis, upright, factor } = measured;
  const seeds = seedsOf(measured);
  const usable = (place: number | undefined, value: number | undefined): boolean =>
    Number.isFinite(place) &&
    Number.isFinite(value) &&
    (!upright.log || Number(value) > 0) &&
    (!axis.log || Number(place) > 0);
  const order = orderOf(x);
  /** Points at the axis' values, in order of the axis. */
  const along = (values: (i: number) => number[]): number[][] =>
    order
      .map((i) => [x[i] as number, ...values(i)])
      .filter(([place, ...rest]) => rest.every((value) => usable(place, value)));
  const all = curves.flatMap((curve) => {
    const { name, sign, low, middle, high, line } = curve;
    // Series with the same name are one to the legend and the reading.
    const named = (setting: string): string =>
      curves.length > 1 ? translate("lab.control.of", { setting, flow: name }) : setting;
    // Of 100,000 runs most have no value for hours.
    const dots = [...curve.runs.keys()]
      .filter((run) => usable(x[Math.floor(run / seeds)], curve.runs[run]))
      .map((run) => [x[Math.floor(run / seeds)], curve.runs[run]] as number[]);
    return [
      series(
        name,
        sign,
        "medians",
        along((i) => [low[i], middle[i], high[i]] as number[]),
      ),
      ...(seeds > 1 ? [series(named(translate("vary.series.runs")), sign, "dots", dots, { small: true })] : []),
      ...(line
        ? [
            series(
              named(translate("vary.series.line")),
              sign,
              "line",
              along((i) => [onLine(line, fitted[i] as number, upright.log, factor)]),
            ),
          ]
        : []),
      ...curve.theories.map((theory, i) =>
        series(
          named(theoryName(theory.name)),
          sign,
          "line",
          along((i) => [theory.values[i] as number]),
          { stated: true, theory: i },
        ),
      ),
    ];
  });
  return {
    x: axis,
    y: upright,
    series: all,
    rules: rulesOf(measured.changes),
    spans: gapsOf(measured).map((gap) => ({ ...gap, label: translate("vary.undefined"), ink: 0, hatched: true })),
    notes: [],
  };
}

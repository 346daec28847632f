/**
 * A sweep of two axes as a map: a cell for each pair of values, its colour by the median over the seeds, theory as lines over
 * it. The colours are cividis, which is perceptually uniform and the same with every kind of colour vision. Pure. Not here: where the numbers are from (numbers.ts), the drawing (plot_view/cells.ts).
 */
import { minIndex } from "d3-array";
import { interpolateCividis } from "d3-scale-chromatic";
import type { Axis, Cell, Cells, Plot, Series } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { endsOf } from "../plot_view/axis-ends.ts";
import { theoryName } from "./plots.ts";

/** Both axes, and the values of each cell, the second axis changing fastest; in units of the screen. */
export interface Mapped {
  /** Values of the axes, in order; of words their places. */
  values: readonly [readonly number[], readonly number[]];
  axes: readonly [Axis, Axis];
  low: readonly number[];
  middle: readonly number[];
  high: readonly number[];
  known: readonly boolean[];
  /** A value for each run, cell by cell. */
  runs: readonly number[];
  /** Values of the axis' setting at which something changes, an entry for each cell. */
  changes: readonly { name: string; axis: 0 | 1; at: readonly number[] }[];
  /** Names of the flows, the place of the one that is shown, and the medians of each, an entry for each cell: none where they are not compared. */
  flows: readonly string[];
  flow: number;
  medians: readonly (readonly number[])[];
  label: string;
  unit: string;
}

type Border = Cells["border"]["edges"];

/** Colours of the scale that is shown. */
const COLOURS = 48;

/** Where each value's cells begin and end: half way to its neighbours, in ratio on a logarithmic axis. */
export function edgesOf(values: readonly number[], isLog: boolean): [number, number][] {
  const [to, from] = isLog ? [Math.log, Math.exp] : [(value: number) => value, (value: number) => value];
  const at = values.map(to);
  const order = [...at].sort((a, b) => a - b);
  return at.map((value) => {
    const place = order.indexOf(value);
    const step = (a: number | undefined, b: number | undefined): number => ((b ?? value + 1) - (a ?? value - 1)) / 2;
    const below = place > 0 ? step(order[place - 1], value) : step(value, order[1]);
    const above = place < order.length - 1 ? step(value, order[place + 1]) : below;
    return [from(value - below), from(value + above)];
  });
}

/** The run at a place of the map whose value is nearest to its cell's median, the first where none has a value; null: outside of the cells. */
export function runOfCell({ values, axes, middle, runs }: Mapped, x: number, y: number | null): number | null {
  if (y === null) return null;
  const within = (place: 0 | 1, at: number): number =>
    edgesOf(values[place], axes[place].log).findIndex(([from, until]) => from <= at && at <= until);
  const [column, row] = [within(0, x), within(1, y)];
  if (column < 0 || row < 0) return null;
  const cell = column * values[1].length + row;
  const seeds = runs.length / middle.length;
  const own = runs.slice(cell * seeds, (cell + 1) * seeds);
  const nearest = minIndex(own, (value) => Math.abs(value - (middle[cell] ?? Number.NaN)));
  return cell * seeds + Math.max(0, nearest);
}

/** The flow whose median is the largest in a cell; -1 where several have it, null where it is not known of all. */
function leaderOf({ medians }: Pick<Mapped, "medians">, cell: number): number | null {
  const values = medians.map((each) => each[cell] ?? Number.NaN);
  const most = Math.max(...values);
  if (values.length < 2 || !Number.isFinite(most)) return null;
  return values.filter((value) => value === most).length > 1 ? -1 : values.indexOf(most);
}

/** Edges of cells between those that are led by the flow that is shown and those that are not. */
function borderOf(
  leaders: readonly (number | null)[],
  flow: number,
  columns: readonly [number, number][],
  rows: readonly [number, number][],
): Border {
  const inOrder = (edges: readonly [number, number][]): number[] =>
    edges.map((_, i) => i).sort((a, b) => (edges[a]?.[0] ?? 0) - (edges[b]?.[0] ?? 0));
  const [across, up] = [inOrder(columns), inOrder(rows)];
  const isLed = (x: number | undefined, y: number | undefined): boolean | null => {
    const leader = x === undefined || y === undefined ? null : (leaders[x * rows.length + y] ?? null);
    return leader === null ? null : leader === flow;
  };
  return across.flatMap((x, i) =>
    up.flatMap((y, j): Border => {
      const [[left, right], [low, high]] = [columns[x] as [number, number], rows[y] as [number, number]];
      const [here, beside, above] = [isLed(x, y), isLed(across[i + 1], y), isLed(x, up[j + 1])];
      const isBorder = (other: boolean | null): boolean => here !== null && other !== null && here !== other;
      return [
        ...(isBorder(beside) ? ([[right, low, right, high]] satisfies Border) : []),
        ...(isBorder(above) ? ([[left, high, right, high]] satisfies Border) : []),
      ];
    }),
  );
}

/** `kept`: ends of the colours of another map, to compare with it. */
export function mapOf(mapped: Mapped, kept: readonly [number, number] | null): Plot {
  const { values, axes, low, middle, high, known, changes } = mapped;
  const [columns, rows] = [edgesOf(values[0], axes[0].log), edgesOf(values[1], axes[1].log)];
  const usable = middle.filter((value) => Number.isFinite(value));
  const { min, max } = endsOf({ label: "", unit: "", log: false, range: null, names: [] }, usable);
  const [least, most] = kept ?? [min, max];
  const colorOf = (value: number): string =>
    interpolateCividis(Math.max(0, Math.min(1, (value - least) / (most - least || 1))));
  const aheadOf = (flow: number | null): string => {
    const name = mapped.flows[flow ?? -1];
    return name === undefined
      ? ""
      : translate(mapped.flows.length > 2 ? "vary.ahead.most" : "vary.ahead", { flow: name });
  };
  const leaders = middle.map((_, cell) => leaderOf(mapped, cell));
  const all = middle.flatMap((value, i): Cell[] => {
    const [x, y] = [columns[Math.floor(i / rows.length)], rows[i % rows.length]];
    const isDefined = Number.isFinite(value);
    if (!x || !y || (!isDefined && !known[i])) return [];
    const [from, until] = [low[i] ?? value, high[i] ?? value];
    const color = isDefined ? colorOf(value) : "";
    return [
      { x, y, value: isDefined ? value : null, low: from, high: until, color, ahead: aheadOf(leaders[i] ?? null) },
    ];
  });
  const border = {
    edges: borderOf(leaders, mapped.flow, columns, rows),
    text: translate("vary.border", { ahead: aheadOf(mapped.flow) }),
  };
  const range = (edges: readonly [number, number][]): [number, number] => [
    Math.min(...edges.map(([from]) => from)),
    Math.max(...edges.map(([, until]) => until)),
  ];
  const ranges = [range(columns), range(rows)] as const;
  const names = [...new Set(changes.map(({ name }) => name))];
  const line = ({ name, axis, at }: Mapped["changes"][number]): Series => {
    const [from, until] = ranges[axis];
    const points = at.flatMap((value, i): number[][] => {
      const [x, y] = [Math.floor(i / rows.length), i % rows.length];
      // One for each value of the other axis.
      if ((axis === 1 ? y : x) !== 0 || !(value >= from && value <= until)) return [];
      return [axis === 1 ? [values[0][x] as number, value] : [value, values[1][y] as number]];
    });
    points.sort((a, b) => (axis === 1 ? (a[0] ?? 0) - (b[0] ?? 0) : (a[1] ?? 0) - (b[1] ?? 0)));
    const look = { ink: 0, form: "line" as const, stated: true, hidden: false, theory: names.indexOf(name) };
    return { name: theoryName(name), ...look, points };
  };
  const shown = (place: 0 | 1): Axis => ({ ...axes[place], range: ranges[place] });
  const colors = Array.from({ length: COLOURS }, (_, i) => interpolateCividis(i / (COLOURS - 1)));
  return {
    x: shown(0),
    y: shown(1),
    cells: { label: mapped.label, unit: mapped.unit, all, domain: [least, most], colors, border },
    series: changes.map(line).filter(({ points }) => points.length > 1),
    rules: [],
    spans: [],
    notes: [],
  };
}

/**
 * The numbers of a field over a sweep's axis, asked of the sweep that keeps the rows: percentiles, straight line and theory are computed
 * there. Not here: the plot that they make (plots.ts).
 */
import type { SweepKeeper } from "../ensemble/sweep.ts";
import type { Answer, Axis, Plot, StraightLine, SweepPlan, Theory } from "../ensemble/types.ts";
import { translate, unitWord } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Mapped } from "./maps.ts";
import { columnAt, columnsOf, type Field, type FieldColumn, isCompared, labelOf } from "./measures.ts";
import { type Curve, type Measured, rulesOf } from "./plots.ts";
import { flowsOf, textOf, type Variable } from "./variables.ts";

/** A setting over which numbers are drawn. */
export interface Varied {
  variable: Variable;
  logarithmic: boolean;
}

/** How the axes are shown; names of the engine's scales. */
export interface View {
  x: "as_is" | "logarithm" | "inverse" | "inverse_root" | "of_bdp" | "of_rtt";
  y: "as_is" | "logarithm" | "of_rtt";
  line: boolean;
  theory: boolean;
  /** Ends of the colours of maps, where they are kept. */
  kept: readonly [number, number] | null;
}

/** Scales on which a variable makes sense. */
export const scalesOfX = ({ face, paths }: Variable): View["x"][] =>
  face
    ? [
        "as_is",
        "logarithm",
        "inverse",
        "inverse_root",
        ...(/\bbase_rtt_ms$/.test(paths[0]) || !/^m?s$/.test(face.unit) ? [] : (["of_rtt"] as const)),
        ...(/\.limit_(packets|bytes)$/.test(paths[0]) ? (["of_bdp"] as const) : []),
      ]
    : ["as_is"];

/** Scales on which a field makes sense. */
export const scalesOfY = ({ path, of }: Field): View["y"][] => [
  "as_is",
  "logarithm",
  ...(of === "flow" && path.endsWith("put_bps") ? (["of_rtt"] as const) : []),
];

const axis = (label: string, unit: string, log: boolean, names: string[] = []): Axis => ({
  ...{ label, unit, log, names, fine: true },
  range: names.length > 0 ? [-0.5, names.length - 0.5] : null,
});

/** The axis of a variable. */
function axisOfX(variable: Variable, scale: View["x"], values: readonly unknown[]): Axis {
  const { label, face } = variable;
  if (!face) {
    const names = values.map((value) => textOf(variable, value));
    return axis(label, "", false, names);
  }
  const unit = unitWord(face.unit);
  if (scale === "of_bdp" || scale === "of_rtt") return axis(label, translate(`vary.unit.${scale.slice(3)}`), false);
  if (scale === "as_is" || scale === "logarithm") return axis(label, unit, scale === "logarithm");
  const isInverse = scale === "inverse" && unit !== "";
  return axis(translate(`vary.axis.${scale}`, { setting: label }), isInverse ? `1/${unit}` : "", false);
}

/** Runs that have no row yet, as places of their cells. */
async function missing(keeper: SweepKeeper, { runs, cells }: SweepPlan): Promise<ReadonlySet<number>> {
  return new Set([...(await keeper.ask("left"))].map((run) => Math.floor(run / Math.max(1, runs / cells))));
}

/** Columns of a field that the table has. */
const columnsIn = ({ columns }: SweepPlan, field: Field, looks: readonly FlowLook[]): FieldColumn[] =>
  columnsOf(field, looks).filter(({ column }) => columns.some(({ name }) => name === column));

const list = (numbers: Float64Array, by: number): number[] => [...numbers].map((each) => each * by);

/** Percentiles of a column over the seeds, an entry for each cell, and its value in each run. */
async function spreadOf(
  keeper: SweepKeeper,
  column: string,
  scale: View["y"],
  factor: number,
): Promise<Record<"low" | "middle" | "high" | "runs", number[]>> {
  const share = async (of: number): Promise<number[]> => list(await keeper.ask("quantiles", column, scale, of), factor);
  const [low, middle, high] = [await share(0.2), await share(0.5), await share(0.8)];
  return { low, middle, high, runs: list(await keeper.ask("numbers", column, scale), factor) };
}

/** Values of an axis' setting at which theory says that something changes, an entry for each cell. */
async function changesOf(
  keeper: SweepKeeper,
  [setting]: Variable["paths"],
  scale: View["x"],
  by: number,
): Promise<{ name: string; at: number[] }[]> {
  const theories = JSON.parse(await keeper.ask("theories")) as Theory[];
  const own = theories.filter(({ of, column }) => of === "axis" && column === setting);
  return Promise.all(
    own.map(async ({ name }) => ({ name, at: list(await keeper.ask("theory", name, setting, scale), by) })),
  );
}

/** A field over both axes of a sweep; of a flow's field that of the flow at a place. */
export async function mappedOf(
  keeper: SweepKeeper,
  axes: readonly [Varied, Varied],
  field: Field,
  looks: readonly FlowLook[],
  flow: number,
  theory: boolean,
  /** The looks are those of all flows, which are compared. */
  isWhole: boolean,
): Promise<Mapped> {
  const plan = JSON.parse(await keeper.ask("plan")) as SweepPlan;
  const columns = columnsIn(plan, field, looks);
  const { column, look } = columnAt(columns, flow);
  const medians =
    isWhole && isCompared(field) && columns.length === flowsOf(looks).length
      ? columns.map(async (each) => [...(await keeper.ask("quantiles", each.column, "as_is", 0.5))])
      : [];
  const spread = await spreadOf(keeper, column, "as_is", field.factor ?? 1);
  const left = await missing(keeper, plan);
  const axis = (place: 0 | 1): { values: number[]; axis: Axis } => {
    const { variable, logarithmic } = axes[place];
    const { face } = variable;
    const values = plan.axes[place]?.tracks[0]?.values ?? [];
    return {
      values: values.map((value, i) => (face ? Number(value) * face.factor : i)),
      axis: axisOfX(variable, logarithmic ? "logarithm" : "as_is", values),
    };
  };
  const [x, y] = [axis(0), axis(1)];
  const changed = async (place: 0 | 1): Promise<Mapped["changes"]> => {
    const { paths, face } = axes[place].variable;
    const changes = theory ? await changesOf(keeper, paths, "as_is", face?.factor ?? 1) : [];
    return changes.map((change) => ({ ...change, axis: place }));
  };
  const changes = [...(await changed(0)), ...(await changed(1))];
  const label = labelOf(field);
  return {
    values: [x.values, y.values],
    axes: [x.axis, y.axis],
    ...{ ...spread, changes },
    known: spread.middle.map((_, i) => !left.has(i)),
    flows: columns.map((each) => each.look?.label ?? ""),
    medians: await Promise.all(medians),
    flow: columns.findIndex((each) => each.column === column),
    label: look ? translate("lab.control.of", { setting: label, flow: look.label }) : label,
    unit: unitWord(field.unit ?? ""),
  };
}

/** A search as a plot: what was run, the bound, and the value that was found. */
export async function searchOf(
  keeper: SweepKeeper,
  plan: SweepPlan,
  { variable, logarithmic }: Varied,
  column: string,
  field: Field,
  bound: number,
  theory: boolean,
): Promise<{ plot: Plot; answer: Answer | null; measured: Pick<Measured, "x" | "curves"> }> {
  const values = plan.axes[0]?.tracks[0]?.values ?? [];
  const by = variable.face?.factor ?? 1;
  const seeds = plan.runs / plan.cells;
  const numbers = list(await keeper.ask("numbers", column, "as_is"), field.factor ?? 1);
  const points = numbers
    .map((value, run) => [Number(values[Math.floor(run / seeds)]) * by, value])
    .filter(([, value]) => Number.isFinite(value));
  const answer = JSON.parse(await keeper.ask("answer")) as Answer | null;
  const found =
    (answer?.value ?? null) === null
      ? []
      : [{ axis: "x" as const, at: Number(answer?.value) * by, label: translate("vary.answer.found") }];
  const changes = theory ? await changesOf(keeper, variable.paths, "as_is", by) : [];
  const label = labelOf(field);
  const dots = { name: label, ink: 0, sign: -1, form: "dots" as const, stated: false, hidden: false, points };
  const plot: Plot = {
    x: axisOfX(variable, logarithmic ? "logarithm" : "as_is", values),
    y: axis(label, unitWord(field.unit ?? ""), false),
    series: [dots],
    rules: [{ axis: "y", at: bound, label: translate("vary.goal.value") }, ...found, ...rulesOf(changes)],
    spans: [],
    notes: [],
  };
  const x = values.map((value) => Number(value) * by);
  const curve = { name: label, sign: -1, low: [], middle: [], high: [], runs: numbers, line: null, theories: [] };
  return { plot, answer, measured: { x, curves: [curve] } };
}

/** All of a field over the only axis of a sweep; null: values were added meanwhile. */
export async function measuredOf(
  keeper: SweepKeeper,
  variable: Variable,
  field: Field,
  looks: readonly FlowLook[],
  view: View,
): Promise<Measured | null> {
  const plan = JSON.parse(await keeper.ask("plan")) as SweepPlan;
  const x = scalesOfX(variable).includes(view.x) ? view.x : "as_is";
  const y = scalesOfY(field).includes(view.y) ? view.y : "as_is";
  const yScale = y === "of_rtt" ? y : "as_is";
  const [setting] = variable.paths;
  const { face } = variable;
  const values = plan.axes[0]?.tracks[0]?.values ?? [];
  const by = face?.factor ?? 1;
  const toScreen = x === "inverse" ? 1 / by : x === "as_is" || x === "logarithm" ? by : 1;
  const factor = y === "of_rtt" ? 1 : (field.factor ?? 1);
  const places = face
    ? list(await keeper.ask("quantiles", setting, x === "logarithm" ? "as_is" : x, 0.5), toScreen)
    : values.map((_, i) => i);
  const fitted = face ? [...(await keeper.ask("quantiles", setting, x, 0.5))] : places;
  const theories: Theory[] = view.theory ? JSON.parse(await keeper.ask("theories")) : [];
  const label = labelOf(field);
  const curves = await Promise.all(
    columnsIn(plan, field, looks).map(async ({ column, look }): Promise<Curve> => {
      const fit = view.line && face ? await keeper.ask("fit", setting, x, column, y) : "null";
      return {
        name: look?.label ?? label,
        sign: look?.sign ?? -1,
        ...(await spreadOf(keeper, column, yScale, factor)),
        line: JSON.parse(fit) as StraightLine | null,
        theories: await Promise.all(
          theories
            .filter((theory) => theory.of === "measure" && theory.column === column)
            .map(async ({ name }) => ({
              name,
              values: list(await keeper.ask("theory", name, column, yScale), factor),
            })),
        ),
      };
    }),
  );
  const changes = view.theory ? await changesOf(keeper, variable.paths, x === "logarithm" ? "as_is" : x, toScreen) : [];
  if ((await keeper.ask("cells")) !== plan.cells) return null;
  const left = await missing(keeper, plan);
  const unit = y === "of_rtt" ? translate("vary.unit.packets_per_rtt") : unitWord(field.unit ?? "");
  return {
    x: places,
    fitted,
    // A value of which some run is missing is not known to be undefined.
    known: places.map((_, i) => !left.has(i)),
    curves,
    changes,
    axis: axisOfX(variable, x, values),
    upright: axis(label, unit, y === "logarithm"),
    factor,
    // From the slope in the document's units to that on the axes.
    steep: (y === "logarithm" ? 1 : factor) / (x === "as_is" || x === "inverse" ? toScreen : 1),
    level: ({ slope, intercept }) => {
      const own = intercept - (x === "logarithm" ? slope * Math.log10(toScreen) : 0);
      return y === "logarithm" ? own + Math.log10(factor) : own * factor;
    },
  };
}

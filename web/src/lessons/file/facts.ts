/**
 * The facts of a lesson as its front matter holds them, each once: their types, and the rules by which a file of a reader's own is judged.
 * Settings of scenarios are the engine's business. Not here: the file's parts and words (lesson-file.ts), what is wrong in a file
 * (mistakes.ts).
 */
import {
  array,
  boolean,
  custom,
  type GenericSchema,
  type InferOutput,
  literal,
  minLength,
  minValue,
  nullable,
  number,
  optional,
  picklist,
  pipe,
  record,
  strictObject,
  string,
  tuple,
  union,
  variant,
} from "valibot";
import { type Intervention, isScenario, type Scalar, type Scenario } from "../../session/scenario.ts";

const scalar: GenericSchema<Scalar> = nullable(union([number(), string(), boolean()]));
const settings = record(string(), scalar);
const span = tuple([number(), number()]);
const isObject = (found: unknown): boolean => typeof found === "object" && found !== null && !Array.isArray(found);
/** Part of a scenario that the page itself reads; the engine judges the rest. */
export const scenario = custom<Scenario>(
  (found) => isScenario(found) && typeof found.duration_s === "number",
  "a scenario",
);
const interventions = array(custom<Intervention>(isObject, "an intervention"));

const CHANGES = {
  /** Changes while it goes on. */
  // biome-ignore lint/suspicious/noThenProperty: the name in lesson files
  then: optional(interventions),
};

const SHOW = {
  /** `a`: the lesson's own scenario; `b`, `c`: its further ones. */
  scenario: string(),
  /** Settings by path, changed before it runs, in this order. */
  set: optional(settings),
  ...CHANGES,
  /** Panels, as in an address. */
  view: array(string()),
  /** Panels whose y is logarithmic; the run has a switch for it. */
  log: optional(array(string())),
  /** Run seconds that pass in a second on screen; without it the run lasts about twelve. */
  speed: optional(number()),
  /** A second run, drawn over the first: how it differs from it. With `then` alone both are one until the first change. */
  beside: optional(strictObject({ scenario: optional(string()), set: optional(settings), ...CHANGES })),
  /** Queue and capacity, which no real sender can know, are covered. */
  hide: optional(boolean()),
  /** The queueing delay is not shown beside the packets: a question asks for it. */
  untimed: optional(boolean()),
  /** No packet waits in this run: the queue is drawn short, without numbers. */
  unqueued: optional(boolean()),
  /** How the run begins: until this moment it is played at this speed; the picture at its end is of this speed as well. */
  ease: optional(strictObject({ to_s: number(), speed: number() })),
  /** A level over a chart, in its unit, named by `lesson.level.WORDS`. */
  level: optional(strictObject({ chart: string(), value: number(), words: string() })),
  /** Moments that represent the run with reduced motion: before, turning point, end, s. */
  stills: optional(array(number())),
};
/** A run to show: a scenario of the lesson with some settings changed. */
export const show = strictObject(SHOW);
export type Show = InferOutput<typeof show>;

/** A stretch that is shown over and over. */
export const loop = strictObject({
  ...SHOW,
  from_s: number(),
  to_s: number(),
  speed: number(),
  /** The telling moment, for reduced motion. */
  still_s: number(),
  /** The stretch on the charts' axis; without it that of the loop. */
  span: optional(span),
  /** End of the part that is shown, s. */
  until_s: optional(number()),
});
export type Loop = InferOutput<typeof loop>;

const sketchLine = strictObject({
  scenario: SHOW.scenario,
  set: SHOW.set,
  ...CHANGES,
  /** A flow, `bottleneck` or cross traffic, and its signal: `one.cwnd_packets`. */
  of: string(),
  /** Reads the signal's growth over this many seconds, as Mbit/s where it counts bytes. */
  rate_s: optional(number()),
});
/** A curve of the lesson's sketch: of one of its scenarios, with changes. */

/** The lesson's idea as a small drawing for the gallery: its curves, the first one strong, over one stretch of time. */
export const sketch = strictObject({ t_s: span, lines: array(sketchLine) });

const condition = tuple([string(), picklist(["<=", ">=", "=="]), number()]);
/** One condition on a summary: a path, an operator, a value. */
export type Condition = InferOutput<typeof condition>;

/** A search: `of` is a setting, and its smallest value at which a run meets a condition is the result (shown-runs.ts). */
export const smallest = strictObject({
  /** The values that are tried, as a slider has them, in the setting's unit. */
  min: number(),
  max: number(),
  step: number(),
  holds: condition,
});

const RESULT = {
  scenario: string(),
  set: optional(settings),
  /** A path of the summary, a derived name (session/measures.ts), or a measure of the trace; with `smallest` a setting. */
  of: string(),
  smallest: optional(smallest),
};

/** A value that the run must have: a line of the automatic test (lessons.test.ts). */
export const band = strictObject({
  id: string(),
  ...RESULT,
  /** Inclusive; null: no bound on that side. */
  band: tuple([nullable(number()), nullable(number())]),
  /** Where it comes from: a closed form, an independent model, or our engine, with its version and the reason. */
  from: optional(union([picklist(["derived", "checked"]), strictObject({ measured: string(), because: string() })])),
  /** The median of the seeds is meant, not each of them. */
  median: optional(boolean()),
  /** Unit where the path does not say it. */
  unit: optional(string()),
});
/** Value of the run with its own seed, and the minimum and maximum over the seeds 1 to 5 (values.csv). */
export type Band = InferOutput<typeof band> & { seen?: [own: number, low: number, high: number] };

const row = strictObject({
  id: string(),
  ...RESULT,
  unit: optional(string()),
  /** A second value, shown beside the bar. */
  note: optional(string()),
  /** Meaning of an option of the question for this row, in the screen's unit: a value, or its least and largest. */
  said: optional(record(string(), union([number(), span]))),
});
/** One value of one run, for a row of bars. */
export type Row = InferOutput<typeof row>;

const trace = strictObject({
  id: string(),
  scenario: string(),
  set: optional(settings),
  signal: string(),
  /** Flows, each a line; or all of them as one thick line, their sum. */
  flows: array(string()),
  sum: optional(boolean()),
  /** Ends of both axes. */
  t_s: span,
  max: number(),
  /** A level to compare with. */
  level: optional(number()),
  /** Result shown beside the run's name: a value by its path or name, or a measure of the trace. */
  note: optional(string()),
});
/** One run's curves in a plot of its own. */
export type Trace = InferOutput<typeof trace>;

export const curve = strictObject({
  path: string(),
  scale: picklist(["as_is", "logarithm", "inverse", "inverse_root"]),
  /** Drawn beside: √(3/2) / √p of a flow's share of the capacity, or BDP / √n of a queue's limit (docs/sweeps.md). */
  theory: optional(picklist(["mathis", "small_buffer"])),
});

const compared = strictObject({
  bars: optional(array(row)),
  /** End of the bars' axis, in the screen's unit. */
  max: optional(number()),
  traces: optional(array(trace)),
  /** The bars as a curve, too: over the setting in which their runs differ, on a scale of a sweep's lines (docs/sweeps.md). */
  curve: optional(curve),
});
/** Drawing under a question's run once that was seen: values or curves of several runs, on one axis. */
export type Compared = InferOutput<typeof compared>;

const ASK = {
  id: string(),
  show,
  compared: optional(compared),
  /** A flow whose drops at the queue are listed once the run was seen, each with the state that it believed. */
  drops: optional(string()),
};

const askNumber = strictObject({
  ...ASK,
  kind: literal("number"),
  /** In the screen's unit. */
  min: number(),
  max: number(),
  step: number(),
  /** The band of the right answer. */
  band: string(),
  /** Chart on which the answer stays as a line, if there is one. */
  on: optional(string()),
});
/** How large: a slider with its number field. */
export type AskNumber = InferOutput<typeof askNumber>;

const askChoose = strictObject({
  ...ASK,
  kind: literal("choose"),
  options: pipe(array(string()), minLength(2)),
  right: string(),
});
/** Which of three to five. */
export type AskChoose = InferOutput<typeof askChoose>;

const askOrder = strictObject({
  ...ASK,
  kind: literal("order"),
  /** Cards as they lie at first. */
  cards: pipe(array(string()), minLength(2)),
  right: array(string()),
});
/** In which order. */
export type AskOrder = InferOutput<typeof askOrder>;

/** Quantity by which a drawn curve is judged. */
const FEATURES = ["highest", "lowest", "teeth", "end"] as const;

const askDraw = strictObject({
  ...ASK,
  kind: literal("draw"),
  flow: string(),
  signal: string(),
  /** Reads the signal's growth over this many seconds, as Mbit/s where it counts bytes. */
  rate_s: optional(number()),
  chart: string(),
  /** Known until here, asked for from here on, s. */
  from_s: number(),
  to_s: number(),
  /** Top of the axis, in the chart's unit. */
  max: number(),
  /** The step of the handles, in the chart's unit. */
  unit: string(),
  /** Quantities by which the curve is judged, each like a number. */
  features: array(strictObject({ name: picklist(FEATURES), band: span })),
  /** Small sketches that may be taken instead of drawing: 24 values each, in the chart's unit. */
  sketches: record(string(), array(number())),
});
/** Continue the curve. */
export type AskDraw = InferOutput<typeof askDraw>;

const askPoints = strictObject({
  ...ASK,
  kind: literal("points"),
  /** Ids of the rows that are asked for. */
  points: array(string()),
  min: number(),
  max: number(),
  step: number(),
  unit: string(),
  compared,
  /** Law that the values follow, named `lesson.law.LAW` where a straight line was said. */
  law: optional(string()),
});
/** How large each of several: a slider for each row of its bars, except for rows that an earlier question's run has shown. */
export type AskPoints = InferOutput<typeof askPoints>;

export const ask = variant("kind", [askNumber, askChoose, askOrder, askDraw, askPoints]);
export type Ask = InferOutput<typeof ask>;

const find = strictObject({
  source: string(),
  states: tuple([string(), string()]),
  same: boolean(),
  /** A moment that will do, s. */
  at_s: number(),
});
/** A moment to be found, where two states of a flow are the same or are not. */
export type Find = InferOutput<typeof find>;

/** A challenge whose end the page checks after every run. */
export const goal = strictObject({
  id: string(),
  /** All must hold. */
  all: array(condition),
  /** Or a moment is to be found. */
  find: optional(find),
  /** Settings under which it must hold, for at least three of the seeds 1 to 5. */
  solution: settings,
  /** Where it begins, if not where free play does. */
  scenario: optional(string()),
  set: optional(settings),
  /** Panels, if not those of free play. */
  view: optional(array(string())),
  /** Controls that are locked, by name. */
  lock: optional(array(string())),
  /** More is the point: it may hold at an end of a control. */
  more: optional(boolean()),
});
export type Goal = InferOutput<typeof goal>;

const control = strictObject({
  /** A setting's path or a short name, as in an address. A run that has no such setting has no such control. */
  name: string(),
  /** Further paths that take the same value. */
  also: optional(array(string())),
  /** Further settings that a word sets, by path. */
  along: optional(record(string(), settings)),
  /** Ends of the slider, in the document's unit. */
  ends: optional(span),
  /** The algorithms or disciplines that a list offers. */
  kinds: optional(array(string())),
});
/** A control that free play unlocks. */
export type Control = InferOutput<typeof control>;

/** Free play: `others`: further runs with the same controls, each named by the part's options. */
export const play = strictObject({
  ...SHOW,
  controls: array(control),
  others: optional(array(strictObject({ id: string(), scenario: string(), set: settings, view: array(string()) }))),
});

export const transfer = strictObject({ options: pipe(array(string()), minLength(2)), right: string() });

/** Everything about a lesson that is the same in every language, but for its id, which is the file's name. */
export const facts = strictObject({
  minutes: pipe(number(), minValue(1)),
  /** Lessons that come before. */
  needs: array(string()),
  /** Ideas that it goes against, by their ids (misconceptions.ts). */
  against: array(string()),
  scenarios: record(string(), scenario),
  sketch,
  hook: loop,
  asks: array(ask),
  play,
  goals: array(goal),
  transfer,
  bands: array(band),
});
export type Facts = Omit<InferOutput<typeof facts>, "bands"> & { id: string; bands: Band[] };

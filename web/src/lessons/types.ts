/**
 * What a lesson is, as its Markdown file says it: facts in the English file's front matter (one place for each), words in
 * every language's. Types only. Not here: how a file is read (scripts/lesson-file.ts), nor how a lesson is shown.
 */
import type { TemplateResult } from "lit";
import type { Intervention, Scalar, Scenario } from "../session/scenario.ts";
import type { Feature } from "./curve.ts";

/** A run to show: a scenario of the lesson with some settings changed. */
export interface Show {
  /** `a`: the lesson's own; `b`, `c`: its further ones. */
  scenario: string;
  /** Settings by path, changed before it runs, in this order. */
  set?: Record<string, Scalar>;
  /** Changes while it goes on. */
  then?: Intervention[];
  /** Panels, as in an address. */
  view: string[];
  /** Panels whose y is logarithmic; the run has a switch for it. */
  log?: string[];
  /** Run seconds that pass in a second on screen; without it the run lasts about twelve. */
  speed?: number;
  /** A second run, drawn over the first: how it differs from it. With `then` alone both are one until the first change. */
  beside?: { scenario?: string; set?: Record<string, Scalar>; then?: Intervention[] };
  /** What no real sender can know, the queue and the capacity, is covered. */
  hide?: boolean;
  /** The queueing delay is not shown beside the packets: a question asks for it. */
  untimed?: boolean;
  /** No packet waits in this run: the queue is drawn short, without numbers. */
  unqueued?: boolean;
  /** How the run begins: until this moment it is played at this speed; the picture at its end is of this speed as well. */
  ease?: { to_s: number; speed: number };
  /** A level over a chart, in its unit, named by `lesson.level.WORDS`. */
  level?: { chart: string; value: number; words: string };
  /** Moments that represent the run with reduced motion: before, turning point, end, s. */
  stills?: number[];
}

/** A stretch that is shown over and over. */
export interface Loop extends Show {
  from_s: number;
  to_s: number;
  speed: number;
  /** The telling moment, for reduced motion. */
  still_s: number;
  /** The stretch on the charts' axis; without it that of the loop. */
  span?: [number, number];
  /** What comes after this moment is not shown, s. */
  until_s?: number;
}

/** A curve of the lesson's sketch: of one of its scenarios, with changes. */
export interface SketchLine extends Pick<Show, "scenario" | "set" | "then"> {
  /** A flow, `bottleneck` or cross traffic, and its signal: `one.cwnd_packets`. */
  of: string;
  /** The signal's growth is meant, over so many seconds: Mbit/s of bytes. */
  rate_s?: number;
}

/** The lesson's idea as a small drawing for the gallery: its curves, the first one strong, over one stretch of time. */
export interface Sketch {
  t_s: [number, number];
  lines: SketchLine[];
}

/** A value that the run must have: a line of the automatic test (lessons.test.ts). */
export interface Band {
  id: string;
  scenario: string;
  set?: Record<string, Scalar>;
  /** A path of the summary, a derived name (session/measures.ts), or a measure of the trace. */
  of: string;
  /** Inclusive; null: no bound on that side. */
  band: [number | null, number | null];
  /** Where it comes from: a closed form, an independent model, or our engine, with its version and the reason. */
  from: "derived" | "checked" | { measured: string; because: string };
  /** The median of the seeds is meant, not each of them. */
  median?: boolean;
  /** Unit where the path does not say it. */
  unit?: string;
  /** What the run gives with its own seed, and the minimum and maximum over the seeds 1 to 5 (values.csv). */
  seen?: [own: number, low: number, high: number];
}

/** One value of one run, for a row of bars. */
export interface Row {
  id: string;
  scenario: string;
  set?: Record<string, Scalar>;
  /** As a band's. */
  of: string;
  unit?: string;
  /** A second value, shown beside the bar. */
  note?: string;
  /** What an option of the question means for this row, in the screen's unit: a value, or its least and largest. */
  said?: Record<string, number | [number, number]>;
}

/** One run's curves in a plot of its own. */
export interface Trace {
  id: string;
  scenario: string;
  set?: Record<string, Scalar>;
  signal: string;
  /** Flows, each a line; or all of them as one thick line, their sum. */
  flows: string[];
  sum?: boolean;
  /** Ends of both axes. */
  t_s: [number, number];
  max: number;
  /** A level to compare with. */
  level?: number;
  /** What is said of the run beside its name: a value by its path or name, or a measure of the trace. */
  note?: string;
}

/** What is drawn under a question's run once that was seen: values or curves of several runs, on one axis. */
export interface Compared {
  bars?: Row[];
  /** End of the bars' axis, in the screen's unit. */
  max?: number;
  traces?: Trace[];
}

interface AskBase {
  id: string;
  show: Show;
  compared?: Compared;
  /** A flow whose drops at the queue are listed once the run was seen, each with the state that it believed. */
  drops?: string;
}

/** How large: a slider with its number field. */
export interface AskNumber extends AskBase {
  kind: "number";
  /** In the screen's unit. */
  min: number;
  max: number;
  step: number;
  /** The band of the right answer. */
  band: string;
  /** Chart on which the answer stays as a line, if there is one. */
  on?: string;
}

/** Which of three to five. */
export interface AskChoose extends AskBase {
  kind: "choose";
  options: string[];
  right: string;
}

/** In which order. */
export interface AskOrder extends AskBase {
  kind: "order";
  /** Cards as they lie at first. */
  cards: string[];
  right: string[];
}

/** Continue the curve. */
export interface AskDraw extends AskBase {
  kind: "draw";
  flow: string;
  signal: string;
  /** The signal's growth is meant, over so many seconds: Mbit/s of bytes. */
  rate_s?: number;
  chart: string;
  /** Known until here, asked for from here on, s. */
  from_s: number;
  to_s: number;
  /** Top of the axis, in the chart's unit. */
  max: number;
  /** The step of the handles, in the chart's unit. */
  unit: string;
  /** What is judged of the curve, each like a number. */
  features: { name: Feature; band: [number, number] }[];
  /** Four small sketches that may be taken instead of drawing: 24 values each, in the chart's unit. */
  sketches: Record<string, number[]>;
}

/** How large each of several: a slider for each row of its bars, except for rows that an earlier question's run has shown. */
export interface AskPoints extends AskBase {
  kind: "points";
  /** Ids of the rows that are asked for. */
  points: string[];
  min: number;
  max: number;
  step: number;
  unit: string;
  compared: Compared;
  /** What the values follow, named `lesson.law.LAW` where a straight line was said. */
  law?: string;
}

export type Ask = AskNumber | AskChoose | AskOrder | AskDraw | AskPoints;

/** One condition on a summary. */
export type Condition = [path: string, operator: "<=" | ">=" | "==", value: number];

/** A moment to be found, where two states of a flow are the same or are not. */
export interface Find {
  source: string;
  states: [one: string, other: string];
  same: boolean;
  /** A moment that will do, s. */
  at_s: number;
}

/** A challenge whose end the page checks after every run. */
export interface Goal {
  id: string;
  /** All must hold. */
  all: Condition[];
  /** Or a moment is to be found. */
  find?: Find;
  /** Settings under which it must hold, for at least three of the seeds 1 to 5. */
  solution: Record<string, Scalar>;
  /** Where it begins, if not where free play does. */
  scenario?: string;
  set?: Record<string, Scalar>;
  /** Panels, if not those of free play. */
  view?: string[];
  /** Controls that are locked, by name. */
  lock?: string[];
  /** More is the point: it may hold at an end of a control. */
  more?: boolean;
}

/** A control that free play unlocks. */
export interface Control {
  /** A setting's path or a short name, as in an address. A run that has no such setting has no such control. */
  name: string;
  /** Further paths that take the same value. */
  also?: string[];
  /** What a word sets besides: settings by path. */
  along?: Record<string, Record<string, Scalar>>;
  /** Ends of the slider, in the document's unit. */
  ends?: [number, number];
  /** The algorithms or disciplines that a list offers. */
  kinds?: string[];
}

/** Everything about a lesson that is the same in every language. */
export interface Facts {
  id: string;
  minutes: number;
  /** Lessons that come before. */
  needs: string[];
  /** Ideas that it goes against, by their ids (misconceptions.ts). */
  against: string[];
  scenarios: Record<string, Scenario>;
  sketch: Sketch;
  hook: Loop;
  asks: Ask[];
  /** `others`: further runs with the same controls, each named by the part's options. */
  play: Show & { controls: Control[]; others?: (Required<Pick<Show, "scenario" | "set" | "view">> & { id: string })[] };
  goals: Goal[];
  transfer: { options: string[]; right: string };
  bands: Band[];
}

/** What the text asks of the page: numbers of the run, bands, terms. */
export interface Telling {
  /** A value of the run that is on show, by its path. */
  num(args: { of: string }): TemplateResult;
  /** A band of the front matter. */
  band(args: { id: string }): TemplateResult;
  /** A number of the text itself. */
  n(args: { is: string; to?: string; unit?: string }): TemplateResult;
  term(args: { id: string; text: string }): TemplateResult;
  /** A small picture (pictures.ts). */
  figure(args: { id: string }): TemplateResult;
}

/** Text, to be filled with what the page knows. */
export type Text = (telling: Telling) => TemplateResult;

/** A choice in words, and the reply to those who took it. */
export interface Option {
  text: Text;
  reply: Text;
}

/** A part of the page under its heading. */
export interface Part {
  title: string;
  text: Text;
  options: Record<string, Option>;
}

/** A lesson in one language. */
export interface Lesson extends Facts {
  lang: string;
  title: string;
  /** One sentence: the idea. */
  idea: string;
  /** "Able to": what one can do afterwards. */
  able: string;
  /** By name: `hook`, `ask ID`, `reveal ID`, `explain`, `play`, `try`, `transfer`, `discuss`, `talk`, `class`. */
  parts: Record<string, Part>;
}

/** What the gallery shows of a lesson. */
export interface Card {
  id: string;
  minutes: number;
  needs: string[];
  /** By language. */
  title: Record<string, string>;
  /** What its reader can do afterwards: unlike its idea it gives no answer away. */
  able: Record<string, string>;
  /** Its sketch: SVG paths in a box of sketch-size.ts. */
  sketch: string[];
}

/** One form of a question of the test: its title asks. The forms differ in their numbers alone. */
export interface QuestionForm {
  title: string;
  text: Text;
  options: Record<string, Option>;
}

/** A question of the test before and after. */
export interface Question {
  id: string;
  /** Before the lessons, and after them. */
  forms: [before: QuestionForm, after: QuestionForm];
  options: string[];
  right: string;
  /** The lessons that teach its answer; it is asked on paths that contain all of them. */
  lessons: string[];
}

/** The test in one language. */
export interface LessonTest {
  questions: Question[];
  /** Further ones to talk about. */
  seminar: Part;
}

/**
 * The data that the experiments' crate gives the page: an experiment's texts, a drawing as data, verdicts on
 * claims, the cells of a sweep. Types only. Not here: how any of it is drawn or asked for.
 */

import type { Loaded, Notice } from "../engine/protocol.ts";

/** A value that was expected in a band: bounds inclusive, null = none on that side; `strict` excludes them. */
export interface Expected {
  /** Subject of the value; empty where the claim has only this one. */
  of: string;
  band: [number | null, number | null];
  strict: boolean;
}

/** One value of a claim. */
export interface Measured extends Expected {
  /** null: it could not be measured. */
  value: number | null;
  holds: boolean;
}

/** The verdict on a claim (contract, section 2). */
export interface Verdict {
  id: string;
  measured: Measured[];
  holds: boolean;
  /** Of its explanation, by name. */
  numbers?: Numbers;
}

/** Values of numbers in texts, by name; null: it could not be measured. */
export type Numbers = Record<string, number | null>;

/** How a number in a text, `{name}`, is shown. */
export interface Named {
  name: string;
  /** Decimals. */
  digits: number;
}

/** Why a claim is not reproduced: four parts, and a table of what was tried (its first row has the heads; may be empty). */
export interface Account {
  says: string;
  measured: string;
  tried: string;
  table: string[][];
  explanation: string;
  numbers: Named[];
}

/** A claim as it is described, before anything is run. */
export interface Claim {
  id: string;
  text: string;
  /** Where the tolerance comes from. */
  from: string;
  expected: Expected[];
  /** No source states its band, or a part of it: it is our choice. */
  ours?: boolean;
  /** The explanation where it is not reproduced. */
  account: Account | null;
}

/** A choice that a paper leaves open. */
export interface Choice {
  what: string;
  chosen: string;
  why: string;
}

/** A value that depends on a setting which the paper leaves open. */
export interface KnifeEdge {
  /** null: it could not be measured. */
  value: number | null;
  /** After each step that moves it far, by the step's id (wasm-core/experiments/src/edges). */
  moved: Record<string, number | null>;
}

/** The knife edges of an experiment (docs/results/knife-edges). */
export interface KnifeEdges {
  /** Of all flows; null where they differ. */
  initial_window_packets: number | null;
  /** Steps that were tried. */
  steps: string[];
  claims: (KnifeEdge & { id: string; of: string })[];
  /** Points of series. */
  points: (KnifeEdge & { panel: number; series: number; x: number })[];
  /** Numbers of tables. */
  entries: (KnifeEdge & { panel: number; row: number; column: number })[];
}

/** A figure or table of a paper, in words. */
export interface Experiment {
  /** `cdg_fig4` */
  id: string;
  paper: string;
  /** Of the paper. */
  citation: string;
  /** "Figure 4" */
  label: string;
  title: string;
  summary: string;
  caption: string;
  states: string[];
  learn: string;
  choices: Choice[];
  notes: string[];
  /** Numbers of these texts. */
  numbers: Named[];
  /** Panels of the laboratory. */
  view: string;
  /** Runs of it, as many as the paper has; 0 where nothing is simulated. */
  runs: number;
  quick_runs: number;
  claims: Claim[];
  /** Missing where they have not been sought. */
  edges?: KnifeEdges;
}

/** Results precomputed by the command line: `figures/ID.json`. */
export interface Stored {
  version: string;
  runs: number;
  figure: Figure;
  claims: Verdict[];
  /** Of the experiment's texts. */
  numbers?: Numbers;
}

/** Places of a drawing's series, in the order of their form. */
export type Form = "line" | "steps" | "dots" | "medians" | "bars" | "ribbon";

export interface Series {
  name: string;
  /** Colour, dash and marker, 0 to 7. */
  ink: number;
  form: Form;
  /** The paper's statement, or a formula. */
  stated: boolean;
  /** Not drawn until it is asked for. */
  hidden: boolean;
  /** line, steps, dots: x, y; medians: x, low, middle, high; bars: from, to, y; ribbon: x, low, high. */
  points: number[][];
  /** x, low, high of points that are knife edges. */
  ranges?: number[][];
  /** The sign of a flow of a run, in place of the ink; negative: of no flow. */
  sign?: number;
  /** Its dots are specks, however few. */
  small?: boolean;
  /** Of several stated lines which one, by which their dashes differ. */
  theory?: number;
}

export interface Axis {
  label: string;
  unit: string;
  log: boolean;
  /** On a logarithmic axis ticks between the powers of ten, too. */
  fine?: boolean;
  range: [number, number] | null;
  /** Named places at 0, 1, 2 … instead of numbers. */
  names: string[];
}

/** A cell of a map. */
export interface Cell {
  /** Ends on both axes. */
  x: [number, number];
  y: [number, number];
  /** null: not defined. What is not known yet has no cell. */
  value: number | null;
  /** Where most runs lie. */
  low: number;
  high: number;
  color: string;
  /** The flow that has more than all others, in words. */
  ahead?: string;
}

/** A map over both axes of a plot. */
export interface Cells {
  label: string;
  unit: string;
  all: Cell[];
  /** The values of the colours, from the first to the last. */
  domain: [number, number];
  colors: string[];
  /** Edges of cells, each from x, y to x, y, between those in which one flow has more than all others and the rest; its words. */
  border: { edges: [number, number, number, number][]; text: string };
}

export interface Plot {
  cells?: Cells;
  x: Axis;
  y: Axis;
  series: Series[];
  /** Straight lines through the whole plot; `axis` is the one on which `at` lies. */
  rules: { axis: "x" | "y"; at: number; label: string }[];
  /** `hatched`: nothing is defined there. */
  spans: { from: number; until: number; label: string; ink: number; hatched?: boolean }[];
  notes: { x: number; y: number; text: string }[];
}

/** `range`: low and high of a knife edge. */
export type Entry = { text: string } | { value: number | null; digits: number; range?: [number, number] };

export interface Table {
  heads: string[];
  rows: Entry[][];
}

/** A part of a figure: a plot or a table. */
export interface Panel {
  title: string;
  /** For comparison: small, after the others. */
  beside: boolean;
  /** Half as high as others. */
  low: boolean;
  /** Heads of its row and its column where the panels are a grid, which share axes, heads and a legend; one may be empty. */
  row?: string;
  column?: string;
  plot?: Plot;
  table?: Table;
}

export interface Figure {
  /** Panels beside each other, as in the paper. */
  columns: number;
  panels: Panel[];
}

/** One run to be done. Its number is its place in the list. */
export interface Job {
  sweep: string;
  /** The point of the sweep. */
  at: Record<string, string | number>;
  seed: number;
  /** A comparison run, not evaluated. */
  beside: boolean;
  /** About how long it takes, in some unit. */
  cost: number;
  /** Where to look in it, s. */
  moment_s: number;
}

/** A column of a sweep's table. */
export interface Column {
  name: string;
  unit: string;
  kind: "number" | "whole" | "text" | "switch";
  of: "run" | "axis" | "measure";
}

/** Plan of a sweep, from its document. */
export interface SweepPlan {
  ok: true;
  /** Runs of all values; a search does a few of them. */
  runs: number;
  most_runs?: number;
  cells: number;
  /** Flows of which each run takes one more alone, for their harm. */
  alone: number;
  seeds: { from: number; to: number };
  columns: Column[];
  /** The last one changes fastest. */
  axes: { tracks: { path: string; unit: string; values: (number | string | boolean | null)[] }[] }[];
  /** Settings of axes that have no effect. */
  notices: Notice[];
}

/** Why there is none. */
export type Refusal = Extract<Loaded, { ok: false }>;

/** Result of a search. */
export interface Answer {
  /** `first`: the first value already has it. */
  outcome: "found" | "first" | "nothing";
  value: number | null;
  /** null: too few seeds, or beyond the range. */
  interval: { low: number | null; high: number | null } | null;
  /** Answer of each seed; the number of them with which a run behind the answer does not keep the bound. */
  seeds: readonly (number | null)[];
  not_monotone: number;
  runs: number;
}

/** A straight line through points, with the 95 % interval of its slope. */
export interface StraightLine {
  n: number;
  slope: number;
  intercept: number;
  r: number;
  low: number;
  high: number;
}

/** Theory about a column: its value (`measure`), or where on an axis something changes (`axis`). */
export interface Theory {
  name: string;
  column: string;
  of: "measure" | "axis";
}

/** A path of a thumbnail: what it is drawn as, by the sign of its series; -1 = stated by the paper. */
export interface Stroke {
  kind: "line" | "fill" | "bar" | "dot" | "speck";
  sign: number;
  d: string;
}

/** A claim of the stored results as a dot: how far it lies from its band, in half-widths (figures/band.ts); null: not measured. */
export interface ClaimDot {
  distance: number | null;
  state: "holds" | "accounted" | "differs";
}

/** Which claim a dot is of, in the order of a card's dots: of its values the one that is furthest from its band, and its place among what is expected. */
export interface DotClaim {
  id: string;
  at: number;
  value: number | null;
}

/** Content of a card. */
export interface Card {
  id: string;
  paper: string;
  label: string;
  title: string;
  summary: string;
  claims: number;
  /** Of the stored results; null where there are none. */
  held: { holds: number; accounted: number; differs: number; dots: ClaimDot[] } | null;
  thumbnail: Stroke[];
}

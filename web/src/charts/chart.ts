/**
 * What a chart is: a pure function of a frame. A chart declares the series it needs, gets scales and a theme, and draws
 * on a surface. No DOM, no state, no time of its own. Not here: the time axis, crosshair and gestures (stack.ts), nor
 * canvas or SVG (surface.ts). To add a chart: one file like window.ts, and one line in registry.ts.
 */
import type { Theme } from "../design/theme.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";

/** A flow or cross traffic as every drawing knows it; index chooses its colour, dash and marker (design 2.2). */
export interface FlowLook {
  name: string;
  /** Place in the document: 0 is blue and solid. */
  index: number;
  /** Its name on the screen ("CDG"). */
  label: string;
  /** `algorithm.kind`; empty for cross traffic. */
  kind: string;
  cross: boolean;
  start_s: number;
  stop_s: number;
}

/** Everything about the run that charts may use besides their series. */
export interface RunFacts {
  flows: FlowLook[];
  /** Name of the flow in focus, or null. */
  focus: string | null;
  duration_s: number;
  computed_s: number;
  /** Settings at the playhead. */
  rate_bps: number;
  limit_packets: number | null;
  limit_bytes: number | null;
  packet_bytes: number;
  payload_bytes: number;
  /** By flow name. */
  base_rtt_ms: Record<string, number>;
  g_ms: Record<string, number>;
  /** The crosshair's time if there is one, else the playhead's. */
  reading_s: number;
  playhead_s: number;
  t0_s: number;
  t1_s: number;
  /** While G is dragged: the old value, whose curve stays as a hairline. */
  old_g_ms: number | null;
}

/** Series by `source|signal|mode`, as asked for. */
export interface SeriesMap {
  get(source: string, signal: string, mode: SeriesRequest["mode"]): Points;
}

/** Maps data to pixels of the plot (not of the canvas): x to the right, y down, 0 at the plot's top left. */
export interface Scales {
  x(t_s: number): number;
  y(value: number): number;
  width: number;
  height: number;
  /** Scale of strokes, marks and type: 2 in the projector profile. */
  unit: number;
}

export type { Theme };

/** Dashes at 2 px, by flow index (design 2.2). */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [14, 2.5],
  [6, 2.5],
  [12, 3, 3, 3],
  [3, 2],
  [14, 2.5, 2, 2.5, 2, 2.5],
  [8, 3, 2, 3],
  [2, 2],
];

/** Marks by shape (design 2.3). */
export type Shape = "drop" | "random" | "backoff" | "cut" | "tolerated" | "timeout" | "dot" | "ring" | "tick";

/** What charts draw on: a canvas or an SVG document, the same calls. Coordinates are the plot's pixels. */
export interface Surface {
  polyline(
    points: Points | number[],
    style: { color: string; width: number; dash?: readonly number[]; step?: boolean; alpha?: number },
  ): void;
  /** A closed area between two lines of the same x, or down to a base. */
  area(upper: number[], lower: number[] | number, style: { color: string; alpha: number }): void;
  rect(
    x: number,
    y: number,
    w: number,
    h: number,
    style: {
      fill?: string;
      stroke?: string;
      width?: number;
      alpha?: number;
      pattern?: "full" | "rising" | "falling" | "empty" | "unknown";
    },
  ): void;
  mark(x: number, y: number, shape: Shape, style: { color: string; size?: number; alpha?: number }): void;
  text(
    x: number,
    y: number,
    text: string,
    style: {
      color: string;
      size?: number;
      align?: "left" | "center" | "right";
      weight?: 400 | 600;
      baseline?: "top" | "middle" | "bottom";
    },
  ): void;
  /** Draws inside a rectangle only. */
  clip(x: number, y: number, w: number, h: number, draw: () => void): void;
}

/** A slot of the right gutter: swatch, name, value (design 5). */
export interface Slot {
  label: string;
  value: string;
  swatch: { color: string; dash: readonly number[]; width: number; fill?: boolean } | null;
  /** Where its line ends, for the leader; null: no leader. */
  y: number | null;
  strong?: boolean;
}

/** A mark that can be focused, clicked and read aloud. */
export interface Hit {
  t_s: number;
  value: number;
  flow: string;
  signal: string;
  shape: Shape;
}

export interface ChartContext {
  facts: RunFacts;
  series: SeriesMap;
  theme: Theme;
}

/** One chart. */
export interface Chart {
  /** Panel id of the contract (`cwnd`, `queue`, `rtt`, `gradient`, `backoff`, `goodput`). */
  id: string;
  /** Key in the catalogue: `chart.<id>` is its title, `chart.<id>.unit` its unit. */
  axis: "time" | "own";
  /** Least share of the height among open charts. */
  flex: number;
  /** Height in px taken from the plot's top for strips (the queue's ribbon). */
  headroom?: (facts: RunFacts) => number;
  /** Series that it needs for the present flows and focus. */
  series(facts: RunFacts): SeriesRequest[];
  /** Range of y; ticks to draw. `height` decides how many. */
  domain(
    cx: ChartContext,
    height: number,
  ): { min: number; max: number; ticks: number[]; format(value: number): string };
  draw(surface: Surface, scales: Scales, cx: ChartContext): void;
  slots(scales: Scales, cx: ChartContext): Slot[];
  /** Marks within the span, in order of time. */
  hits(cx: ChartContext): Hit[];
  /** One sentence that says what is seen, for screen readers; at most every 5 s. */
  describe(cx: ChartContext): string;
  /** Rows for the data table: header, then rows of text. */
  rows(cx: ChartContext): { header: string[]; rows: string[][] };
}

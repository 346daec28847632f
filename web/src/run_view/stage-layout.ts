/**
 * How the height of a page with a stage is shared: path, stage, open tracks, rows. Pure. Not here: which charts these are
 * (chart-area.ts), their looks (charts/stack.css).
 */

/** The screens: their sizes are in one row each. */
export type Screen = "phone" | "laptop" | "wide";

interface Sizes {
  /** Height of the path: least, and where there is room. */
  path: readonly [number, number];
  stage: number;
  row: number;
  /** Of the row of all others; 0: a menu has them. */
  more: number;
  /** Height of an open track: least, and where there is room; that of the gradient. */
  open: readonly [number, number];
  gradient: number;
  /** Open tracks at once. */
  most: number;
  /** Widths of the gutters beside stage and tracks. */
  names: number;
  gutter: number;
}

/** Sizes by screen, px. */
export const SIZES: Record<Screen, Sizes> = {
  phone: {
    path: [108, 108],
    stage: 306,
    row: 44,
    more: 0,
    open: [150, 150],
    gradient: 150,
    most: 1,
    names: 32,
    gutter: 0,
  },
  laptop: {
    path: [122, 140],
    stage: 300,
    row: 24,
    more: 24,
    open: [64, 112],
    gradient: 106,
    most: 2,
    names: 136,
    gutter: 134,
  },
  wide: {
    path: [150, 180],
    stage: 430,
    row: 24,
    more: 24,
    open: [200, 200],
    gradient: 200,
    most: 2,
    names: 124,
    gutter: 144,
  },
};
/** Height of the time axis, px. */
const AXIS = 22;
/** Rows and open tracks together, where there is room. */
const TRACKS = 5;
/** A chart with an axis of its own is at least so high, px. */
const OWN = 150;
/** In a window up to this height the path has no more than its strip, px. */
const LOW = 640;
const STRIP = 56;
/** Parts that need height. */
export interface Wants {
  screen: Screen;
  /** Of path, stage and tracks together, px; of the window. */
  height: number;
  window: number;
  /** Open tracks, those with an axis of their own marked. */
  open: readonly { id: string; own: boolean }[];
  /** Tracks in all. */
  tracks: number;
}

export interface Shares {
  path: number;
  /** Rows that have room, and whether there is one for the rest. */
  rows: number;
  more: boolean;
  /** Height of each open track, px. */
  opened(id: string): number;
  /** Two open tracks are beside each other. */
  pairs: boolean;
}

/** An open track takes its height first from the stage, then from the path, then from the rows, which become fewer. */
export function shares({ screen, height, window, open, tracks }: Wants): Shares {
  const {
    path,
    stage,
    row,
    more,
    open: [least, most],
    gradient,
    ...sizes
  } = SIZES[screen];
  const low = window <= LOW && sizes.most > 1;
  const pairs = screen === "wide" && open.length > 1;
  const heightOf = ({ id, own }: { id: string; own: boolean }): number =>
    own ? Math.max(OWN, least) : id === "gradient" ? gradient : least;
  const heights = open.map(heightOf);
  const taken = pairs ? Math.max(...heights) : heights.reduce((sum, each) => sum + each, 0);
  const leastPath = low ? STRIP : path[0];
  const others = tracks - open.length;
  // On a phone an open track has the place of the rows.
  const wanted = low || (sizes.most === 1 && open.length > 0) ? 0 : Math.min(others, Math.max(0, TRACKS - open.length));
  const stageLeast = Math.min(stage, SIZES.laptop.stage);
  const room = height - leastPath - stageLeast - AXIS - taken;
  const all = Math.max(0, Math.min(wanted, Math.floor(room / row)));
  const rows = all < others ? Math.max(0, Math.min(wanted, Math.floor((room - more) / row))) : all;
  const rest = more > 0 && rows < others;
  let spare = Math.max(0, room - rows * row - (rest ? more : 0));
  const grown = open.filter(({ id, own }) => !own && id !== "gradient").length;
  const own = low || (open.length > 0 && screen === "laptop") ? leastPath : Math.min(path[1], leastPath + spare);
  spare -= own - leastPath;
  const growth = grown > 0 ? Math.min(most - least, Math.max(0, spare / grown)) : 0;
  return {
    path: own,
    rows,
    more: rest,
    opened: (id) => {
      const at = open.findIndex((each) => each.id === id);
      const each = open[at];
      if (!each) return least;
      return heightOf(each) + (each.own || id === "gradient" ? 0 : growth);
    },
    pairs,
  };
}

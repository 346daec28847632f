/**
 * Which panels of a widget have room in large type: on a slide nobody scrolls, and a plot that is a sliver shows nothing. Pure. Not
 * here: the widget's other parts, and its words about panels that are left out (widget.ts).
 */

/** Heights in the projector profile, px: of the path (embed.css), a plot, its title, two rows of values over it, the time axis. */
const PATH = 230;
const PLOT = 120;
const TITLE = 40;
const VALUES = 92;
const AXIS = 40;
/** In a frame from this width on, px, values are beside the plots. */
const WIDE = 950;

/** Least height of panels, px. */
export function heightOf(panels: readonly string[], width: number): number {
  const charts = panels.filter((panel) => panel !== "path").length;
  const each = TITLE + PLOT + (width < WIDE ? VALUES : 0);
  return (charts < panels.length ? PATH : 0) + (charts > 0 ? charts * each + AXIS : 0);
}

/** The first panels, as many as have room, at least one. */
export function fitting(panels: readonly string[], width: number, room: number): readonly string[] {
  const last = panels.findLastIndex((_, i) => heightOf(panels.slice(0, i + 1), width) <= room);
  return panels.slice(0, Math.max(0, last) + 1);
}

/**
 * The reader's expectation, kept on the chart: a dashed line over the run, with whose it is at its end. Not here: what was
 * expected, and how it is compared (lessons/tell.ts).
 */
import type { Overlay } from "../charts/chart.ts";

/** One expectation: times and values alternate, in the chart's unit. */
export interface Guess {
  /** Panel id. */
  chart: string;
  points: readonly number[];
  label: string;
  /** Nobody's guess: a level to compare with. */
  level?: boolean;
}

/** Dash at 2 px: none of the flows' own. */
const DASH = [7, 4];
/** Room over a line for its label, px. */
const ROOM = 18;

/** Keeps room in a chart for all that may be drawn up to a value. */
export function roomUpTo(chart: string, max: number): Overlay {
  return { key: `room ${chart} ${max}`, draw: () => undefined, top: ({ id }) => (id === chart ? max : null) };
}

/** Draws expectations over the charts. */
export function overlayOf(guesses: readonly Guess[]): Overlay | null {
  if (guesses.length === 0) return null;
  return {
    key: guesses.map((guess) => `${guess.chart} ${guess.label} ${guess.points.join()}`).join("|"),
    top(chart) {
      const own = guesses.filter((guess) => guess.chart === chart.id);
      return own.length > 0 ? Math.max(...own.flatMap((guess) => guess.points.filter((_, i) => i % 2 === 1))) : null;
    },
    draw(chart, surface, scales, { theme }) {
      for (const guess of guesses) {
        if (guess.chart !== chart.id) continue;
        const points = guess.points.map((value, i) => (i % 2 === 0 ? scales.x(value) : scales.y(value)));
        surface.clip(0, -2, scales.width, scales.height + 4, () =>
          surface.polyline(points, {
            color: guess.level ? theme.ink2 : theme.ink,
            width: (guess.level ? 1 : 2) * scales.unit,
            ...(!guess.level && { dash: DASH.map((one) => one * scales.unit) }),
          }),
        );
        const end = points.at(-1) ?? 0;
        const y = end + (end > ROOM * scales.unit ? -9 : 10) * scales.unit;
        const weight = guess.level ? 400 : 600;
        const x = Math.min(scales.width, points.at(-2) ?? 0);
        const near = guess.level ? { y: end } : { x, y: end };
        const style = {
          color: guess.level ? theme.ink2 : theme.ink,
          align: "right",
          weight,
          halo: theme.plate,
          near,
        } as const;
        surface.text(x - 4 * scales.unit, y, guess.label, style);
      }
    },
  };
}

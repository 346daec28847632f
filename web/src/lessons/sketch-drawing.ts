/**
 * A lesson's sketch for the gallery: values of its runs in equal columns of time, and their lines as SVG paths. Pure; it runs in the
 * build (scripts/lessons-data.ts) and in the test that keeps the values (testing/sketches.ts). Not here: which curves a sketch has
 * (a lesson's front matter), the four answers of a question that is drawn (sketches.ts).
 */
import { pathRound } from "d3-path";
import { scaleOf } from "../plot/scale.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import { type Curve, valueOn } from "./curve.ts";
import { HEIGHT, WIDTH } from "./sketch-size.ts";

/** Columns of time in a sketch. Two values of each are kept, so that every peak stays. */
export const COLUMNS = 48;
/** Space for half of the line at top and bottom, px. */
const EDGE = 1;

/** The smallest and the largest value in each column of a stretch, in the order in which they occur. */
export function extremesOf(curve: Curve, [from_s, to_s]: readonly [number, number]): number[] {
  const width = (to_s - from_s) / COLUMNS;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const begin_s = from_s + column * width;
    const values = [valueOn(curve, begin_s)];
    for (let i = 0; i + 1 < curve.length; i += 2) {
      const t_s = curve[i] ?? 0;
      if (t_s > begin_s && t_s < begin_s + width) values.push(curve[i + 1] ?? 0);
    }
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    return values.indexOf(least) < values.indexOf(greatest) ? [least, greatest] : [greatest, least];
  }).flat();
}

/** The lines of a sketch as the texts of SVG paths, all on one scale: from zero to their largest value. */
export function pathsOf(lines: readonly (readonly number[])[]): string[] {
  const y = scaleOf({ min: 0, max: Math.max(...lines.flat()) }, HEIGHT - EDGE, EDGE);
  return lines.map((values) => {
    const x = scaleOf({ min: 0, max: values.length }, 0, WIDTH);
    const pen = pathRound(1);
    // Each value is in the middle of its interval.
    traceStraight(
      pen,
      values.flatMap((value, i) => [x.place(i + 0.5), y.place(value)]),
      false,
    );
    return pen.toString();
  });
}

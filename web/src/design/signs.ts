/**
 * Signs of flows: a sign is the number of a colour, a dash and a marker (design 2.2). An algorithm has the same one wherever it is
 * drawn. Not here: which ink an algorithm has (wasm-core/scenario/src/tables.rs), the colours (tokens.css), the dashes (dashes.ts).
 */
import { DASHES } from "./dashes.ts";

/** Signs by ink: NewReno is vermilion, CDG blue, Vegas ochre, CUBIC green, H-TCP plum, Compound sky, BBR rose, BBR v3 indigo. */
const SIGNS = [1, 0, 4, 2, 3, 5, 7, 6];

/** For a second flow of an algorithm a sign of a related colour, by sign: blue and sky, vermilion and rose, plum and indigo. */
const SHADES: ReadonlyMap<number, number> = new Map([
  [0, 5],
  [1, 6],
  [3, 7],
]);

/** For all other flows: first the signs of no algorithm, or of the rarest. */
const SPARE = [7, 5, 6, 4, 3, 2, 1, 0];

/** The sign of an ink. */
export const signOfInk = (ink: number): number => SIGNS[ink % SIGNS.length] ?? 0;

/**
 * Signs of the flows of a run, by their inks in the document's order (undefined: its algorithm has none, or it is cross traffic).
 * The first flow of an algorithm has the algorithm's own, a second one its shade, all others what is left; from the ninth on
 * signs repeat with other dashes.
 */
export function signsOf(inks: readonly (number | undefined)[]): number[] {
  const used = new Set<number>();
  const signs: (number | undefined)[] = inks.map(() => undefined);
  const take = (flow: number, sign: number | undefined): void => {
    if (sign === undefined || signs[flow] !== undefined || used.has(sign)) return;
    used.add(sign);
    signs[flow] = sign;
  };
  const homes = inks.map((ink) => (ink === undefined ? undefined : signOfInk(ink)));
  for (const [flow, home] of homes.entries()) take(flow, home);
  for (const [flow, home] of homes.entries()) take(flow, home === undefined ? undefined : SHADES.get(home));
  for (const flow of inks.keys()) for (const sign of SPARE) take(flow, sign);
  let next = DASHES.length;
  return signs.map((sign) => sign ?? next++);
}

/** Dashes of the flows' lines. Not here: their colours (theme.ts). */

/** Dashes at 2 px, by sign (design 2.2). */
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

/** A flow's dash by its sign: from the ninth on colours repeat, each time with another dash. */
export function dashAt(sign: number): readonly number[] {
  return DASHES[(sign + Math.floor(sign / DASHES.length)) % DASHES.length] ?? [];
}

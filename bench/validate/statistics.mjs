/**
 * Statistics over seeds and the rules by which two medians agree. Not here: what is measured (parts).
 */

/** The middle of some figures. */
export function median(/** @type {number[]} */ figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The mean of some figures. */
export const mean = (/** @type {number[]} */ figures) => figures.reduce((sum, each) => sum + each, 0) / figures.length;

/** Jain's index of fairness: 1 if all are equal, 1/n if one has everything. */
export function jain(/** @type {number[]} */ shares) {
  const sum = shares.reduce((total, each) => total + each, 0);
  const squares = shares.reduce((total, each) => total + each * each, 0);
  return (sum * sum) / (shares.length * squares);
}

/** Neighbours in order that are this many times apart belong to two modes. */
const MODES_APART = 2.5;

/**
 * The modes of some positive figures: as many as there are gaps of 2.5 times between neighbours, and one more. Each is a list of
 * the figures' places.
 * @param {number[]} figures
 */
export function modes(figures) {
  const places = figures.map((_, place) => place).toSorted((a, b) => Number(figures[a]) - Number(figures[b]));
  /** @type {number[][]} */
  const found = [];
  let before = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const figure = /** @type {number} */ (figures[place]);
    if (found.length === 0 || figure > MODES_APART * Math.max(before, 1)) found.push([]);
    /** @type {number[]} */ (found.at(-1)).push(place);
    before = figure;
  }
  return found;
}

/** Places of the mode that most of the figures belong to; of two as large the lower one. */
export function mainMode(/** @type {number[]} */ figures) {
  return modes(figures).reduce((best, mode) => (mode.length > best.length ? mode : best), []);
}

/** Whether timeouts agree: at most 1.5 times as many as ns-2's, and not below two thirds of them. */
export const timeoutsAgree = (/** @type {number} */ ours, /** @type {number} */ theirs) =>
  ours <= 1.5 * theirs && ours >= (2 / 3) * theirs;

/** Whether two figures agree within 5 %, or another share. */
export const agrees = (/** @type {number} */ ours, /** @type {number} */ theirs, share = 0.05) =>
  Math.abs(ours - theirs) <= share * Math.abs(theirs);

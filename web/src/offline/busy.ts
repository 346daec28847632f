/**
 * Whether the page works for the reader with all processors, or moves before their eyes or under their hand: what is done for
 * later waits until it does not. Not here: what waits, and for how long.
 */

let works = 0;

/** Such a work begins; gives what is to be called, once, when it has ended. */
export function begin(): () => void {
  works++;
  return () => {
    works--;
  };
}

/** Whether one is under way. */
export const isBusy = (): boolean => works > 0;

/** So long after the last movement it still is one, ms: between two acts, and between the frames of a slow machine. */
const CALM_MS = 2000;

let moved_ms = Number.NEGATIVE_INFINITY;

/** Something moves: a frame of a run that plays, an act of the reader. */
export function move(): void {
  moved_ms = performance.now();
}

/** Whether something has moved just now. */
export const isMoving = (): boolean => performance.now() - moved_ms < CALM_MS;

/** Whether the page works for the reader with all processors: what is done for later waits until it does not. Not here: what waits. */

let works = 0;

/** Such a work begins; to be called once it has ended. */
export function begin(): () => void {
  works++;
  let ended = false;
  return () => {
    if (!ended) works--;
    ended = true;
  };
}

/** Whether one is under way. */
export const isBusy = (): boolean => works > 0;

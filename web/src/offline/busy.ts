/** Whether the page works for the reader with all processors: what is done for later waits until it does not. Not here: what waits. */

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

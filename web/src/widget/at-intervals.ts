/** Reports to the host that must not come too often. Not here: what is reported (widget.ts). */

/** Calls `act` after `pause_ms`, at most once in that time: whatever is asked for meanwhile is part of that call, and the last is never lost. */
export function atIntervals(pause_ms: number, act: () => void): () => void {
  let timer = 0;
  return () => {
    if (timer !== 0) return;
    timer = window.setTimeout(() => {
      timer = 0;
      act();
    }, pause_ms);
  };
}

/** Messages between a page and the service worker. Not here: when they are sent. */

/** The page: use the newer copy. */
export type Asked = "take-newer";

/** The worker, while it keeps the copy: number of files kept, and of all. */
export interface Progress {
  kept: number;
  of: number;
}

/** The worker's answer: other pages of ours that are open; while there are any, the newer copy waits. */
export interface Told {
  others: number;
}

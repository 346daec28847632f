/** What a page and the service worker say to each other. Not here: when. */

/** The page: use the newer copy. */
export type Asked = "take-newer";

/** The worker's answer: other pages of ours that are open; while there are any, the newer copy waits. */
export interface Told {
  others: number;
}

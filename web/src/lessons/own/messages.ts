/** What the page on which a lesson is written says to the frame that shows it, and back. Types only. */

/** To the frame: the lesson's text as it is; `open`: every part is open, as after answers. */
export interface Shown {
  sawtooth_lesson: string;
  open: boolean;
}

/** From the frame: it is there. */
export interface Ready {
  sawtooth_lesson: "ready";
}

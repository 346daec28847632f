/** Messages between the page on which a lesson is written and the frame that shows it. Types only. */

/** To the frame: the lesson's text as it is; `open`: every part is open, as after answers. */
export interface Shown {
  sawtooth_lesson: string;
  open: boolean;
}

/** From the frame: it is there. */
export interface Ready {
  sawtooth_lesson: "ready";
}

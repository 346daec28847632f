/** The small signs on buttons, as lit SVG fragments of 16 px. Not here: swatches and marks of data. */
import { html, type TemplateResult } from "lit";

const PATHS = {
  undo: "M6 4 3 7l3 3M3 7h6.5a3.5 3.500 0 0 1 0 7H7",
  redo: "m10 4 3 3-3 3M13 7H6.5a3.5 3.500 0 0 0 0 7H9",
  link: "M7 9.500a3 3 0 0 0 4.300 0l2-2A3 3 0 0 0 9 3.200l-.8.8M9 6.500a3 3 0 0 0-4.300 0l-2 2A3 3 0 0 0 7 12.800l.8-.8",
  down: "m4 6 4 4 4-4",
  up: "m4 10 4-4 4 4",
  close: "m4 4 8 8M12 4l-8 8",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8ZM8 6.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600Z",
  sliders:
    "M2 5h6M12 5h2M2 11h2M8 11h6M10 3.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600ZM6 9.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600Z",
  plus: "M8 3v10M3 8h10",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7Z",
  half: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 2v12M8 5h3.500M8 8h6M8 11h3.500",
  out: "M6 3H3v10h10v-3M9 3h4v4M13 3 7 9",
  help: "M5.800 6a2.200 2.200 0 1 1 3.400 1.800C8.300 8.400 8 8.800 8 9.800M8 12.500v.1",
  play: "M5 3.500v9l7-4.500Z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
} as const;

export type SignName = keyof typeof PATHS;

/** A sign; it says nothing to a screen reader, its button does. */
export function sign(name: SignName): TemplateResult {
  return html`<svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

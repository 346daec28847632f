/** The signs of light and dark, in the manner of the controls' icons. Not here: all others (icons.ts). */
import { html, type TemplateResult } from "lit";
import { type IconName, icon } from "./icons.ts";

const PATHS = {
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7Z",
  half: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 2v12M8 5h3.500M8 8h6M8 11h3.500",
  fork: "M8 14.500V9.500M8 9.500 3.500 5V1.500M8 9.500 12.500 5V1.500",
  many: "M2 12c3-7 6-7 12-8M2 12c4-2 7-5 12-4.500M2 12c5 0 7-1 12-.500",
  curve: "M2 2v12h12M4.500 11.500C6 6 8.500 5 13 4.500",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 1 0 0-9ZM10.500 10.500 14 14",
  up: "m3.500 10 4.500-4.500L12.500 10",
  folder: "M2 12.500v-9h4l1.500 2H14v7Z",
  table: "M2 3h12v10H2ZM2 6.500h12M6.500 3v10",
} as const;

/** A screen on its stand: presenting. */
export const SCREEN = "M2 3h12v7.500H2ZM8 10.500v3M5.500 13.500h5";

export type SignName = keyof typeof PATHS | IconName;

/** A sign; it says nothing to a screen reader, its button does. */
export function sign(name: SignName): TemplateResult {
  if (!(name in PATHS)) return icon(name as IconName);
  return drawn(PATHS[name as keyof typeof PATHS]);
}

/** A sign of a page's own, by its path. */
export function drawn(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d=${path} /></svg>`;
}

/**
 * Programs to begin with, as text: they are shown and run like a reader's own. Another one is a file here, a line below and its words:
 * `own.example.ID`, and `own.note.ID.WORD` for each comment, which in the file is that key. Not here: what a program may use
 * (own_algorithm/sandbox/api.d.ts).
 */
import { translate } from "../../i18n/catalogue.ts";
import aimd from "./aimd.js?raw";
import delay from "./delay.js?raw";
import gentle from "./gentle.js?raw";
import mistake from "./mistake.js?raw";
import paced from "./paced.js?raw";

const SOURCES = { aimd, gentle, delay, paced, mistake } as const;

export type ProgramId = keyof typeof SOURCES;

export const PROGRAM_IDS = Object.keys(SOURCES) as ProgramId[];

/** A program with its comments in the page's language. */
export const programOf = (id: ProgramId): string =>
  SOURCES[id].replaceAll(/own\.note\.[\w.]+/g, (key) => translate(key));

/** Program with which the page opens. */
export const FIRST: ProgramId = "aimd";

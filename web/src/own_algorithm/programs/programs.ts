/**
 * Programs to begin with, as text: they are shown and run like a reader's own. Another one is a file here, a line below and its words
 * (`own.example.ID`). Not here: what a program may use (own_algorithm/sandbox/api.d.ts).
 */
import aimd from "./aimd.js?raw";
import delay from "./delay.js?raw";
import gentle from "./gentle.js?raw";
import mistake from "./mistake.js?raw";

export const PROGRAMS = { aimd, gentle, delay, mistake } as const;

export type ProgramId = keyof typeof PROGRAMS;

/** What the page opens with. */
export const FIRST: ProgramId = "aimd";

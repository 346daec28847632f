/**
 * A lesson as its Markdown file says it: facts in the English file's front matter (one place for each, file/facts.ts), words in
 * every language's. Types only. Not here: how a file is read (file/lesson-file.ts), nor how a lesson is shown.
 */
import type { TemplateResult } from "lit";
import type { Facts } from "./file/facts.ts";

export type {
  Ask,
  AskChoose,
  AskDraw,
  AskNumber,
  AskOrder,
  AskPoints,
  Band,
  Compared,
  Condition,
  Control,
  Facts,
  Find,
  Goal,
  Loop,
  Row,
  Show,
  Trace,
} from "./file/facts.ts";

/** Parts that the text asks of the page: numbers of the run, bands, terms. */
export interface Telling {
  /** A value of the run that is on show, by its path. */
  num(args: { of: string }): TemplateResult;
  /** A band of the front matter. */
  band(args: { id: string }): TemplateResult;
  /** A number of the text itself. */
  n(args: { is: string; to?: string; unit?: string }): TemplateResult;
  term(args: { id: string; text: string }): TemplateResult;
  /** A small picture (pictures.ts). */
  figure(args: { id: string }): TemplateResult;
}

/** Text, to be filled with what the page knows. */
export type Text = (telling: Telling) => TemplateResult;

/** A choice in words, and the reply to those who took it. */
export interface Option {
  text: Text;
  reply: Text;
}

/** A part of the page under its heading. */
export interface Part {
  title: string;
  text: Text;
  options: Record<string, Option>;
}

/** A lesson in one language. */
export interface Lesson extends Facts {
  lang: string;
  title: string;
  /** One sentence: the idea. */
  idea: string;
  /** "Able to": what one can do afterwards. */
  able: string;
  /** By name: `hook`, `ask ID`, `reveal ID`, `explain`, `play`, `try`, `transfer`, `discuss`, `talk`, `class`. */
  parts: Record<string, Part>;
}

/** A lesson as the gallery shows it. */
export interface Card {
  id: string;
  minutes: number;
  needs: string[];
  /** By language. */
  title: Record<string, string>;
  /** Ability of its reader afterwards: unlike its idea it gives no answer away. */
  able: Record<string, string>;
  /** Its sketch: SVG paths in a box of sketch-size.ts. */
  sketch: string[];
}

/** One form of a question of the test: its title asks. The forms differ in their numbers alone. */
export interface QuestionForm {
  title: string;
  text: Text;
  options: Record<string, Option>;
}

/** A question of the test before and after. */
export interface Question {
  id: string;
  /** Before the lessons, and after them. */
  forms: [before: QuestionForm, after: QuestionForm];
  options: string[];
  /** Those that are offered no more: they keep letter and words for the answers of earlier times. */
  retired?: string[];
  right: string;
  /** The lessons that teach its answer; it is asked on paths that contain all of them. */
  lessons: string[];
}

/** The test in one language. */
export interface LessonTest {
  questions: Question[];
  /** Further ones to talk about. */
  seminar: Part;
}

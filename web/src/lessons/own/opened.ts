/**
 * A lesson from outside, opened: its text read, what the engine refuses found out, and what is left of it ready to be shown. Fetched
 * when a lesson is opened from a link or a file. Not here: the reader (../file), the page (../main.ts).
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { EngineClient } from "../../engine/client.ts";
import type { SchemaError } from "../../engine/protocol.ts";
import { language } from "../../i18n/catalogue.ts";
import type { Measured } from "../../session/measures.ts";
import type { Scenario } from "../../session/scenario.ts";
import { type LessonFile, readLesson } from "../file/lesson-file.ts";
import { type Settled, settle } from "../file/settled.ts";
import { GLOSSARY } from "../glossary.ts";
import { PICTURE_IDS } from "../pictures.ts";

/** A lesson from outside. */
export interface Opened extends Settled {
  /** By its runs and what is asked (`idOf`). */
  id: string;
  /** Its file. */
  file: LessonFile;
}

/** Digits of a lesson's hash: enough that no two lessons of a class have the same. */
const DIGITS = 16;

/** Begins the id of every lesson that is none of ours. */
const OWN = "own.";

/** Facts on which an answer's meaning depends: the question's name and form, its subject, and its run. Its words and how it is judged are not in it. */
const ASKED = [
  ...["id", "kind", "options", "cards", "points", "min", "max", "step", "flow", "signal", "rate_s", "from_s", "to_s"],
  ...["show", "scenario", "set", "then"],
];

/** A value as JSON, fields in alphabetical order; of an object's own fields those that `keeps` holds for. */
function plainJson(value: unknown, keeps: (field: string) => boolean): string {
  if (Array.isArray(value)) return `[${value.map((one) => plainJson(one, keeps)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([field]) => keeps(field));
  const written = fields.map(([field, own]) => {
    // Settings have names of their own.
    const all = field === "set" || field === "then" ? () => true : keeps;
    return `${JSON.stringify(field)}:${plainJson(own, all)}`;
  });
  return `{${written.sort().join()}}`;
}

/**
 * The id of a lesson from outside: by its runs and by what is asked (SHA-256), so that a text or a tolerance may be corrected while
 * answers are out.
 */
export function idOf({ front: { scenarios, asks, transfer } }: Pick<LessonFile, "front">): string {
  const isAsked = (field: string): boolean => ASKED.includes(field);
  const runs = plainJson(scenarios, (field) => field !== "title");
  const facts = `${runs}\n${plainJson(asks, isAsked)}\n${plainJson(transfer, isAsked)}`;
  return OWN + bytesToHex(sha256(utf8ToBytes(facts))).slice(0, DIGITS);
}

/** Reads a text; whatever a parser makes of it, an answer comes. */
function read(text: string): LessonFile {
  try {
    return readLesson(text);
  } catch (error) {
    // As nested as no parser bears.
    const found = error instanceof Error ? error.message : String(error);
    const mistakes = [{ place: "file", found, allowed: "Markdown", line: null }];
    return { front: {}, parts: Object.create(null), mistakes, lineOf: () => null, headings: new Map() };
  }
}

/** So much of a run is enough to know what its results are called, s. */
const NAMES_S = 0.1;

/** The results of a run's beginning: what all of it has, without its values. */
async function resultsOf(text: string, engine: Pick<EngineClient, "ask">): Promise<Measured | null> {
  const { interventions: _, ...run } = JSON.parse(text) as Scenario;
  const loaded = await engine.ask("load", { scenario: JSON.stringify({ ...run, duration_s: NAMES_S }) });
  if (!loaded.ok) return null;
  const { summary } = await engine.ask("summary", {});
  return { summary, settings: loaded.document };
}

/**
 * Opens a lesson's text: its runs are checked by the engine, not run. `results`: for who writes it, names of results are checked, too, by
 * the beginnings of the runs.
 */
export async function openText(
  text: string,
  engine: Pick<EngineClient, "ask">,
  results: Map<string, Measured | null> | null = null,
): Promise<Opened> {
  const file = read(text);
  const lang = language();
  const runs = new Map<string, SchemaError | null>();
  const wanted = new Set<string>();
  const knows = {
    term: (id: string) => Object.hasOwn(GLOSSARY.en ?? {}, id),
    picture: (id: string) => PICTURE_IDS.includes(id),
    refusal: (run: Scenario) => {
      const key = JSON.stringify(run);
      if (!runs.has(key)) runs.set(key, null);
      return runs.get(key) ?? null;
    },
    ...(results && {
      results: (run: Scenario) => {
        const key = JSON.stringify(run);
        wanted.add(key);
        return results.get(key) ?? null;
      },
    }),
  };
  const id = idOf(file);
  // Which runs there are is known once the lesson is put together.
  const { lesson } = settle(file, id, lang, knows);
  for (const run of Object.values(lesson?.scenarios ?? {})) wanted.add(JSON.stringify(run));
  await Promise.all(
    [...runs.keys()].map(async (scenario) => {
      const checked = await engine.ask("check", { scenario });
      if (!checked.ok) runs.set(scenario, checked.errors[0] ?? null);
    }),
  );
  // One after the other: an engine has one run.
  for (const run of wanted)
    if (results && !results.has(run) && runs.get(run) !== undefined && runs.get(run) === null)
      results.set(run, await resultsOf(run, engine));
  return { ...settle(file, id, lang, knows), id, file };
}

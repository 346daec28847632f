/**
 * The document that a student hands in (contract 5.4): a lesson, the test, or a run of the laboratory. Writing, packing into a link,
 * and the one validator, whose errors have place, found and allowed like the engine's. Pure. Not here: the sheet that offers it
 * (sheet.ts), how an answer is written (lessons/answers.ts), whether a scenario is one (the engine).
 */
import { version } from "../../../package.json";
import { pack, unpack } from "../address/link.ts";
import type { SchemaError } from "../engine/protocol.ts";
import { isObject, isScenario, type Json, type Scenario } from "../session/scenario.ts";
import { MOST } from "./limits.ts";

/** The schema's number: another form of the document has another. */
const SCHEMA = 1;
/** Kinds of hand-in. */
export const KINDS = ["lesson", "test", "run"] as const;

/** Goals, sentences and questions at most. */
const MOST_ENTRIES = 50;
/** Errors that are listed of one document. */
const MOST_WRONG = 12;

/** A goal that was reached, by its id, with the run that reached it; null where only an address says so. */
export interface Reached {
  id: string;
  scenario: Scenario | null;
  /** The moment that was found, s, where the goal is to find one. */
  at_s?: number;
}

/** A hand-in. */
export interface HandIn {
  /** Version of the page that wrote it. Empty: an address without a document. */
  version: string;
  of: (typeof KINDS)[number];
  /** The lesson, or the path of the test; empty for a run. */
  id: string;
  /** Ids of the questions, in order; empty where an address does not say. */
  questions: string[];
  /** As the student has given it; empty: not given. */
  name: string;
  /** As in an address (`a=`). */
  answers: string;
  /** By the question's id; `run` for a run. */
  sentences: Map<string, string>;
  goals: Reached[];
  /** The run of a lesson's first question, or the run that is handed in. A digest from an address has its first digits alone. */
  run: { scenario: Scenario | null; digest: string } | null;
}

/** A hand-in with nothing in it yet. */
export const emptyHandIn = (of: HandIn["of"], id: string): HandIn => ({
  ...{ version, of, id, questions: [], name: "", answers: "", sentences: new Map(), goals: [], run: null },
});

/** The document as JSON values; what is empty is left out. */
export function documentOf(handIn: HandIn): Json {
  const { of, id, questions, name, answers, sentences, goals, run } = handIn;
  return {
    ...{ kind: "hand_in", schema: SCHEMA, sawtooth: handIn.version, of },
    ...(id !== "" && { id }),
    ...(questions.length > 0 && { questions }),
    ...(name !== "" && { name }),
    ...(answers !== "" && { answers }),
    ...(sentences.size > 0 && { sentences: Object.fromEntries(sentences) }),
    ...(goals.length > 0 && {
      goals: goals.map(({ id, scenario, at_s }) => ({
        ...{ id, ...(scenario && { scenario }), ...(at_s !== undefined && { at_s }) },
      })),
    }),
    ...(run && { run: { ...(run.scenario && { scenario: run.scenario }), digest: run.digest } }),
  };
}

/** The field `h=` of a link. */
export const packHandIn = (handIn: HandIn): string => pack(documentOf(handIn));

/** An error of a document, in the engine's form. */
export type Wrong = SchemaError;
export type Read = { handIn: HandIn } | { wrong: Wrong[] };

/** Short form of what was found: its value, or what it is. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 60 ? `${text.slice(0, 59)}\u2026` : text;
}

/** Reads the fields of one document and collects what is wrong with them. */
class Reader {
  readonly wrong: Wrong[] = [];

  refuse(code: string, place: string, found: string, allowed: string): void {
    if (this.wrong.length < MOST_WRONG) this.wrong.push({ code, place, found, allowed, nearest: "" });
  }

  /** Fields that are not known. */
  known(object: Json, names: readonly string[], at = ""): void {
    for (const name of Object.keys(object))
      if (!names.includes(name)) this.refuse("unknown_field", at + name.slice(0, 60), "", names.join("|"));
  }

  text(object: Json, name: string, most: number, at = ""): string {
    const value = object[name] ?? "";
    if (typeof value !== "string") this.refuse("wrong_type", at + name, shown(value), '"…"');
    else if (value.length > most) this.refuse("out_of_range", at + name, `${value.length}`, `<= ${most}`);
    else return value;
    return "";
  }

  list(object: Json, name: string): unknown[] {
    const value = object[name] ?? [];
    if (!Array.isArray(value)) this.refuse("wrong_type", name, shown(value), "[ … ]");
    else if (value.length > MOST_ENTRIES) this.refuse("too_many", name, `${value.length}`, `<= ${MOST_ENTRIES}`);
    else return value;
    return [];
  }

  object(value: unknown, place: string): Json {
    if (isObject(value)) return value;
    this.refuse("wrong_type", place, shown(value), "{ … }");
    return {};
  }

  /** Null where there is none: whether it is right the engine says. */
  scenario(object: Json, at: string): Scenario | null {
    const value = object.scenario;
    if (value === undefined || isScenario(value)) return value ?? null;
    this.refuse("wrong_type", `${at}scenario`, shown(value), "{ … }");
    return null;
  }

  goal(value: unknown, place: string): Reached {
    const goal = this.object(value, place);
    this.known(goal, ["id", "scenario", "at_s"], `${place}.`);
    const id = this.text(goal, "id", MOST.id, `${place}.`);
    const scenario = this.scenario(goal, `${place}.`);
    const { at_s } = goal;
    if (at_s === undefined) return { id, scenario };
    if (typeof at_s === "number" && at_s >= 0) return { id, scenario, at_s };
    this.refuse("wrong_type", `${place}.at_s`, shown(at_s), "0 <= x");
    return { id, scenario };
  }
}

const FIELDS = [
  ...["kind", "schema", "sawtooth", "of", "id", "questions", "name", "answers", "sentences", "goals", "run"],
];

/** Reads a document; every error at once. */
export function readHandIn(value: unknown): Read {
  const reader = new Reader();
  const document = reader.object(value, "hand_in");
  if (reader.wrong.length > 0) return { wrong: reader.wrong };
  const { kind, schema, of } = document;
  if (kind !== "hand_in") reader.refuse("unknown_name", "kind", shown(kind ?? null), '"hand_in"');
  // Of a newer form nothing else is known.
  else if (schema !== SCHEMA) reader.refuse("bad_schema_version", "schema", shown(schema ?? null), `${SCHEMA}`);
  if (reader.wrong.length > 0) return { wrong: reader.wrong };
  reader.known(document, FIELDS);
  const what = KINDS.find((one) => one === of);
  if (!what) reader.refuse("unknown_name", "of", shown(of ?? null), KINDS.join("|"));
  const sentences = reader.object(document.sentences ?? {}, "sentences");
  const run = document.run === undefined ? null : reader.object(document.run, "run");
  if (run) reader.known(run, ["scenario", "digest"], "run.");
  const digest = run ? reader.text(run, "digest", 16, "run.") : "";
  if (!/^[0-9a-f]*$/.test(digest)) reader.refuse("wrong_type", "run.digest", shown(digest), "[0-9a-f]");
  if (Object.keys(sentences).length > MOST_ENTRIES)
    reader.refuse("too_many", "sentences", `${Object.keys(sentences).length}`, `<= ${MOST_ENTRIES}`);
  const handIn: HandIn = {
    version: reader.text(document, "sawtooth", MOST.id),
    of: what ?? "run",
    id: reader.text(document, "id", MOST.id),
    questions: reader
      .list(document, "questions")
      .map((id, i) => reader.text({ [`[${i}]`]: id }, `[${i}]`, MOST.id, "questions")),
    name: reader.text(document, "name", MOST.name),
    answers: reader.text(document, "answers", MOST.answers),
    sentences: new Map(
      Object.keys(sentences)
        .slice(0, MOST_ENTRIES)
        .map((id) => [id, reader.text(sentences, id, MOST.sentence, "sentences.")]),
    ),
    goals: reader.list(document, "goals").map((goal, i) => reader.goal(goal, `goals[${i}]`)),
    run: run && { scenario: reader.scenario(run, "run."), digest },
  };
  if (what === "run" && !handIn.run?.scenario) reader.refuse("missing_field", "run.scenario", "", "{ … }");
  return reader.wrong.length > 0 ? { wrong: reader.wrong } : { handIn };
}

/** Reads the document in the field `h=` of a link. */
export function unpackHandIn(field: string): Read {
  const unpacked = unpack(field);
  if ("text" in unpacked) return readText(unpacked.text);
  const { code, args } = unpacked.problem;
  return { wrong: [{ code: `hand_in.${code}`, place: "h", found: `${args.found ?? ""}`, allowed: "", nearest: "" }] };
}

/** Reads the document in a file's text. */
export function readText(text: string): Read {
  try {
    return readHandIn(JSON.parse(text));
  } catch (error) {
    return {
      wrong: [{ code: "hand_in.not_json", place: "", found: (error as Error).message, allowed: "", nearest: "" }],
    };
  }
}

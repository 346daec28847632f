/**
 * Reads a script: JSON walked along tables, so that all errors are reported at once, each a code with its arguments as the
 * engine tells them (place, what was found, what is allowed, the nearest name). Not here: scenarios and settings' paths within
 * it, which the engine checks (script-sources.ts asks it), nor the words (i18n/errors.ts).
 */
import { PANELS } from "../address/fields.ts";
import { near } from "../session/nearest.ts";
import { isObject } from "../session/scenario.ts";
import type { Script } from "./script.ts";

/** Something wrong, as the engine says it; `unparsed`: the browser's own parser refused it, in words of its own. */
export interface Refusal {
  code: "unparsed" | "wrong_type" | "out_of_range" | "unknown_field" | "unknown_name" | "missing_field" | "too_many";
  place: string;
  found: string;
  allowed: string;
  nearest: string;
}

type Rule = (value: unknown, place: string, tell: (refusal: Refusal) => void) => void;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};
const wrong = (code: Refusal["code"], place: string, found: unknown, allowed: string, nearest = ""): Refusal => ({
  code,
  place,
  found: shown(found),
  allowed,
  nearest,
});

const text =
  (most: number): Rule =>
  (value, place, tell) => {
    if (typeof value !== "string") tell(wrong("wrong_type", place, value, '"…"'));
    else if (value.length > most) tell(wrong("out_of_range", place, value, `"…" (<= ${most})`));
  };

const number =
  (least: number, most: number, whole = false): Rule =>
  (value, place, tell) => {
    const allowed = `${least} <= … <= ${most}`;
    if (typeof value !== "number") tell(wrong("wrong_type", place, value, allowed));
    else if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
      tell(wrong("out_of_range", place, value, allowed));
  };

const flag: Rule = (value, place, tell) => {
  if (typeof value !== "boolean") tell(wrong("wrong_type", place, value, "true, false"));
};

const oneOf =
  (...names: readonly (string | number)[]): Rule =>
  (value, place, tell) => {
    if (names.includes(value as string)) return;
    const nearest = typeof value === "string" ? near(value, names.map(String)) : null;
    tell(wrong("unknown_name", place, value, names.join(", "), nearest ?? ""));
  };

const list =
  (each: Rule, most: number, least = 0): Rule =>
  (value, place, tell) => {
    if (!Array.isArray(value)) tell(wrong("wrong_type", place, value, "[…]"));
    else if (value.length > most || value.length < least)
      tell(wrong("too_many", place, value.length, `${least} <= … <= ${most}`));
    else for (const [i, one] of value.entries()) each(one, `${place}[${i}]`, tell);
  };

/** An object with these fields and no others. */
const fields = (named: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule => {
  const rules = new Map(Object.entries(named));
  return (value, place, tell) => {
    if (!isObject(value)) {
      tell(wrong("wrong_type", place, value, "{…}"));
      return;
    }
    const at = (name: string): string => (place === "" ? name : `${place}.${name}`);
    for (const [name, one] of Object.entries(value)) {
      const rule = rules.get(name);
      if (rule) rule(one, at(name), tell);
      else {
        const known = [...rules.keys()];
        tell(wrong("unknown_field", at(name.slice(0, 60)), name, known.join(", "), near(name, known) ?? ""));
      }
    }
    for (const name of required) if (!Object.hasOwn(value, name)) tell(wrong("missing_field", at(name), null, "…"));
  };
};

/** Any object: its contents are checked by the engine. */
const object: Rule = (value, place, tell) => {
  if (!isObject(value)) tell(wrong("wrong_type", place, value, "{…}"));
};

const scalars: Rule = (value, place, tell) => {
  object(value, place, tell);
  if (!isObject(value)) return;
  for (const [path, one] of Object.entries(value))
    if (typeof one === "object" && one !== null) tell(wrong("wrong_type", `${place}["${path}"]`, one, '1, "…", true'));
};

const LONGEST = 100_000;
const seconds = number(0, LONGEST);
const minutes = number(0, 600);
const speed = number(0.001, 1000);
const panels = list(oneOf(...PANELS), PANELS.length);

/** A preset or a scenario: one of both. */
const given: Rule = (value, place, tell) => {
  fields({ preset: text(100), scenario: object, values: scalars })(value, place, tell);
  if (isObject(value) && "preset" in value === "scenario" in value)
    tell(wrong("missing_field", place, value, "preset / scenario"));
};

/** Options of a question. */
export const MOST_OPTIONS = 8;

const answer: Rule = (value, place, tell) => {
  if (Array.isArray(value)) list(number(-1e12, 1e12), MOST_OPTIONS, 2)(value, place, tell);
  else number(-1e12, 1e12)(value, place, tell);
};

const question: Rule = (value, place, tell) => {
  const own = {
    ...{
      kind: oneOf("choose", "number", "draw", "order"),
      text: text(300),
      options: list(text(200), MOST_OPTIONS, 2),
      answer,
    },
    ...{ min: number(-1e12, 1e12), max: number(-1e12, 1e12), signal: text(60), flow: text(60), unit: text(20) },
    ...{ from_s: seconds, to_s: seconds, vote_s: number(1, 600), second_vote: flag },
  };
  const given = isObject(value) ? value : {};
  const { kind, options, answer: right } = given;
  const lists = kind === "choose" || kind === "order";
  fields(own, ["kind", "text", ...(lists ? ["options", "answer"] : [])])(value, place, tell);
  if (right === undefined) return;
  const at = `${place}.answer`;
  if (lists && Array.isArray(options)) {
    const one = number(0, options.length - 1, true);
    if (kind === "choose") one(right, at, tell);
    else list(one, options.length, options.length)(right, at, tell);
    const all = options.map((_, i) => i).join(", ");
    if (kind === "order" && Array.isArray(right) && new Set(right).size < right.length)
      tell(wrong("out_of_range", at, right, all));
  } else if (kind === "number" && Array.isArray(right) && right.length > 2)
    tell(wrong("too_many", at, right.length, "2"));
};

const branch = fields({ from_s: seconds, values: scalars }, ["values"]);
const reveal = fields({
  ...{ set: given, branch, run_to: seconds, view: panels, speed, text: text(300), mean_from_s: seconds },
});
const step = fields(
  {
    ...{
      id: text(60),
      minutes,
      set: given,
      view: panels,
      hide: panels,
      control: text(100),
      speed,
      run_to: seconds,
      say: text(300),
    },
    ...{ question, reveal, reveals: list(reveal, 8) },
  },
  ["id", "set"],
);
const script = fields(
  {
    ...{ schema: oneOf(1), kind: oneOf("script"), title: text(200), minutes, profile: oneOf("projector") },
    steps: list(step, 200, 1),
  },
  ["schema", "kind", "steps"],
);

/** Reads a text as a script, or says all that is wrong with it. */
export function readScript(source: string): { script: Script } | { wrong: Refusal[] } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    return { wrong: [{ code: "unparsed", place: "", found: (error as Error).message, allowed: "JSON", nearest: "" }] };
  }
  const found: Refusal[] = [];
  script(value, "", (refusal) => found.push(refusal));
  return found.length > 0 ? { wrong: found } : { script: value as Script };
}

/** Errors of the engine in words, from the same catalogue and by the same rules as in the native program. Not here: any sentence. */
import { has, num, translate } from "./catalogue.ts";

/** An error: a code with its arguments. */
interface Refused {
  code: string;
  place: string;
  found: string;
  allowed: string;
  nearest: string;
}

/** One error as a sentence. */
export function errorText({ code, place, found, allowed, nearest }: Refused): string {
  const plain = has(`error.${code}`) ? `error.${code}` : code;
  // By what the short form of the type begins with.
  const typed = `${plain}.${allowed.charAt(0).replace(/\d/, "0")}`;
  const key = code === "wrong_type" && has(typed) ? typed : plain;
  const said =
    code === "not_json"
      ? { found: sign(found), allowed: sign(allowed) }
      : { found, allowed: AS_IT_IS.has(code) ? allowed : allowedWords(allowed) };
  const text = translate(key, { ...said, place, nearest });
  return nearest === "" ? text : `${text} ${translate("error.nearest", { nearest })}`;
}

/** Codes whose `allowed` is a value, not a form. */
const AS_IT_IS = new Set(["path_too_long", "bad_schema_version"]);

/** Short forms of what is allowed, each with the key of its words and the names of its parts. */
const FORMS: readonly [RegExp, string, readonly string[]][] = [
  [/^x$/, "number", []],
  [/^"…"$/, "text", []],
  [/^\[ … \]$/, "list", []],
  [/^\{ … \}$/, "object", []],
  [/^(\S+) <= [x…] <= (\S+)$/, "range", ["least", "most"]],
  [/^(\S+) < [x…] <= (\S+)$/, "above", ["least", "most"]],
  [/^(\S+) <= x$/, "at_least", ["least"]],
  [/^(\S+) < x$/, "more_than", ["least"]],
  [/^x <= (\S+) \((\w+)\)$/, "at_most_of", ["most", "other"]],
  [/^x >= (\S+) \((\w+)\)$/, "at_least_of", ["least", "other"]],
  [/^<= (\S+(?: \S+)?)$/, "at_most", ["most"]],
  [/^(\S+) ≠ (\S+)$/, "other_than", ["name", "value"]],
];

/** Short form of what is allowed (`0 < x <= 5, whole`, `a|b`) in words; a form without any stays as it is. */
export function allowedWords(form: string): string {
  const word = (key: string, args: Record<string, string>): string => translate(`error.allowed.${key}`, args);
  const list = /^\[ 1 … (\S+) \]: (.*)$/.exec(form);
  if (list) return word("entries", { most: list[1] ?? "", entry: allowedWords(list[2] ?? "") });
  const object = /^\{ (.*: .*) \}$/.exec(form);
  if (object) {
    const each = (object[1] ?? "").split("; ").map((field) => {
      const [name = "", rest = ""] = field.split(": ");
      return word("field", { name, allowed: allowedWords(rest) });
    });
    return word("fields", { fields: each.join(", ") });
  }
  if (form.includes("|") && !form.includes(" ≠ ")) {
    const parts = form.split("|").map(allowedWords);
    const last = parts.pop() ?? "";
    return word("or", { some: parts.join(", "), last });
  }
  if (form.endsWith(", whole")) return word("whole", { allowed: allowedWords(form.slice(0, -", whole".length)) });
  for (const [pattern, key, names] of FORMS) {
    const match = pattern.exec(form);
    if (match) return word(key, Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""])));
  }
  return form;
}

/** Text that a parser found or expected: in words where there are some, else as it is. */
function sign(text: string): string {
  const key = `error.not_json.${text}`;
  return has(key) ? translate(key) : `\`${text}\``;
}

/** Why a run with too many packets in flight ended early. */
export function haltText(at_s: number, most_packets: number): string {
  return translate("error.halted", { at: num(at_s, 3), most: num(most_packets) });
}

/** Browsers' messages when WebAssembly is missing or a policy forbids it. */
const REFUSED = /WebAssembly is not defined|WebAssembly.*(violates|disallowed|blocked)|(refused|disallowed).*wasm/i;

/** Remedy where a browser or its administrator forbids WebAssembly; null: the message says something else. */
export function wasmRefused(message: string): string | null {
  return REFUSED.test(message) ? translate("engine.refused") : null;
}

/** An engine that is dead: whether it had loaded, and whether another was begun. */
interface Crash {
  message: string;
  loaded: boolean;
  restarted: boolean;
  /** The document that it computes again; null: one that was asked for meanwhile. */
  back: string | null;
}

/** Why the engine ended. */
export function crashText({ message, loaded, restarted, back }: Crash): string {
  const again = back === null ? "engine.restarted.other" : "engine.restarted";
  const what = loaded ? (restarted ? again : "engine.ended") : "engine.absent";
  return wasmRefused(message) ?? translate(what, { message });
}

/** Number of problems that a page lists; of the rest, the number. */
export const MOST_PROBLEMS = 12;

/** All errors, one per line. */
export function errorLines(errors: readonly Refused[], more: number): string[] {
  const lines = errors.map(errorText);
  if (more > 0) lines.push(translate("error.more", { count: num(more) }));
  return lines;
}

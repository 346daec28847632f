/**
 * Mistakes in a value or a name that a host or an address gave, in the form of the engine's refusals: place,
 * found, allowed, nearest. Pure. Not here: sentences (i18n/errors.ts), nor the checks of a scenario (the engine's).
 */
import { nameText, type SchemaError } from "../engine/protocol.ts";
import { distance } from "./nearest.ts";
import { isObject, LISTS, nameOf, valueAt } from "./scenario.ts";

/** As much of a found value is repeated. */
const MOST_FOUND = 60;
/** As many allowed names are listed. */
const MOST_ALLOWED = 40;

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The nearest of the names if a third of its letters, or two, are wrong at most (one of very short ones); else an empty string. */
function nearestOf(word: string, names: readonly string[]): string {
  const wanted = plain(word.slice(0, MOST_FOUND));
  let best = "";
  let least = Math.max(wanted.length < 3 ? 1 : 2, Math.floor(wanted.length / 3)) + 1;
  for (const name of wanted === "" ? [] : names) {
    const far = distance(wanted, plain(name));
    if (far < least) {
      least = far;
      best = name;
    }
  }
  return best;
}

/** A value as it was found, as JSON. */
function foundText(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MOST_FOUND ? `${text.slice(0, MOST_FOUND)}\u2026` : text;
}

/** A value of a wrong type, or out of range where it is a number as it should be. */
export function wrongValue(place: string, value: unknown, allowed: string, type: string): SchemaError {
  const code = typeof value === type ? "out_of_range" : "wrong_type";
  return { code, place, found: foundText(value), allowed, nearest: "" };
}

function allowedText(names: readonly string[]): string {
  return names.slice(0, MOST_ALLOWED).join("|") + (names.length > MOST_ALLOWED ? "|\u2026" : "");
}

/** A word that is none of the names. */
export function wrongName(place: string, value: unknown, names: readonly string[]): SchemaError {
  const nearest = typeof value === "string" ? nearestOf(value, names) : "";
  return { code: "unknown_name", place, found: foundText(value), allowed: allowedText(names), nearest };
}

/** A path, or a short name (one of `short`), that leads nowhere in a filled document: its first step that is wrong. */
export function wrongPath(path: string, settings: unknown, short: readonly string[] = []): SchemaError {
  const steps = path.split(".");
  const wrong = (found: string, names: readonly string[]): SchemaError => ({
    code: "no_such_path",
    place: path.slice(0, 120),
    found: found.slice(0, MOST_FOUND),
    allowed: allowedText(names),
    nearest: nearestOf(found, names),
  });
  let at: unknown = settings;
  for (const [depth, step] of steps.entries()) {
    const list = LISTS.find((name) => depth === 1 && name === steps[0]);
    const names =
      list && Array.isArray(at)
        ? at.map((entry, i) => nameText(nameOf(list, entry, i)))
        : isObject(at)
          ? [...new Set([...(depth === 0 ? short : []), ...Object.keys(at)])]
          : [];
    const last = depth === steps.length - 1;
    const next =
      depth === 0 && isObject(settings) ? settings[step] : valueAt(settings, steps.slice(0, depth + 1).join("."));
    if (!names.includes(step) || last || next === undefined)
      return wrong(
        step,
        names.filter((name) => name !== step),
      );
    at = next;
  }
  return wrong(path, short);
}

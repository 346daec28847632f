/** Words a refusal of the engine, as the native program does from the same catalogue. Not here: any sentence. */
import { has, num, say } from "./words.ts";

/** A refusal: a code with its arguments. */
interface Refused {
  code: string;
  place: string;
  found: string;
  allowed: string;
  nearest: string;
}

/** One refusal as a sentence. */
export function errorText({ code, place, found, allowed, nearest }: Refused): string {
  const plain = has(`error.${code}`) ? `error.${code}` : code;
  // By what the short form of the type begins with.
  const typed = `${plain}.${allowed.charAt(0).replace(/\d/, "0")}`;
  const key = code === "wrong_type" && has(typed) ? typed : plain;
  const said = code === "not_json" ? { found: sign(found), allowed: sign(allowed) } : { found, allowed };
  const text = say(key, { ...said, place, nearest });
  return nearest === "" ? text : `${text} ${say("error.nearest", { nearest })}`;
}

/** What a parser found or expected: in words where there are some, else as it is. */
function sign(text: string): string {
  const key = `error.not_json.${text}`;
  return has(key) ? say(key) : `\`${text}\``;
}

/** A run that would hold too many packets at once ended early. */
export function haltText(at_s: number, most_packets: number): string {
  return say("error.halted", { at: num(at_s, 3), most: num(most_packets) });
}

/** How browsers say that WebAssembly is not there, or that a policy forbids it. */
const REFUSED = /WebAssembly is not defined|WebAssembly.*(violates|disallowed|blocked)|(refused|disallowed).*wasm/i;

/** The engine died. `WebAssembly` is missing where a browser, or who runs it, forbids it. */
export function crashText({ message, restarted }: { message: string; restarted: boolean }): string {
  if (REFUSED.test(message)) return say("engine.refused");
  return say(restarted ? "engine.restarted" : "engine.ended", { message });
}

/** All refusals, a line each. */
export function errorLines(errors: readonly Refused[], more: number): string[] {
  const lines = errors.map(errorText);
  if (more > 0) lines.push(say("error.more", { count: num(more) }));
  return lines;
}

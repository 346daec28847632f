/** What a document names that the browser's first module has not. Not here: whether the document is right (the engine says that). */
import { FIRST } from "../generated/first.ts";

/** Whether a scenario (JSON text) needs the whole engine. One that is no JSON does not: each engine refuses it. */
export function lacks(scenario: string): boolean {
  try {
    return beyond(JSON.parse(scenario));
  } catch {
    return false;
  }
}

function beyond(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (Array.isArray(node)) return node.some(beyond);
  const fields = Object.entries(node);
  // An intervention chooses by a path and a value.
  const { path, value } = node as { path?: unknown; value?: unknown };
  if (typeof path === "string") fields.push([path.slice(path.lastIndexOf(".") + 1), value]);
  return fields.some(([name, chosen]) =>
    typeof chosen === "string" ? FIRST.get(name)?.includes(chosen) === false : beyond(chosen),
  );
}

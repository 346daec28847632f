/**
 * How many copies an entry of the document stands for (`count`), set by the reader. Not here: writing them out (scenario.ts), all other
 * acts (document.ts).
 */
import { type SourceName, sourceName } from "../engine/protocol.ts";
import { type LabDocument, withInterventions } from "./document.ts";
import { countOf, entriesIn, entryOf, indexOf, nameOf } from "./scenario.ts";

/** Gives the entry of a flow another number of copies; changes of those that are no more go. The first one is in focus. */
export function setCount(document: LabDocument, name: SourceName, count: number): LabDocument {
  const { scenario } = document;
  const found = entryOf(scenario, "flows", name);
  const entry = scenario.flows?.[found?.place ?? -1];
  if (!found || !entry) return document;
  const { count: _, ...own } = entry;
  const named = { ...own, name: nameOf("flows", entry, found.first) };
  let first = 0;
  // Names that are places stay with those after it.
  const flows = (scenario.flows ?? []).map((each, i) => {
    const kept = i > found.place ? { ...each, name: nameOf("flows", each, first) } : each;
    first += countOf(each);
    return i === found.place ? { ...named, ...(count > 1 && { count }) } : kept;
  });
  const next = { ...scenario, flows };
  const gone = (path: string): boolean =>
    path.startsWith("flows.") && indexOf(next, "flows", sourceName(path.split(".")[1] ?? "")) < 0;
  const kept = (scenario.interventions ?? []).filter(({ path }) => !gone(path));
  const focus = entriesIn(next, "flows")[found.first]?.name ?? null;
  return { ...document, scenario: withInterventions(next, kept), view: { ...document.view, focus } };
}

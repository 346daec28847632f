/**
 * How many copies an entry of the document stands for (`count`), set by the reader. Not here: writing them out (scenario.ts), all other
 * acts (document.ts).
 */
import { nameText, type SourceName, sourceName } from "../engine/protocol.ts";
import { type LabDocument, renameFlow, withInterventions } from "./document.ts";
import { countOf, entriesIn, entryOf, indexOf, LISTS, nameOf } from "./scenario.ts";

/**
 * Others that have the name of a copy take the next free one: the flow NAME 2, which was duplicated from NAME, becomes NAME 6 beside five
 * copies. `own`: whether a flow is one of those that the entry stands for.
 */
function withRoom(given: LabDocument, name: SourceName, count: number, own: (index: number) => boolean): LabDocument {
  const copy = (n: number): SourceName => sourceName(`${nameText(name)} ${n}`);
  const copies = new Set(Array.from({ length: count }, (_, i) => copy(i + 1)));
  const all = LISTS.flatMap((list) =>
    entriesIn(given.scenario, list).map((entry, index) => ({ list, index, name: nameOf(list, entry, index) })),
  );
  const names = new Set(all.map((each) => each.name));
  let next = count;
  let document = given;
  for (const each of all) {
    if (!copies.has(each.name) || (each.list === "flows" && own(each.index))) continue;
    do next++;
    while (names.has(copy(next)));
    document = renameFlow(document, each.name, copy(next), each.list);
  }
  return document;
}

/** Gives the entry of a flow another number of copies; changes of those that are no more go. The first one is in focus. */
export function setCount(given: LabDocument, name: SourceName, count: number): LabDocument {
  const found = entryOf(given.scenario, "flows", name);
  const entry = given.scenario.flows?.[found?.place ?? -1];
  if (!found || !entry) return given;
  const { count: _, ...own } = entry;
  const named = { ...own, name: nameOf("flows", entry, found.first) };
  const isOwn = (index: number): boolean => index >= found.first && index < found.first + found.count;
  const document = count > 1 ? withRoom(given, named.name, count, isOwn) : given;
  const { scenario } = document;
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

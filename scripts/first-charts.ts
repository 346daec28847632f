/**
 * Which files of `charts` and `plot` the build puts into one: those of the stack and of the charts open at first, because many small files
 * cost the laboratory its first view. Found in the graph of imports, so that a new chart, or a new part of one, is in no list here.
 * Not here: which charts there are, and which are open at first (web/src/charts/registry.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OPEN_AT_FIRST } from "../web/src/charts/registry.ts";

/** Facts that the build knows of a module. */
interface Imports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}
type Look = (id: string) => Imports | null;

/** All that these modules import, with themselves; `late`: what they fetch later, too. */
function reached(from: readonly string[], look: Look, late: boolean): Set<string> {
  const seen = new Set(from);
  // A set that grows is walked to its end.
  for (const id of seen) {
    const info = look(id);
    for (const next of info?.importedIds ?? []) seen.add(next);
    if (late) for (const next of info?.dynamicallyImportedIds ?? []) seen.add(next);
  }
  return seen;
}

/**
 * The files that a stack needs and that come with it: no page holds them from its beginning, and none without charts asks for them.
 * @param first The stack and the charts open at first.
 * @param pages The modules that pages begin with.
 */
export function withTheStack(first: readonly string[], pages: readonly string[], look: Look): Set<string> {
  const needed = reached(first, look, false);
  for (const page of pages) {
    const whole = reached([page], look, true);
    const others = first.some((id) => whole.has(id)) ? reached([page], look, false) : whole;
    for (const id of others) needed.delete(id);
  }
  return needed;
}

/** The name of a module's file for the build, null where it has none of its own. */
export function firstCharts(
  web: string,
  pages: readonly string[],
): (id: string, context: { getModuleInfo: Look }) => string | null {
  const charts = join(web, "src/charts");
  const registry = readFileSync(join(charts, "registry.ts"), "utf8");
  const fileOf = (id: string): string => {
    const name = new RegExp(`\\("${id}",[^"]*import\\("\\./([\\w-]+\\.ts)"\\)`).exec(registry)?.[1];
    if (name === undefined) throw new Error(`charts/registry.ts has no line for ${id}`);
    return join(charts, name);
  };
  const first = [join(charts, "stack.ts"), join(charts, "stage.ts"), ...OPEN_AT_FIRST.map(fileOf)];
  let files: ReadonlySet<string> | null = null;
  return (id, context) => {
    files ??= withTheStack(first, pages, (module) => context.getModuleInfo(module));
    return files.has(id) ? "charts" : null;
  };
}

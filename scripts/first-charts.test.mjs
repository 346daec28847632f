/** Which files come with the charts' stack, in small graphs of imports. */
import { expect, test } from "vitest";
import { withTheStack } from "./first-charts.ts";

/** @param {Record<string, { now?: string[], late?: string[] }>} graph */
const look = (graph) => (/** @type {string} */ id) => ({
  importedIds: graph[id]?.now ?? [],
  dynamicallyImportedIds: graph[id]?.late ?? [],
});
const CHARTS = {
  stack: { now: ["panel", "registry"] },
  registry: { late: ["window", "log"] },
  window: { now: ["marks", "scale"] },
  log: { now: ["marks", "rows"] },
  panel: { now: ["scale"] },
};

test("what the stack and the first charts need comes in one file, a chart opened later does not", () => {
  const graph = { lab: { now: ["registry"], late: ["stack"] }, ...CHARTS };
  expect([...withTheStack(["stack", "window"], ["lab"], look(graph))].sort()).toEqual(
    ["marks", "panel", "scale", "stack", "window"].sort(),
  );
});

test("what a page holds from its beginning, or a page without charts asks for, stays apart", () => {
  const graph = {
    lab: { now: ["registry", "path"], late: ["stack"] },
    path: { now: ["scale"] },
    figures: { late: ["figure"] },
    figure: { now: ["marks"] },
    ...CHARTS,
  };
  expect([...withTheStack(["stack", "window"], ["lab", "figures"], look(graph))].sort()).toEqual(
    ["panel", "stack", "window"].sort(),
  );
});

/** The tables on today's algorithms are those of the kept results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { page } from "../bench/today.mjs";

test("docs/results/today.md has the kept results: node bench/today.mjs --write", () => {
  const there = readFileSync(join(import.meta.dirname, "../docs/results/today.md"), "utf8");
  expect(page()).toBe(there);
  expect(there.match(/^## /gm)?.length).toBeGreaterThan(8);
});

test("docs/today.md explains the claims that are not reproduced, and no others", () => {
  const explained = readFileSync(join(import.meta.dirname, "../docs/today.md"), "utf8");
  const differs = [...page().matchAll(/^\| `(today\.[\w.]+)` .*\| not reproduced \|$/gm)].map(([, id]) => id);
  expect([...explained.matchAll(/^\| `(today\.[\w.]+)` /gm)].map(([, id]) => id)).toEqual(differs);
});

/** The text that `npm run times -- --record` writes, and its places in both documents. Not here: measuring. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sentence, table } from "./times.mjs";

const read = (/** @type {string} */ name) => readFileSync(join(import.meta.dirname, "..", name), "utf8");

test("what is measured is written, what is not stays, and the README's sentence has the table's numbers", () => {
  const [testing, readme] = [read("docs/testing.md"), read("README.md")];
  const where = "2 cores, 2026-11-28";
  const started = table(testing, new Map([["start", [131, 7.4]]]), where);
  expect(started).toContain(
    "\n| `npm start`, until the first page is served | 2 minutes | 7 s | 2 cores, 2026-11-28 |\n",
  );
  expect(started.split("\n").filter((line, i) => line !== testing.split("\n")[i])).toHaveLength(1);
  const all = table(
    started,
    new Map([
      ["quick", [420, 20]],
      ["test", [1500, 45]],
    ]),
    where,
  );
  expect(sentence(readme, all)).toContain(
    "<!-- times -->On 2 cores, the first `npm start` serves the laboratory after 2 minutes, later\n" +
      "ones after 7 s; the first `npm test` takes 25 minutes, the first `npm test -- quick` 7 minutes.<!-- /times -->",
  );
  expect(sentence(readme, all.replace("| 25 minutes |", "| measured by `npm run times` |"))).toBe(readme);
  expect(() => table("no marks", new Map(), where)).toThrow("no marks");
});

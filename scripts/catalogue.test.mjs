/**
 * Every sentence of the catalogue has a use: its key is a text of a source, or fits one with holes (`why.title.${outcome}`). Not here:
 * whether the languages agree (web/src/i18n/catalogue.test.ts).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const files = (/** @type {string} */ folder, /** @type {RegExp} */ end) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name) && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));

const sources = [
  ...files("web/src", /\.(ts|md)$/),
  ...files("web/src/generated", /\.json$/),
  ...files("wasm-core", /\.rs$/),
  // Without the example of a chart, whose words are in no catalogue (extend/).
  ...files("scripts", /^(?!extend\b).*\.(ts|mjs)$/),
].join("\n");
const keys = files("web/src/i18n/en", /\.json$/).flatMap((text) => Object.keys(JSON.parse(text)));

const texts = new Set([...sources.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, text]) => text));
// A comment of an example program is a key alone.
for (const program of files("web/src/own_algorithm/programs", /\.js$/))
  for (const [key] of program.matchAll(/own\.note\.[\w.]+/g)) texts.add(key);
const HOLE = "\0";
const withHoles = [...sources.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
  .map(([, text = ""]) => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, HOLE))
  // A text that begins with a hole could be any key.
  .filter((text) => /^\w+\.[\w.\0-]*$/.test(text))
  .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(HOLE, ".*")}$`));

/** Without the form that a number asks for. */
const base = (/** @type {string} */ key) => key.replace(/\.(one|other)$/, "");

test("every key has a use", () => {
  expect(keys.length).toBeGreaterThan(1500);
  const isUsed = (/** @type {string} */ key) => texts.has(key) || withHoles.some((text) => text.test(key));
  expect(keys.filter((key) => !isUsed(key) && !isUsed(base(key)))).toEqual([]);
});

test("every key that is asked for is there", () => {
  const known = new Set([...keys, ...keys.map(base)]);
  const asked = [
    ...sources.matchAll(/\b(?:translate|plural)\(\s*(?:[^()"'`]*\?\s*)?"([\w.]+)"(?:\s*:\s*"([\w.]+)")?/g),
  ];
  expect(asked.length).toBeGreaterThan(900);
  expect(
    asked.flatMap(([, one = "", other = one]) => [one, other]).filter((key) => key.includes(".") && !known.has(key)),
  ).toEqual([]);
});

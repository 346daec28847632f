/** Every language has each comment of the declaration file, and none of an earlier wording. */
import { expect, test } from "vitest";
import type { Catalogue } from "../i18n/catalogue.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { readApi } from "./editor/api.ts";
import declarations from "./sandbox/api.d.ts?raw";

const files = import.meta.glob<Catalogue>("../i18n/*/own-api.json", { eager: true, import: "default" });
const docs = new Set<string>();
const api = readApi(declarations, (doc) => {
  docs.add(doc);
  return doc;
});

test("the comments are those of all that is listed", () => {
  const listed = [...api.globals, ...api.hooks, ...[...api.types.values()].flatMap(({ members }) => members)];
  for (const { name, doc } of listed) expect(docs.has(doc), name).toBe(true);
});

test.each([...LANGUAGES.keys()].filter((tag) => tag !== "en"))("%s has each of them in other words, or none", (tag) => {
  const words = files[`../i18n/${tag}/own-api.json`] ?? {};
  const own = Object.keys(words);
  // A language may begin without them; then all are English.
  if (own.length > 0) expect(own.sort()).toEqual([...docs].filter((doc) => doc !== "" && isListed(doc)).sort());
  for (const [english, own] of Object.entries(words)) {
    expect(own).not.toBe(english);
    expect(own.match(/`[^`]+`/g)).toEqual(english.match(/`[^`]+`/g));
  }
});

/** The file's own comment is not listed. */
function isListed(doc: string): boolean {
  return !doc.startsWith("Interface of a reader's own algorithm");
}

/**
 * A page's words where no script runs, or where its own does not start: in every language, since none was chosen, and as markup that
 * the build writes into it. Not here: when it is shown (web/src/design/early.js).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileName, SINGLE_FILES } from "./single-file.ts";

/** Every language's `start.json`, English first. */
function languages(root: string): [string, Record<string, string>][] {
  const words = join(root, "web/src/i18n");
  const tags = readdirSync(words, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return ["en", ...tags.filter((tag) => tag !== "en").sort()].map((tag) => [
    tag,
    JSON.parse(readFileSync(join(words, tag, "start.json"), "utf8")),
  ]);
}

/** One text in each language that has it. */
function inEach(said: [string, Record<string, string>][], key: string): { lang: string; text: string }[] {
  return said.flatMap(([lang, words]) => (words[key] ? [{ lang, text: words[key] }] : []));
}

/** The paragraphs for a browser without scripts, and those that stay hidden until a page has not started, with the ways on. */
export function startTexts(root: string): { noScript: string; notStarted: string } {
  const files = Object.keys(SINGLE_FILES).map((mode) => `<a href="./${fileName(mode)}">${fileName(mode)}</a>`);
  const said = languages(root);
  return {
    noScript: inEach(said, "start.script")
      .map(({ lang, text }) => `<p class="noscript" lang="${lang}">${text}</p>`)
      .join(""),
    notStarted: [
      ...inEach(said, "start.network").map(({ lang, text }) => `<p lang="${lang}">${text} <a href="">↻</a></p>`),
      ...inEach(said, "start.disk").map(
        ({ lang, text }) => `<p lang="${lang}" class="from-disk" hidden>${text} ${files.join(", ")}</p>`,
      ),
    ].join(""),
  };
}

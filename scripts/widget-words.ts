/**
 * The widget in each language: a file of its own (`embed.html` in English, `embed.de.html`), the same page with that language's
 * words in a block of data. So nobody carries a language that is not read, and each is one self-contained file that asks for
 * nothing. An address with `lang=` leads to its file. Not here: the words (web/src/i18n), how the page takes them
 * (i18n/languages.ts).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

type Catalogue = Record<string, string>;

/** Translations of the engine's tables. */
const TABLES = "tables";
/** Sentences of the laboratory that no widget says. */
const ELSEWHERE =
  /^(lab\.(key|help|model|link|file|text|skip|theme|fork|traffic|flows|undo|redo|more|refusal|says)\b|site\.|share\.|preset\.group\.|preset\.\w+\.(title|nudge|who)$|path\.packets\.untimed)/;

/**
 * Whether a script asks for a message: by its key, by a key that it is a part of, or by the beginning of one that is put together. Areas
 * of the catalogue are the laboratory's, too; what only that says is left out.
 */
function askedBy(code: string): (key: string) => boolean {
  const whole = new Set<string>();
  const begun: string[] = [];
  for (const [, text = "", end] of code.matchAll(/[`"']([a-z]\w*\.[\w.]*)(\$\{|[`"'])/g)) {
    if (end === "${" || text.endsWith(".")) begun.push(text);
    else whole.add(text);
  }
  const isPart = (key: string): boolean =>
    whole.has(key) || (key.includes(".") && isPart(key.slice(0, key.lastIndexOf("."))));
  return (key) => !/^[a-z]\w*\.[\w.]+$/.test(key) || isPart(key) || begun.some((text) => key.startsWith(text));
}

/** The first language: its file has no tag in its name. */
const FIRST = "en";

/** Runs in the head, before anything is fetched or drawn: the file of the language that the address asks for. */
const leader = (tags: readonly string[]): string => `{
  const asked = /[#&]lang=([A-Za-z]+)/.exec(location.hash) ?? /[?&]lang=([A-Za-z]+)/.exec(location.search);
  const tag = asked?.[1]?.toLowerCase();
  const name = tag === "${FIRST}" ? "/embed" : "/embed." + tag;
  const file = location.pathname.replace(/\\/embed(?:\\.(?:${tags.join("|")}))?(\\.html)?$/, name + "$1");
  if (${JSON.stringify(tags)}.includes(tag) && file !== location.pathname)
    location.replace(file + location.search + location.hash);
}`;

export function widgetWords(root: string): Plugin {
  const words = join(root, "web/src/i18n");
  const tags = readdirSync(words, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const without = (all: Catalogue, code: string): Catalogue => {
    const isAsked = askedBy(code);
    return Object.fromEntries(Object.entries(all).filter(([key]) => isAsked(key) && !ELSEWHERE.test(key)));
  };
  const read = (tag: string, area: string): Catalogue => {
    const file = join(words, tag, `${area}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  };
  /** Words by their English in the engine's tables, of which the page has only some: help and sources are the laboratory's. */
  const ofTables = (tag: string, code: string): Catalogue => {
    const isThere = (english: string): boolean => code.includes(JSON.stringify(english).slice(1, -1));
    return Object.fromEntries(Object.entries(read(tag, TABLES)).filter(([english]) => isThere(english)));
  };
  /** Areas of the catalogue that the script asks for. */
  const areas = new Set<string>();
  const block = (tag: string, code: string): string => {
    const own = without(Object.assign(ofTables(tag, code), ...[...areas].sort().map((area) => read(tag, area))), code);
    return `<script type="application/json" id="words">${JSON.stringify(own).replaceAll("<", "\\u003c")}</script>`;
  };
  return {
    name: "widget-words",
    apply: "build",
    // The script contains no words: the block has them.
    load: {
      order: "pre",
      handler: (id) => {
        const area = id.startsWith(join(words, FIRST)) && /(\w[\w-]*)\.json$/.exec(id)?.[1];
        if (!area) return null;
        if (area !== TABLES) areas.add(area);
        return "{}";
      },
    },
    transformIndexHtml: {
      order: "pre",
      // Behind the charset, where the policy will stand before it.
      handler: (html) =>
        html.replace(/<meta charset="utf-8"\s*\/?>/, (charset) => `${charset}\n    <script>${leader(tags)}</script>`),
    },
    // After the page has become one file, before its policy is written.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["embed.html"];
        if (page?.type !== "asset") return;
        const html = String(page.source);
        const parts = Object.values(bundle).map((part) => (part.type === "chunk" ? part.code : String(part.source)));
        const code = parts.join("\n");
        for (const tag of tags) {
          const own = html
            .replace(`<html lang="${FIRST}">`, `<html lang="${tag}">`)
            .replace("</body>", `${block(tag, code)}\n  </body>`);
          if (tag === FIRST) page.source = own;
          else this.emitFile({ type: "asset", fileName: `embed.${tag}.html`, source: own });
        }
      },
    },
  };
}

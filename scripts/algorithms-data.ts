/**
 * The pages of algorithms, queue disciplines and loss models as modules, made when the pages are built: what the index knows
 * (`virtual:algorithms`, with the drawing of each algorithm's window) and each page's text in a language (`virtual:algorithm/KIND.LANG`), fetched when that page is opened. TeX becomes MathML here
 * (temml: small, kept, MathML Core and nothing else), Markdown markup (marked, as for the lessons), states a drawing
 * (state-drawing.ts). The source files are sent along, so that a page can show its own. Not here: how an opening comment is
 * read (wasm-core/scenario/src/pages.rs), what the page looks like (web/src/algorithms).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Marked } from "marked";
import temml from "temml";
import type { Plugin } from "vite";
import { lineOf, scalesOf, type Windows } from "../web/src/algorithms/window-drawing.ts";
import { type Generated, languagesOf, pageIn, tellerOf, textsOf } from "./long-texts.ts";
import { drawnStates } from "./state-drawing.ts";

const LIST = "virtual:algorithms";
const ONE = "virtual:algorithm/";
/** The area of a language's words that has the pages' texts. */
const TEXTS = "algorithm-pages";

/** TeX as MathML. The policy refuses `style` attributes: what they would say is in design/algorithms. */
export function mathOf(tex: string, displayMode: boolean): string {
  const math = temml.renderToString(tex, { displayMode, throwOnError: true, strict: true });
  // Without a font that has the sizes of a brace, browsers leave it small: the style sheet draws that of the cases.
  const cases = /<mo fence="true" form="prefix" stretchy="true">\{<\/mo><mtable>/g;
  return math.replace(/ style="[^"]*"/g, "").replace(cases, '<mtable class="cases">');
}

/** Markdown with mathematics between dollars. */
const marked = new Marked({
  extensions: [
    {
      name: "math",
      level: "inline",
      start: (text: string) => text.indexOf("$"),
      tokenizer(text: string) {
        const found = /^\$([^$\n]+)\$/.exec(text);
        return found ? { type: "math", raw: found[0], text: found[1] } : undefined;
      },
      renderer: (token) => mathOf(String(token.text), false),
    },
  ],
});

/** Markup as the source of a template. */
const templateOf = (markup: string): string => `() => html\`${markup.replace(/[\\`]|\$\{/g, "\\$&")}\``;
/** A table is as wide as it must be: it scrolls by itself. */
const scrolled = (markup: string): string =>
  markup.replaceAll("<table>", '<div class="scroll" tabindex="0"><table>').replaceAll("</table>", "</table></div>");
const wordsOf = (markdown: string): string =>
  templateOf(scrolled((marked.parse(markdown, { async: false }) as string).trim()));
const inlineOf = (markdown: string): string => templateOf(marked.parseInline(markdown, { async: false }) as string);

/** Where a source file is sent: as text, which every host and browser shows. */
const sentAs = (file: string): string => `source/${file.replace(/^wasm-core\/engine\/src\//, "")}.txt`;

/** The module of a page; `lang`: of its text. */
async function moduleOf(root: string, page: Generated, lang: string): Promise<string> {
  const { text, ...facts } = page;
  const rest = JSON.stringify({ ...facts, sent: sentAs(page.file) });
  const equations = text.equations.map(
    ({ when, source, tex }) =>
      `{ when: ${inlineOf(when)}, source: ${JSON.stringify(source)}, math: ${templateOf(mathOf(tex, true))} }`,
  );
  let states = "null";
  if (text.states) {
    const { names, ways } = text.states;
    const heading = textsOf(root, lang, "algorithms")["algorithms.states"];
    const drawing = templateOf(
      await drawnStates({ names, ways }, `${heading}: ${names.map(({ name }) => name).join(", ")}`),
    );
    states = `{ ...${JSON.stringify({ names, ways })}, drawing: ${drawing} }`;
  }
  const symbols = text.symbols === "" ? "null" : wordsOf(text.symbols);
  return `import { html } from "lit";
export default { ...${rest}, text: {
  lead: ${wordsOf(text.lead)}, equations: [${equations.join(",\n")}], symbols: ${symbols},
  states: ${states}, choices: ${wordsOf(text.choices)}, look: ${wordsOf(text.look)}, run: ${JSON.stringify(text.run)} } };`;
}

/** A file, and what else implements it in a folder of its own. */
function sourcesOf(root: string, file: string): string[] {
  if (basename(file) !== "mod.rs") return [file];
  const beside = readdirSync(join(root, dirname(file))).filter((name) => name.endsWith(".rs") && name !== "tests.rs");
  return beside.map((name) => `${dirname(file)}/${name}`);
}

export function algorithmsData(root: string, sends: boolean): Plugin {
  const generated = join(root, "web/src/generated/pages.json");
  const runs = join(root, "web/src/generated/windows.json");
  const read = (): Generated[] => JSON.parse(readFileSync(generated, "utf8")) as Generated[];
  const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
  return {
    name: "algorithms-data",
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${LIST}`) && !id.startsWith(`\0${ONE}`)) return null;
      this.addWatchFile(generated);
      const all = read();
      if (id.startsWith(`\0${ONE}`)) {
        const lang = /\.([a-z]+)$/.exec(id)?.[1] ?? "en";
        const page = all.find(({ kind }) => id === `\0${ONE}${kind}.${lang}`);
        const texts = lang === "en" ? {} : textsOf(root, lang, TEXTS);
        return page ? await moduleOf(root, pageIn(page, tellerOf(texts)), lang) : null;
      }
      this.addWatchFile(runs);
      const windows = JSON.parse(readFileSync(runs, "utf8")) as Windows;
      const scales = scalesOf(windows);
      const lines = new Map(windows.windows.map(({ kind, packets }) => [kind, lineOf(packets, scales)]));
      const entries = all.map(({ kind, title, about, family, rate_based, group }) => ({
        kind,
        title,
        about,
        family,
        rate_based,
        ...(group !== null && { group }),
        ...(family === "algorithm" && { window: lines.get(kind) }),
      }));
      const langs = ["en", ...languagesOf(root, TEXTS)];
      const pages = all.map(({ kind }) => {
        const ways = langs.map((lang) => `${lang}: () => import("${ONE}${kind}.${lang}")`);
        return `${JSON.stringify(kind)}: { ${ways.join(", ")} }`;
      });
      return `export const entries = ${JSON.stringify(entries)};\nexport const scales = ${JSON.stringify(scales)};\nexport const pages = new Map(Object.entries({ ${pages.join(", ")} }));`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = /^\/source\/(.+\.rs)\.txt$/.exec(request.url ?? "")?.[1];
        const known = read().flatMap((page) => sourcesOf(root, page.file));
        const found = known.find((each) => sentAs(each) === `source/${file}.txt`);
        if (!found || !existsSync(join(root, found))) return next();
        response.setHeader("Content-Type", "text/plain; charset=utf-8");
        response.end(textOf(found));
      });
    },
    generateBundle() {
      if (!sends) return;
      // A mark at the beginning says UTF-8 where a host does not.
      for (const file of new Set(read().flatMap((page) => sourcesOf(root, page.file))))
        this.emitFile({ type: "asset", fileName: sentAs(file), source: `\ufeff${textOf(file)}` });
    },
  };
}

/**
 * oEmbed without a server: for each preset a file in oEmbed's form (`oembed/ID.json`) and a small page (`run/ID.html`) that
 * names it in its head and leads on to the laboratory; the laboratory's own page names the opening's. Whoever is given such
 * an address to embed finds the widget. The files hold whole addresses, so the site must be known when it is built:
 * `SAWTOOTH_SITE=https://host/folder/ npm run build`; without it none are made. Any other scenario's file is the builder's
 * to give: a static host cannot answer for what stands behind the `#`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";

interface Preset {
  id: string;
  view: string;
  nudge?: { path: string };
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Where the site will lie, ending with a slash; null: not known. */
export function siteOf(given: string | undefined): string | null {
  if (given === undefined || given === "") return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol))
    throw new Error(`SAWTOOTH_SITE is ${given}; it must begin with https:// or http://`);
  return url.href.replace(/\/?$/, "/").replace(/[?#].*$/, "");
}

const discovery = (site: string, id: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escaped(`${site}oembed/${id}.json`)}" title="${escaped(title)}" />`;

/** The page of a preset: its head is for those who embed, its body leads readers on. */
function page(site: string, id: string, title: string, hook: string): string {
  const target = `../index.html#preset=${id}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}: Sawtooth</title>
    <meta name="description" content="${escaped(hook)}" />
    ${discovery(site, id, title)}
    <meta http-equiv="refresh" content="0; url=${target}" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <p><a href="${target}">${escaped(title)}</a></p>
    <p>${escaped(hook)}</p>
  </body>
</html>
`;
}

/** All files of the presets, by name. */
export async function oembedFiles(root: string, site: string): Promise<Record<string, string>> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, "web/src", path), "utf8"));
  const presets = ["presets", "courses"].flatMap((file) => read(`generated/${file}.json`) as Preset[]);
  const words: Record<string, string> = Object.assign(
    {},
    ...["presets", "courses"].map((file) => read(`i18n/en/${file}.json`)),
  );
  const { module } = await runnerImport<{ oembedSnippet(choices: object, site: string): string }>(
    join(root, "web/src/builder/snippet.ts"),
    { root, configFile: false, logLevel: "error" },
  );
  const files: Record<string, string> = {};
  for (const { id, view, nudge } of presets) {
    const title = words[`preset.${id}.title`] ?? id;
    const panels = view.split(",").slice(0, 2);
    files[`oembed/${id}.json`] = `${module.oembedSnippet(
      {
        run: { preset: id },
        title,
        view: panels,
        controls: nudge ? [nudge.path] : null,
        width: "640",
        height: 400,
        theme: "auto",
        autoplay: true,
        t: null,
        speed: null,
        lang: null,
        origin: null,
      },
      site,
    )}\n`;
    files[`run/${id}.html`] = page(site, id, title, words[`preset.${id}.hook`] ?? "");
  }
  return files;
}

export function oembed(root: string, site: string | null): Plugin {
  // The first of the list is the one that opens where an address names no run.
  const [opening] = JSON.parse(readFileSync(join(root, "web/src/generated/presets.json"), "utf8")) as Preset[];
  return {
    name: "oembed",
    apply: "build",
    transformIndexHtml: {
      order: "pre",
      handler: (html, { path }) =>
        site !== null && path === "/index.html"
          ? html.replace("</title>", `</title>\n    ${discovery(site, opening?.id ?? "", "Sawtooth")}`)
          : html,
    },
    async generateBundle() {
      if (site === null) return;
      for (const [fileName, source] of Object.entries(await oembedFiles(root, site)))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

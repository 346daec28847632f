/**
 * How the pages are built: `vite build` makes the laboratory (ordinary files, any sub-path), `--mode page` its page alone, for `npm start`
 * to show before the rest is there; `--mode embed` the widget (one self-contained file for each language), `--mode algorithms` and `--mode own` their pages, `--mode laboratory-file` and `--mode lessons-file` a page as one
 * file to run from a disk, `--mode offline` the service worker, once these are there; `--mode components` the page of all
 * components. All get a Content-Security-Policy. Not here: what the pages contain.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type HtmlTagDescriptor, minifySync, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { algorithmsData } from "./scripts/algorithms-data.ts";
import { figuresData } from "./scripts/figures-data.ts";
import { firstCharts } from "./scripts/first-charts.ts";
import { keptFilesData } from "./scripts/kept-files.ts";
import { lessonsData } from "./scripts/lessons-data.ts";
import { bundledPackages, licences } from "./scripts/licences.ts";
import { oembed, siteOf } from "./scripts/oembed.ts";
import { SINGLE_FILES, singleFile } from "./scripts/single-file.ts";
import { startTexts } from "./scripts/start-texts.ts";
import { engineEarly, wasmModules, withoutFigures } from "./scripts/wasm-module.ts";
import { widgetWords } from "./scripts/widget-words.ts";

const web = join(import.meta.dirname, "web");

/** Files that the build may put into one for the laboratory's first view (scripts/first-charts.ts). */
const OF_CHARTS = /src\/(plot|charts)\/[^/]+\.ts$/;

/** Permissions of every page, besides scripts and styles: nothing that leaves its own host. */
const policies = {
  pages: {
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "frame-src": "'self'",
  },
  file: { "script-src": "'wasm-unsafe-eval'", "worker-src": "blob:", "style-src": "", "img-src": "data: blob:" },
};

/** No text becomes markup or script; addresses of scripts pass design/early.js, templates lit's own policy. */
const NO_TEXT_RUNS = ["require-trusted-types-for 'script'", "trusted-types default lit-html"];

/** The hash sources of everything that stands between this tag's opening and closing; a block of data is no script. */
function hashes(html: string, tag: "script" | "style"): string[] {
  const code = html.replace(/<script type="application\/json"[^>]*>[\s\S]*?<\/script>/g, "");
  const blocks = code.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, "g"));
  const texts = [...blocks].map((block) => (block[1] ?? "").replace(/\r\n?/g, "\n")).filter((text) => text !== "");
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}

/** Writes the policy into each page, once everything that will be inlined is inlined. */
function contentSecurityPolicy(kind: keyof typeof policies): Plugin {
  return {
    name: "content-security-policy",
    enforce: "post",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type !== "asset" || !asset.fileName.endsWith(".html")) continue;
          const html = String(asset.source);
          const rules: Record<string, string> = { ...policies[kind] };
          rules["script-src"] = [rules["script-src"], ...hashes(html, "script")].join(" ");
          // A script may hold such a tag in a string.
          const unscripted = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "");
          rules["style-src"] = [rules["style-src"], ...hashes(unscripted, "style")].join(" ").trim();
          const list = Object.entries(rules).map(([name, value]) => `${name} ${value || "'none'"}`);
          const policy = ["default-src 'none'", ...list, ...NO_TEXT_RUNS, "base-uri 'none'", "form-action 'none'"].join(
            "; ",
          );
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
          if (!/<meta charset="utf-8"\s*\/?>/i.test(html))
            this.error(`${asset.fileName} lacks <meta charset="utf-8" />`);
          asset.source = html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}\n    ${meta}`);
        }
      },
    },
  };
}

/** Manifest by which a page is installed. */
const INSTALLABLE = [
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/icons/180.png" },
];

/** A script of a page's head, as small as the page's own. */
const design = (name: string): string => minifySync(name, readFileSync(join(web, "src/design", name), "utf8")).code;

/** In the head of each page, the widget's too: no other site learns from where its reader came, and no text becomes a script. */
const GUARDS: HtmlTagDescriptor[] = [
  { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
  { tag: "script", children: design("trusted.js"), injectTo: "head" },
];
const widgetPage = (): Plugin => ({
  name: "widget-page",
  transformIndexHtml: { order: "pre", handler: () => GUARDS },
});

/**
 * Puts into each page the script that must run before the first picture, what is said where none may run or where the page's own does
 * not start; the widget's theme is its host's matter.
 */
function everyPage(installable: boolean): Plugin {
  const { noScript, notStarted } = startTexts(import.meta.dirname);
  return {
    name: "every-page",
    transformIndexHtml: {
      order: "pre",
      handler: () => [
        ...GUARDS,
        { tag: "script", children: design("early.js"), injectTo: "head" },
        { tag: "noscript", children: noScript, injectTo: "body" },
        {
          tag: "div",
          attrs: { id: "unstarted", class: "unstarted", role: "alert", hidden: true },
          children: notStarted,
          injectTo: "body",
        },
        ...(installable ? INSTALLABLE.map((attrs) => ({ tag: "link", attrs, injectTo: "head" as const })) : []),
      ],
    },
  };
}

/**
 * Parts that are built by themselves, so that they share no pieces with the pages: the widget, what only developers see, the algorithms and the
 * reader's own, whose few parts would tear what the laboratory opens with into more and larger pieces.
 */
const PAGES: Record<string, readonly string[]> = {
  page: ["index.html"],
  embed: ["embed.html"],
  algorithms: ["algorithms.html"],
  own: ["own.html"],
  components: ["components.html"],
  offline: ["src/offline/worker.ts"],
  ...Object.fromEntries(Object.entries(SINGLE_FILES).map(([mode, page]) => [mode, [page]])),
};

export default defineConfig(({ mode }) => {
  const embed = mode === "embed";
  const early = mode === "page";
  const first = PAGES[mode] === undefined;
  const file = SINGLE_FILES[mode] !== undefined;
  const site = siteOf(process.env.SAWTOOTH_SITE);
  const pages = PAGES[mode] ?? ["index.html", "lessons.html", "figures.html", "builder.html"];
  const input = pages.map((page) => join(web, page));
  return {
    root: web,
    publicDir: join(import.meta.dirname, "public"),
    base: "./",
    // Templates alone: the page defines no elements of its own, so it needs none of lit's.
    define: { "import.meta.env.SINGLE_FILE": file, "import.meta.env.SITE": JSON.stringify(site) },
    resolve: { alias: [{ find: /^lit$/, replacement: "lit/html.js" }] },
    worker: { format: "iife", plugins: () => [bundledPackages()] },
    plugins: [
      wasmModules(import.meta.dirname, embed || file),
      ...(early ? [withoutFigures()] : []),
      figuresData(import.meta.dirname),
      lessonsData(import.meta.dirname),
      algorithmsData(import.meta.dirname, mode === "algorithms"),
      ...(embed
        ? [viteSingleFile(), widgetWords(import.meta.dirname), widgetPage()]
        : [everyPage(first || early || mode === "algorithms" || mode === "own")]),
      ...(first || early ? [engineEarly("index.html")] : []),
      ...(first ? [oembed(import.meta.dirname, site)] : []),
      ...(file ? [viteSingleFile(), singleFile(import.meta.dirname, mode)] : []),
      ...(mode === "offline" ? [keptFilesData(import.meta.dirname)] : []),
      ...(mode === "offline" || mode === "components"
        ? []
        : licences(import.meta.dirname, first || early ? "first" : embed ? "widget" : file ? "file" : "more")),
      contentSecurityPolicy(embed || file ? "file" : "pages"),
    ],
    build: {
      outDir: join(import.meta.dirname, early ? "target/page" : "dist"),
      // The others are built after the pages, into the same folder.
      emptyOutDir: first || early,
      copyPublicDir: first || early,
      target: "es2022",
      modulePreload: { polyfill: false },
      // The measured bytes are those that are sent (scripts/sizes.mjs).
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        ...((first || early) && {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: firstCharts(web, input), debugName: "charts", test: OF_CHARTS }],
            },
          },
        }),
        // The worker's address stays, and it is no module: that runs in older browsers, too.
        ...(mode === "offline" && { output: { entryFileNames: "sw.js", format: "iife" as const } }),
        input,
      },
    },
    server: { port: 5173, strictPort: false },
  };
});

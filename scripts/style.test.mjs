/**
 * Everything that a reader meets keeps to STYLE.md, as far as patterns can tell: words, lessons, pages of algorithms, experiments, messages of the
 * command, documents. The rules and the justified exceptions are data: style-rules.json. Not here: German, and what only a reader can judge.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), "utf8");
/**
 * Files of a folder whose path ends so, with those of its folders if they are asked for.
 * @param {string} folder
 * @param {RegExp} end
 */
const files = (folder, end, recursive = false) =>
  readdirSync(join(root, folder), { recursive, encoding: "utf8" })
    .filter((name) => end.test(name))
    .map((name) => (folder === "." ? name : `${folder}/${name}`))
    .sort();

/** @type {{ rules: { id: string, pattern: string, instead: string }[], exceptions: { file: string, text: string, why: string }[] }} */
const { rules, exceptions } = JSON.parse(read("scripts/style-rules.json"));
const compiled = rules.map((rule) => ({ ...rule, regex: new RegExp(rule.pattern, "gm") }));

/**
 * Every text within a JSON value, with its place.
 * @param {unknown} value
 * @param {string} place
 * @returns {[string, string][]}
 */
function textsIn(value, place) {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, place ? `${place}.${key}` : key));
}

/** Markdown without code, link targets and comments: what is read, with lines kept. @param {string} text */
const prose = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/`[^`\n]*`/g, "`…`");

/** A lesson without the names of its parts, which are published. @param {string} text */
const lesson = (text) =>
  text
    .replace(/^## \[[^\]]*\]/gm, "##")
    .replace(/<saw-[^>]*>/g, "")
    .replace(/"(?:id|cards|right|scenario|flow)": (?:"[^"]*"|\[[^\]]*\])/g, "");

/** Text literals of a Rust source before its tests, without comments. @param {string} source */
function literals(source) {
  const [code = ""] = source.split("#[cfg(test)]\nmod ");
  const texts = code.replace(/^\s*\/\/.*$/gm, "").match(/"(?:[^"\\]|\\[\s\S])*"/g) ?? [];
  return texts.map((text) =>
    text
      .slice(1, -1)
      .replace(/\\\n\s*/g, "")
      .replace(/\\n/g, "\n"),
  );
}

/** Opening comment of a Rust source: its page. @param {string} source */
const opening = (source) =>
  (source.match(/^(?:\/\/!.*\n)+/)?.[0] ?? "")
    .replace(/^\/\/! ?/gm, "")
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""));

/** Comments of a Rust source before its tests, without the help of settings. @param {string} source */
function comments(source) {
  const [code = ""] = source.split("#[cfg(test)]\nmod ");
  return (code.match(/^\s*\/\/.*(?:\n\s*\/\/.*)*(?!\n\s*\w+: [\w<>]+ = )/gm) ?? [])
    .map((text) => text.replace(/^\s*\/\/[/!]? ?/gm, ""))
    .join("\n\n");
}

/** Fields of the generated files and front matter that hold no sentences. */
const NAMES = /\.(?:id|kind|file|key|field|paper|citation|tex|view|series|path|name|ink)$/;

/** @type {[string, string[], (path: string) => [string, string][]][]} */
const AREAS = [
  ["words", files("web/src/i18n/en", /\.json$/), (path) => textsIn(JSON.parse(read(path)), "")],
  [
    "lessons",
    [...files("web/src/lessons/texts", /\.en\.(md|json)$/), ...files("web/src/presenter", /\.en\.json$/)],
    (path) => (path.endsWith(".md") ? [["", prose(lesson(read(path)))]] : textsIn(JSON.parse(read(path)), "")),
  ],
  [
    "pages of algorithms",
    ["cc", "rate", "path", "traffic"].flatMap((folder) => files(`wasm-core/engine/src/${folder}`, /\.rs$/, true)),
    (path) => [["", prose(opening(read(path)))]],
  ],
  [
    "generated texts",
    files("web/src/generated", /^(experiments|pages|settings-words)\.json$/),
    (path) => textsIn(JSON.parse(read(path)), "").filter(([place]) => !NAMES.test(place)),
  ],
  [
    "messages of the command",
    ["cli", "scenario", "measures"].flatMap((crate) => files(`wasm-core/${crate}/src`, /\.rs$/, true)),
    (path) => literals(read(path)).map((text) => ["", text]),
  ],
  [
    "comments",
    [
      ...[
        "cli",
        "scenario",
        "measures",
        "wasm",
        "xtask",
        "engine/src/sim",
        "engine/src/tcp",
        "engine/src/telemetry",
        "engine/src/params",
      ].flatMap((folder) => files(`wasm-core/${folder}`, /\.rs$/, true)),
      ...files("wasm-core/engine/src", /^\w+\.rs$/),
    ].filter((path) => !/\/(tests|examples)\//.test(path)),
    (path) => [["", prose(comments(read(path)))]],
  ],
  [
    "documents",
    [
      ...files(".", /\.md$/),
      ...files("docs", /\.md$/, true),
      ...files("web/src", /(^|\/)README\.md$/, true),
      ...files("examples", /\.(md|html)$/),
      ...files("web/element", /\.md$/),
    ],
    (path) => [["", prose(read(path))]],
  ],
];

/**
 * Breaches in one text.
 * @param {string} text
 * @param {string} path
 */
function breaches(text, path) {
  const plain = text.replace(/\{[^}\s]*\}/g, "{}");
  const allowed = exceptions.filter(({ file }) => path.endsWith(file));
  return compiled.flatMap(({ id, regex, instead }) =>
    [...plain.matchAll(regex)]
      .map((match) => ({
        found: match[0].trim(),
        around: plain.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30),
      }))
      .filter(({ around }) => !allowed.some((exception) => around.includes(exception.text)))
      .map(({ found }) => `${id}: “${found.slice(0, 90)}” → ${instead}`),
  );
}

describe("style", () => {
  for (const [area, paths, textsOf] of AREAS) {
    test(`${area}: no word and no construction that STYLE.md rejects`, () => {
      expect(paths).not.toEqual([]);
      const found = paths.flatMap((path) =>
        textsOf(path).flatMap(([place, text]) => breaches(text, path).map((each) => `${path} ${place} ${each}`)),
      );
      expect(found).toEqual([]);
    });
  }

  test("a planted sentence is found", () => {
    expect(breaches("Much hangs on it.", "a.json")).toHaveLength(1);
    expect(breaches("Who halves its window sends nothing for a while.", "a.json")).toHaveLength(1);
    expect(breaches("`n` is 65; allowed is 1 to 64. The odds are 33 per cent at 10 Mbps.", "a.json")).toHaveLength(4);
    expect(breaches("A student who drags the slider sees {percent} of loss. Allowed: 1 to 64.", "a.json")).toEqual([]);
  });

  test("every exception is needed and has its reason", () => {
    for (const { file, text, why } of exceptions) {
      expect(why, text).not.toBe("");
      const place = AREAS.flatMap(([, paths, textsOf]) => paths.filter((path) => path.endsWith(file)).flatMap(textsOf));
      expect(
        place.some(([, each]) => each.includes(text)),
        `${file}: ${text}`,
      ).toBe(true);
    }
  });
});

/**
 * Lines at which a comment begins with a question's word.
 * @param {string} text
 * @param {string} path
 */
function questions(text, path) {
  const sign = path.endsWith(".py") ? '#+:?|"""' : path.endsWith(".css") ? "/\\*+" : "//[/!]?|/\\*+!?";
  const begins = new RegExp(`^(?:.*\\s)?(?:${sign})\\s*(?:What|Who|Whose)\\s`);
  const follows = path.endsWith(".py") ? /^\s*#/ : /^\s*\/\//;
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    const before = lines[i - 1] ?? "";
    const goesOn = follows.test(line) && follows.test(before) && !/[.:]\s*$|\/\/[/!]?\s*$/.test(before);
    const isOpening = /^\s*\/\*+!?\s*$/.test(before) && /^\s*\*?\s*(?:What|Who|Whose)\s/.test(line);
    return isOpening || (begins.test(line) && !goesOn) ? [`${path}:${i + 1}: ${line.trim()}`] : [];
  });
}

test("no comment begins with What, Who or Whose", () => {
  /** The test reads this file, too: "~" stands for the letter. @param {string} text */
  const named = (text) => text.replaceAll("~", "W");
  expect(questions(named("/**\n * ~hat it is.\n */\nlet a; // ~ho asks.\n/// ~hose it is."), "a.ts")).toHaveLength(3);
  expect(questions(named("// It says\n// ~hat it is.\n/** Rate. ~hat else. */"), "a.ts")).toEqual([]);
  const tracked = execFileSync("git", ["ls-files", "*.ts", "*.mjs", "*.rs", "*.py", "*.css"], {
    cwd: root,
    encoding: "utf8",
  });
  const found = tracked
    .trim()
    .split("\n")
    .flatMap((path) => questions(read(path), path));
  expect(found.join("\n")).toBe("");
});

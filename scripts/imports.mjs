/**
 * Holds the project to the table of imports below (ARCHITECTURE.md draws it), and to what the page never does (write markup from
 * text, evaluate text, ask another host). Reads `use` and `import` lines; no compiler. Node's own modules only. Home-made
 * because no checker of imports reads Rust's modules and the page's folders alike. Prints every line that breaks a rule and ends with code 1. Not here: anything that clippy or Biome can say.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Crates of ours that a crate may depend on. */
const crates = {
  engine: [],
  scenario: ["engine"],
  measures: ["engine", "scenario"],
  experiments: ["engine", "scenario", "measures"],
  sweep: ["engine", "scenario", "measures"],
  cli: ["engine", "scenario", "measures", "experiments", "sweep"],
  wasm: ["engine", "scenario", "measures"],
  "wasm-figures": ["scenario", "measures", "experiments", "sweep"],
  testing: ["engine", "scenario"],
  xtask: ["engine", "scenario", "measures", "sweep", "experiments", "testing"],
};
/** Crates of others; a crate that is not listed here may use any. */
const foreignCrates = { engine: ["libm", "ambassador"] };

const pure = ["units", "math", "ring", "formulas", "params", "random", "observe", "ecn"];
/**
 * Modules of the engine that a module may name (its own always), each only ones above itself: no two modules name each
 * other, not even by way of a third.
 * @type {Record<string, string[]>}
 */
const engine = {
  math: [],
  ring: [],
  units: ["math"],
  formulas: ["math"],
  random: ["units", "math"],
  observe: ["units", "math"],
  params: ["units", "observe"],
  ecn: ["params"],
  digest: ["units"],
  event_queue: ["units", "math", "ring"],
  slow_start: pure,
  decisions: ["observe"],
  host: [...pure, "slow_start", "decisions"],
  path: pure,
  traffic: pure,
  cc: [...pure, "host", "slow_start"],
  tcp: [...pure, "host", "slow_start", "decisions", "cc"],
  rate: [...pure, "host", "cc", "tcp"],
  scenario: [...pure, "host", "path", "traffic", "cc", "tcp", "rate"],
  sim: [...pure, "digest", "event_queue", "host", "path", "traffic", "cc", "tcp", "rate", "scenario"],
  picture: [...pure, "path", "scenario", "sim"],
  telemetry: [...pure, "host", "path", "scenario", "sim", "picture"],
};

/**
 * Parts of `cc` that a module outside it may name besides the contract and the list: no algorithm but these.
 * @type {Record<string, string[]>}
 */
const algorithms = {
  rate: ["aimd"], // the relation of increase and decrease, which RAP shares
};

const leaves = ["generated", "i18n", "design"];
/** Below a page that shows a run. */
const showing = [...leaves, "engine", "settings", "session", "ui", "controls", "run_view"];
/**
 * Folders of the page that a folder may import (its own always), or single files of one, and the packages it may use. Each
 * names only folders above itself: no two folders need each other, not even by way of a third.
 * @type {Record<string, { folders: string[], packages?: RegExp }>}
 */
const page = {
  generated: { folders: [], packages: /^$/ },
  i18n: { folders: [], packages: /^$/ },
  design: { folders: ["generated", "i18n"], packages: /^$/ },
  engine: { folders: ["generated", "i18n"], packages: /^$/ },
  settings: { folders: leaves, packages: /^$/ },
  plot: { folders: ["i18n", "design"], packages: /^d3-/ },
  session: { folders: [...leaves, "engine", "settings"], packages: /^virtual:/ },
  ui: { folders: [...leaves, "engine/client.ts"], packages: /^(lit|qrcode-generator)/ },
  charts: {
    folders: [
      ...leaves,
      "engine/protocol.ts",
      "engine/frames.ts",
      "engine/formulas.ts",
      "session/run-facts.ts",
      "ui/dialog.ts",
      "ui/dom.ts",
      "ui/frame-scheduler.ts",
      "ui/menu.ts",
      "plot",
    ],
    packages: /^(lit|d3-)/,
  },
  path: {
    folders: [...leaves, "engine/protocol.ts", "session/run-facts.ts", "ui/frame-scheduler.ts", "plot"],
    packages: /^d3-/,
  },
  address: { folders: [...leaves, "session", "ui/storage.ts", "charts/registry.ts"], packages: /^fflate/ },
  hand_in: {
    folders: [...leaves, "engine/protocol.ts", "session", "ui", "address", "../../package.json"],
    packages: /^lit/,
  },
  offline: { folders: [...leaves, "ui"], packages: /^(lit|workbox-precaching|virtual:)/ },
  controls: {
    folders: [...leaves, "engine/protocol.ts", "engine/formulas.ts", "settings", "session", "plot", "charts", "ui"],
    packages: /^(lit|d3-)/,
  },
  why: { folders: [...leaves, "engine/protocol.ts", "session", "plot", "charts"], packages: /^$/ },
  ensemble: {
    folders: [
      ...leaves,
      "engine/module.ts",
      "engine/protocol.ts",
      "session/run-facts.ts",
      "plot",
      "charts",
      "offline/busy.ts",
    ],
    packages: /^d3-/,
  },
  plot_view: {
    folders: [...leaves, "plot", "ensemble/types.ts", "ui/dom.ts", "ui/frame-scheduler.ts"],
    packages: /^d3-/,
  },
  run_view: {
    folders: [
      ...leaves,
      "engine",
      "settings",
      "session",
      "plot",
      "charts",
      "path",
      "ui",
      "controls",
      "offline/busy.ts",
    ],
    packages: /^(lit|d3-)/,
  },
  compare: {
    folders: [...showing, "plot", "charts", "path"],
    packages: /^lit/,
  },
  vary: {
    folders: [
      ...[...leaves, "engine/protocol.ts", "engine/trace-files.ts", "settings", "session", "plot", "ensemble"],
      ...["plot_view", "ui", "../../package.json"],
    ],
    packages: /^(lit|d3-)/,
  },
  search: { folders: [...leaves, "ui"], packages: /^(lit|@leeoniya\/ufuzzy)/ },
  shell: { folders: [...leaves, "session", "ui", "address", "offline"], packages: /^lit/ },
  text_editor: { folders: leaves, packages: /^@(codemirror|lezer)\// },
  builder: {
    folders: [
      ...leaves,
      "settings",
      "session",
      "ui",
      "address",
      "controls/control-names.ts",
      "charts/registry.ts",
      "shell",
      "offline/schedule.ts",
    ],
    packages: /^lit/,
  },
  widget: {
    folders: [...showing, "charts", "address", "compare"],
    packages: /^lit/,
  },
  components: {
    folders: [...leaves, "engine/protocol.ts", "session/run-facts.ts", "ui/frame-scheduler.ts", "path", "controls"],
    packages: /^lit/,
  },
  figures: {
    folders: [...leaves, "plot", "session", "ensemble", "plot_view", "ui", "address", "shell", "../../package.json"],
    packages: /^(lit|d3-|virtual:)/,
  },
  lessons: {
    folders: [
      ...[...showing, "plot", "charts/chart.ts", "address", "compare", "hand_in", "shell"],
      ...["offline/single-files.ts", "text_editor", "../../package.json"],
    ],
    packages: /^(lit|d3-|virtual:|marked$|valibot$|jsonc-parser$|@noble\/hashes\/|@codemirror\/lang-(markdown|yaml)$)/,
  },
  algorithms: {
    folders: [...leaves, "settings", "session", "plot", "ui", "address", "controls", "shell"],
    packages: /^(lit|d3-|virtual:)/,
  },
  "own_algorithm/editor": { folders: [...leaves, "text_editor"], packages: /^@(codemirror|lezer)\// },
  "own_algorithm/programs": { folders: ["i18n"], packages: /^$/ },
  "own_algorithm/sandbox": { folders: ["engine", "session"], packages: /^quickjs-wasi/ },
  own_algorithm: {
    folders: [
      ...[...leaves, "engine", "session", "ui", "address", "controls", "run_view", "shell"],
      ...["charts/registry.ts", "offline/busy.ts"],
    ],
    packages: /^lit/,
  },
  presenter: {
    folders: [...showing, "charts/chart.ts", "charts/registry.ts", "address", "compare", "shell"],
    packages: /^lit/,
  },
  laboratory: {
    folders: [
      ...showing,
      "plot",
      "charts",
      "path",
      "address",
      "compare",
      "hand_in",
      "why",
      "ensemble",
      "vary",
      "search",
      "shell",
      "offline",
      "../../package.json",
    ],
    packages: /^(lit|d3-|virtual:(lesson|figures)-titles)/,
  },
  // The entry joins the two: the laboratory knows a presenter, and the presenter a laboratory, by an interface of its own.
  "laboratory/main.ts": {
    folders: [
      ...leaves,
      "engine",
      "ui",
      "address",
      "offline/schedule.ts",
      "laboratory",
      "controls/sidebar.ts",
      "charts/stack.ts",
      "presenter/presenting.ts",
    ],
    packages: /^$/,
  },
};

/** The folder that each built WebAssembly belongs to. */
const modules = new Map([
  ["pkg", ["engine", "own_algorithm/sandbox"]],
  ["pkg-figures", ["ensemble"]],
]);

/** Files that name what is forbidden because they refuse it to others, and their tests. */
const refusing = /^own_algorithm\/sandbox\/(quickjs|faults\.test)\.ts$/;

/**
 * Texts that no file of the page has, and why; `but`: the one file that does.
 * @type {{ pattern: RegExp, why: string, but?: string }[]}
 */
const forbidden = [
  {
    pattern: /\b(innerHTML|outerHTML|insertAdjacentHTML)\b|\bunsafeHTML\b|document\.write\b/,
    why: "markup is never made from text",
  },
  { pattern: /\beval\s*\(|\bnew Function\b/, why: "text is never run" },
  {
    pattern: /\.attr\(\s*["']style["']|setAttribute\(\s*["']style["']|<[a-z][^>]*\sstyle=/,
    why: "the policy refuses it; set element.style",
  },
  { pattern: /\bMath\.random\b/, why: "luck comes from the engine, by seed" },
  {
    pattern: /\bfetch\s*\(\s*["'`]\w+:\/\/|\b(XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/,
    why: "no other host is asked",
  },
  {
    pattern: /\b(request|cancel)AnimationFrame\b/,
    why: "frames come from the scheduler",
    but: "ui/frame-scheduler.ts",
  },
  { pattern: /(src|href)\s*=\s*["'`]https?:\/\/(?!www\.w3\.org)/, why: "no other host is asked" },
];

/** @type {string[]} */
const findings = [];
const report = (/** @type {string} */ file, /** @type {number} */ line, /** @type {string} */ text) =>
  findings.push(`${relative(root, file)}:${line}: ${text}`);

/** All files of a folder with this ending. */
function filesOf(/** @type {string} */ folder, /** @type {RegExp} */ ending) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => ending.test(name)).map((name) => join(folder, name));
}

/** Lines with their numbers, comments blanked. */
function linesOf(/** @type {string} */ text) {
  const blank = (/** @type {string} */ comment) => comment.replace(/[^\n]/g, " ");
  return text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .split("\n")
    .map((line, index) => ({ line: line.replace(/(^|\s)\/\/.*$/, "$1"), number: index + 1 }));
}

/** Whether `name` (`path::queue::Limit`) lies within one of the allowed modules. */
const within = (/** @type {string} */ name, /** @type {string[]} */ allowed) =>
  allowed.some((one) => one === "*" || name === one || name.startsWith(`${one}::`) || one.startsWith(`${name}::`));

/** `[dependencies]` of each crate. */
function checkCrates() {
  for (const [crate, allowed] of Object.entries(crates)) {
    const file = join(root, "wasm-core", crate, "Cargo.toml");
    if (!existsSync(file)) continue;
    let section = "";
    for (const { line, number } of linesOf(readFileSync(file, "utf8"))) {
      section = /^\[(.+)\]/.exec(line)?.[1] ?? section;
      const name = /^([\w-]+)[\s.=]/.exec(line)?.[1];
      if (section !== "dependencies" || !name) continue;
      const ours = /^sawtooth-(\w+)$/.exec(name)?.[1];
      const foreign = foreignCrates[/** @type {keyof typeof foreignCrates} */ (crate)];
      const bad = ours ? !(/** @type {string[]} */ (allowed).includes(ours)) : foreign && !foreign.includes(name);
      if (bad) report(file, number, `crate ${crate} may not depend on ${name}`);
    }
  }
}

/** `use crate::…` within the engine. Tests may name anything. */
function checkEngine() {
  const source = join(root, "wasm-core/engine/src");
  const order = Object.keys(engine);
  for (const [own, allowed] of Object.entries(engine))
    for (const name of allowed)
      if (order.indexOf(name) >= order.indexOf(own))
        report(source, 0, `${own} may not stand above ${name} in the table`);
  for (const file of filesOf(source, /\.rs$/)) {
    const parts = relative(source, file).replace(/\.rs$/, "").split(sep);
    const own = parts[0] ?? "";
    if (own === "lib" || parts.includes("tests") || parts.includes("testing")) continue;
    const text = shippedOf(file);
    const lineAt = (/** @type {number} */ index) => text.slice(0, index).split("\n").length;
    for (const { 1: variant, index } of text.matchAll(/\bAlgorithm::([A-Z]\w*)\b(?!::)/g))
      if (own !== "cc") report(file, lineAt(index), `${own} may not name Algorithm::${variant}`);
    for (const { path, index } of pathsIn(text, moduleOf(source, file))) {
      const name = path.filter((part) => /^[a-z_]/.test(part)).join("::");
      if (name === "" || path[0] === own) continue;
      if (!within(name, engine[own] ?? [])) report(file, lineAt(index), `${own} may not see ${name}`);
      if (path[0] === "cc" && path[1] && /^[a-z_]/.test(path[1]) && !algorithms[own]?.includes(path[1]))
        report(file, lineAt(index), `${own} may not name cc::${path[1]}`);
    }
  }
}

/** Imports within the page, and what no file of it says. Tests, and what they share in `testing`, may import anything. */
function checkPage() {
  const source = join(root, "web/src");
  const order = Object.keys(page);
  for (const [own, { folders }] of Object.entries(page))
    for (const name of folders) {
      const folder = name.split("/")[0] ?? "";
      if (folder !== ".." && order.indexOf(folder) >= order.indexOf(own))
        report(source, 0, `${own} may not stand above ${folder} in the table`);
    }
  for (const file of filesOf(source, /\.ts$/)) {
    const path = relative(source, file).split(sep).join("/");
    const [folder = "", inner = ""] = path.split("/");
    const own = page[`${folder}/${inner}`] ? `${folder}/${inner}` : folder;
    const rules = page[own];
    const text = readFileSync(file, "utf8");
    if (!rules && path.includes("/")) report(file, 1, `folder ${own} is unknown to scripts/imports.mjs`);
    for (const { line, number } of linesOf(text)) {
      for (const { pattern, why, but } of forbidden)
        if (!refusing.test(path) && path !== but && pattern.test(line))
          report(file, number, `${line.trim()}  <- ${why}`);
    }
    if (!rules || /\.test\.ts$|\/testing\//.test(path)) continue;
    for (const { specifier, number } of importsIn(text)) {
      if (!specifier.startsWith(".")) {
        if (rules.packages && !rules.packages.test(specifier))
          report(file, number, `${own} may not use the package ${specifier}`);
        continue;
      }
      const target = relative(source, join(dirname(file), specifier))
        .split(sep)
        .join("/");
      const module = /^\.\.\/(pkg(?:-\w+)?)\//.exec(target)?.[1];
      const good = module
        ? modules.get(module)?.includes(own)
        : target.startsWith(`${own}/`) ||
          rules.folders.some((one) => one === "*" || target === one || target.startsWith(`${one}/`));
      if (!good) report(file, number, `${own} may not import ${target}`);
    }
  }
}

/** Imports of a script, and their lines. */
function importsIn(/** @type {string} */ text) {
  return linesOf(text).flatMap(({ line, number }) =>
    [...line.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["']([\w@:./-]+)["'?]/g)].map(([, specifier = ""]) => ({
      specifier,
      number,
    })),
  );
}

/** Scripts in one folder, tests aside, with the files that each imports. */
function importsOf(/** @type {string} */ folder) {
  const files = filesOf(join(root, folder), /\.(ts|mjs)$/).filter((file) => !/\.test\.(ts|mjs)$/.test(file));
  return new Map(
    files.map((file) => {
      const named = importsIn(readFileSync(file, "utf8")).filter(({ specifier }) => specifier.startsWith("."));
      return [file, named.map(({ specifier }) => join(dirname(file), specifier))];
    }),
  );
}

/** The module of a Rust file: its path within `src`, without `mod`; the crate's root is empty. */
function moduleOf(/** @type {string} */ source, /** @type {string} */ file) {
  const parts = relative(source, file).replace(/\.rs$/, "").split(sep);
  return /^(mod|lib|main)$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts;
}

/** A Rust file's text without its tests and comments. */
function shippedOf(/** @type {string} */ file) {
  const shipped = readFileSync(file, "utf8").split(/^#\[cfg\(test\)\]/m)[0] ?? "";
  return linesOf(shipped)
    .map(({ line }) => line)
    .join("\n");
}

/** The paths that Rust names by `crate::`, `super::` or `self::`, each from the crate's root, groups taken apart, and where. */
function pathsIn(/** @type {string} */ text, /** @type {string[]} */ own) {
  /** @type {{ path: string[], index: number }[]} */
  const paths = [];
  let [at, begun] = [0, 0];
  const read = (/** @type {string[]} */ before) => {
    if (text[at] === "{") {
      do {
        at += 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0);
        read(before);
        at += /^(\s+as\s+\w+)?\s*/.exec(text.slice(at))?.[0].length ?? 0;
      } while (text[at] === ",");
      at += 1;
      return;
    }
    const name = /^\w*/.exec(text.slice(at))?.[0] ?? "";
    at += name.length || (text[at] === "*" ? 1 : 0);
    const path = name === "super" ? before.slice(0, -1) : name === "self" ? before : [...before, name];
    if (text[at] === "!") return; // a macro has no module
    if (!/^::[\w{*]/.test(text.slice(at))) return void paths.push({ path, index: begun });
    at += 2;
    read(path);
  };
  for (const { 0: word, index } of text.matchAll(/(?<![\w$:])(?:crate(?=::)|(?:super|self)(?=::))/g)) {
    if (index < at) continue;
    at = begun = index;
    if (word === "crate") at += "crate::".length;
    read(word === "crate" ? [] : own);
  }
  return paths;
}

/**
 * The Rust files of a crate, tests aside, with the files that each names. A module and those within it are read together, so what
 * they name of each other is no import.
 */
function importsOfCrate(/** @type {string} */ crate) {
  const source = join(root, "wasm-core", crate, "src");
  const files = filesOf(source, /\.rs$/).filter((file) => !/[\\/](tests|testing)(\.rs|[\\/])/.test(file));
  const modules = new Map(files.map((file) => [moduleOf(source, file).join("::"), file]));
  const holds = (/** @type {string[]} */ one, /** @type {string[]} */ other) =>
    one.every((part, place) => part === other[place]);
  return new Map(
    files.map((file) => {
      const own = moduleOf(source, file);
      const named = pathsIn(shippedOf(file), own).map(({ path }) => {
        while (path.length > 0 && !modules.has(path.join("::"))) path = path.slice(0, -1);
        return path;
      });
      const others = named.filter((path) => !holds(path, own) && !holds(own, path));
      return [file, [...new Set(others.map((path) => modules.get(path.join("::")) ?? ""))]];
    }),
  );
}

/**
 * Each folder of the page says what lives in it, what does not, and who imports it. With `--write` the line on who imports it
 * is written anew.
 */
function checkReadmes(/** @type {Map<string, string[]>} */ imports) {
  const source = join(root, "web/src");
  const folderOf = (/** @type {string} */ file) => relative(source, file).split(sep)[0] ?? "";
  const folders = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(folders.map((folder) => [folder, new Set()]));
  for (const [file, targets] of imports) {
    if (/[\\/]testing[\\/]/.test(file)) continue;
    for (const target of targets)
      if (folders.includes(folderOf(file)) && folderOf(target) !== folderOf(file))
        importers.get(folderOf(target))?.add(folderOf(file));
  }
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  for (const folder of folders)
    if (!architecture.includes(`| \`${folder}\` |`))
      report(join(root, "ARCHITECTURE.md"), 0, `does not list ${folder}`);
  const list = (/** @type {string[]} */ names) => names.map((name) => `\`${name}\``).join(", ");
  for (const [folder, by] of importers) {
    const readme = join(source, folder, "README.md");
    if (!existsSync(readme)) {
      report(join(source, folder), 0, "has no README.md");
      continue;
    }
    const others = folders.filter((name) => name !== folder && !by.has(name));
    const named =
      by.size === 0 ? "nobody" : by.size <= others.length ? list([...by].sort()) : `all but ${list(others)}`;
    const line = `- **Imported by:** ${named}. \`scripts/imports.mjs\` has what it may import.`;
    const text = readFileSync(readme, "utf8");
    const right = text.replace(/^- \*\*Imported by:\*\* .*$/m, line);
    if (process.argv.includes("--write")) writeFileSync(readme, right);
    else if (!text.includes(line)) report(readme, 0, `does not say who imports it: node scripts/imports.mjs --write`);
  }
}

/** Files import each other in one direction, types included: a circle has no place where reading can begin. */
function checkCircles(/** @type {string} */ folder, /** @type {Map<string, string[]>} */ imports) {
  const source = join(root, folder);
  // Depth first: a file that is met again while its own imports are being followed closes a circle.
  /** @type {Map<string, "open" | "done">} */
  const seen = new Map();
  /** @type {string[]} */
  const way = [];
  const follow = (/** @type {string} */ file) => {
    const state = seen.get(file);
    if (state === "done" || !imports.has(file)) return;
    if (state === "open") {
      const circle = [...way.slice(way.indexOf(file)), file].map((each) => relative(source, each));
      report(file, 1, `imports in a circle: ${circle.join(" -> ")}`);
      return;
    }
    seen.set(file, "open");
    way.push(file);
    for (const each of imports.get(file) ?? []) follow(each);
    way.pop();
    seen.set(file, "done");
  };
  for (const file of imports.keys()) follow(file);
}

/** Source files that comments name: each must be there, under that name or as the end of a path. */
function checkNames() {
  const files = ["wasm-core", "web/src", "web/element", "scripts", "bench", "e2e"].flatMap((folder) =>
    filesOf(join(root, folder), /\.(rs|ts|mjs)$/).filter(
      (file) => !/[\\/](node_modules|target|frozen)[\\/]/.test(file),
    ),
  );
  const there = files.map((file) => `/${relative(root, file).split(sep).join("/")}`);
  for (const file of files) {
    if (/generated/.test(file)) continue;
    for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
      const comment = /^\s*(?:\/\/|\/?\*)(.*)$/.exec(line)?.[1] ?? /\s\/\/\s(.*)$/.exec(line)?.[1] ?? "";
      for (const [, name = ""] of comment.matchAll(/[`(\s]([\w][\w/.-]*\.(?:rs|ts|mjs))\b/g))
        if (!there.some((path) => path.endsWith(`/${name}`)))
          report(file, index + 1, `a comment names ${name}, which is not there`);
    }
  }
}

checkCrates();
checkEngine();
checkPage();
const imports = importsOf("web/src");
checkCircles("web/src", imports);
checkCircles("scripts", importsOf("scripts"));
for (const crate of Object.keys(crates)) checkCircles(`wasm-core/${crate}/src`, importsOfCrate(crate));
checkReadmes(imports);
checkNames();
if (findings.length > 0) {
  console.error(findings.join("\n"));
  console.error(`\n${findings.length} lines break the rules of scripts/imports.mjs.`);
  process.exit(1);
}

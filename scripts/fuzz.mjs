/**
 * `npm run fuzz -- [TARGET] [--seconds N]`: runs the fuzz targets (all of them, or one), ten minutes each unless said
 * otherwise, one process at a time. What a target finds is left in `wasm-core/fuzz/artifacts`; what is new in coverage
 * grows outside the repository, in `target/fuzz`. Node's own modules only.
 * Home-made around cargo-fuzz, which runs one target at a time and makes no dictionary of a schema.
 * Not here: the targets (wasm-core/testing).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "wasm-core/fuzz");
const targets = readdirSync(join(folder, "fuzz_targets")).map((file) => file.replace(/\.rs$/, ""));

/** Longest input of a target, in bytes: a document with everything, a scenario with all its choices. */
const lengths = /** @type {Record<string, number>} */ ({ scenario: 6000, run: 600 });

/** Every name and word of the schema, as libFuzzer reads a dictionary. */
function dictionary() {
  const words = new Set(["null", "true", "false", '":', ',"', "at_s", "path", "value"]);
  const walk = (/** @type {unknown} */ node) => {
    if (typeof node === "string" && /^[\w.]{1,40}$/.test(node)) words.add(node);
    if (typeof node !== "object" || node === null) return;
    for (const [name, inner] of Object.entries(node)) {
      if (name === "properties" && typeof inner === "object" && inner !== null)
        for (const property of Object.keys(inner)) words.add(property);
      if (name !== "description") walk(inner);
    }
  };
  walk(JSON.parse(readFileSync(join(root, "web/src/generated/schema.json"), "utf8")));
  return [...words].map((word) => `"${word.replaceAll(/["\\]/g, "\\$&")}"`).join("\n");
}

const options = process.argv.slice(2);
const at = options.indexOf("--seconds");
const seconds = at < 0 ? 600 : Number(options.splice(at, 2)[1]);
const unknown = options.find((option) => !targets.includes(option));
if (unknown !== undefined || !(seconds > 0)) {
  console.error(`Usage: npm run fuzz -- [${targets.join(" | ")}] [--seconds N]`);
  process.exit(2);
}
const environment = { ...process.env };
// The folder's own toolchain holds, not the one that runs this script.
delete environment.RUSTUP_TOOLCHAIN;
const cargo = (/** @type {string[]} */ ...args) =>
  spawnSync("cargo", args, { cwd: folder, stdio: "inherit", env: environment }).status;
if (spawnSync("cargo", ["fuzz", "--version"], { cwd: folder, env: environment }).status !== 0) {
  console.error("Missing: cargo-fuzz. Install it with: cargo install cargo-fuzz --version 0.13.2 --locked");
  process.exit(2);
}
const grown = join(root, "target/fuzz");
mkdirSync(grown, { recursive: true });
writeFileSync(join(grown, "scenario.dict"), dictionary());
for (const target of options.length > 0 ? options : targets) {
  const corpus = join(grown, target);
  mkdirSync(corpus, { recursive: true });
  // The engine has no unsafe code: without the address sanitiser the same time tries more.
  const build = [
    "run",
    "--fuzz-dir",
    ".",
    "--sanitizer",
    "none",
    "--target-dir",
    join(root, "target/fuzz/build"),
    target,
  ];
  const limits = [`-max_total_time=${seconds}`, `-max_len=${lengths[target] ?? 4096}`, "-print_final_stats=1"];
  const words = target === "scenario" ? [`-dict=${join(grown, "scenario.dict")}`] : [];
  const status = cargo("fuzz", ...build, corpus, join("corpus", target), "--", ...limits, ...words);
  if (status !== 0) process.exit(status ?? 1);
}

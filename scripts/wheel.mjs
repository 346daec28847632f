/**
 * `node scripts/wheel.mjs FOLDER`: installs the wheel of a folder in an empty environment, without an index and so with nothing else, and
 * runs the README's lines of Python there: their digest must be the frozen one of the command and of the page. Node's own modules only.
 * Home-made because pip and pytest check a wheel beside other packages, not alone.
 * Not here: the tests of the package (python.mjs).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandFailed, command } from "./command.mjs";
import { make, programOf } from "./python-environment.mjs";
import { root } from "./setup.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/** The README's example: its first block of Python. */
export function example(readme = read("README.md")) {
  const block = /^```python\n([\s\S]*?)^```$/m.exec(readme)?.[1];
  if (!block) throw new CommandFailed("README.md has no block of Python");
  return block;
}

/** The frozen digests of the preset with which the laboratory begins: by the command, and by the page. */
export function frozenDigests() {
  const native = /^preset cdg_beside_newreno \{"digest":"(\w{16})"/m.exec(read("e2e/frozen/native/runs.txt"))?.[1];
  const page = /"digest": "(\w{16})"/.exec(read("e2e/frozen/pages/exports/laboratory.en.txt"))?.[1];
  return { native, page };
}

/** Installs the wheel and runs the example. Resolves with what it prints, or with `not run:` and why. */
export async function alone(/** @type {string} */ wheels) {
  const wheel = readdirSync(wheels).find((name) => name.endsWith(".whl"));
  if (!wheel) throw new CommandFailed(`${wheels} has no wheel`);
  const empty = mkdtempSync(join(tmpdir(), "sawtooth-"));
  try {
    const environment = join(empty, "venv");
    const missing = await make(environment);
    if (missing) return missing;
    const program = programOf(environment, "python");
    const install = ["install", "--quiet", "--no-index", "--disable-pip-version-check", resolve(wheels, wheel)];
    await command(program, ["-m", "pip", ...install], { cwd: empty });
    writeFileSync(join(empty, "example.py"), example());
    const said = await command(program, ["-I", "example.py"], { cwd: empty });
    const { native, page } = frozenDigests();
    if (native === undefined || native !== page || !said.split(/\s+/).includes(native)) {
      throw new CommandFailed(`${said}\nThe frozen digests are ${native} (command) and ${page} (page).`);
    }
    return said;
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.length !== 3) {
    console.error("Usage: node scripts/wheel.mjs FOLDER");
    process.exit(2);
  }
  const said = await alone(process.argv[2] ?? "");
  console.log(said);
  // A caller that asks for this alone wants an answer.
  if (said.startsWith("not run")) process.exit(1);
}

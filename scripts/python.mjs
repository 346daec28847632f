/**
 * The Python package's tests: the wheel built by maturin and installed in an environment of its own, pytest, mypy.
 * Home-made because tox and nox would themselves need installing; each step is one command.
 * Not here: the second level, `npm test -- python` (python-steps.mjs), the environment (python-environment.mjs), what is tested
 * (`python/tests`).
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CommandFailed, command } from "./command.mjs";
import { folder, install, installWheel, programOf } from "./python-environment.mjs";
import { pythonPages } from "./python-pages.mjs";
import { root } from "./setup.mjs";

export const environment = join(folder, ".venv");
export const inside = (/** @type {string} */ program) => programOf(environment, program);

/** Packages that the tests need beside the wheel. Exact, so that a new version is a deliberate change. */
const TOOLS = [
  "maturin==1.16.0",
  "pytest==9.2.0",
  "pyarrow==25.0.1; python_version < '3.11'", // the last one for Python 3.10
  "pyarrow==26.0.1; python_version >= '3.11'",
  "mypy==2.4.1",
  "typing_extensions==4.16.0",
  "anywidget==0.11.0",
];

/** Where the wheel is built. */
export const wheels = join(folder, "target", "wheels");

/** Builds the wheel. Resolves with its path. */
async function wheel() {
  rmSync(wheels, { recursive: true, force: true });
  const build = ["build", "--quiet", "--locked", "--interpreter", inside("python"), "--out", wheels];
  await command(inside("python"), ["-m", "maturin", ...build], { cwd: folder });
  const [file] = readdirSync(wheels);
  if (!file) throw new CommandFailed("maturin built no wheel");
  return join(wheels, file);
}

/** Runs a module of Python from within the tests: beside them lies the package without its module. */
function fromTests(/** @type {string[]} */ ...args) {
  // As `test:rust:build`, or `npm test -- python`, has built it.
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const program = join(target, "debug", process.platform === "win32" ? "sawtooth.exe" : "sawtooth");
  return command(inside("python"), ["-m", ...args], { cwd: join(folder, "tests"), env: { SAWTOOTH: program } });
}

/** Runs tests: arguments of pytest. */
export const testsOf = (/** @type {string[]} */ ...args) =>
  fromTests("pytest", "-q", "-p", "no:cacheprovider", ...args);

/** Checks the tests' types against the installed package, as its users' type checkers see it. */
export const types = (/** @type {string[]} */ ...args) => fromTests("mypy", "--strict", ...args, ".");

/** Builds and tests the wheel. Resolves with what was said, or with `not run:` and why. */
export async function python() {
  const missing = await install(environment, TOOLS);
  if (missing) return missing;
  pythonPages();
  await installWheel(environment, await wheel());
  const said = await testsOf(".");
  // Files whose libraries the second level installs are checked there.
  return said + (await types("--exclude", "notebooks/|test_plot"));
}

if (process.argv[1] === import.meta.filename) console.log(await python());

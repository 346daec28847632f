/**
 * The Python package's tests: an environment of its own in `python/.venv`, the wheel built by maturin and installed there, pytest. Not here:
 * notebooks, clusters (`npm test -- python`), what is tested (`python/tests`).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pythonPages } from "./python-pages.mjs";
import { root } from "./setup.mjs";
import { CommandFailed, command } from "./steps.mjs";

const folder = join(root, "python");
const environment = join(folder, ".venv");
const inside = (/** @type {string} */ program) =>
  process.platform === "win32" ? join(environment, "Scripts", `${program}.exe`) : join(environment, "bin", program);

/** What the tests need beside the wheel. Exact, so that a new version is a deliberate change. */
const TOOLS = [
  "maturin==1.16.0",
  "pytest==9.2.0",
  "pyarrow==26.0.1",
  "mypy==2.4.1",
  "typing_extensions==4.16.0",
  "anywidget==0.11.0",
];
const OLDEST = { major: 3, minor: 10 };

/** The first Python that is new enough and can make an environment; null if there is none. */
export function findPython() {
  const asks = "import sys, venv, ensurepip; print(*sys.version_info[:2])";
  for (const name of ["python3", "python"]) {
    const answer = spawnSync(name, ["-c", asks], { encoding: "utf8" });
    const [major = 0, minor = 0] = (answer.stdout ?? "").trim().split(" ").map(Number);
    if (answer.status === 0 && (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor))) return name;
  }
  return null;
}

/** Builds and tests the wheel. Resolves with what was said, or with `not run:` and why. */
export async function python() {
  const found = findPython();
  if (!found) return `not run: no Python ${OLDEST.major}.${OLDEST.minor} or newer with venv and ensurepip`;
  if (!existsSync(inside("python"))) {
    rmSync(environment, { recursive: true, force: true });
    await command(found, ["-m", "venv", environment]);
  }
  const py = (/** @type {string[]} */ ...args) => command(inside("python"), args, { cwd: folder });
  await py("-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...TOOLS);
  pythonPages();
  const wheels = join(folder, "target", "wheels");
  rmSync(wheels, { recursive: true, force: true });
  await py("-m", "maturin", "build", "--quiet", "--locked", "--interpreter", inside("python"), "--out", wheels);
  const [wheel] = readdirSync(wheels);
  if (!wheel) throw new CommandFailed("maturin built no wheel");
  const install = ["install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps"];
  await py("-m", "pip", ...install, join(wheels, wheel));
  // As the tests of Rust have built it.
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const program = join(target, "debug", process.platform === "win32" ? "sawtooth.exe" : "sawtooth");
  // From within the tests: beside them lies the package without its module.
  const options = { cwd: join(folder, "tests"), env: { SAWTOOTH: program } };
  const said = await command(inside("python"), ["-m", "pytest", "-q", "-p", "no:cacheprovider", "."], options);
  // The installed package, as its users' type checkers see it.
  return said + (await command(inside("python"), ["-m", "mypy", "--strict", "."], options));
}

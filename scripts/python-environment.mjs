/**
 * Python for tests: which one, an environment of its own in `python/.venv`, and what is installed there. Node's own modules only.
 * Home-made because uv and tox must be installed first, and do not tell a missing index from a missing package.
 * Not here: what is tested (python.mjs).
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CommandFailed, command } from "./command.mjs";
import { root } from "./setup.mjs";

/** The package's folder. */
export const folder = join(root, "python");
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

/** A program of an environment. */
export const programOf = (/** @type {string} */ environment, /** @type {string} */ name) =>
  process.platform === "win32" ? join(environment, "Scripts", `${name}.exe`) : join(environment, "bin", name);

/** Runs pip in an environment. */
const pipOf =
  (/** @type {string} */ environment) =>
  (/** @type {string[]} */ ...args) =>
    command(programOf(environment, "python"), ["-m", "pip", "--disable-pip-version-check", ...args], { cwd: folder });

/** Makes an environment, unless it is there. Resolves with why there is none, or with null. */
export async function make(/** @type {string} */ environment) {
  const found = findPython();
  if (!found) return `not run: no Python ${OLDEST.major}.${OLDEST.minor} or newer with venv and ensurepip`;
  if (existsSync(programOf(environment, "python"))) return null;
  rmSync(environment, { recursive: true, force: true });
  await command(found, ["-m", "venv", environment]);
  return null;
}

/**
 * Installs requirements. Resolves with why that cannot be done here, if no package index answers, or with null. A requirement that an index
 * does not have, or a package that does not build, is a failure.
 * @param {string[]} requirements
 * @param {(...args: string[]) => Promise<string>} pip
 */
export async function installBy(pip, requirements) {
  try {
    await pip("install", "--quiet", ...requirements);
    return null;
  } catch (error) {
    const name = /^[\w.-]+/.exec(requirements[0] ?? "")?.[0] ?? "pip";
    const answers = await pip("index", "--retries", "0", "versions", name).then(
      () => true,
      () => false,
    );
    if (answers || !(error instanceof CommandFailed)) throw error;
    // The last line is the command's.
    const last = error.message
      .trim()
      .split("\n")
      .slice(0, -1)
      .findLast((line) => line.trim() !== "");
    return `not run: pip reaches no package index and cannot install ${name} (${last?.trim()})`;
  }
}

/** The same in an environment, made if it is missing. */
export async function install(/** @type {string} */ environment, /** @type {string[]} */ requirements) {
  return (await make(environment)) ?? (await installBy(pipOf(environment), requirements));
}

/** Installs a wheel's file over an earlier one, and nothing that it could use. */
export const installWheel = (/** @type {string} */ environment, /** @type {string} */ wheel) =>
  pipOf(environment)("install", "--quiet", "--force-reinstall", "--no-deps", wheel);

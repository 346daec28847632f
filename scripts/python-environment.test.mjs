/** When the Python package's tests are not run, and when they fail: by whether a package index answers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommandFailed, command } from "./command.mjs";
import { findPython, installBy } from "./python-environment.mjs";

/** A pip that cannot install; the index answers or does not. */
const pip =
  (/** @type {boolean} */ answers) =>
  async (/** @type {string[]} */ ...args) => {
    if (args[0] === "index" && answers) return "maturin (1.16.0)";
    throw new CommandFailed(
      "WARNING: something\nERROR: No matching distribution found\n\npython -m pip ended with code 1",
    );
  };

test("without a package index the step says what is missing", async () => {
  const said = await installBy(pip(false), ["maturin==1.16.0", "pytest==9.2.0"]);
  expect(said).toBe(
    "not run: pip reaches no package index and cannot install maturin (ERROR: No matching distribution found)",
  );
});

test("a requirement that the index does not have is a failure", async () => {
  await expect(installBy(pip(true), ["maturin==99.0.0"])).rejects.toThrow("No matching distribution found");
});

test("what can be installed is installed", async () => {
  const asked = /** @type {string[][]} */ ([]);
  const said = await installBy(
    async (...args) => {
      asked.push(args);
      return "";
    },
    ["maturin==1.16.0"],
  );
  expect(said).toBeNull();
  expect(asked).toEqual([["install", "--quiet", "maturin==1.16.0"]]);
});

const found = findPython();
const hasPip = found !== null && spawnSync(found, ["-m", "pip", "--version"]).status === 0;

test.skipIf(!hasPip)("pip itself finds no index where none is", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-"));
  // Nothing listens at port 9 (discard).
  const away = {
    INDEX_URL: "http://127.0.0.1:9/",
    EXTRA_INDEX_URL: "",
    FIND_LINKS: "",
    NO_CACHE_DIR: "1",
    RETRIES: "0",
  };
  const env = Object.fromEntries(Object.entries(away).map(([name, value]) => [`PIP_${name}`, value]));
  const pip = (/** @type {string[]} */ ...args) =>
    command(found ?? "", ["-m", "pip", ...args, ...(args[0] === "install" ? ["--target", folder] : [])], { env });
  try {
    expect(await installBy(pip, ["maturin==1.16.0"])).toMatch(/^not run: pip .* maturin \(ERROR: .+\)$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

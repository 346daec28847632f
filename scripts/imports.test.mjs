/** That `scripts/imports.mjs` finds what breaks its rules: each is planted once, in a project of a few files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** What the check prints on standard error about a project of these files of the page, and its code. */
function checked(/** @type {Record<string, string>} */ files) {
  const root = mkdtempSync(join(tmpdir(), "sawtooth-imports-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = join(root, "web/src", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      writeFileSync(join(dirname(file), "README.md"), "");
    }
    mkdirSync(join(root, "scripts"));
    cpSync(join(import.meta.dirname, "imports.mjs"), join(root, "scripts/imports.mjs"));
    const { stderr, status } = spawnSync(process.execPath, [join(root, "scripts/imports.mjs")], { encoding: "utf8" });
    return { found: stderr, status };
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("only the scheduler asks for animation frames, or takes them back", () => {
  const scheduler = { "ui/frame-scheduler.ts": "requestAnimationFrame(draw);\n" };
  expect(checked(scheduler)).toEqual({ found: "", status: 0 });
  for (const call of [
    "requestAnimationFrame(draw);",
    "cancelAnimationFrame(frame);",
    "window.requestAnimationFrame;",
  ]) {
    const { found, status } = checked({ ...scheduler, "lessons/planted.ts": `// A frame.\n${call}\n` });
    expect(found).toContain(`web/src/lessons/planted.ts:2: ${call}  <- frames come from the scheduler`);
    expect(status).toBe(1);
  }
});

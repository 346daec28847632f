/** Which machines can build at all, and the line of each step. */
import { expect, test } from "vitest";
import { CommandFailed, command } from "./command.mjs";
import { nodeFits } from "./setup.mjs";
import { summary, tally } from "./step.mjs";

test("Node is taken where the bundler takes it: ^20.19 or >= 22.12", () => {
  expect(["v20.19.0", "v20.20.2", "v22.12.0", "v24.0.0"].every(nodeFits)).toBe(true);
  expect(["v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0"].some(nodeFits)).toBe(false);
});

test("a step adds up the tests of every runner, and one that cannot run here gives its reason", () => {
  const cargo = "test result: ok. 12 passed; 1 failed; 0 ignored\ntest result: ok. 3 passed; 0 failed";
  expect(tally(cargo)).toEqual({ passed: 15, failed: 1 });
  expect(tally("      Tests  1 failed | 20 passed (21)")).toEqual({ passed: 20, failed: 1 });
  expect(tally("  34 passed (2.1m)")).toEqual({ passed: 34, failed: 0 });
  expect(summary("test:rust", 12.34, cargo)).toBe("test:rust: 12.3 s, 15 tests passed");
  expect(summary("lint", 1, "nothing to count")).toBe("lint: 1.0 s");
  expect(summary("python", 1, "not run: no Python\n")).toBe("python: not run: no Python");
});

test("a failing command reports all that it printed", async () => {
  const script = "console.log('to out'); console.error('to err'); process.exit(3)";
  await expect(command(process.execPath, ["-e", script])).rejects.toThrow(
    /to out[\s\S]*to err[\s\S]*code 3|to err[\s\S]*to out[\s\S]*code 3/,
  );
  await expect(command("no-such-program")).rejects.toThrow(CommandFailed);
});

/** What decides whether a machine can build at all, and what a run of the checks says at its end. */
import { expect, test } from "vitest";
import { nodeFits } from "./setup.mjs";
import { CommandFailed, command, runSteps } from "./steps.mjs";

test("Node is taken where the bundler takes it: ^20.19 or >= 22.12", () => {
  expect(["v20.19.0", "v20.20.2", "v22.12.0", "v24.0.0"].every(nodeFits)).toBe(true);
  expect(["v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0"].some(nodeFits)).toBe(false);
});

test("a step that fails stops only those that need it, and none is lost from the count", async () => {
  const ran = /** @type {string[]} */ ([]);
  const step = (/** @type {string} */ id, /** @type {string[]} */ needs = [], fails = false) => ({
    id,
    name: id,
    needs,
    run: async () => {
      ran.push(id);
      if (fails) throw new CommandFailed(`${id} broke`);
      return "";
    },
  });
  const said = /** @type {unknown[]} */ ([]);
  const steps = [step("a", [], true), step("b"), step("c", ["a"]), step("d", ["c"]), step("e", ["b"])];
  const result = await runSteps(steps, (text) => said.push(text));
  expect(result).toEqual({ passed: 2, failed: 1, skipped: 2 });
  expect(ran).toEqual(["a", "b", "e"]);
  expect(said.join("\n")).toContain("a broke");
  expect(said).toContain('[ 3/5] c: not run, because "a" failed');
  expect(said).toContain('[ 4/5] d: not run, because "c" was not run');
});

test("a step that cannot run here says so and is counted as not run", async () => {
  const said = /** @type {unknown[]} */ ([]);
  const steps = [{ name: "snake", run: async () => "not run: no snake" }];
  expect(await runSteps(steps, (text) => said.push(text))).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(said).toEqual(["[ 1/1] snake: not run: no snake"]);
});

test("lanes run beside each other, each in its order; who is alone waits for all and all wait for it", async () => {
  /** @type {string[]} */
  const seen = [];
  /** @type {Record<string, () => void>} */
  const end = {};
  const step = (/** @type {string} */ id, more = {}) => ({
    id,
    name: id,
    ...more,
    run: () => {
      seen.push(id);
      return new Promise((/** @type {(output: string) => void} */ done) => {
        end[id] = () => done("");
      });
    },
  });
  const all = runSteps(
    [
      step("a", { lane: "x" }),
      step("b"),
      step("c", { lane: "x" }),
      step("d", { needs: ["a"] }),
      step("e", { alone: true }),
      step("f"),
    ],
    () => undefined,
  );
  const turn = () => new Promise((done) => setImmediate(done));
  const after = async (/** @type {string[]} */ ...ids) => {
    for (const id of ids) end[id]?.();
    await turn();
    return seen.join("");
  };
  expect(await after()).toBe("ab");
  expect(await after("b"), "d is next in its lane, and needs a").toBe("ab");
  expect(await after("a")).toMatch(/^ab(cd|dc)$/);
  expect(await after("d"), "e is alone").toHaveLength(4);
  expect(await after("c")).toMatch(/e$/);
  expect(await after()).toMatch(/e$/);
  expect(await after("e")).toMatch(/ef$/);
  await after("f");
  expect(await all).toEqual({ passed: 6, failed: 0, skipped: 0 });
});

test("a failing command tells all that it printed", async () => {
  const script = "console.log('to out'); console.error('to err'); process.exit(3)";
  await expect(command(process.execPath, ["-e", script])).rejects.toThrow(
    /to out[\s\S]*to err[\s\S]*code 3|to err[\s\S]*to out[\s\S]*code 3/,
  );
  await expect(command("no-such-program", [])).rejects.toThrow(/no-such-program/);
});

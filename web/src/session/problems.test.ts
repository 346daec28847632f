/** Errors of names and paths: what was found, what is allowed, what is nearest. */
import { expect, test } from "vitest";
import { wrongName, wrongPath } from "./problems.ts";

const SETTINGS = { seed: 1, flows: [{ name: "cdg", base_rtt_ms: 40, algorithm: { kind: "cdg", g_ms: 3 } }] };

test("a path's first wrong step is named, with the names that stand there", () => {
  expect(wrongPath("flows.cgd.algorithm.g_ms", SETTINGS)).toMatchObject({
    code: "no_such_path",
    found: "cgd",
    allowed: "cdg",
  });
  expect(wrongPath("flows.cdg.algorithm.gms", SETTINGS)).toMatchObject({
    found: "gms",
    allowed: "kind|g_ms",
    nearest: "g_ms",
  });
  expect(wrongPath("sped", SETTINGS, ["speed", "loss"])).toMatchObject({ found: "sped", nearest: "speed" });
});

test("a word that is none of the names", () => {
  expect(wrongName("theme", "darc", ["auto", "light", "dark"])).toMatchObject({
    allowed: "auto|light|dark",
    nearest: "dark",
  });
  expect(wrongName("theme", "pink", ["auto", "light", "dark"]).nearest).toBe("");
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { split } from "../../../scripts/split-wasm.ts";
import { unsplit } from "./unsplit.ts";

const file = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../../../${path}`, import.meta.url)));

test.each([
  "web/pkg/sawtooth_wasm_bg.wasm",
  "web/pkg-own/sawtooth_wasm_bg.wasm",
  "web/pkg-figures/sawtooth_wasm_figures_bg.wasm",
  "node_modules/quickjs-wasi/quickjs.wasm",
])("%s comes back, but for what it says of alignment", (path) => {
  const module = file(path);
  const back = unsplit(split(module));
  expect(back.length).toBe(module.length);
  // An alignment is the exponent of a power of two, up to eight bytes; what comes back says one byte.
  const changed = [...module.keys()].filter((i) => module[i] !== back[i]);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((i) => back[i] !== 0 || (module[i] as number) > 3)).toEqual([]);
  expect(WebAssembly.validate(back)).toBe(true);
});

test("what is no module, or has instructions of an unknown kind, is refused when it is packed", () => {
  const module = file("web/pkg/sawtooth_wasm_bg.wasm");
  expect(() => split(module.subarray(0, 1000))).toThrow("ends too early");
  // One function: vectors begin with 0xfd.
  const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 10, 5, 1, 3, 0, 0xfd, 0x0b];
  expect(() => split(Uint8Array.from(vectors))).toThrow("opcode 253");
});

/** The table of a sweep on the page has the bytes that the command writes (`wasm-core/cli/tests/it/sweep.rs` and Python's tests read the same files). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initSync, Sweep } from "../../pkg-figures/sawtooth_wasm_figures.js";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
initSync({ module: readFileSync(new URL("../../pkg-figures/sawtooth_wasm_figures_bg.wasm", import.meta.url)) });

test.each(["small", "harm"])("rows that workers compute make the command's table: %s", (name) => {
  const meter = { tell: () => undefined };
  const sweep = new Sweep(read(`wasm-core/sweep/tests/${name}.json`), new Uint8Array());
  const worker = new Sweep(sweep.document(), new Uint8Array());
  for (const run of sweep.left()) expect(sweep.add(worker.run(run, meter))).toBe(true);
  expect(sweep.csv()).toBe(read(`wasm-core/sweep/tests/${name}.csv`));
  expect(worker.cost(0, 0.01)).toBeGreaterThan(0);
});

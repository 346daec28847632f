/** Files of traces are let go. Not here: their reading (e2e/rate-traces.spec.ts), the engine's own (crate `wasm`). */
import { expect, test } from "vitest";
import { bytesOf, keepTrace, traceFiles } from "./trace-files.ts";

test("of many files the latest are kept; one that is read again is the latest", () => {
  const file = (n: number) => ({ name: "a", bytes: Uint8Array.of(n) });
  for (let n = 0; n < 60; n++) {
    keepTrace(String(n), file(n));
    keepTrace("used", file(99));
  }
  expect([...traceFiles.keys()]).toEqual(["53", "54", "55", "56", "57", "58", "59", "used"]);
  expect(bytesOf("59")).toEqual(Uint8Array.of(59));
  expect(bytesOf("0")).toEqual(new Uint8Array());
});

import { compress } from "lzma1";
import { expect, test } from "vitest";
import { unlzma } from "./unlzma.ts";

/** Bytes of every kind: texts that repeat, runs, noise, far and near matches. */
function sample(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let seed = 12345;
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    const stretch = Math.floor(i / 700) % 5;
    if (stretch === 0) bytes[i] = seed >>> 24;
    else if (stretch === 1) bytes[i] = "a window of packets ".charCodeAt(i % 20);
    else if (stretch === 2) bytes[i] = 7;
    else if (stretch === 3) bytes[i] = bytes[i - 1900 + ((seed >>> 16) % 2)] ?? 1;
    else bytes[i] = (i * i) >> 5;
  }
  return bytes;
}
const pack = (bytes: Uint8Array): Uint8Array => new Uint8Array(compress(bytes, 9));

test("what was packed comes back, byte for byte", () => {
  for (const length of [0, 1, 2, 700, 3500, 40_000]) {
    const bytes = sample(length);
    expect(unlzma(pack(bytes)), `${length} bytes`).toEqual(bytes);
  }
});

test("a stream within a larger buffer is read from its own beginning", () => {
  const bytes = sample(5000);
  const packed = pack(bytes);
  const around = new Uint8Array(packed.length + 9);
  around.set(packed, 9);
  expect(unlzma(around.subarray(9))).toEqual(bytes);
});

test("what is no such stream, or is broken, is refused or ends within its length", () => {
  expect(() => unlzma(new Uint8Array(3))).toThrow();
  expect(() => unlzma(new Uint8Array(40).fill(255))).toThrow();
  const packed = pack(sample(3500));
  // A match before the beginning: the first symbol says "repeat", and there is nothing to repeat.
  const broken = packed.slice();
  broken.fill(255, 14);
  expect(() => unlzma(broken)).toThrow("broken LZMA");
});

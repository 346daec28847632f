/** A program's way through the address: whole, damaged, too long, beside other fields. */
import { describe, expect, test } from "vitest";
import { pack } from "../address/link.ts";
import { LONGEST_FIELD, readLinked, writeLinked } from "./program-link.ts";
import { LONGEST_PROGRAM } from "./sandbox/types.ts";

const PROGRAM = 'function onLoss(flow, loss) {\n  flow.ssthresh = loss.base / 2; // "½" & more\n}\n';
/** Text that does not pack: every letter another one than before, by a small generator. */
function noise(length: number): string {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 48271) >>> 0) % 2147483647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

describe("a program in the address", () => {
  test("comes back as it was, and leaves the other fields as they are", () => {
    const hash = writeLinked(PROGRAM, "theme=dark&lang=de");
    expect(readLinked(`#${hash}`)).toEqual({ program: PROGRAM, problem: null, rest: "theme=dark&lang=de" });
  });

  test("is none where the address has none", () => {
    expect(readLinked("#theme=dark")).toEqual({ program: null, problem: null, rest: "theme=dark" });
    expect(readLinked("")).toEqual({ program: null, problem: null, rest: "" });
  });

  test("is damaged when letters are missing, changed, or it holds no text", () => {
    const field = pack(PROGRAM);
    for (const wrong of [field.slice(0, -9), `${field.slice(0, 12)}!${field.slice(13)}`, "1", pack({ a: 1 }), pack(7)])
      expect(readLinked(`program=${wrong}`), wrong).toMatchObject({ program: null, problem: "own.link.damaged" });
    expect(readLinked("program=9abc").problem).toBe("own.link.version");
  });

  test("is refused when it is longer than a program may be", () => {
    const fits = "x".repeat(LONGEST_PROGRAM);
    expect(readLinked(`program=${pack(fits)}`).program).toBe(fits);
    expect(readLinked(`program=${pack(`${fits}x`)}`)).toMatchObject({ program: null, problem: "own.link.long" });
    expect(readLinked(`program=${pack("x".repeat(2_000_000))}`).problem).toBe("own.link.long");
  });

  test("is not written where the address would become too long", () => {
    // Noise of 36 letters packs to some 7 letters in 8.
    expect(writeLinked(noise(2 * LONGEST_FIELD), "") === null).toBe(true);
    expect(writeLinked(noise(LONGEST_FIELD / 2), "") === null).toBe(false);
  });
});

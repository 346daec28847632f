/** The page's words about faults and about a table: a sentence for each kind, in each language, and the best algorithm. */
import { afterAll, describe, expect, test } from "vitest";
import { addMessages, has, setLanguage, translate } from "../i18n/catalogue.ts";
import en from "../i18n/en/own.json" with { type: "json" };
import { LANGUAGES, speak } from "../i18n/languages.ts";
import { faultMark, faultPlace, faultText } from "./fault-texts.ts";
import { PROGRAM_IDS, programOf } from "./programs/programs.ts";
import { PATHS } from "./sandbox/paths.ts";
import type { Candidate, Fault, FaultKind, Row } from "./sandbox/types.ts";
import { bestOf } from "./trial-table.ts";

addMessages("en", en);

/** All kinds: the compiler knows when one is missing. */
const KINDS: Record<FaultKind, true> = {
  syntax: true,
  throw: true,
  absent: true,
  endless: true,
  slow: true,
  memory: true,
  stack: true,
  number: true,
  name: true,
  fixed: true,
  kept: true,
  missing: true,
  initial: true,
  long: true,
  flood: true,
  stopped: true,
};
const fault = (over: Partial<Fault>): Fault => ({
  kind: "throw",
  message: "",
  name: "",
  line: 4,
  column: null,
  place: "onAck",
  at_s: 3.25,
  path: "deep_queue",
  ...over,
});

afterAll(() => setLanguage("en"));

test.each([...LANGUAGES.keys()])("in %s every kind of fault, path and example has words, filled in", async (tag) => {
  await speak(tag);
  for (const kind of Object.keys(KINDS) as FaultKind[]) {
    const text = faultText(fault({ kind, name: "fetch", message: "NaN" }));
    expect(text, kind).not.toMatch(/own\.|[{}]/);
  }
  expect(faultText(fault({ kind: "number", name: "cwnd", message: "NaN" }))).toMatch(/cwnd.*NaN/);
  expect(faultText(fault({ kind: "absent", name: "fetch" }))).toContain("fetch");
  for (const { id } of PATHS)
    for (const key of [`own.path.${id}`, `own.path.${id}.look`]) expect(has(key), key).toBe(true);
  for (const id of PROGRAM_IDS) {
    expect(has(`own.example.${id}`), id).toBe(true);
    const notes = programOf(id).match(/\/\/ .*/g) ?? [];
    expect(notes.length, id).toBeGreaterThan(0);
    for (const note of notes) expect(note, id).not.toContain("own.note");
  }
});

test("a fault says where and when, and QuickJS's words beside", () => {
  setLanguage("en");
  expect(faultPlace(fault({}))).toBe("in onAck, at 3.25\u202fs, on the path “A deep queue”");
  expect(faultPlace(fault({ place: "program", at_s: null, path: null }))).toBe(translate("own.fault.outside"));
  expect(faultMark(fault({ message: "x is not defined" }))).toBe("The program stopped with an error. x is not defined");
});

describe("the best of a column", () => {
  const rows = (goodputs: Partial<Record<Candidate, number>>): Row[] =>
    Object.entries(goodputs).map(([candidate, goodput_bps]) => ({ candidate, goodput_bps }) as Row);
  const column = {
    value: (row: Row) => (row.goodput_bps < 0 ? null : row.goodput_bps),
    text: (value: number) => value.toFixed(1),
    goodness: (value: number) => value,
  };
  const best = (goodputs: Partial<Record<Candidate, number>>): Candidate[] => [...bestOf(rows(goodputs), column)];

  test("is the greatest, with those that read the same", () => {
    expect(best({ own: 1, cubic: 3, newreno: 2 })).toEqual(["cubic"]);
    expect(best({ own: 2.96, cubic: 3.04, newreno: 2 })).toEqual(["own", "cubic"]);
  });

  test("is nobody where all are equal, or nothing is known", () => {
    expect(best({ own: 3, cubic: 3.01 })).toEqual([]);
    expect(best({ own: -1, cubic: -1 })).toEqual([]);
  });

  test("leaves out who has no value", () => {
    expect(best({ own: -1, cubic: 2, newreno: 1 })).toEqual(["cubic"]);
  });
});

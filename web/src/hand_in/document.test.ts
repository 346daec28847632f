/** The document that is handed in: written, packed, read again; and what is wrong with one, by place, found and allowed. */
import { expect, test } from "vitest";
import { toBase64Url } from "../address/link.ts";
import { documentOf, emptyHandIn, type HandIn, packHandIn, readHandIn, readText, unpackHandIn } from "./document.ts";

const scenario = {
  schema: 1,
  duration_s: 10,
  bottleneck: { rate_bps: 1e7 },
  flows: [{ algorithm: { kind: "newreno" } }],
};
const whole: HandIn = {
  ...emptyHandIn("lesson", "window"),
  questions: ["share", "shape"],
  name: 'Ada "the first" <b>Lovelace</b>',
  answers: "1n!c.~69._",
  sentences: new Map([
    ["share", "Eight packets a round trip; „nicht mehr“."],
    ["__proto__", "no field of every object"],
  ]),
  goals: [
    { id: "full", scenario },
    { id: "moment", scenario: null, at_s: 2.5 },
  ],
  run: { scenario, digest: "284b1d00b8359900" },
};

test("a hand-in is read as it was written, from a file and from a link", () => {
  expect(readText(JSON.stringify(documentOf(whole), null, 2))).toEqual({ handIn: whole });
  const field = packHandIn(whole);
  expect(encodeURIComponent(field)).toBe(field);
  expect(unpackHandIn(field)).toEqual({ handIn: whole });
});

test("what is empty is left out, and read as empty", () => {
  const test = emptyHandIn("test", "newcomer");
  expect(Object.keys(documentOf(test))).toEqual(["kind", "schema", "sawtooth", "of", "id"]);
  expect(readHandIn(documentOf(test))).toEqual({ handIn: test });
});

/** The errors, a line each. */
function wrong(change: Record<string, unknown>, remove: string[] = []): string[] {
  const document = { ...documentOf(whole), ...change };
  for (const field of remove) delete document[field];
  const read = readHandIn(document);
  return "wrong" in read
    ? read.wrong.map(({ code, place, found, allowed }) => `${code} ${place} ${found} ${allowed}`)
    : [];
}

test.each<[string, Record<string, unknown>, string[]]>([
  ["another kind", { kind: "scenario" }, ['unknown_name kind "scenario" "hand_in"']],
  ["a newer schema", { schema: 2, anything: 1 }, ["bad_schema_version schema 2 1"]],
  [
    "an unknown field",
    { mark: 1 },
    ["unknown_field mark  kind|schema|sawtooth|of|id|questions|name|answers|sentences|goals|run"],
  ],
  ["of something else", { of: "essay" }, ['unknown_name of "essay" lesson|test|run']],
  [
    "a name that is none, and one too long",
    { name: 7, id: "x".repeat(65) },
    ["out_of_range id 65 <= 64", 'wrong_type name 7 "…"'],
  ],
  ["answers in a list", { answers: ["a"] }, ['wrong_type answers ["a"] "…"']],
  ["sentences in a list", { sentences: [1] }, ["wrong_type sentences [1] { … }"]],
  ["a sentence that is none", { sentences: { share: {} } }, ['wrong_type sentences.share {} "…"']],
  ["too many goals", { goals: Array.from({ length: 51 }, () => ({ id: "a" })) }, ["too_many goals 51 <= 50"]],
  [
    "goals",
    { goals: [3, { id: "a", at_s: -1, scenario: [] }] },
    ["wrong_type goals[0] 3 { … }", "wrong_type goals[1].scenario [] { … }", "wrong_type goals[1].at_s -1 0 <= x"],
  ],
  ["a digest that is none", { run: { digest: "<img>" } }, ['wrong_type run.digest "<img>" [0-9a-f]']],
  ["a run without its scenario", { of: "run", run: { digest: "00" } }, ["missing_field run.scenario  { … }"]],
  [
    "flows that are none",
    { run: { digest: "", scenario: { flows: [1] } } },
    ['wrong_type run.scenario {"flows":[1]} { … }'],
  ],
])("%s is refused", (_, change, lines) => expect(wrong(change)).toEqual(lines));

test("all errors of a document are listed at once; a link that is damaged or of another encoding says so", () => {
  expect(wrong({ of: 1, name: 2, answers: 3 }).length).toBe(3);
  expect(wrong(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]))).length).toBe(12);
  const codes = (read: ReturnType<typeof readText>) => ("wrong" in read ? read.wrong.map(({ code }) => code) : []);
  expect(codes(unpackHandIn(packHandIn(whole).slice(0, -9)))).toEqual(["hand_in.link.damaged"]);
  expect(codes(unpackHandIn("7abc"))).toEqual(["hand_in.link.version"]);
  expect(codes(unpackHandIn(`0${toBase64Url(new Uint8Array(1_000_001))}`))).toEqual(["hand_in.link.too_large"]);
  expect(codes(readText("{"))).toEqual(["hand_in.not_json"]);
  expect(codes(readText("null"))).toEqual(["wrong_type"]);
});

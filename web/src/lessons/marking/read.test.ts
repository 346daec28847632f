/** Pasted or dropped text as rows: links, files, tables of any columns. */
import { expect, test } from "vitest";
import { pack } from "../../address/link.ts";
import { documentOf, emptyHandIn, packHandIn } from "../../hand_in/document.ts";
import { type Entry, MOST_ROWS, readSources } from "./read.ts";

const handIn = { ...emptyHandIn("lesson", "window"), name: "Ada", answers: "1n.c._" };
const link = `https://example.org/lessons.html#h=${packHandIn(handIn)}`;
const old = "https://example.org/lessons.html#lesson=window&a=1n!c.~69._&d=284b1d00&g=full,half";

const read = (text: string): Entry[] => readSources([{ name: "", text }]).entries;
const told = (entries: readonly Entry[]): string[] =>
  entries.map(({ listed, handIn: of, wrong }) =>
    [listed, of ? `${of.of} ${of.id} ${of.name}` : wrong[0]?.code].join(": "),
  );

test("links one a line, whatever mail programs put around them", () => {
  expect(told(read(`\ufeff${link}\r\n\r\n  <${link}>\n"${link}".\n`))).toEqual([
    ": lesson window Ada",
    ": lesson window Ada",
    ": lesson window Ada",
  ]);
  const [bare] = read(`h=${packHandIn(handIn)}`);
  expect(bare?.handIn).toEqual(handIn);
});

test("a link of the time before documents has its answers, goals and digest, commas included", () => {
  const [entry] = read(`${old}\n${old}`);
  expect(entry?.handIn).toMatchObject({
    ...{ of: "lesson", id: "window", version: "", name: "", answers: "1n!c.~69._" },
    goals: [
      { id: "full", scenario: null },
      { id: "half", scenario: null },
    ],
    run: { scenario: null, digest: "284b1d00" },
  });
  expect(read("lessons.html#page=test&path=course&a=1c._")[0]?.handIn).toMatchObject({
    of: "test",
    id: "course",
    answers: "1c._",
  });
  expect(read("lessons.html#page=test&a=1c._")[0]?.handIn).toMatchObject({ of: "test", id: "newcomer" });
});

test("a run of the laboratory by its preset, or packed; what is no scenario is none", () => {
  expect(read("https://example.org/#preset=adsl&t=3")[0]?.handIn?.run?.scenario?.title).toMatch(/ADSL/);
  expect(
    told(
      read(
        `index.html#preset=nothing\nindex.html#s=1broken\nindex.html#s=${pack({ flows: [1] })}\nindex.html#view=path`,
      ),
    ),
  ).toEqual([": hand_in.none", ": hand_in.link.damaged", ": hand_in.link.damaged", ": hand_in.none"]);
});

test.each([
  [",", '"', "a table with commas"],
  [";", "", "with semicolons"],
  ["\t", "", "with tabs"],
])("columns apart by %j are found, whichever they are: %s%s", (by, quote) => {
  const cell = (text: string): string => quote + text + quote;
  const rows = [
    ["Matrikel", "Nachname", "Vorname", "Abgabe", "Datum"],
    ["17", "Lovelace", "Ada", link, "1.1."],
    ["18", "Babbage", "Charles", "nothing", "2.1."],
    ["19", "Hopper", "Grace", old, "3.1."],
  ];
  expect(told(read(rows.map((row) => row.map(cell).join(by)).join("\r\n")))).toEqual([
    "Lovelace Ada: lesson window Ada",
    "Babbage Charles: hand_in.none",
    "Hopper Grace: lesson window ",
  ]);
});

test("a quotation mark that is not closed takes no other row along", () => {
  const text = `name,link\n"Ada,${link}\nGrace,${link}\nJean,${link}`;
  expect(told(read(text))).toEqual(["Ada: lesson window Ada", "Grace: lesson window Ada", "Jean: lesson window Ada"]);
});

test("files: a document, a list of documents, and what is none; rows are counted over all of them", () => {
  const one = JSON.stringify(documentOf(handIn));
  const { entries } = readSources([
    { name: "ada.json", text: one },
    { name: "all.json", text: `[${one}, {"kind": "other"}, 7]` },
    { name: "cut.json", text: one.slice(0, -3) },
  ]);
  expect(told(entries)).toEqual([
    ": lesson window Ada",
    ": lesson window Ada",
    ": unknown_name",
    ": wrong_type",
    ": hand_in.none",
  ]);
  expect(entries.map(({ row, source }) => `${row} ${source}`)).toEqual([
    "1 ada.json",
    "2 all.json",
    "3 all.json",
    "4 all.json",
    "5 cut.json",
  ]);
});

test("a document among links is read as one", () => {
  const newer = JSON.stringify({ ...documentOf(handIn), schema: 2 });
  expect(told(read([link, JSON.stringify(documentOf(handIn)), newer, "{"].join("\n")))).toEqual([
    ": lesson window Ada",
    ": lesson window Ada",
    ": bad_schema_version",
    ": hand_in.not_json",
  ]);
});

test("lines that are made to keep a pattern busy are read at once", () => {
  const n = 500_000;
  const lines = ["#".repeat(n), `#h=${".".repeat(n)}x`, " ".repeat(n), `${"<".repeat(n)}#a=`, `"${",".repeat(n)}`];
  expect(read(lines.join("\n")).every(({ handIn: of, wrong }) => of === null && wrong.length === 1)).toBe(true);
});

test("rows that are too many are left out, and counted", () => {
  const { entries, left } = readSources([{ name: "", text: "x\n".repeat(MOST_ROWS + 3) }]);
  expect([entries.length, left]).toEqual([MOST_ROWS, 3]);
});

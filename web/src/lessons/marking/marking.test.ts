/** Marking a mixed class of sixty, and each kind of bad input. */
import { lessons, test as testFiles } from "virtual:lessons";
import { beforeAll, describe, expect, test } from "vitest";
import type { OtherRunsEngine } from "../../compare/other-runs.ts";
import { sourceName } from "../../engine/protocol.ts";
import { addMessages, type Catalogue } from "../../i18n/catalogue.ts";
import type { Scenario } from "../../session/scenario.ts";
import { csvOf } from "../../ui/save-file.ts";
import { asksOf } from "../test-kept.ts";
import { engineOfOthers, ran } from "../testing/engine.ts";
import { type Known, lessonHandIn, type Made, mixedClass } from "../testing/mixed-class.ts";
import type { Question } from "../types.ts";
import { againstOf } from "./against.ts";
import { classOf } from "./class-page.ts";
import { Marking, type Shelf } from "./mark.ts";
import { readSources } from "./read.ts";
import { codeOf, isCounted, plainText, remarksOn, statusOf } from "./remarks.ts";
import type { Row } from "./row.ts";
import { MarkRuns } from "./runs.ts";
import { gainOf } from "./summary.ts";
import { tableOf } from "./table.ts";

const words = import.meta.glob<Catalogue>("../../i18n/en/{lessons,hand-in,marking,settings}.json", {
  eager: true,
  import: "default",
});
for (const file of Object.values(words)) addMessages("en", file);

const shelf: Shelf = {
  lesson: async (id) => (await lessons.get(id)?.en?.())?.default ?? null,
  test: async () => (await testFiles.en?.())?.default ?? null,
};

async function known(id: string): Promise<Known> {
  const lesson = await shelf.lesson(id);
  if (!lesson) throw new Error(id);
  const against = await againstOf(lesson, (...wish) => new MarkRuns(engineOfOthers).compute(...wish));
  const digestOf = (scenario: unknown): string => (ran(scenario).summary as { digest: string }).digest;
  return { lesson, against, digestOf };
}

const codesOf = ({ remarks }: Row): string[] => remarks.map(codeOf).sort();
const saidOn = (row: Row): string => remarksOn(row).map(plainText).join(" ");
/** Lines of the file, by the names of its columns. */
const linesOf = (rows: readonly Row[]): Record<string, string | number>[] => {
  const [heads, lines] = tableOf(rows);
  return lines.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i] ?? ""])));
};

let [drawn, other]: Known[] = [];
let made: Made[] = [];
let marking: Marking;

async function marked(texts: readonly string[]): Promise<Marking> {
  const { entries } = readSources(texts.map((text) => ({ name: "", text })));
  const own = await Marking.of(entries, shelf);
  await own.compute(new MarkRuns(engineOfOthers), () => undefined);
  return own;
}

beforeAll(async () => {
  [drawn, other] = [await known("sawtooth"), await known("window")];
  made = await mixedClass(drawn as Known, other as Known);
  marking = await marked(made.map(({ text }) => text));
}, 120_000);

describe("a mixed class of sixty", () => {
  test("each row gets its remarks, and none stops the others", () => {
    expect(made.length).toBe(60);
    expect(marking.rows.length).toBe(60);
    const told = marking.rows.map((row, i) => `${made[i]?.is}: ${codesOf(row).join(" ")}`);
    expect(told).toEqual(made.map(({ is, remarks }) => `${is}: ${[...remarks].sort().join(" ")}`));
  });

  const rowOf = (is: string): Row => marking.rows[made.findIndex((one) => one.is === is)] as Row;

  test("answers are judged as for the student, goals by their runs", () => {
    const { asks, goals } = (other as Known).lesson;
    for (const [is, right, points] of [
      ["right", asks.length + 1, asks.length + 1],
      ["wrong", 0, 0],
      ["goal", asks.length + 1, asks.length + 2],
      ["goal not reached", 0, 0],
    ] as const) {
      const row = rowOf(is);
      expect([row.right, row.points, row.questions, row.most], is).toEqual([
        right,
        points,
        asks.length + 1,
        asks.length + 1 + goals.length,
      ]);
    }
    expect(rowOf("drew it").right).toBe(rowOf("drew it").questions);
  });

  test("of the test both parts are counted, the last one gives the points", () => {
    expect(rowOf("test, before")).toMatchObject({ before: 0, right: 0, points: 0, questions: 10, tries: 10 });
    expect(rowOf("test, both")).toMatchObject({ before: 0, right: 10, points: 10, questions: 10, tries: 20 });
    expect(rowOf("test, old link")).toMatchObject({ before: 12, right: 12, most: 12 });
  });

  test("a run of the laboratory is computed, and what was changed in it is said", () => {
    const row = rowOf("run");
    expect(row.digest).toBe(row.handIn?.run?.digest);
    expect(row.changes.join()).toMatch(/from 1\s?s on/u);
    expect(saidOn(rowOf("run, refused"))).toMatch(/no points\. Rate cannot be .*Allowed: .*bottleneck\.rate_bps/);
  });

  test("each row is marked, to check, not marked or a duplicate; only what is marked has points in the file", () => {
    const lines = linesOf(marking.rows);
    const of = (status: string): number[] => lines.flatMap((line, i) => (line.status === status ? [i + 1] : []));
    expect(of("not_marked")).toEqual([50, 51, 52, 56, 58, 59, 60]);
    expect(of("duplicate")).toEqual([54]);
    const [alike, forged, old] = [
      [1, 35, 36, 37, 38, 39, 53],
      [31, 32, 33, 34],
      [40, 41, 42, 43, 44, 45, 46],
    ];
    expect(of("check")).toEqual([...alike, 27, 28, 29, 30, ...forged, ...old, 47, 49, 57].sort((a, b) => a - b));
    for (const line of lines) {
      const isMarked = line.status !== "not_marked";
      expect(
        [line.points, line.right, line.questions, line.most_points].map((cell) => cell !== ""),
        `${line.row}`,
      ).toEqual([isMarked, isMarked, isMarked, isMarked]);
      expect(line.counts).toBe(line.status === "marked" || line.status === "check" ? 1 : 0);
    }
    expect(lines[32]).toMatchObject({ remark_codes: "other_run digest digest.own", title: "What a window is" });
    expect(tableOf(marking.rows)[0].slice(-5)).toEqual(["source", "status", "counts", "remark_codes", "title"]);
  });

  test("a flag says whether the points count, and of rows that are alike neither is the first", () => {
    expect(saidOn(rowOf("drew it"))).toBe(
      "The same answers as row 36, drawn or set by hand. The same answers as row 37, with another seed. The points given still count.",
    );
    expect(saidOn(rowOf("copied it"))).toBe(
      "The same answers as row 35, drawn or set by hand. The points given still count.",
    );
    expect(saidOn(rowOf("right, by a sketch"))).toMatch(/^The same answers as row 10, row 11, .*no sign of copying\.$/);
    expect(saidOn(rowOf("goal not reached"))).toMatch(/No point\.$/);
    expect(saidOn(rowOf("another run with the lesson's digest"))).toMatch(/That digest is of the lesson's own run\./);
    expect(saidOn(rowOf("short digest"))).toMatch(/incomplete: it says 284,.* 284b1d00, begins/);
    expect(saidOn(rowOf("newer schema"))).toMatch(/newer form \(version 2; this page reads 1\)/);
    expect(saidOn(rowOf("right"))).toBe("The same name as row 53. The points given still count.");
  });

  test("averages say how many they count, without what is not marked or a duplicate, each part of the test apart", () => {
    const said = JSON.stringify(classOf(marking.rows, marking));
    const leads = [...said.matchAll(/\d+ hand-ins?, \d+ of them to check; [\d.]+ of \d+ points/g)].map(
      ([lead]) => lead,
    );
    expect(leads).toEqual([
      "38 hand-ins, 20 of them to check; 1.4 of 4 points",
      "11 hand-ins, 3 of them to check; 3 of 4 points",
      "2 hand-ins, 1 of them to check; 0 of 10 points",
      "1 hand-in, 0 of them to check; 10 of 10 points",
      "1 hand-in, 1 of them to check; 12 of 12 points",
    ]);
  });

  test("equal runs are computed once, and none before it is agreed to", async () => {
    let [engines, loads] = [0, 0];
    const scenarios: string[] = [];
    const spawn = (): OtherRunsEngine => {
      engines += 1;
      const engine = engineOfOthers();
      const ask = (name: "load", argument: { scenario: string }): unknown => {
        if (name === "load") {
          loads += 1;
          const { title: _, ...scenario } = JSON.parse(argument.scenario);
          scenarios.push(JSON.stringify(scenario));
        }
        return engine.ask(name, argument);
      };
      return { ...engine, ask } as OtherRunsEngine;
    };
    const { entries } = readSources([{ name: "", text: made.map(({ text }) => text).join("\n") }]);
    const own = await Marking.of(entries, shelf);
    expect(engines).toBe(0);
    const runs = new MarkRuns(spawn);
    await own.compute(runs, () => undefined);
    expect(engines).toBe(2);
    expect(loads).toBe(own.work.runs);
    expect(own.work.runs).toBe(new Set(scenarios).size);
  });

  test("the runs of a search are computed one after the other, at most as many as were announced", async () => {
    let loads = 0;
    const spawn = (): OtherRunsEngine => {
      const engine = engineOfOthers();
      const ask = (name: "load", argument: never): unknown => {
        if (name === "load") loads += 1;
        return engine.ask(name, argument);
      };
      return { ...engine, ask } as OtherRunsEngine;
    };
    const handIn = lessonHandIn(await known("buffer_size"), true);
    const link = `#lesson=buffer_size&a=${handIn.answers}&d=${handIn.run?.digest.slice(0, 8)}`;
    const { entries } = readSources([{ name: "", text: link }]);
    const own = await Marking.of(entries, shelf);
    expect(own.work.most).toBe(true);
    await own.compute(new MarkRuns(spawn), () => undefined);
    expect(own.rows[0]?.given.map(({ verdicts: [first] }) => first)).toEqual(["right", "right", "right", "right"]);
    expect(loads).toBeGreaterThan(own.work.runs / 2);
    expect(loads).toBeLessThanOrEqual(own.work.runs);
  }, 60_000);

  test("cancelled, it ends its workers and computes nothing more", async () => {
    const { entries } = readSources([{ name: "", text: made.map(({ text }) => text).join("\n") }]);
    const own = await Marking.of(entries, shelf);
    let closed = 0;
    const spawn = (): OtherRunsEngine => ({ ...engineOfOthers(), close: () => void closed++ });
    const runs = new MarkRuns(spawn);
    const shares: number[] = [];
    const marked = own.compute(runs, (share) => {
      shares.push(share);
      runs.close();
    });
    await expect(marked).rejects.toThrow("cancelled");
    expect(closed).toBe(2);
    expect(shares.length).toBeLessThan(own.work.runs);
  });
});

describe("bad input", () => {
  test("a second answer counts half, and as a try", async () => {
    const one = lessonHandIn(other as Known, false);
    const two = lessonHandIn(other as Known, true);
    const both = one.answers
      .split(".")
      .map((field, i) => `${field}!${two.answers.split(".")[i]?.replace(/^1/, i === 0 ? "" : "1")}`);
    const { rows } = await marked([`#lesson=window&a=${both.join(".")}&d=${one.run?.digest.slice(0, 8)}`]);
    const n = (other as Known).lesson.asks.length + 1;
    expect(rows[0]).toMatchObject({ tries: 2 * n, right: n, points: n / 2, remarks: [{ code: "old" }] });
  });

  test("of one name's first part alone and both parts the whole one counts, whichever came first", async () => {
    const questions = (await shelf.test())?.questions ?? [];
    const on = questions.filter((question) => asksOf("newcomer", question));
    const of = (name: string, field: (question: Question) => string, parts: number, id = "newcomer"): string => {
      const answers = [0, 1].flatMap((part) => on.map((question) => (part < parts ? field(question) : "_")));
      return JSON.stringify({ kind: "hand_in", schema: 1, of: "test", id, name, answers: `1${answers.join(".")}` });
    };
    const right = ({ options, right }: Question): string => String.fromCharCode(97 + options.indexOf(right));
    const unknown = (): string => "-";
    const own = await marked([
      of("Ada", unknown, 1),
      of("Ada", right, 2),
      of("Bob", right, 2),
      of("Bob", right, 1),
      of("Cyd", unknown, 1),
      of("", unknown, 1),
    ]);
    expect(own.rows.map(statusOf)).toEqual(["duplicate", "marked", "marked", "duplicate", "check", "check"]);
    expect(own.rows.map(isCounted)).toEqual([false, true, true, false, true, true]);
    expect(own.rows.map(codesOf)).toEqual([
      ["before_only", "part"],
      ["part.whole"],
      ["part.whole"],
      ["before_only", "part"],
      ["before_only"],
      ["before_only"],
    ]);
    expect(saidOn(own.rows[0] as Row)).toMatch(/both parts in row 2, which counts; this first part alone does not/);
    // Not to know is no answer, and what is not given at all is another thing.
    expect(own.rows.map(({ tries }) => tries)).toEqual([0, 20, 20, 10, 0, 0]);
    // Gains are of those who gave both parts.
    expect(gainOf(own.rows.filter(isCounted), 0, on.length)).toEqual({ n: 2, before: 2, after: 2 });
    const mixed = await marked([of("Ada", right, 2), of("Eve", unknown, 2)]);
    expect(gainOf(mixed.rows, 0, on.length)).toEqual({ n: 2, before: 1, after: 1 });
  });

  test("a cell that a spreadsheet would compute is text in the table", async () => {
    const handIn = { ...lessonHandIn(other as Known, false), name: '=HYPERLINK("x")' };
    const { rows } = await marked([
      JSON.stringify({ kind: "hand_in", schema: 1, of: "lesson", id: handIn.id, name: handIn.name }),
    ]);
    expect(csvOf(...tableOf(rows))).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test("a run with a thousand long changes has a few short lines", async () => {
    const change = { at_s: 1, path: `bottleneck.${"x".repeat(500)}`, value: "y".repeat(500) };
    const scenario = { duration_s: 1, bottleneck: {}, interventions: Array(1000).fill(change) };
    const { rows } = await marked([
      JSON.stringify({ kind: "hand_in", schema: 1, of: "run", run: { scenario, digest: "" } }),
    ]);
    expect(rows[0]?.changes.length).toBe(13);
    expect(rows[0]?.changes.every((line) => line.length < 125)).toBe(true);
  });

  test("ten thousand rows are read and marked, each with its remark", async () => {
    const good = made[0]?.text ?? "";
    const text = Array.from({ length: 10_000 }, (_, i) =>
      i % 3 === 0 ? good : i % 3 === 1 ? `nonsense ${i}` : `#h=1broken${i}`,
    ).join("\n");
    const { rows } = await marked([text]);
    expect(rows.length).toBe(10_000);
    expect(rows.slice(1).every(({ remarks }) => remarks.length > 0)).toBe(true);
    expect(rows.filter(({ counts }) => counts).length).toBe(1);
  }, 60_000);

  test("a document that is nested too deeply, and keys of every object, stop nothing", async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const scenario = `{"duration_s":1,"bottleneck":${deep}}`;
    const text = `{"kind":"hand_in","schema":1,"of":"run","run":{"scenario":${scenario},"digest":""}}`;
    const keys =
      '{"kind":"hand_in","schema":1,"of":"lesson","id":"constructor","sentences":{"__proto__":"x","toString":"y"}}';
    const { rows } = await marked([text, keys, made[0]?.text ?? ""]);
    expect(codesOf(rows[0] as Row).length).toBeGreaterThan(0);
    expect(codesOf(rows[1] as Row)).toEqual(["unknown"]);
    expect(codesOf(rows[2] as Row)).toEqual([]);
  });

  test("a run that never ends is stopped, and its worker with it", async () => {
    const never = { ...engineOfOthers(), ask: () => new Promise<never>(() => undefined) };
    let engines = 0;
    const runs = new MarkRuns(
      () => (engines++ === 0 ? (never as ReturnType<typeof engineOfOthers>) : engineOfOthers()),
      50,
    );
    const { entries } = readSources([
      {
        name: "",
        text: made
          .map(({ text }) => text)
          .slice(0, 1)
          .join("\n"),
      },
    ]);
    const own = await Marking.of(
      entries.map((entry) => ({ ...entry, handIn: entry.handIn && { ...entry.handIn, of: "run" as const } })),
      shelf,
    );
    await own.compute(runs, () => undefined);
    expect(codesOf(own.rows[0] as Row)).toEqual(["late", "run"]);
  });

  test("a lesson whose runs have no result gives no points", async () => {
    const { entries } = readSources([{ name: "", text: made[0]?.text ?? "" }]);
    const own = await Marking.of(entries, shelf);
    const never = { ...engineOfOthers(), ask: () => new Promise<never>(() => undefined) };
    await own.compute(new MarkRuns(() => never as ReturnType<typeof engineOfOthers>, 50), () => undefined);
    expect(codesOf(own.rows[0] as Row)).toEqual(["late", "unjudged"]);
    expect(linesOf(own.rows)[0]).toMatchObject({ status: "not_marked", points: "", counts: 0 });
  });

  test("a digest of another row's run is said to be", async () => {
    const queue = { discipline: "drop_tail", limit_packets: 9 };
    const flows = [{ name: sourceName("one"), algorithm: { kind: "newreno" }, base_rtt_ms: 40 }];
    const of = (rate_bps: number): Scenario => ({ schema: 1, duration_s: 1, bottleneck: { rate_bps, queue }, flows });
    const [scenario, slower] = [of(2e6), of(1e6)];
    const digest = (other as Known).digestOf(scenario);
    const runs = [scenario, slower].map((run) =>
      JSON.stringify({ kind: "hand_in", schema: 1, of: "run", run: { scenario: run, digest } }),
    );
    const { rows } = await marked(runs);
    expect(rows.map(codesOf)).toEqual([["run"], ["digest", "digest.of", "run"]]);
    expect(saidOn(rows[1] as Row)).toMatch(/That digest is of the run in row 1\./);
  });

  test("a table's columns are kept as they were, and another name than its is said", async () => {
    const [right = ""] = made.map(({ text }) => text);
    const text = ["Name;Matrikel;points", `Meier 0;1000;x;${right}`, `right, 0;1001;;${right}`, "Anna;1002;;"].join(
      "\n",
    );
    const { rows } = await marked([text]);
    expect(tableOf(rows)[0].slice(-4)).toEqual(["Name", "Matrikel", "points (table)", "column_4"]);
    const lines = linesOf(rows);
    expect(lines.map(({ listed, Matrikel }) => [listed, Matrikel])).toEqual([
      ["Meier 0", "1000"],
      ["right, 0", "1001"],
      ["Anna", "1002"],
    ]);
    expect(lines[0]).toMatchObject({ "points (table)": "x", column_4: right, remark_codes: "name again" });
    expect(saidOn(rows[0] as Row)).toMatch(/the name Right 0, the table gives Meier 0\./);
    expect(lines[1]).toMatchObject({ remark_codes: "again" });
    expect(lines[2]).toMatchObject({ name: "", points: "", status: "not_marked", counts: 0, column_4: "" });
  });
});

/** The tables of results have the engine's numbers, of the interval that was asked for, on the screen as in each form that leaves it. */
import { expect, test } from "vitest";
import { testEngine } from "../engine/testing/engine.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { fetchNotices } from "../i18n/notices.ts";
import { looksOf } from "../session/facts.ts";
import { PRESETS, type Preset } from "../session/presets.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { lastText, markdownOf, mixedText, noticesOf, partsOf, resultsCsv, tsvOf } from "./results.ts";

addMessages("en", says);

const SCENARIO = {
  schema: 1,
  duration_s: 12,
  bottleneck: {
    rate_bps: 4e6,
    queue: { discipline: "drop_tail", limit_packets: 20 },
    loss: { model: "bernoulli", probability: 0.002 },
  },
  flows: [
    { name: "A", algorithm: { kind: "cubic" } },
    { name: "page", algorithm: { kind: "newreno" }, start_s: 3, transfer_bytes: 200_000 },
  ],
  cross_traffic: [
    { name: "call", kind: "voip" },
    { name: "ping", kind: "ping" },
    { name: "pages", kind: "fetch" },
  ],
};

/** Rows of a text of cells. */
const cells = (text: string, by: string): string[][] => text.split("\n").map((line) => line.split(by));

const listOf = (summary: unknown, list: string): unknown[] => (summary as Record<string, unknown[]>)[list] ?? [];

async function resultsOf(span: { from_s?: number; to_s?: number }, scenario: object = SCENARIO) {
  const engine = testEngine(() => undefined);
  expect(await engine.ask("load", { scenario: JSON.stringify(scenario) })).toMatchObject({ ok: true });
  const [{ document }, { summary, errors }] = await Promise.all([
    engine.ask("settings", { t_s: 0 }),
    engine.ask("summary", span),
  ]);
  const looks = looksOf(document, SCENARIO.duration_s, tables);
  return { summary, errors, looks, settings: document, parts: partsOf(summary, looks, false) };
}

/** Rows of a file by their names, each with its cells by their columns. */
function rowsOf(csv: string): Map<string, Record<string, string>> {
  const [head = [], ...rows] = cells(csv.trimEnd().replaceAll("\r", ""), ",");
  return new Map(rows.map((row) => [row[0] ?? "", Object.fromEntries(head.map((name, i) => [name, row[i] ?? ""]))]));
}

const AS_ADDED = {
  ...SCENARIO,
  bottleneck: { rate_bps: 4e6, queue: { discipline: "drop_tail", limit_packets: 20 } },
  flows: [
    { name: "NewReno", algorithm: { kind: "newreno" } },
    { name: "newreno 2", algorithm: { kind: "newreno" }, base_rtt_ms: 60 },
  ],
  cross_traffic: [{ name: "fetch 1", kind: "fetch" }],
};

test("each cell of the file is the summary's number of that interval", async () => {
  const { summary, parts } = await resultsOf({ from_s: 2, to_s: 9 });
  expect(valueAt(summary, "span_s")).toEqual([2, 9]);
  const [head = [], ...rows] = cells(resultsCsv(summary, parts, 1).trimEnd().replaceAll("\r", ""), ",");
  expect(rows.map(([name]) => name)).toEqual(["A", "page", "call", "ping", "pages", "bottleneck"]);
  expect(rows[3]?.[head.indexOf("rtt_ms.mean")]).toMatch(/^\d/);
  expect(rows[4]?.[head.indexOf("completion_s.mean")]).toMatch(/^\d/);
  const values = [
    listOf(summary, "flows")[0],
    listOf(summary, "flows")[1],
    ...listOf(summary, "cross_traffic"),
    valueAt(summary, "bottleneck"),
  ];
  let seen = 0;
  for (const [i, row] of rows.entries())
    for (const [k, cell] of row.entries()) {
      if (k < 2 || cell === "" || ["from_s", "to_s", "seed"].includes(head[k] ?? "")) continue;
      const path = head[k] ?? "";
      expect(Number(cell), `${row[0]} ${path}`).toBe(valueAt(path === "jain_index" ? summary : values[i], path));
      seen++;
    }
  expect(seen).toBeGreaterThan(20);
  // The file, the whole of it, takes as long as it takes: from its start to its end.
  const flow = values[1];
  expect(valueAt(flow, "duration_s")).toBeCloseTo(Number(valueAt(flow, "completed_s")) - 3, 9);
});

test("the file has the names of the screen, the interval and the seed", async () => {
  const { summary, parts, looks } = await resultsOf({ from_s: 2, to_s: 9 }, AS_ADDED);
  const rows = rowsOf(resultsCsv(summary, parts, 7));
  const labels = looks.map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(["NewReno 1", "NewReno 2"]);
  expect([...rows.keys()]).toEqual([...labels, "bottleneck"]);
  for (const row of rows.values()) expect(row).toMatchObject({ from_s: "2", to_s: "9", seed: "7" });
});

test("the screen says how many transfers a mean is of, and lost packets of flows and cross traffic in one measure", async () => {
  const { summary, parts } = await resultsOf({});
  const [head = [], ...rows] = cells(tsvOf(summary, parts).split("\n\n")[1] ?? "", "\t");
  const cell = (row: number, name: string): string => rows[row]?.[head.indexOf(name)] ?? "none";
  const cross = listOf(summary, "cross_traffic");
  const [begun, done] = ["transfers_begun", "transfers_completed"].map((name) => valueAt(cross[2], name));
  expect(cell(2, "Transfers begun")).toBe(String(begun));
  expect(cell(2, "Transfers completed")).toBe(String(done));
  expect(done).toBeGreaterThan(0);
  const part = Number(valueAt(cross[0], "lost")) / Number(valueAt(cross[0], "sent"));
  expect(cell(0, "Lost, %")).toBe((100 * part).toFixed(3));
  expect(part).toBeGreaterThan(0);
  expect(
    tsvOf(summary, parts)
      .split("\t")
      .filter((name) => name === "Lost, %"),
  ).toHaveLength(2);
});

test("of several transfers the last one's end is said, or how many are complete", async () => {
  const transfers = (transfer_bytes: number): object => ({
    ...SCENARIO,
    flows: [
      { name: "A", algorithm: { kind: "newreno" }, transfer_bytes: 20_000 },
      { name: "B", algorithm: { kind: "newreno" }, start_s: 1, transfer_bytes },
    ],
  });
  const whole = await resultsOf({}, transfers(50_000));
  const end = Number(valueAt(listOf(whole.summary, "flows")[1], "completed_s"));
  expect(lastText(whole.parts)?.replaceAll("\u202f", " ")).toBe(
    `The last transfer was complete at ${end.toFixed(3)} s (B).`,
  );
  const partly = await resultsOf({}, transfers(1e9));
  expect(lastText(partly.parts)).toBe("1 of 2 transfers were complete at the end of the run.");
  expect(lastText((await resultsOf({})).parts)).toBeNull();
});

test("notices of the run are repeated, each sentence once; a preset has none", async () => {
  await fetchNotices();
  const run = await resultsOf({}, AS_ADDED);
  const said = noticesOf(run.summary, AS_ADDED as unknown as Scenario, run.settings, run.looks);
  expect(said).toHaveLength(new Set(said).size);
  expect(said.join(" ")).toContain("NewReno 2 may depend on phase effects");
  const [preset] = PRESETS.filter(({ id }) => id === "cdg_beside_newreno") as [Preset];
  expect(noticesOf(run.summary, preset.scenario, run.settings, run.looks)).toEqual([]);
});

test("another interval has other numbers; one that is not in the run is refused with its end", async () => {
  const [early, late] = await Promise.all([resultsOf({ from_s: 0, to_s: 3 }), resultsOf({ from_s: 3, to_s: 12 })]);
  const goodput = ({ summary }: typeof early): unknown => valueAt(listOf(summary, "flows")[0], "goodput_bps");
  expect(goodput(early)).not.toBe(goodput(late));
  const { summary, errors } = await resultsOf({ from_s: 5, to_s: 4 });
  expect(summary).toBeNull();
  expect(errors).toMatchObject([{ code: "out_of_range", place: "to_s", found: "4", allowed: "5 < x <= 12" }]);
});

test("what is copied has the words and numbers of the screen", async () => {
  const { summary, parts } = await resultsOf({});
  const goodput = (Number(valueAt(listOf(summary, "flows")[0], "goodput_bps")) / 1e6).toFixed(3);
  const [head, first] = cells(tsvOf(summary, parts), "\t");
  expect(head?.slice(0, 2)).toEqual(["Flow", "Goodput, Mbit/s"]);
  expect(first?.slice(0, 2)).toEqual(["A", goodput]);
  expect(markdownOf(summary, parts)).toContain(`| A | ${goodput} |`);
  const index = Number(valueAt(summary, "jain_index")).toFixed(3);
  expect(tsvOf(summary, parts).split("\n").at(-1)).toBe(`Jain’s index\t${index}`);
});

test("where the path is hidden, its row is", async () => {
  const { summary, looks } = await resultsOf({});
  expect(partsOf(summary, looks, true).map(({ name }) => name)).toEqual(["flow", "cross"]);
});

test("of one flow alone there is no index of fairness", async () => {
  const { summary, parts } = await resultsOf({});
  const [first] = listOf(summary, "flows");
  const alone = { ...(summary as object), flows: [first] };
  expect(tsvOf(summary, parts)).toContain("Jain’s index");
  expect(tsvOf(alone, parts)).not.toContain("Jain");
  expect(markdownOf(alone, parts)).not.toContain("Jain");
});

test("where settings changed within the interval, it is said when", () => {
  const at = (...times: number[]): Scenario => ({
    ...(SCENARIO as unknown as Scenario),
    interventions: times.map((at_s) => ({ at_s, path: "bottleneck.rate_bps", value: 1e6 })),
  });
  const said = (scenario: Scenario, from: number, to: number) =>
    mixedText(scenario, from, to)?.replaceAll("\u202f", " ");
  const choose = "choose “From, to” for the time before or after.";
  expect(said(at(8, 4.25, 8), 0, 12)).toBe(`Settings changed at 4.25 s, 8 s: ${choose}`);
  expect(said(at(1, 2, 3, 4, 5), 0, 12)).toBe(`Settings changed at 1 s, 2 s, 3 s and 2 more: ${choose}`);
  // Before it, after it and from its beginning on are not within it.
  expect(said(at(8, 4.25), 4.25, 8)).toBeUndefined();
  expect(said(at(), 0, 12)).toBeUndefined();
});

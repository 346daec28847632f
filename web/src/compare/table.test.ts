/** The table of two runs: its rows, its differences, and when it is measured again. */
import type { TemplateResult } from "lit";
import { expect, test } from "vitest";
import { type Counters, type Frame, sourceName, type ViewRequest } from "../engine/protocol.ts";
import { addMessages, setLanguage } from "../i18n/catalogue.ts";
import settings from "../i18n/en/settings.json" with { type: "json" };
import type { FlowLook } from "../session/run-facts.ts";
import type { Measured } from "./measures.ts";
import type { SecondRun } from "./second-run.ts";
import { ComparisonTable, measuresTable, type Row, rowsOf, signed } from "./table.ts";

addMessages("en", settings);
setLanguage("en");

const look = (label: string, cross = false): FlowLook => ({
  name: sourceName(label),
  index: 0,
  sign: 0,
  label,
  kind: "",
  cross,
  start_s: 0,
  stop_s: 100,
});
const looks = [look("CDG"), look("Call", true), look("NewReno")];
const a: Measured = { goodput: [3, null], queue: [20, 60], drops: 7, delays: [41.26], backoffs: [4, 0] };
const b: Measured = { goodput: [5.5, 1], queue: [22, 50], drops: 7, delays: [null], backoffs: [0, 0] };

test("each flow has its goodput, the queue two shares, and what neither run has is left out", () => {
  expect(rowsOf(looks, a, b).map((row) => [row.label, row.a, row.b, row.unit, signed(row)])).toEqual([
    ["CDG goodput", 3, 5.5, "Mbit/s", "+2.50"],
    ["NewReno goodput", null, 1, "Mbit/s", "–"],
    ["Queue, median", 20, 22, "pkt", "+2"],
    ["Queue, 80\u00a0%", 60, 50, "pkt", "−10"],
    ["Packets dropped by the queue", 7, 7, "", "0"],
    ["Call delay, 80\u00a0%", 41.26, null, "ms", "–"],
    ["CDG backoffs", 4, 0, "", "−4"],
  ]);
  const without = { ...a, delays: [null], backoffs: [0, 0] };
  expect(rowsOf(looks, without, without)).toHaveLength(5);
});

test("of many flows those around a place are listed, each with its own numbers", () => {
  const many = Array.from({ length: 50 }, (_, i) => look(`f${i}`));
  const of = (share: number): Measured => ({
    goodput: many.map((_, i) => share * i),
    queue: [1, 2],
    drops: 7,
    delays: [],
    backoffs: many.map((_, i) => (i === 45 ? share : 0)),
  });
  const rows = rowsOf([...many, look("call", true)], of(1), of(2), false, 44);
  expect(rows.map(({ label, a: one, b: other }) => [label, one, other])).toEqual([
    ...Array.from({ length: 10 }, (_, i) => [`f${40 + i} goodput`, 40 + i, 80 + 2 * i]),
    ["Queue, median", 1, 1],
    ["Queue, 80\u00a0%", 2, 2],
    ["Packets dropped by the queue", 7, 7],
    ["f45 backoffs", 1, 2],
  ]);
});

test("a difference is one of the numbers as they are read", () => {
  const row: Row = { label: "", a: 2.004, b: 2.006, unit: "", digits: 2 };
  expect(signed(row)).toBe("+0.01");
  expect(signed({ ...row, b: 2.0049 })).toBe("0.00");
});

/** The texts of a template, its markup left out. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const { values } = (value ?? {}) as Partial<TemplateResult>;
  return values ? textsOf(values) : [];
}

test("a table has a head for each column and a cell for each measure", () => {
  const caption = { values: ["caption"] } as unknown as TemplateResult;
  const table = measuresTable(caption, ["20 %", "Median"], [{ name: "Loss", cells: ["1", "2"] }]);
  expect(textsOf(table)).toEqual(["caption", "20 %", "Median", "Loss", "1", "2"]);
  const [heads, , rows] = [table.values[1], null, table.values[2]] as [TemplateResult[], null, TemplateResult[]];
  expect(heads[0]?.strings.join("")).toContain('<th scope="col">');
  expect(rows[0]?.strings.join("")).toContain('<th scope="row">');
});

/** Two runs of a flow: its bytes grow by 1 MB a second in A, by 2 MB in B. */
function pair(from_s = 2) {
  const asked: string[] = [];
  const engine = (name: string, rate: number) => ({
    ask: (what: string, of: ViewRequest & { t_s: number }): Promise<Pick<Frame, "series"> | Counters> => {
      const none = new Float64Array(1);
      if (what === "counters") {
        const delivered_bytes = Float64Array.of(rate * of.t_s);
        return Promise.resolve({ delivered_bytes, dropped_queue: none, delay_backoffs: none });
      }
      asked.push(`${name} ${of.t0_s} ${of.t1_s}`);
      return Promise.resolve({ series: of.series.map(() => new Float64Array(0)) });
    },
  });
  const clock = { playing: false, computed_s: 10, t_s: 0 };
  const second = {
    first: {
      engine: engine("A", 1e6),
      session: { clock, generation: 1 },
      player: { looks: [look("CDG")], facts: () => ({ limit_bytes: null }) },
    },
    player: { looks: [look("CDG")] },
    session: { clock: { computed_s: 8 }, generation: 1 },
    engine: engine("B", 2e6),
    comparison: { from_s },
  };
  let changes = 0;
  const table = new ComparisonTable(second as unknown as SecondRun, () => {
    changes++;
  });
  const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
  return { asked, clock, second, table, settled, changes: () => changes };
}

test("both runs are measured from where they part, as far as both are computed", async () => {
  const { asked, table, settled, changes } = pair();
  expect([table.title, table.table()]).toEqual(["A and B", null]);
  table.update(9, 0);
  await settled();
  expect(asked).toEqual(["A 2 8", "B 2 8"]);
  expect(table.title).toMatch(/^A and B, 2 to 8\ss$/);
  // The name of the table, its heads, and in its first row 8 and 16 Mbit/s.
  const texts = textsOf(table.table());
  expect(texts.slice(0, 5)).toEqual([table.title, "A", "B", "B − A", "CDG goodput"]);
  expect(texts).toContain("8.00");
  expect(texts).toContain("16.00");
  expect(texts).toContain("+8.00");
  expect(changes()).toBe(1);
});

test("what no sender can know is not in it while that is hidden", async () => {
  const { table, settled, second } = pair();
  table.update(9, 0);
  await settled();
  const drops = "Packets dropped by the queue";
  expect(textsOf(table.table())).toContain(drops);
  Object.assign(second.first.player, { hidden: true });
  expect(textsOf(table.table())).not.toContain(drops);
  expect(textsOf(table.table())).toContain("CDG goodput");
});

test("a table of more calls than the engine records says which delays it leaves out", async () => {
  const { table, settled, second } = pair();
  const said = "Delays are recorded for the first 64 sources of cross traffic only.";
  for (const [calls, says] of [
    [64, false],
    [65, true],
  ] as const) {
    const { player } = second.first;
    Object.assign(player, {
      looks: [look("CDG"), ...Array.from({ length: calls }, (_, i) => look(`call ${i}`, true))],
    });
    table.renew();
    table.update(9, 1000 * calls);
    await settled();
    expect(textsOf(table.table()).includes(said)).toBe(says);
  }
});

test("the same stretch is measured once, another one at most twice a second while the run plays", async () => {
  const { asked, clock, table, settled } = pair(-1);
  const update = async (to_s: number, now_ms: number): Promise<number> => {
    table.update(to_s, now_ms);
    await settled();
    return asked.length / 2;
  };
  expect(await update(4, 1000)).toBe(1);
  expect(asked[0]).toBe("A 0 4");
  expect(await update(4, 2000)).toBe(1);
  clock.playing = true;
  expect(await update(5, 1400)).toBe(1);
  expect(await update(5, 1500)).toBe(2);
  table.renew();
  expect(await update(5, 2000)).toBe(3);
});

test("a second run whose flows are not known yet, or become others, is measured once they are", async () => {
  const { asked, second, table, settled } = pair();
  second.player.looks = [];
  table.update(6, 0);
  await settled();
  expect([asked, table.table()]).toEqual([[], null]);
  second.player.looks = [look("NewReno")];
  table.update(6, 16);
  await settled();
  expect(textsOf(table.table())).toContain("–");
  second.player.looks = [look("CDG")];
  table.update(6, 32);
  await settled();
  expect(textsOf(table.table())).toContain("+8.00");
});

test("before the runs part there is nothing, and what could not be measured is asked for again", async () => {
  const { asked, second, table, settled, changes } = pair();
  const { ask } = second.engine;
  second.engine.ask = () => Promise.reject(new Error("given up"));
  table.update(6, 0);
  await settled();
  expect(table.table()).toBeNull();
  second.engine.ask = ask;
  table.update(6, 16);
  await settled();
  expect(table.table()).not.toBeNull();
  expect(asked).toEqual(["A 2 6", "A 2 6", "B 2 6"]);
  table.update(2.005, 32);
  expect([table.title, table.table(), changes()]).toEqual(["A and B", null, 2]);
});

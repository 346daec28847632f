/** Knife edges in figures and in words: ranges at the values that they belong to, and a sentence for each setting. */
import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import type { Figure, KnifeEdges, Plot, Stored, Verdict } from "../ensemble/types.ts";
import { addMessages, has, setLanguage } from "../i18n/catalogue.ts";
import german from "../i18n/de/figures.json" with { type: "json" };
import words from "../i18n/en/figures.json" with { type: "json" };
import { frameOf } from "../plot_view/axis-ends.ts";
import { pictureOf } from "../plot_view/picture.ts";
import { entryText, rowsOf } from "../plot_view/read.ts";
import { edgesOf } from "./claims.ts";
import { edgeWords, withRanges } from "./knife-edges.ts";

addMessages("en", words);
addMessages("de", german);

const theme = new Proxy(
  { flows: ["#111", "#222", "#333", "#444", "#555", "#666", "#777", "#888"], sans: "sans" } as unknown as Theme,
  { get: (target, role) => Reflect.get(target, role) ?? "#000" },
);

const plot: Plot = {
  x: { label: "Loss", unit: "%", log: false, range: null, names: [] },
  y: { label: "Goodput", unit: "Mbit/s", log: false, range: null, names: [] },
  series: [
    {
      name: "Vegas",
      ink: 1,
      form: "medians",
      stated: false,
      hidden: false,
      points: [
        [0, 1.1, 1.2, 1.3],
        [1, 3, 4, 5],
      ],
    },
    { name: "Bars", ink: 2, form: "bars", stated: false, hidden: false, points: [[2, 4, 3]] },
    {
      name: "Line",
      ink: 3,
      form: "line",
      stated: false,
      hidden: false,
      points: [
        [0, 2],
        [1, 2],
      ],
    },
  ],
  rules: [],
  spans: [],
  notes: [],
};

const figure: Figure = {
  columns: 1,
  panels: [
    { title: "", beside: false, low: false, plot },
    {
      title: "Shares",
      beside: false,
      low: false,
      table: { heads: ["Queue", "Share"], rows: [[{ text: "`red`" }, { value: 0.281, digits: 2 }]] },
    },
  ],
};

const edges: KnifeEdges = {
  initial_window_packets: 3,
  steps: [],
  claims: [
    { id: "a.b.one", of: "", value: 0.9, moved: { start_later: 1.31, send_jitter: null } },
    { id: "a.b.one", of: "p = 1", value: 7, moved: { start_later: 9 } },
  ],
  points: [
    { panel: 0, series: 0, x: 0, value: 1.2, moved: { initial_window_less: 9.697, initial_window_more: 9.704 } },
    { panel: 0, series: 0, x: 1, value: 4.5, moved: { send_jitter: 9 } },
    { panel: 0, series: 1, x: 2, value: 3, moved: { start_earlier: 1, start_later: 5 } },
  ],
  entries: [{ panel: 1, row: 0, column: 1, value: 0.281, moved: { send_jitter: 0.634 } }],
};

const ranged = withRanges(figure, edges);

test("a value has the range of its edge; an edge of another value is left out", () => {
  const series = ranged.panels[0]?.plot?.series.map((one) => one.ranges);
  expect(series).toEqual([[[0, 1.2, 9.704]], [[3, 1, 5]], undefined]);
  expect(ranged.panels[1]?.table?.rows[0]?.map(entryText)).toEqual(["`red`", "0.28 (0.28–0.63)"]);
  expect(figure.panels[0]?.plot?.series[0], "the figure itself stays").not.toHaveProperty("ranges");
  expect(withRanges(figure, undefined)).toBe(figure);
});

test("a range is drawn as a hollow bar, within the axes", () => {
  // Upper and lower end of the faint rectangle in a colour.
  const drawn = (one: Figure, colour: string): number[] => {
    const faint = new RegExp(`y="([\\d.]+)" width="10" height="([\\d.]+)" fill-opacity="0.1" fill="${colour}"`);
    const [, top, height] = faint.exec(pictureOf(one, theme, "", [])) ?? [];
    return top ? [Number(top), Number(top) + Number(height)] : [];
  };
  expect(drawn(figure, "#111")).toEqual([]);
  const [top = 0, bottom = 0] = drawn(ranged, "#555");
  const place = (value: number): number => bottom - ((bottom - top) * (value - 1)) / (5 - 1);
  const vegas = drawn(ranged, "#111");
  expect(vegas[0]).toBeCloseTo(place(9.704), 0);
  expect(vegas[1]).toBeCloseTo(place(1.2), 0);
  expect(frameOf(ranged.panels[0]?.plot as Plot, () => true).y.max).toBeGreaterThanOrEqual(9.704);
  expect(frameOf(plot, () => true).y.max).toBeLessThan(9);
});

test("the file of a figure's values has the ranges", () => {
  const rows = rowsOf(ranged).filter(([, , , , quantity]) => String(quantity).startsWith("edge"));
  expect(rows).toEqual([
    ["1", "Vegas", "measured", 0, "edge_low", 1.2],
    ["1", "Vegas", "measured", 0, "edge_high", 9.704],
    ["1", "Bars", "measured", 3, "edge_low", 1],
    ["1", "Bars", "measured", 3, "edge_high", 5],
    ["Shares", "Share", "table", 1, "edge_low", 0.281],
    ["Shares", "Share", "table", 1, "edge_high", 0.634],
  ]);
});

test("each edge that is shown says what it depends on, in both languages", () => {
  expect(edgeWords(ranged, edges)).toEqual([
    {
      name: "Vegas, Loss 0 %",
      sentences: ["Depends on the initial window: 1.20 Mbit/s with 3 packets, 9.70 with 2 or 4."],
    },
    {
      name: "Bars, Loss 2 %",
      sentences: [
        "Depends on when the flows start: 3 Mbit/s as shown, 1 half of a packet’s transmission time earlier, 5 half of a packet’s transmission time later.",
      ],
    },
    {
      name: "Shares, red, Share",
      sentences: ["Depends on the send jitter: 0.28 as shown, 0.63 with up to one packet’s transmission time."],
    },
  ]);
  expect(edgeWords(figure, edges), "without its ranges").toEqual([]);
  expect(edgeWords(ranged, { ...edges, initial_window_packets: null })[0]?.sentences).toEqual([
    "Depends on the initial window: 1.20 Mbit/s as shown, 9.70 with one packet fewer or with one more packet.",
  ]);
  setLanguage("de");
  expect(edgeWords(ranged, edges)[0]?.sentences).toEqual([
    "Hängt vom Anfangsfenster ab: 1,20 Mbit/s mit 3 Paketen, 9,70 mit 2 oder 4.",
  ]);
  setLanguage("en");
});

test("of two points at one place each has its own range and sentence", () => {
  const twice = structuredClone(figure);
  twice.panels[0]?.plot?.series[0]?.points.push([1, 6, 7, 8]);
  const own = [4.5, 4, 7].map((value) => ({ panel: 0, series: 0, x: 1, value, moved: { send_jitter: 9 } }));
  const shown = withRanges(twice, { ...edges, points: own });
  expect(shown.panels[0]?.plot?.series[0]?.ranges).toEqual([
    [1, 4, 9],
    [1, 7, 9],
  ]);
  expect(edgeWords(shown, { ...edges, points: own, entries: [] }).map(({ sentences }) => sentences[0])).toEqual([
    "Depends on the send jitter: 4 Mbit/s as shown, 9 with up to one packet’s transmission time.",
    "Depends on the send jitter: 7 Mbit/s as shown, 9 with up to one packet’s transmission time.",
  ]);
});

test("a claim says what each of its values depends on", () => {
  const measured = (of: string, value: number) => ({ of, value, band: [0, 1], strict: false, holds: true }) as const;
  const verdict = {
    id: "a.b.one",
    holds: true,
    measured: [measured("", 0.9), measured("p = 1", 8)],
  } as unknown as Verdict;
  expect(edgesOf(verdict, edges)).toEqual([
    {
      name: "",
      sentences: [
        "Depends on when the flows start: 0.900 as shown, 1.31 half of a packet’s transmission time later.",
        "Depends on the send jitter: 0.900 as shown, not measured with up to one packet’s transmission time.",
      ],
    },
  ]);
  expect(edgesOf({ ...verdict, id: "a.b.other" }, edges)).toEqual([]);
});

const kept = import.meta.glob<KnifeEdges & { experiment: string }>("../../../docs/results/knife-edges/*.json", {
  eager: true,
  import: "default",
});
const results = import.meta.glob<Stored>("../../../public/figures/*.json", { eager: true, import: "default" });

test.each(Object.values(kept))("every kept edge of $experiment is drawn and named", (own) => {
  const stored = results[`../../../public/figures/${own.experiment}.json`] as Stored;
  const shown = withRanges(stored.figure, own);
  for (const step of own.steps) expect(has(`figures.edge.step.${step}`), step).toBe(true);
  const told = edgeWords(shown, own);
  expect(told.length).toBe(own.points.length + own.entries.length);
  const claims = stored.claims.flatMap((verdict) => edgesOf(verdict, own));
  expect(claims.length).toBe(own.claims.length);
  for (const { sentences } of [...told, ...claims]) {
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^Depends on [^{}]+\.$/);
  }
});

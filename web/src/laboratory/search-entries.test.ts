/** The search of the laboratory: everything that is registered has an entry, and words of everyday lead to it. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CHARTS } from "../charts/registry.ts";
import experiments from "../generated/experiments.json" with { type: "json" };
import * as tables from "../generated/settings.ts";
import { addMessages, setLanguage } from "../i18n/catalogue.ts";
import keys from "../i18n/en/keys.json" with { type: "json" };
import english from "../i18n/en/search.json" with { type: "json" };
import { speak } from "../i18n/languages.ts";
import { LESSONS } from "../lessons/registry.ts";
import type { Entry } from "../search/entry.ts";
import { Finder } from "../search/finder.ts";
import courses from "../session/courses.ts";
import { looksOf } from "../session/facts.ts";
import { PRESETS } from "../session/presets.ts";
import { type Scenario, entriesIn as written } from "../session/scenario.ts";
import { loadWords, tables as names } from "../session/setting-tables.ts";
import type { Section } from "../settings/setting.ts";
import type { Laboratory } from "./context.ts";

/** A laboratory with a run, as far as entries read it. */
function laboratory(settings: Scenario, scenario = settings): Laboratory {
  return {
    branches: { settings: () => settings },
    focus: { card: null },
    run: {
      player: { looks: looksOf(settings, settings.duration_s, names), focus: null },
      session: { document: { scenario } },
      chartArea: { plot: (id: string) => (id === "stage" || id === "rtt" ? {} : null) },
    },
  } as unknown as Laboratory;
}

const opening = PRESETS.find(({ id }) => id === "cdg_beside_newreno")?.scenario as Scenario;
let entriesIn: typeof import("./search-entries.ts").entriesIn;
let entriesOf: (settings: Scenario) => Entry[];
let actions: readonly { name: string }[];

// The top bar has them.
addMessages("en", keys);

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  await loadWords();
  ({ entriesIn } = await import("./search-entries.ts"));
  const { ACTIONS } = await import("./actions.ts");
  actions = ACTIONS;
  entriesOf = (settings) => entriesIn(laboratory(settings), ACTIONS);
});
afterEach(() => setLanguage("en"));

const sections = Object.values(tables)
  .flat()
  .filter((each): each is Section => typeof each === "object");

test("all that is registered has an entry", () => {
  for (const settings of [opening, { ...opening, flows: [], cross_traffic: [] }]) {
    const found = new Set(entriesOf(settings).map(({ id }) => id));
    const flow = new Set<Section>(settings.flows?.length ? [] : [tables.FLOW, tables.ENTRY, ...tables.APPLICATIONS]);
    // A queue's limit is in packets or in bytes; in time or BDPs a document has it, which the page shows in bytes. A stream is the document's alone.
    const left = new Set(["limit_bytes", "limit_ms", "limit_bdp", "stream"]);
    const wanted = [
      ...sections
        .flatMap((section) => (flow.has(section) ? [] : section.params.map(({ name }) => name)))
        .filter((name) => !left.has(name)),
      ...CHARTS.map(({ id }) => `chart.${id}`),
      ...[...PRESETS, ...courses].map(({ id }) => `preset.${id}`),
      ...tables.ALGORITHMS.map(({ kind }) => `algorithm.${kind}`),
      ...LESSONS.map((id) => `lesson.${id}`),
      ...experiments.map(({ id }) => `figure.${id}`),
      ...actions.map(({ name }) => `action.${name}`).filter((id) => id !== "action.search"),
    ];
    const last = new Set([...found].map((id) => id.replace(/^\w+\./, "")));
    expect(wanted.filter((id) => !found.has(id) && !last.has(id))).toEqual([]);
  }
});

test("every setting of every algorithm has an entry of its own, and says whether the run has it", () => {
  const entries = entriesOf(opening);
  for (const { kind, params } of tables.ALGORITHMS)
    for (const { name } of params) {
      const found = entries.filter(({ id }) => id === `${kind}.${name}`);
      expect(found, `${kind}.${name}`).toHaveLength(1);
      expect(found[0]?.absent ?? false).toBe(kind !== "cdg" && kind !== "newreno");
    }
});

test("no entry is without a name, and no synonym without an entry", () => {
  const entries = [...PRESETS, ...courses].flatMap(({ scenario }) => entriesOf(scenario));
  expect(entries.filter(({ name }) => name.trim() === "" || /^[a-z]+\.[a-z_.]+$/.test(name))).toEqual([]);
  const ids = new Set(entries.flatMap(({ id }) => [id, id.replace(/^\w+\./, "")]));
  const keys = Object.keys(english).flatMap((key) => /^search\.also\.(.+)/.exec(key)?.[1] ?? []);
  expect(keys.filter((key) => !ids.has(key))).toEqual([]);
});

test("values are those of the run, and the chosen of several is in use", () => {
  const value = (id: string): string =>
    entriesOf(opening)
      .find((each) => each.id === id)
      ?.value?.() ?? "";
  expect(value("bottleneck.rate_bps")).toBe("10\u202fMbit/s");
  expect(value("cdg.g_ms")).toBe("3\u202fms");
  expect(value("discipline.drop_tail")).toBe("in use");
  expect(value("discipline.codel")).toBe("not in use");
  expect(value("codel.target_ms")).toBe("not in use");
  expect(value("action.undo")).toBe("Ctrl + Z");
});

test("how many copies an entry stands for is said of any of them", () => {
  const incast = courses.find(({ id }) => id === "course_incast")?.scenario as Scenario;
  const settings = { ...incast, flows: written(incast, "flows") };
  const [first] = new Finder(entriesIn(laboratory(settings, incast), [])).find("number of flows");
  expect([first?.hits[0]?.entry.id, first?.hits[0]?.entry.value?.()]).toEqual(["flow.count", "20"]);
});

const QUERIES = {
  en: {
    bursty: "model.gilbert_elliott",
    bur: "model.gilbert_elliott",
    buffer: "drop_tail.limit_packets",
    BBR: "algorithm.bbr",
    "save picture": "save.png",
    bandwidth: "bottleneck.rate_bps",
    delay: "flow.base_rtt_ms",
    ping: "flow.base_rtt_ms",
    reno: "algorithm.newreno",
    share: "action.link",
    "two futures": "action.fork",
    split: "action.fork",
    "dark mode": "action.theme",
    codel: "discipline.codel",
    "cubic convergence": "cubic.fast_convergence",
    goodput: "chart.goodput",
    loss: "bernoulli.probability",
    rtt: "chart.rtt",
    retransmission: "flow.initial_rto_ms",
    "what a window is": "lesson.window",
    "queue 20": "drop_tail.limit_packets",
    "queue limit 20 packets": "drop_tail.limit_packets",
    "loss 1 %": "bernoulli.probability",
    "figure 4": "figure.cdg_fig4",
    "cdg figure 4": "figure.cdg_fig4",
    "voip figure 7": "figure.voip_fig7",
    why: "action.why",
    "open file": "action.open",
    "open a file": "action.open",
    "load scenario": "action.open",
    "20 runs": "action.repeat",
    repeat: "action.repeat",
    vary: "action.vary",
    sweep: "action.vary",
    screenshot: "save.png",
    "mean window": "action.results",
    "retransmitted packets": "action.results",
  },
  de: {
    "zwei Verläufe": "action.fork",
    bursty: "model.gilbert_elliott",
    gebündelt: "model.gilbert_elliott",
    gebundelt: "model.gilbert_elliott",
    buffer: "drop_tail.limit_packets",
    Puffer: "drop_tail.limit_packets",
    BBR: "algorithm.bbr",
    "Bild speichern": "save.png",
    "save picture": "save.png",
    Bandbreite: "bottleneck.rate_bps",
    Verzögerung: "flow.base_rtt_ms",
    ping: "flow.base_rtt_ms",
    reno: "algorithm.newreno",
    teilen: "action.link",
    Zufallsverlust: "bernoulli.probability",
    Warteschlangendisziplin: "discipline",
    "Warteschlange 20": "drop_tail.limit_packets",
    "Abbildung 4": "figure.cdg_fig4",
    Warum: "action.why",
    "Datei öffnen": "action.open",
    "20 Läufe": "action.repeat",
    variieren: "action.vary",
  },
};
describe.each(["en", "de"] as const)("in %s", (tag) => {
  test.each(Object.entries(QUERIES[tag]))("“%s” finds %s first", async (query, id) => {
    await speak(tag);
    const [first] = new Finder(entriesOf(opening)).find(query);
    expect(first?.hits[0]?.entry.id).toBe(id);
    if (id === "save.png")
      expect(first?.hits[0]?.entry.place).toBe(tag === "en" ? "Window and queue" : "Fenster und Warteschlange");
  });
});

test.each(["en", "de"] as const)("courses and textbooks lead to their exercises, in %s", async (tag) => {
  await speak(tag);
  const finder = new Finder(entriesOf(opening));
  const presets = (query: string): string[] =>
    finder
      .find(query)
      .flatMap(({ hits }) => hits.flatMap(({ entry: { id } }) => /^preset\.course_(.+)/.exec(id)?.[1] ?? []));
  expect(presets("NYU")).toEqual(["three_reno"]);
  expect(presets("UCLouvain")).toEqual(["fixed_window", "selfish_sender", "no_control"]);
  expect(presets("Kurose")).toEqual(["kurose_p40", "kurose_p46"]);
  expect(presets("CS244").toSorted()).toEqual(["bufferbloat_100", "bufferbloat_20", "incast"]);
  expect(presets("bufferbloat")).toEqual(["bufferbloat_20", "bufferbloat_100", "three_reno"]);
});

test("one flow among ten thousand is found first", () => {
  const lab = laboratory(opening);
  const [look] = lab.run.player.looks;
  const looks = Array.from({ length: 10_000 }, (_, i) => ({ ...look, label: `CUBIC ${i + 1}` }));
  Object.assign(lab.run.player, { looks });
  const [first] = new Finder(entriesIn(lab, [])).find("cubic 7351");
  expect([first?.group, first?.hits[0]?.entry.name, first?.total]).toEqual(["flows", "CUBIC 7351", 1]);
});

test("a word with a wrong letter is found, and German letters without their dots", async () => {
  const ids = (query: string): string[] =>
    new Finder(entriesOf(opening)).find(query).flatMap(({ hits }) => hits.map(({ entry }) => entry.id));
  expect(ids("bandwith")).toContain("bottleneck.rate_bps");
  await speak("de");
  expect(ids("verzogerung")).toContain("flow.base_rtt_ms");
});

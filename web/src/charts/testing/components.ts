/**
 * Every chart in its states, with made-up data: `components.html`, for eyes and for screenshots. Its address may say
 * `theme=light|dark`, `only=NAME`, `profile=projector`. Not here: path and controls (components/main.ts).
 */

import type { Theme } from "../../design/theme.ts";
import { watchTheme } from "../../design/theme.ts";
import { type SourceName, sourceName } from "../../engine/protocol.ts";
import type { RunFacts } from "../../session/run-facts.ts";
import { type FramePart, frames } from "../../ui/frame-scheduler.ts";
import { CHARTS, loadCharts } from "../registry.ts";
import { ChartStack, type StackOptions } from "../stack.ts";
import { toyView } from "./reduce.ts";
import { DUEL, type ToySetup, toyFacts, toyRun } from "./toy.ts";
import { modelFacts, modelRun } from "./toy-model.ts";

/** One state to look at. */
interface Case {
  name: string;
  charts: string[];
  height: number;
  width?: number;
  setup?: ToySetup;
  /** The run with rates, phases and marks, in place of a duel. */
  model?: boolean;
  facts?: Partial<RunFacts>;
  span?: [number, number];
  playhead?: number;
  computed?: number;
  coarse?: boolean;
  options?: StackOptions;
  moving?: boolean;
}

const FOUR: ToySetup = {
  ...DUEL,
  flows: [
    { name: "cdg1", label: "CDG 1", kind: "cdg", start_s: 0 },
    { name: "newreno", label: "NewReno", kind: "newreno", start_s: 2.2 },
    { name: "cdg2", label: "CDG 2", kind: "cdg", start_s: 4.4 },
    { name: "cdg3", label: "CDG 3", kind: "cdg", start_s: 6.6 },
  ],
};
const EIGHT: ToySetup = {
  ...DUEL,
  flows: Array.from({ length: 8 }, (_, i) => ({
    name: `f${i}`,
    label: i % 2 ? `NewReno ${i}` : `CDG ${i}`,
    kind: i % 2 ? ("newreno" as const) : ("cdg" as const),
    start_s: i,
  })),
};

const CASES: Case[] = [
  { name: "three", charts: ["cwnd", "queue", "gradient"], height: 425 },
  { name: "five", charts: ["cwnd", "queue", "rtt", "gradient", "goodput"], height: 720, span: [0, 46], playhead: 36.2 },
  {
    name: "six",
    charts: ["cwnd", "queue", "rtt", "gradient", "backoff", "goodput"],
    height: 840,
    moving: true,
    span: [0, 80],
  },
  {
    name: "busy",
    charts: ["cwnd", "queue", "rtt", "gradient", "backoff", "goodput"],
    height: 640,
    setup: FOUR,
    moving: true,
    span: [0, 80],
  },
  { name: "model", charts: ["rates", "in_flight", "marks", "queue_delay"], height: 640, model: true, span: [0, 20] },
  { name: "model, close", charts: ["rates", "marks"], height: 300, model: true, span: [9.5, 10.5] },
  { name: "small rates", charts: ["rates"], height: 290, width: 366, model: true, span: [0, 20] },
  { name: "teeth", charts: ["teeth"], height: 300, width: 900, playhead: 76, facts: { focus: sourceName("newreno") } },
  { name: "teeth of CDG, small", charts: ["teeth"], height: 300, width: 390, playhead: 76 },
  { name: "backoff", charts: ["backoff"], height: 340, width: 390 },
  { name: "four flows", charts: ["cwnd", "queue", "gradient"], height: 425, setup: FOUR },
  { name: "eight flows", charts: ["cwnd", "queue", "gradient"], height: 425, setup: EIGHT },
  { name: "low", charts: ["cwnd", "queue", "gradient"], height: 270 },
  { name: "widget", charts: ["cwnd"], height: 180, width: 640, options: { gutter: 128 } },
  { name: "small window", charts: ["cwnd"], height: 290, width: 366 },
  { name: "small queue", charts: ["queue"], height: 290, width: 366 },
  { name: "close", charts: ["cwnd", "queue", "gradient"], height: 425, span: [12, 13], playhead: 12.6 },
  { name: "empty", charts: ["cwnd", "queue", "rtt"], height: 380, computed: 0, playhead: 0 },
  { name: "computing", charts: ["cwnd", "queue", "gradient"], height: 425, computed: 17, playhead: 9 },
  { name: "coarse", charts: ["cwnd"], height: 180, coarse: true },
];

const address = new URLSearchParams(location.search);
for (const name of ["theme", "profile"]) {
  const value = address.get(name);
  if (value) document.documentElement.setAttribute(`data-${name}`, value);
}

const drawn: { update(theme: Theme, now: number): void }[] = [];

function mount(one: Case, host: HTMLElement): void {
  const setup = one.setup ?? DUEL;
  const run = one.model ? modelRun() : toyRun(setup);
  const duration_s = one.model ? modelFacts().duration_s : setup.duration_s;
  let span = one.span ?? [0, 26.1];
  let playhead = one.playhead ?? span[1];
  let focus: SourceName | null = null;
  let computed = one.computed ?? duration_s;
  const stack = new ChartStack(
    host,
    {
      onSpan: (t0, t1) => (span = [t0, t1]),
      onScrub: (t) => (playhead = t),
      onCrosshair: () => {},
      onCharts: () => {},
      onTrack: () => {},
      onLog: () => {},
      onFocusFlow: (name) => (focus = name),
      onHit: (hit, crowd) => console.warn("hit", hit, crowd.length),
      requestView: async (request) => toyView(run, request, computed, one.coarse),
    },
    one.options,
  );
  stack.setCharts(one.charts);
  drawn.push({
    update(theme, now) {
      if (one.moving && address.has("play")) {
        // As a run that is computed while it is watched.
        playhead = (now / 200) % setup.duration_s;
        computed = Math.min(setup.duration_s, playhead + 20);
        stack.invalidate();
      }
      const now_s = { focus, ...one.facts, computed_s: computed, reading_s: playhead };
      const facts = one.model ? modelFacts(now_s) : toyFacts(setup, now_s);
      stack.update({ facts, theme, span, playhead, playing: one.moving });
    },
  });
}

const main = document.getElementById("components") as HTMLElement;
const only = address.get("only");
// A chart that is not loaded is not drawn.
void loadCharts(CHARTS.map((chart) => chart.id)).then(() => {
  for (const one of CASES) {
    if (only && one.name !== only) continue;
    const section = document.createElement("section");
    const title = document.createElement("h3");
    title.textContent = one.name;
    const host = document.createElement("div");
    host.style.height = `${address.get("height") ?? one.height}px`;
    if (one.width) host.style.maxWidth = `${one.width}px`;
    section.append(title, host);
    main.append(section);
    mount(one, host);
  }
});

let theme: Theme | null = null;
watchTheme((next) => (theme = next));
const moment: FramePart = {
  priority: "input",
  draw: ({ now_ms }) => {
    if (theme) for (const one of drawn) one.update(theme, now_ms);
    frames.request(moment);
  },
};
frames.request(moment);

/**
 * Of the page of all components (`components.html`): every part of path and controls in each of its states, on make-believe
 * data. Address fields after `#`: `theme=light|dark`, `only=path|controls`, `play=1` (moves), `t=`. Not here: the charts
 * (charts/testing/components.ts).
 */

import { html, render, type TemplateResult } from "lit";
import { choice } from "../controls/choice.ts";
import { derived } from "../controls/derived.ts";
import { field, numberField } from "../controls/field.ts";
import { flowCard } from "../controls/flow-card.ts";
import type { FlowCardProps, ScrubberData } from "../controls/props.ts";
import { Scrubber } from "../controls/scrubber.ts";
import { speed } from "../controls/speed.ts";
import { switchRow } from "../controls/switch-row.ts";
import { transport } from "../controls/transport.ts";
import type { Theme } from "../design/theme.ts";
import { reducedMotion, watchTheme } from "../design/theme.ts";
import { sourceName } from "../engine/protocol.ts";
import { PathView } from "../path/dumbbell.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { ALGORITHMS, FLOW, ROWS, type Toy, toyFacts, toyPicture } from "./sample-run.ts";

const section = (kind: string) =>
  ALGORITHMS.find((s) => s.kind === kind) ?? (ALGORITHMS[0] as (typeof ALGORITHMS)[number]);
const CDG = section("cdg");
const NEWRENO = section("newreno");

const asked = new URLSearchParams(location.hash.slice(1));
const root = document.documentElement;
if (asked.has("theme")) root.dataset.theme = asked.get("theme") ?? "";

const two: Toy["flows"] = [
  ["CDG", "cdg"],
  ["NewReno", "newreno"],
];
const many = (n: number): Toy["flows"] =>
  Array.from({ length: n }, (_, i) => [`CDG ${i + 1}`, i % 3 ? "cdg" : "newreno"] as const as [string, string]);
const breathing = (least: number, most: number) => (t: number) => least + ((most - least) * (1 - Math.cos(2 * t))) / 2;
const full: Toy = { flows: two, limit_packets: 84, queue: () => 83.2 };

/** A path in a size and a state. */
interface Stage {
  title: string;
  width: number;
  height: number;
  speed: number;
  toy: Toy;
  scale?: number;
  still?: boolean;
  paused?: boolean;
}

const stages: Stage[] = [
  { title: "full, a drop", width: 1040, height: 188, speed: 0.04, toy: full },
  {
    title: "short queue, random loss",
    width: 1040,
    height: 188,
    speed: 0.04,
    toy: { ...full, queue: breathing(8, 20), loss: 0.01 },
  },
  {
    title: "density",
    width: 1040,
    height: 188,
    speed: 1,
    toy: { ...full, flows: [...many(4)], queue: breathing(60, 83.5), loss: 0.01 },
  },
  { title: "paused", width: 1040, height: 122, speed: 0.05, toy: full, paused: true },
  { title: "4 flows", width: 1040, height: 188, speed: 0.04, toy: { ...full, flows: [...many(4)], loss: 0.01 } },
  {
    title: "8 flows, the last not begun",
    width: 1040,
    height: 188,
    speed: 0.04,
    toy: { ...full, flows: [...many(8)] },
  },
  { title: "20 flows", width: 1040, height: 188, speed: 0.04, toy: { ...full, flows: [...many(20)] } },
  {
    title: "bytes, with a call",
    width: 1040,
    height: 188,
    speed: 0.04,
    toy: { ...full, flows: [...two, ["voip", ""]], limit_bytes: 126_000, smallEvery: 9, queue: () => 70 },
  },
  {
    title: "a queue of 12",
    width: 1040,
    height: 188,
    speed: 0.04,
    toy: { ...full, limit_packets: 12, queue: () => 11.2 },
  },
  {
    title: "a queue of 400",
    width: 1040,
    height: 188,
    speed: 0.04,
    toy: { ...full, limit_packets: 400, queue: () => 260 },
  },
  { title: "low", width: 1040, height: 128, speed: 0.04, toy: { ...full, loss: 0.01 } },
  { title: "1160 wide", width: 1130, height: 205, speed: 0.04, toy: full },
  { title: "tablet", width: 736, height: 190, speed: 0.04, toy: full },
  { title: "phone", width: 366, height: 173, speed: 0.04, toy: { ...full, loss: 0.01 } },
  { title: "phone, low", width: 366, height: 124, speed: 1, toy: full },
  { title: "widget", width: 616, height: 126, speed: 0.04, toy: full },
  { title: "strip", width: 304, height: 46, speed: 0.04, toy: full },
  { title: "projector", width: 1330, height: 258, speed: 0.04, toy: full, scale: 2 },
  { title: "reduced motion", width: 616, height: 126, speed: 0.04, toy: full, still: true },
];

let theme: Theme;
const views: { view: PathView; stage: Stage }[] = [];
const start_s = Number(asked.get("t") ?? 26.1);
const began = performance.now();
const playing = asked.get("play") === "1";

function drawPaths(): void {
  for (const { view, stage } of views) {
    const t_s = start_s + (playing ? ((performance.now() - began) / 1000) * stage.speed : 0);
    view.update({
      picture: toyPicture(stage.toy, t_s, stage.speed),
      facts: toyFacts(stage.toy, t_s),
      theme,
      screen_second_s: stage.speed,
      playing: !stage.paused,
      holds: true,
      reducedMotion: stage.still ?? reducedMotion(),
      scale: stage.scale ?? 1,
    });
  }
}

function addPaths(): void {
  const shown = asked.get("stage");
  for (const stage of stages) {
    if (stage.width > innerWidth - 20 || (shown && stage.title !== shown)) continue;
    const title = document.createElement("h3");
    title.textContent = stage.title;
    const host = document.createElement("div");
    host.style.width = `${stage.width}px`;
    host.style.height = `${stage.height}px`;
    if (stage.scale === 2) host.classList.add("gallery-projector");
    document.querySelector("#paths")?.append(title, host);
    views.push({ view: new PathView(host, { onFocusFlow: () => {}, onHold: () => {} }), stage });
  }
}

const state = {
  loss: 0,
  rtt: 40,
  rate: 10e6,
  limit: 84,
  g: 3,
  old: null as number | null,
  open: true,
  unfolded: false,
  speed: 0.04,
  playing: true,
  unit: "event" as const,
  on: true,
};

function card(over: Partial<FlowCardProps>): TemplateResult {
  return flowCard({
    onRemedy: () => {},
    flow: {
      name: sourceName("cdg"),
      index: 0,
      sign: 0,
      label: "CDG",
      kind: "cdg",
      cross: false,
      start_s: 0,
      stop_s: 80,
    },
    section: CDG,
    values: { g_ms: state.g },
    algorithms: ALGORITHMS,
    own: FLOW.params,
    sentUnfolded: false,
    onUnfoldSent: () => {},
    onRename: () => {},
    options: { base: "flows.cdg.", section: FLOW, values: { host: "freebsd" }, onChange: () => {} },
    optionsUnfolded: false,
    onUnfoldOptions: () => {},
    open: true,
    unfolded: false,
    curve: true,
    focused: false,
    last: false,
    about: "algorithms.html#cdg",
    start_s: 0,
    stop_s: 80,
    old: state.old === null ? {} : { g_ms: state.old },
    onOpen: (open) => set({ open }),
    onUnfold: (unfolded) => set({ unfolded }),
    onFocus: () => {},
    onAlgorithm: () => {},
    onInput: (_, value) => set({ g: Number(value), old: state.old ?? state.g }),
    onChange: (name, value) => name === "g_ms" && set({ g: Number(value), old: null }),
    onDuplicate: () => {},
    onRemove: () => {},
    count: 1,
    onCount: () => {},
    onStart: () => {},
    onStop: () => {},
    ...over,
  });
}

function set(change: Partial<typeof state>): void {
  Object.assign(state, change);
  drawControls();
}

function sidebar(): TemplateResult {
  const hand = (name: "loss" | "rtt" | "rate" | "limit") => ({
    onInput: (v: number | null) => set({ [name]: v ?? 0 }),
    onChange: (v: number | null) => set({ [name]: v ?? 0 }),
  });
  return html`
    <h2>Path</h2>
    ${field({ id: "loss", label: "Random loss", setting: ROWS.loss, value: state.loss, nudge: { value: 0.01, pulse: false }, ...hand("loss") })}
    ${field({ id: "rtt", label: "Base RTT", setting: ROWS.rtt, value: state.rtt, ...hand("rtt") })}
    ${numberField({ id: "rate", label: "Rate", setting: ROWS.rate, value: state.rate, ...hand("rate") })}
    ${numberField({ id: "limit", label: "Queue, drop tail", setting: ROWS.limit, value: state.limit, ...hand("limit") })}
    ${derived({ rate_bps: state.rate, base_rtt_ms: state.rtt, packet_bytes: 1500, limit_packets: state.limit, limit_bytes: null, flows: 2 })}
    <h2>Flows</h2>
    ${card({ open: state.open, unfolded: state.unfolded })}
    ${card({ flow: { name: sourceName("newreno"), index: 1, sign: 1, label: "NewReno", kind: "newreno", cross: false, start_s: 12, stop_s: 80 }, section: NEWRENO, values: {}, open: false, start_s: 12 })}`;
}

function states(): TemplateResult {
  const on = { onChange: () => {} };
  return html`
    <h2>States</h2>
    ${field({ id: "held", label: "Held", setting: ROWS.rtt, value: 120, old: 40, ...on })}
    ${field({ id: "wrong", label: "Refused", setting: ROWS.rtt, value: 40, error: "flows[1].base_rtt_ms is 0; it must be above 0. The last good run is still shown.", ...on })}
    ${field({ id: "rate2", label: "Rate", setting: ROWS.rate, value: 10e6, ...on })}
    ${field({ id: "limit2", label: "Queue limit", setting: ROWS.limit, value: 84, nudge: { value: 20, pulse: true }, ...on })}
    ${field({ id: "lin", label: "Linear", setting: ROWS.beta, value: 0.4, ...on })}
    ${choice({
      id: "ch",
      label: "Discipline",
      options: [
        { value: "drop_tail", label: "drop tail" },
        { value: "red", label: "RED" },
      ],
      value: "drop_tail",
      ...on,
    })}
    ${switchRow({ id: "sw1", label: "Shadow window", value: state.on, onChange: (value) => set({ on: value }) })}
    ${switchRow({ id: "sw2", label: "Loss tolerance", value: false, onChange: () => {} })}
    ${card({ unfolded: true, values: { g_ms: 5, beta_delay: 0.5, shadow_window: false }, flow: { name: sourceName("cdg2"), index: 2, sign: 5, label: "CDG 2", kind: "cdg", cross: false, start_s: 4.4, stop_s: 80 }, start_s: 4.4, old: { g_ms: 3 } })}`;
}

const scrubData: ScrubberData = {
  duration_s: 80,
  computed_s: 61,
  playhead_s: 26.07,
  profile: Float64Array.from({ length: 1200 }, (_, i) =>
    i % 2 ? Math.abs(Math.sin(i / 50)) * (i > 240 ? 84 : 14) : (i / 1200) * 61,
  ),
  limit: 84,
  marks: [
    { sign: 0, kind: "backoff", points: Float64Array.from({ length: 120 }, (_, i) => (i % 2 ? 1 : i * 0.5)) },
    { sign: 1, kind: "loss", points: Float64Array.from([12.4, 1, 15.3, 1, 20.4, 1, 26, 1]) },
  ],
  flags: [30],
};

function drawControls(): void {
  const host = document.querySelector<HTMLElement>("#controls");
  if (!host) return;
  render(html`<div class="gallery-sidebar">${sidebar()}</div><div class="gallery-sidebar">${states()}</div>`, host);
  const bar = document.querySelector<HTMLElement>("#gallery-bar");
  if (!bar) return;
  render(
    html`${transport({ playing: state.playing, atStart: false, atEnd: false, unit: state.unit, onStart: () => {}, onBack: () => {}, onPlay: (p) => set({ playing: p }), onStep: () => {}, onNext: () => {}, onUnit: () => {} })}
    ${speed({ speed: state.speed, onInput: (s) => set({ speed: s }), onChange: (s) => set({ speed: s }) })}`,
    bar,
  );
}

const only = asked.get("only");
if (only !== "controls") addPaths();
if (only !== "path") {
  drawControls();
  const scrub = new Scrubber(document.querySelector<HTMLElement>("#scrub") as HTMLElement, {
    onSeek: (t) => scrub.update({ ...scrubData, playhead_s: t }, theme),
  });
  watchTheme((now) => scrub.update(scrubData, now));
}
watchTheme((now) => {
  theme = now;
  drawPaths();
});
if (playing) {
  const moment: FramePart = {
    priority: "input",
    draw: () => {
      drawPaths();
      frames.request(moment);
    },
  };
  frames.request(moment);
}

/**
 * Hands and keys on a chart: gestures, labels, the keys of a focused chart, its menu. Turns them into what the stack does.
 * Not here: the gestures themselves (plot/gestures.ts), nor the state that they change (stack.ts).
 */
import { nameText, type SourceName } from "../engine/protocol.ts";
import { momentText } from "../i18n/amounts.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { listen } from "../plot/gestures.ts";
import { moved, type Span, within, zoomed } from "../plot/span.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Command, commandMenu } from "../ui/menu.ts";
import { chartsIn, type Hit, marksOf, overTime } from "./chart.ts";
import { markWord } from "./kinds.ts";
import { showTable, showText } from "./numbers-dialog.ts";
import { isOfFacts } from "./overlaid.ts";
import { rulerText, unitOfY } from "./overlay.ts";
import type { Panel } from "./panel.ts";
import { goTo, type Step } from "./reader.ts";

/** Formats in which a chart is exported. */
export type PictureKind = "svg" | "png" | "csv" | "wide";

/** Facts and acts for hands and keys. */
export interface Desk {
  span(): Span;
  duration(): number;
  /** Where the crosshair stands, else the playhead. */
  reading(): number;
  crossed(): boolean;
  flows(): readonly FlowLook[];
  unit(): number;
  /** Single-letter keys act. */
  letters(): boolean;
  panels(): Panel[];
  /** Ids of the open charts. */
  shown(): readonly string[];
  /** They are tracks under a stage. */
  staged(): boolean;
  /** Opens a track in its place, or makes it a row again. */
  open(id: string): void;
  setSpan(span: Span): void;
  /** Fits the ranges of all charts to their data again, once the span is drawn. */
  refit(): void;
  setCrosshair(t_s: number | null): void;
  setFocusFlow(name: SourceName | null): void;
  hit(hit: Hit, crowd: readonly Hit[]): void;
  /** A mark that is hit says why it is there. */
  asks(): boolean;
  rearrange(ids: string[]): void;
  fold(panel: Panel): void;
  /** Charts whose y grows by factors, by id. */
  log(): readonly string[];
  setLog(ids: string[]): void;
  /** Saves a chart as a file, with a flow in focus; null where there is no such act. */
  /** Whether time is read in round trips. */
  rounds(): boolean;
  setRounds(on: boolean): void;
  picture(): ((id: string, kind: PictureKind, focus: SourceName | null) => void) | null;
  /** Says a sentence to a screen reader. */
  say(text: string): void;
  redraw(): void;
}

/** Reach of a pointer and of a finger around a mark, px. */
const REACH = 10;
const REACH_TOUCH = 22;

/** Time at x px of a panel's plot as it is drawn, or null beside it. */
function timeAt({ layout, scales }: Panel, x: number): number | null {
  const width = layout?.plotWidth ?? 0;
  return !scales || width === 0 || x < -0.5 || x > width + 0.5 ? null : scales.at(x);
}

/** Listens to everything that a reader does with a chart. */
export function handle(panel: Panel, desk: Desk): void {
  const { gutter } = panel;
  const { figure, menu } = panel.frame;
  figure.addEventListener("keydown", (event) => key(panel, desk, event));
  figure.addEventListener("blur", () => {
    if (!panel.over.hit) return;
    panel.over.hit = null;
    desk.setCrosshair(null);
  });
  const list = commandMenu(menu, () => commands(panel, desk));
  menu.after(list);
  for (const labels of [gutter.column, gutter.row]) {
    labels.addEventListener("pointerover", (event) => desk.setFocusFlow(gutter.flowAt(event.target)));
    labels.addEventListener("pointerleave", () => desk.setFocusFlow(null));
    // Labels take pointer input themselves, not the plot under them.
    for (const name of ["pointerdown", "pointermove"])
      labels.addEventListener(name, (event) => event.stopPropagation());
  }
  gestures(panel, desk);
}

/** Where a mark was clicked, in the plot, and when that was in the run. */
interface Clicked {
  x: number;
  y: number;
  t_s: number;
}

function gestures(panel: Panel, desk: Desk): void {
  /** The labels show the clicked mark's instant until the pointer moves away from it. */
  let clicked: Clicked | null = null;
  const time = panel.axis.shared;
  const width = (): number => panel.layout?.plotWidth ?? 1;
  const inside = (x: number): number => timeAt(panel, Math.max(0, Math.min(width(), x))) ?? 0;
  const origin = () => ({ left: panel.layout?.left ?? 0, top: panel.layout?.top ?? 0 });
  const all = () => desk.panels().filter(({ axis }) => axis.shared);
  listen(panel.plot, origin, {
    point: (at) => {
      // A row has the time of the stage, and no lines to choose from.
      if (panel.row) {
        desk.setCrosshair(at && time ? timeAt(panel, at.x) : null);
        return;
      }
      if (!at || !clicked || Math.hypot(at.x - clicked.x, at.y - clicked.y) > REACH * desk.unit()) clicked = null;
      const t = at && time ? (clicked?.t_s ?? timeAt(panel, at.x)) : null;
      desk.setCrosshair(t);
      desk.setFocusFlow(at && t !== null ? panel.flowNear(at.y) : null);
      panel.showKey(at !== null && t !== null && at.y < 0);
      nameMark(panel, desk, at);
    },
    tap: (x, y, touch) => {
      if (panel.row) return;
      const found = panel.hitNear(x, y, (touch ? REACH_TOUCH : REACH) * desk.unit());
      if (found && time && !touch) {
        clicked = { x, y, t_s: found.hit.t_s };
        desk.setCrosshair(clicked.t_s);
      }
      if (found) choose(panel, desk, found.hit, found.crowd);
      else if (time) desk.setCrosshair(timeAt(panel, x));
    },
    brush: (range, done) => {
      if (!time) return;
      for (const other of all()) other.over.brush = done ? null : range;
      if (done && range) desk.setSpan(within([inside(range[0]), inside(range[1])], desk.duration()));
      desk.redraw();
    },
    rule: (line) => {
      panel.over.ruler = time ? line : null;
      desk.redraw();
    },
    pan: (dx) => {
      const [t0, t1] = desk.span();
      if (time) desk.setSpan(moved([t0, t1], (-dx * (t1 - t0)) / width(), desk.duration()));
    },
    zoom: (x, factor) => {
      const [t0, t1] = desk.span();
      // In the span that was asked for last: the picture may be a step behind.
      const at = t0 + (Math.max(0, Math.min(width(), x)) / width()) * (t1 - t0);
      if (time) desk.setSpan(zoomed([t0, t1], at, factor, desk.duration()));
    },
    reset: () => {
      desk.refit();
      if (time) desk.setSpan([0, desk.duration()]);
    },
  });
}

/** A mark was clicked or tapped, or Enter pressed on it: it leads to its moment, or says what it has to say. */
function choose(panel: Panel, desk: Desk, hit: Hit, crowd: readonly Hit[]): void {
  const { chart, context } = panel;
  const read = marksOf(chart)?.read;
  if (read && context) showText(translate(`chart.${chart.id}`), crowd.map((each) => read(each, context)).join("\n"));
  else desk.hit(hit, crowd);
}

/** Meaning of the mark under the pointer, as the browser's own words beside it. */
function nameMark(panel: Panel, desk: Desk, at: { x: number; y: number } | null): void {
  const hit = at && panel.context ? panel.hitNear(at.x, at.y, REACH * desk.unit())?.hit : null;
  const flow = hit && desk.flows().find(({ name }) => name === hit.flow);
  const words =
    hit && panel.context
      ? (marksOf(panel.chart)?.read?.(hit, panel.context) ??
        `${flow?.label ?? nameText(hit.flow)}: ${markWord(panel.context.facts, hit)}, ${momentText(hit.t_s)}${desk.asks() ? translate("chart.mark.asks") : ""}`)
      : "";
  panel.plot.style.cursor = hit ? "pointer" : "";
  if (panel.plot.title !== words) panel.plot.title = words;
}

const STEPS: Record<string, Step> = {
  ArrowRight: "next",
  ArrowLeft: "before",
  Home: "first",
  End: "last",
  ArrowUp: "up",
  ArrowDown: "down",
};

type Move = (span: Span, at_s: number, duration_s: number) => Span;

/** With Shift the arrows do what a drag does: along the axis by a tenth of the span, in and out by a half. */
const MOVES: Record<string, Move> = {
  ArrowRight: (span, _, duration) => moved(span, (span[1] - span[0]) / 10, duration),
  ArrowLeft: (span, _, duration) => moved(span, (span[0] - span[1]) / 10, duration),
  ArrowUp: (span, at, duration) => zoomed(span, Math.min(span[1], Math.max(span[0], at)), 0.5, duration),
  ArrowDown: (span, at, duration) => zoomed(span, Math.min(span[1], Math.max(span[0], at)), 2, duration),
};

/** Keys on a focused chart. Those it knows go no further: the page's own keep out. */
function key(panel: Panel, desk: Desk, event: KeyboardEvent): void {
  if (event.target !== panel.frame.figure || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  const letter = desk.letters() ? event.key.toLowerCase() : "";
  const { hit } = panel.over;
  if (event.shiftKey && event.key in MOVES && panel.axis.shared) {
    desk.setSpan((MOVES[event.key] as Move)(desk.span(), desk.reading(), desk.duration()));
  } else if (step) go(panel, desk, step);
  else if (event.key === "Enter" && hit) choose(panel, desk, hit, [hit]);
  else if (event.key === "Escape" && panel.key.isOpen) panel.showKey(false);
  else if (event.key === "Escape" && (hit || panel.over.ruler || desk.crossed())) {
    panel.over = { brush: null, ruler: null, hit: null };
    desk.setCrosshair(null);
    desk.redraw();
  } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    panel.frame.menu.click();
  } else if (letter === "t") numbers(panel);
  else if (letter === "d") desk.say(panel.describe());
  else if (letter === "r" && panel.axis.shared) anchor(panel, desk);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Goes to another mark, the crosshair along, and reads it. */
function go(panel: Panel, desk: Desk, step: Step): void {
  const read = marksOf(panel.chart)?.read;
  const hit = goTo(panel.hits(), panel.over.hit, step, read ? 0 : desk.reading());
  panel.over.hit = hit;
  if (!hit) {
    desk.say(translate("chart.mark.none"));
    return;
  }
  if (panel.axis.shared) desk.setCrosshair(hit.t_s);
  const ruler = measured(panel, hit);
  if (read && panel.context) desk.say(read(hit, panel.context));
  else
    desk.say(
      (ruler === null ? "" : `${ruler}. `) +
        translate("chart.mark.read", {
          flow: desk.flows().find((flow) => flow.name === hit.flow)?.label ?? nameText(hit.flow),
          time: translate("chart.seconds", { t: num(hit.t_s, 3, 3) }),
          what: panel.context ? markWord(panel.context.facts, hit) : "",
          value: num(hit.value, 2),
        }),
    );
  desk.redraw();
}

/** Lays the ruler's end at the mark in focus: the arrows then lead its other end; or takes the ruler away. */
function anchor(panel: Panel, desk: Desk): void {
  const { hit, anchor: from } = panel.over;
  panel.over.ruler = null;
  panel.over.anchor = from ? null : hit;
  desk.say(translate(from ? "chart.ruler.gone" : hit ? "chart.ruler.from" : "chart.ruler.none"));
  desk.redraw();
}

/** The ruler from its anchor to a mark, and what it reads; null without an anchor. */
function measured(panel: Panel, hit: Hit): string | null {
  const { scales, context, over } = panel;
  const marked = marksOf(panel.chart);
  if (!over.anchor || !scales || !context || !marked) return null;
  const from = marked.place(over.anchor, scales, context);
  const to = marked.place(hit, scales, context);
  over.ruler = [from.x, from.y, to.x, to.y];
  return rulerText(scales, over.ruler, unitOfY(panel.chart, context.facts));
}

function numbers(panel: Panel): void {
  const title = translate("chart.table.title", { chart: translate(`chart.${panel.chart.id}`) });
  const rows = panel.rows();
  if (rows) showTable(title, rows);
  else if (panel.hides) showText(title, translate("chart.hidden"));
}

/** The menu of a chart. */
function commands(panel: Panel, desk: Desk): Command[] {
  const { id } = panel.chart;
  const open = [...desk.shown()];
  const staged = desk.staged();
  const at = open.indexOf(id);
  const others = open.filter((other) => other !== id);
  const move = (by: number) => (): void => desk.rearrange(others.toSpliced(at + by, 0, id));
  const title = translate("chart.describe.title", { chart: translate(`chart.${id}`) });
  const list: Command[] = [
    { label: translate("chart.menu.numbers"), act: () => numbers(panel) },
    { label: translate("chart.menu.describe"), act: () => showText(title, panel.describe()) },
  ];
  if (!staged)
    list.push({
      label: translate(panel.folded ? "chart.menu.unfold" : "chart.menu.fold"),
      act: () => desk.fold(panel),
    });
  if (overTime(panel.chart)?.log) {
    const log = desk.log();
    // Of several charts in one plot it is the first whose y may be so.
    const own = chartsIn(panel.chart)[0]?.id ?? id;
    const on = log.includes(own);
    list.push({
      label: translate(on ? "chart.menu.linear" : "chart.menu.log"),
      act: () => desk.setLog(on ? log.filter((other) => other !== own) : [...log, own]),
    });
  }
  if (panel.axis.shared) {
    const on = desk.rounds();
    list.push({ label: translate(on ? "chart.menu.seconds" : "chart.menu.rounds"), act: () => desk.setRounds(!on) });
  }
  const take = desk.picture();
  if (take && !panel.hides) {
    // As the chart is while the menu opens: once it has closed, another flow may be under the pointer.
    const focus = panel.context?.facts.focus ?? null;
    // Without series there is no trace.
    for (const kind of ["svg", "png", "csv", "wide"] as const)
      if (kind === "svg" || kind === "png" || !isOfFacts(panel.chart))
        list.push({ label: translate(`chart.menu.${kind}`), act: () => take(id, kind, focus) });
  }
  if (panel.key.isOf(panel.layout, panel.context) && !panel.key.isSeen) {
    list.push({ label: translate("chart.menu.key"), act: () => panel.showKey(!panel.key.isOpen) });
  }
  if (staged) {
    if (at > 0) list.push({ label: translate("chart.menu.fold"), act: () => desk.open(id) });
    return list;
  }
  if (at > 0) list.push({ label: translate("chart.menu.up"), act: move(-1) });
  if (at < open.length - 1) list.push({ label: translate("chart.menu.down"), act: move(1) });
  if (others.length > 0) list.push({ label: translate("chart.menu.hide"), act: () => desk.rearrange(others) });
  return list;
}

/**
 * Styles of flows' lines: colours, dashes, the strength that focus gives (design 3.6), and which flows are drawn as one; the line of a flow. Not
 * here: colours themselves (design/tokens.css), which flows form a group (groups.ts).
 */
import { DASHES, dashAt } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import { BOTTLENECK, type Points, type SourceName } from "../engine/protocol.ts";
import { RECORDED_SOURCES } from "../generated/rules.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { toPixels } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowGroup, FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext } from "./chart.ts";

/** How a flow's lines are drawn. */
export interface Look {
  color: string;
  dash: readonly number[];
  width: number;
  alpha: number;
  /** Its marks, shadow window and threshold are drawn. */
  full: boolean;
}

/** The number that chooses a flow's colour and dash: its own, or that of its group. */
const signOf = (flow: FlowLook): number => flow.group?.sign ?? flow.sign;

/** Colour of a flow or cross traffic; colours repeat from the ninth sign on. */
export function colorOf(theme: Theme, flow: FlowLook): string {
  return theme.flows[signOf(flow) % theme.flows.length] ?? theme.ink3;
}

/** Dash of a flow. */
export function dashOf(flow: FlowLook): readonly number[] {
  return dashAt(signOf(flow));
}

/** The name of the flows of an algorithm: "CDG × 20". */
export const groupLabel = (title: string, n: number): string =>
  translate("chart.group.name", { name: title, n: num(n) });

/** Sources by lists of flows that were asked for. */
const sources = new WeakMap<FlowLook[], FlowLook[]>();

/** Flows and cross traffic with series of their own, and last all others as one, under the bottleneck's name. */
export function sourcesOf(flows: FlowLook[]): FlowLook[] {
  if (flows.length <= RECORDED_SOURCES || flows.at(-1)?.name === BOTTLENECK) return flows;
  const known = sources.get(flows);
  if (known) return known;
  const of = (cross: boolean): FlowLook[] => flows.filter((flow) => flow.cross === cross);
  const own = [...of(false).slice(0, RECORDED_SOURCES), ...of(true).slice(0, RECORDED_SOURCES)];
  const rest = [...of(false).slice(RECORDED_SOURCES), ...of(true).slice(RECORDED_SOURCES)];
  const more: FlowLook = {
    name: BOTTLENECK,
    index: 0,
    sign: Number.POSITIVE_INFINITY,
    label: translate("chart.rest", { n: num(rest.length) }),
    kind: "",
    cross: true,
    start_s: rest.reduce((least, { start_s }) => Math.min(least, start_s), Number.POSITIVE_INFINITY),
    stop_s: rest.reduce((most, { stop_s }) => Math.max(most, stop_s), 0),
  };
  const made = rest.length > 0 ? [...own, more] : flows;
  sources.set(flows, made);
  return made;
}

/** A chart's unit where what it draws is of the flows with series of their own alone. */
export const unitOfFirst = (unit: string, flows: FlowLook[]): string =>
  sourcesOf(flows) === flows ? unit : translate("chart.first", { unit, n: num(RECORDED_SOURCES) });

/** A flow, or the flows of a group, where a chart stacks flows: a part of the stack. */
export interface Part {
  label: string;
  /** The flow, where it is one alone. */
  flow?: SourceName;
  flows: readonly [FlowLook, ...FlowLook[]];
}

/** The parts of a stack of flows, in the order of their signs. */
export function partsOf(flows: readonly FlowLook[]): Part[] {
  const alike = new Map<FlowLook | FlowGroup, [FlowLook, ...FlowLook[]]>();
  for (const flow of flows) {
    const list = alike.get(flow.group ?? flow);
    if (list) list.push(flow);
    else alike.set(flow.group ?? flow, [flow]);
  }
  return [...alike.values()]
    .sort(([a], [b]) => signOf(a) - signOf(b))
    .map((list) => {
      const [{ group, name }] = list;
      return group
        ? { label: groupLabel(group.title, list.length), flows: list }
        : { label: labelOf(list[0]), flow: name, flows: list };
    });
}

/** The flows with an algorithm. */
export function senders(facts: RunFacts): FlowLook[] {
  return facts.flows.filter((flow) => !flow.cross);
}

/** The flow brought forward: the reader's, else, where there are more than two, the first. */
export function focusOf(facts: RunFacts): FlowLook | null {
  const flows = senders(facts);
  const chosen = flows.find((flow) => flow.name === facts.focus);
  return chosen ?? (flows.length > 2 || flows.length === 1 ? (flows[0] ?? null) : null);
}

/** Of all flows, or of some, those of which more than a line is drawn: up to two, of more the one in focus. */
export function inDetail(facts: RunFacts, some: (flow: FlowLook) => boolean = () => true): FlowLook[] {
  const flows = senders(facts).filter(some);
  const focus = focusOf(facts)?.name;
  return flows.length <= 2 ? flows : flows.filter((flow) => flow.name === focus);
}

/** The flow whose inference is shown: the one in focus if it infers, else the first that does. */
export function inferring(facts: RunFacts): FlowLook | null {
  const flows = senders(facts).filter((flow) => flow.kind === "cdg");
  return flows.find((flow) => flow.name === focusOf(facts)?.name) ?? flows[0] ?? null;
}

/** Strength of the flows beside one that the reader keeps in front. */
export const FADED = 0.3;

/** Up to two flows all are at full strength; beyond, the one in focus is and the others recede; beside a picked one all others fade. */
export function lookOf(facts: RunFacts, theme: Theme, flow: FlowLook): Look {
  const color = colorOf(theme, flow);
  const dash = dashOf(flow);
  const focus = focusOf(facts);
  const { strength = 1 } = flow;
  const { picked } = facts;
  if (picked != null && picked !== flow.name) return { color, dash, width: 1.5, alpha: FADED * strength, full: false };
  if (senders(facts).length <= 2 || focus?.name === flow.name)
    return { color, dash, width: 2, alpha: strength, full: true };
  return { color, dash, width: 1.5, alpha: strength * (theme.dark ? 0.6 : 0.55), full: false };
}

/** A look as the style of a line, in the surface's units. */
export function strokeOf(
  { color, dash, width, alpha }: Pick<Look, "color" | "dash" | "width"> & { alpha?: number | undefined },
  unit: number,
): { color: string; dash: number[]; width: number; alpha?: number | undefined } {
  return { color, alpha, width: width * unit, dash: dash.map((part) => part * unit) };
}

/** Draws within the plot; lines at its ends are whole. */
export function inPlot(surface: Surface, scales: Scales, draw: () => void): void {
  surface.clip(0, -1, scales.width, scales.height + 2, draw);
}

/** Draws a series as the line of a flow; it breaks where there is no value. */
export function drawFlow(
  surface: Surface,
  scales: Scales,
  { facts, theme }: ChartContext,
  flow: FlowLook,
  points: Points,
  step = true,
): void {
  const style = { ...strokeOf(lookOf(facts, theme, flow), scales.unit), step };
  surface.polyline(toPixels(points, scales, endOf(facts, flow)), style);
}

/** Until when a flow's lines reach: what is computed, its stop, the span's end. */
export function endOf(facts: RunFacts, flow: FlowLook): number {
  return Math.min(facts.computed_s, flow.stop_s, facts.t1_s);
}

/** Places of the flows by name, of lists that were asked for. */
const places = new WeakMap<readonly FlowLook[], Map<SourceName, number>>();

/** The place of a source among flows and cross traffic; undefined of the queue. */
export function placeOf(flows: readonly FlowLook[], source: SourceName): number | undefined {
  const known = places.get(flows) ?? new Map(flows.map(({ name }, place) => [name, place]));
  places.set(flows, known);
  return known.get(source);
}

/** Whether a source, if it is a flow, runs at `t_s`. */
export function sourceRuns({ flows }: RunFacts, source: SourceName, t_s: number): boolean {
  const place = placeOf(flows, source);
  return place === undefined || runsAt(flows[place] as FlowLook, t_s);
}

/** Whether a flow runs at `t_s`. */
export function runsAt(flow: FlowLook, t_s: number): boolean {
  return flow.start_s <= t_s && t_s <= flow.stop_s;
}

/** Name on the screen; from the ninth flow on, where signs repeat, its number stands with it, unless the name ends with it. */
export function labelOf({ index, label }: FlowLook): string {
  const number = index + 1;
  return index < DASHES.length || label.endsWith(` ${number}`) ? label : `${label} (${number})`;
}

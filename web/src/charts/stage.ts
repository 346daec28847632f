/**
 * The stage: window and queue in one plot on one time axis, in which a packet is equally high in both. Its parts are the charts of these
 * names and draw themselves; here is where they lie, their names, and their labels at the ends of their lines. Not here: what a part
 * draws (window.ts, queue.ts), what lies beside and under the stage (run_view/chart-area.ts).
 */
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { indexAt } from "../plot/points.ts";
import { type Domain, type Scales, scaleOf } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked, PlotPart, Slot, TimeChart } from "./chart.ts";
import { isMany } from "./groups.ts";
import { NOW } from "./label-rows.ts";
import { thinOf } from "./marks.ts";
import { isHidden } from "./overlaid.ts";
import { unitOfY } from "./overlay.ts";
import { DELAY, inBytes, LABELLED } from "./queue.ts";
import { levelOf } from "./readings.ts";

/** Between the two parts, px: marks over the queue's limit are there, and words. */
const GAP = 26;
/** Neither part has less than this share of the height: beside a queue of thousands of packets a window would be a line. */
const LEAST = 0.28;
/** Share of a window on a logarithmic scale. */
const LOG = 0.6;
/** The queue's range in the stage ends so far over its limit, and in its own chart. */
const OVER = 1.07;
const OVER_ALONE = 1.15;
/** Height of a label, the least of one among many, and that of a note, px. */
const ROW = 18;
const TIGHT = 12.5;
const NOTE = 27;
/** The head over the labels keeps so far from the upper edge, px. */
const HEAD = 4;
/** Words about one mark lie so far over it, and need so much room, px. */
const LIFT = 32;
const WORDS = 46;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Window and queue as one chart. */
export function stageOf(window: TimeChart & Marked, queue: TimeChart & Marked): TimeChart & Marked {
  const charts = [window, queue] as const;

  /** The queue's range. */
  const queueRange = (cx: ChartContext, height: number): Domain => {
    const domain = queue.domain(cx, height);
    return { ...domain, max: (domain.max * OVER) / OVER_ALONE };
  };

  /** The same in packets of full size: where the queue is counted in bytes, its axis is, too. */
  const queuePackets = (cx: ChartContext, height: number): number =>
    queueRange(cx, height).max * (inBytes(cx.facts) ? 1000 / cx.facts.packet_bytes : 1);

  const place = (scales: Scales, cx: ChartContext): PlotPart[] => {
    const { height, unit } = scales;
    const log = cx.facts.log?.includes(window.id) ?? false;
    const high = scales.y(0);
    const low = Math.max(1, height - GAP * unit - high);
    const max = scales.value(0);
    const ends = { min: log ? 1 : 0, max, log };
    const part = (
      chart: TimeChart & Marked,
      its: { min: number; max: number; log?: boolean },
      top: number,
      tall: number,
      range: () => Domain,
    ): PlotPart => {
      const y = scaleOf(its, tall, 0);
      return { chart, top, range, scales: { ...scales, height: tall, headroom: 0, y: y.place, value: y.value } };
    };
    const under = queueRange(cx, low / unit);
    return [
      part(window, ends, 0, high, () => ({ ...window.domain({ ...cx, held: { min: 0, max } }, high / unit), ...ends })),
      part(queue, under, high + GAP * unit, low, () => under),
    ];
  };

  /** The part that a mark belongs to. */
  const partOf = (hit: Hit, scales: Scales, cx: ChartContext): PlotPart => {
    const [upper, lower] = place(scales, cx) as [PlotPart, PlotPart];
    return QUEUED.has(hit.signal) ? lower : upper;
  };

  return {
    id: "stage",
    axis: "time",
    flex: 3,
    measure: "packets",
    log: true,
    parts: { charts, place },
    unit: () => translate("chart.stage.unit"),
    empty: (facts) => window.empty(facts),
    // Hidden series are not asked for either: the data of a chart may be saved.
    series: (facts, width) => charts.flatMap((chart) => (isHidden(chart, facts) ? [] : chart.series(facts, width))),

    // The window's 0 is that of the whole; what is below it is gap and queue.
    domain(cx, height) {
      const room = height - GAP;
      const { held } = cx;
      const { max, log } = window.domain({ ...cx, held: held && { min: 0, max: held.max } }, room * LOG);
      // The queue keeps the height at which its limit has a label.
      const most = Math.max(LEAST, 1 - Math.max(LEAST, (LABELLED + 1) / room));
      const share = log ? LOG : clamp(max / (max + queuePackets(cx, room / 2)), LEAST, most);
      return { max, min: max - (max * height) / (share * room), ticks: [], format: (value) => num(value) };
    },

    draw(surface, scales, cx) {
      for (const part of place(scales, cx)) drawName(surface, scales, part, cx);
      if (scales.left) drawWord(surface, place(scales, cx)[0] as PlotPart, cx);
    },

    bands: (facts) => charts.flatMap((chart) => chart.bands?.(facts) ?? []),

    slots(scales, cx, of = (part) => part.chart.slots(part.scales, cx)) {
      const end_s = Math.min(cx.facts.t1_s, cx.facts.computed_s);
      const last = { ...cx, facts: { ...cx.facts, reading_s: end_s }, series: { ...cx.series, at: () => undefined } };
      return place(scales, cx).flatMap((part, i) => {
        if (isHidden(part.chart, cx.facts)) return [];
        const ends = new Map(part.chart.slots(part.scales, last).map((slot) => [`${slot.flow} ${slot.label}`, slot.y]));
        const own = of(part)
          .filter(({ key }) => key !== DELAY)
          .map((slot) => ({
            ...slot,
            // Both parts have a label for each flow.
            key: [part.chart.id, slot.key].join(" "),
            y: slot.y === null ? null : slot.y + part.top,
            end: ends.get(`${slot.flow} ${slot.label}`) ?? null,
          }));
        return inRows(own, part, scales, i === 0 ? headOf(cx.facts) : "");
      });
    },

    hits: (cx) =>
      charts.flatMap((chart) => (isHidden(chart, cx.facts) ? [] : chart.hits(cx))).sort((a, b) => a.t_s - b.t_s),
    place(hit, scales, cx) {
      const { chart, scales: its, top } = partOf(hit, scales, cx);
      const { x, y } = chart.place(hit, its, cx);
      return { x, y: y + top };
    },

    describe: (cx) =>
      charts
        .filter((chart) => !isHidden(chart, cx.facts))
        .map((chart) => chart.describe(cx))
        .join(" "),

    rows(cx) {
      const tables = charts
        .filter((chart) => !isHidden(chart, cx.facts))
        .map((chart) => ({ name: translate(`chart.${chart.id}`), ...chart.rows(cx) }));
      const [first] = tables;
      return {
        header: [
          first?.header[0] ?? "",
          // Both have columns of the flows.
          ...tables.flatMap(({ name, header }) => header.slice(1).map((each) => `${name}: ${each}`)),
        ],
        rows:
          first?.rows.map(([time = ""], i) => [time, ...tables.flatMap(({ rows }) => rows[i]?.slice(1) ?? [])]) ?? [],
      };
    },
  };
}

/** Signals of the marks that are the queue's. */
const QUEUED: ReadonlySet<string> = new Set(["drop_queue", "mark"]);

/** Name and unit of a part, in the left gutter; without one, over it. */
function drawName(surface: Surface, scales: Scales, { chart, top }: PlotPart, { facts, theme }: ChartContext): void {
  const { left = 0, unit } = scales;
  const name = translate(`chart.${chart.id}`);
  const [ink, ink3] = [{ color: theme.ink, weight: 600 } as const, { color: theme.ink3 }];
  const of = unitOfY(chart, facts);
  if (left) {
    surface.text(-left, top + 8 * unit, name, ink);
    surface.text(-left, top + 25 * unit, of, ink3);
  } else surface.text(0, top - 9 * unit, translate("chart.stage.name", { name, unit: of }), ink);
  if (isHidden(chart, facts))
    surface.text(12 * unit, top + 20 * unit, translate("chart.hidden"), { color: theme.ink2 });
}

/** Says of one mark of a backoff what it is, over all lines around it. */
function drawWord(surface: Surface, { chart, scales }: PlotPart, cx: ChartContext): void {
  const { facts, theme } = cx;
  if (isMany(facts)) return;
  const { unit } = scales;
  const until = Math.min(facts.playhead_s, facts.t1_s);
  const room = WORDS * unit;
  const { shown } = thinOf(chart, chart.hits(cx), scales.x, unit);
  for (const { x, hit } of shown) {
    const flow = facts.flows.find(({ name }) => name === hit.flow);
    if (hit.shape !== "backoff" || hit.t_s > until || x < room || x > scales.width - room || !flow) continue;
    const { y } = chart.place(hit, scales, cx);
    const words = Math.min(
      y - LIFT * unit,
      scales.y(highest(cx, scales.at(x - room), scales.at(x + room))) - 12 * unit,
    );
    if (words < 8 * unit) continue;
    surface.polyline([x, words + 8 * unit, x, y - 6 * unit], { color: theme.ctl, width: unit });
    const text = translate("chart.stage.backoff", { flow: flow.label });
    surface.text(x, words, text, { color: theme.ink2, align: "center" });
    return;
  }
}

/** The greatest window or shadow window of a stretch. */
function highest(cx: ChartContext, from_s: number, to_s: number): number {
  let most = 0;
  for (const { name } of cx.facts.flows)
    for (const signal of ["cwnd_packets", "shadow_window_packets"]) {
      const points = levelOf(cx, name, signal);
      for (
        let i = Math.max(0, indexAt(points, from_s));
        2 * i < points.length && (points[2 * i] as number) <= to_s;
        i++
      )
        most = Math.max(most, points[2 * i + 1] as number);
    }
  return most;
}

/** A label with the end of its line in its part; null where it has none. */
type Ended = Omit<Slot, "end"> & { end: number | null };

/** The time of the values, where the reader points to one; else it is now. */
const headOf = ({ reading_s, points }: RunFacts): string =>
  points ? withUnit(reading_s, "s", 2, 2) : translate("chart.stage.now");

/** The labels of a part, each as near to the end of its line as the others let it; where not all have room, the last are left out. */
function inRows(slots: readonly Ended[], { top, scales }: PlotPart, { unit }: Scales, heads: string): Slot[] {
  const { height } = scales;
  const [free, fixed] = [slots.filter(({ at }) => at === undefined), slots.filter(({ at }) => at !== undefined)];
  const first = Math.max(heads ? (ROW + HEAD) * unit : 0, ...fixed.map(({ at = 0 }) => at + ROW * unit));
  const row = clamp((height - first) / Math.max(1, free.length - 1), TIGHT * unit, ROW * unit);
  const fits = Math.max(1, Math.floor((height - first) / row) + 1);
  const left = free.length - fits + 1;
  const rest: Ended = { label: translate("chart.more", { n: left }), value: "", swatch: null, y: null, end: null };
  const rows = (free.length > fits ? [...free.slice(0, fits - 1), rest] : free)
    .map((slot, i, all) => {
      // A part that belongs to the label before it stays under that.
      const { end } = (slot.under && all[i - 1]) || slot;
      return { slot, y: end === null ? height : clamp(end, first, height), i };
    })
    .sort((a, b) => a.y - b.y || a.i - b.i);
  for (const [i, each] of rows.entries())
    each.y = Math.max(each.y, i > 0 ? (rows[i - 1] as { y: number }).y + row : first);
  for (let i = rows.length - 1, most = height; i >= 0; i--, most -= row) {
    const each = rows[i] as { y: number };
    each.y = Math.min(each.y, most);
    most = each.y;
  }
  const placed = rows.map(
    ({ slot: { end, ...slot }, y }): Slot => ({
      ...slot,
      at: y + top,
      ...(end !== null && !slot.swatch?.fill && { end: clamp(end, 0, height) + top }),
    }),
  );
  const notes = placed.flatMap(({ more = "", at = 0 }, i): Slot[] => {
    const next = placed[i + 1]?.at ?? height + top + row;
    const fits = more !== "" && next - at >= row + NOTE * unit;
    return fits ? [{ label: more, note: true, value: "", swatch: null, y: null, at: at + row }] : [];
  });
  const head =
    heads && placed[0] && placed.every(({ other }) => other === undefined)
      ? [
          {
            key: NOW,
            label: "",
            value: heads,
            swatch: null,
            y: null,
            at: (placed[0].at ?? 0) - ROW * unit,
          },
        ]
      : [];
  return [
    ...head,
    ...placed,
    ...notes,
    ...fixed.map(({ end: _, ...slot }): Slot => ({ ...slot, at: (slot.at ?? 0) + top })),
  ];
}

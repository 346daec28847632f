/**
 * Measures side by side in a table: of two runs from where they part to a moment, with their difference; the frame of such a table
 * for other columns too. Not here: the measures (measures.ts), the runs (second-run.ts), percentiles (ensemble/percentiles.ts).
 */
import { listed, listFoot } from "../ui/bounded-list.ts";
import "../design/differences.css";
import { html, nothing, type TemplateResult } from "lit";
import { RECORDED_SOURCES } from "../generated/rules.ts";
import { addMessages, num, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/compare-table.json" with { type: "json" };
import type { FlowLook } from "../session/run-facts.ts";
import { DELAY_SHARE, type Measured, measure, SHARES } from "./measures.ts";
import type { SecondRun } from "./second-run.ts";

addMessages("en", words);

/** While the run plays, its measures are renewed so often, ms. */
const AGAIN_MS = 500;
/** A shorter stretch is not compared, s. */
const LEAST_S = 0.01;

/** One measure of two runs; null where a run has none. */
export interface Row {
  label: string;
  a: number | null;
  b: number | null;
  unit: string;
  digits: number;
  /** Rows that no real sender can know. */
  secret?: boolean;
}

/** Flows and cross traffic by their places in the lists of measures. */
const sources = (looks: readonly FlowLook[], cross: boolean): [FlowLook, number][] =>
  looks.filter((look) => look.cross === cross).map((look, i) => [look, i]);

/** As many flows, or calls, as a table is of at most. */
const longest = (looks: readonly FlowLook[]): number =>
  Math.max(sources(looks, false).length, sources(looks, true).length);

/** The measures of two runs in rows, of flows and calls those around a place; what neither run has is left out. */
export function rowsOf(looks: readonly FlowLook[], a: Measured, b: Measured, inBytes = false, place = 0): Row[] {
  const drawn = listed(longest(looks), place);
  const [flows, calls] = [false, true].map((cross) => sources(looks, cross).slice(...drawn)) as [
    [FlowLook, number][],
    [FlowLook, number][],
  ];
  const rows: Row[] = flows.map(([look, i]) => ({
    label: translate("compare.goodput", { flow: look.label }),
    a: a.goodput[i] ?? null,
    b: b.goodput[i] ?? null,
    unit: "Mbit/s",
    digits: 2,
  }));
  SHARES.forEach((share, i) => {
    const label = translate(share === 0.5 ? "compare.queue.median" : "compare.queue.share", {
      share: num(100 * share),
    });
    const unit = inBytes ? "kB" : translate("control.unit.pkt");
    const [p, q] = [a, b].map(({ queue }) => queue[i] ?? null).map((n) => (n !== null && inBytes ? n / 1000 : n));
    rows.push({ label, a: p ?? null, b: q ?? null, unit, digits: inBytes ? 1 : 0, secret: true });
  });
  rows.push({ label: translate("compare.drops"), a: a.drops, b: b.drops, unit: "", digits: 0, secret: true });
  calls.forEach(([look, i]) => {
    const [p, q] = [a.delays[i] ?? null, b.delays[i] ?? null];
    const label = translate("compare.delay", { flow: look.label, share: num(100 * DELAY_SHARE) });
    if (p !== null || q !== null) rows.push({ label, a: p, b: q, unit: "ms", digits: 1 });
  });
  flows.forEach(([look, i]) => {
    const [p, q] = [a.backoffs[i] ?? 0, b.backoffs[i] ?? 0];
    if (p + q > 0)
      rows.push({ label: translate("compare.backoffs", { flow: look.label }), a: p, b: q, unit: "", digits: 0 });
  });
  return rows;
}

/** Difference of B from A, with its sign. */
export function signed({ a, b, digits }: Row): string {
  if (a === null || b === null) return "–";
  // The difference of the displayed numbers, so that a reader who subtracts them gets the same.
  const read = (value: number): number => Number(value.toFixed(digits));
  const difference = read(b) - read(a);
  const text = num(difference, digits, digits);
  return difference > 0 ? `+${text}` : text;
}

/** A table of measures: a row for each, a cell for each column. */
export function measuresTable(
  caption: TemplateResult,
  heads: readonly string[],
  rows: readonly { name: unknown; cells: readonly unknown[] }[],
): TemplateResult {
  return html`<table class="differences">
    ${caption}
    <thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody>
  </table>`;
}

/** The table of two runs, with a name for screen readers. */
function differenceTable(rows: readonly Row[], title: string): TemplateResult {
  const value = (of: number | null, digits: number): string => (of === null ? "–" : num(of, digits, digits));
  return measuresTable(
    html`<caption class="unseen">${title}</caption>`,
    ["A", "B", "B − A"],
    rows.map((row) => ({
      name: html`${row.label}${row.unit ? html`, <small>${row.unit}</small>` : nothing}`,
      cells: [
        value(row.a, row.digits),
        value(row.b, row.digits),
        html`<b>${signed(row)}</b>${row.unit ? `\u202f${row.unit}` : ""}`,
      ],
    })),
  );
}

/** The table of a first and a second run, brought up to date as both are computed. */
export class ComparisonTable {
  private measured: readonly [Measured, Measured, inBytes: boolean] | null = null;
  /** The flow around which flows are listed. */
  private place = 0;
  /** The stretch that was measured, s; null while there is none. */
  private span: readonly [number, number] | null = null;
  /** The last measurement, its moment, and whether it is still on its way. */
  private key = "";
  private looks: readonly FlowLook[] = [];
  private asked_ms = Number.NEGATIVE_INFINITY;
  private asking = false;

  constructor(
    private readonly second: SecondRun,
    private readonly onChange: () => void,
  ) {}

  /** The runs have changed: they are measured again. */
  renew(): void {
    this.key = "";
  }

  /** Measures both from where they part to a moment, as far as they are computed. */
  update(to_s: number, now_ms: number): void {
    const { first, session, player, comparison } = this.second;
    const { clock } = first.session;
    // The second run's flows are known after its run is: until then their numbers would be missing.
    if (this.asking || player.looks.length === 0) return;
    const from_s = Math.max(0, comparison.from_s);
    const end_s = Math.min(to_s, clock.computed_s, session.clock.computed_s);
    if (end_s - from_s < LEAST_S) {
      this.key = "";
      if (this.span) {
        this.span = null;
        this.onChange();
      }
      return;
    }
    const key = `${from_s} ${end_s} ${first.session.generation} ${session.generation}`;
    if ((key === this.key && player.looks === this.looks) || (clock.playing && now_ms - this.asked_ms < AGAIN_MS))
      return;
    this.key = key;
    this.looks = player.looks;
    this.asked_ms = now_ms;
    void this.measure(from_s, end_s);
  }

  private async measure(from_s: number, to_s: number): Promise<void> {
    const { first, engine, player } = this.second;
    const { looks } = first.player;
    // A transfer may end at another time in the other run.
    const own = new Map(player.looks.map((look) => [look.name, look]));
    const others = looks.map((look) => own.get(look.name) ?? { ...look, index: -1 });
    const inBytes = first.player.facts().limit_bytes !== null;
    this.asking = true;
    try {
      const [a, b] = await Promise.all([
        measure(first.engine, looks, from_s, to_s, inBytes),
        measure(engine, others, from_s, to_s, inBytes),
      ]);
      this.measured = [a, b, inBytes];
      this.span = [from_s, to_s];
      this.onChange();
    } catch {
      // The run has changed meanwhile: asked again with the next frame.
      this.key = "";
    } finally {
      this.asking = false;
    }
  }

  /** Title of the table. */
  get title(): string {
    if (!this.span) return translate("compare.title.none");
    const [from_s, to_s] = this.span;
    return translate("compare.title", { from: num(from_s, 2), to: withUnit(to_s, "s", 2) });
  }

  /** The table; null before there is something to compare. */
  table(): TemplateResult | null {
    const { hidden, looks } = this.second.first.player;
    if (!this.span || !this.measured) return null;
    const rows = rowsOf(looks, ...this.measured, this.place).filter(({ secret }) => !hidden || !secret);
    const onPlace = (place: number): void => {
      this.place = place;
      this.onChange();
    };
    const left = sources(looks, true).length > RECORDED_SOURCES;
    const note = left ? translate("compare.delays.first", { n: num(RECORDED_SOURCES) }) : "";
    const foot = html`${listFoot(longest(looks), this.place, onPlace)}${note && html`<p>${note}</p>`}`;
    return rows.length > 0 ? html`${differenceTable(rows, this.title)}${foot}` : null;
  }
}

/**
 * Results of a trial: on each path a line for the reader's algorithm and each that it is compared with, filled as runs end; which
 * value is the best of its column. Not here: the trial (main.ts), its numbers (own_algorithm/sandbox/client.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { CANDIDATES, PATHS } from "./sandbox/paths.ts";
import type { Candidate, PathId, Row, StandardPath } from "./sandbox/types.ts";

export const BEST = "★";

const TITLES: Record<Exclude<Candidate, "own">, string> = { cubic: "CUBIC", newreno: "NewReno", cdg: "CDG" };

export const nameOf = (who: Candidate): string => (who === "own" ? translate("own.yours") : TITLES[who]);
export const pathName = (id: PathId): string => translate(`own.path.${id}`);

/** Description of a path, and the thing to look at on it. */
function lookOf({ id, rate_bps, base_rtt_ms, limit_packets, loss_probability }: StandardPath): string {
  const numbers = translate("own.path.numbers", {
    rate: withUnit(rate_bps / 1e6, "Mbit/s"),
    rtt: withUnit(base_rtt_ms, "ms"),
    limit: num(limit_packets),
  });
  return translate(`own.path.${id}.look`, { numbers, loss: withUnit(loss_probability * 100, "%", 1) });
}

/** A column (units are in its head): its value, as it is written, and how good it is (more is better); null where a path has none. */
interface Column {
  key: string;
  unit: string;
  value(row: Row): number | null;
  text(value: number): string;
  goodness(value: number): number;
}

const less = (value: number): number => -value;
const COLUMNS: readonly Column[] = [
  {
    key: "goodput",
    unit: "Mbit/s",
    value: (row) => row.goodput_bps,
    text: (value) => num(value / 1e6, 2, 2),
    goodness: (value) => value,
  },
  {
    key: "delay",
    unit: "ms",
    value: (row) => row.queue_delay_ms.p50,
    text: (value) => num(value, 1, 1),
    goodness: less,
  },
  {
    key: "delay.most",
    unit: "ms",
    value: (row) => row.queue_delay_ms.p90,
    text: (value) => num(value, 1, 1),
    goodness: less,
  },
  { key: "loss", unit: "%", value: (row) => row.loss_rate, text: (value) => num(value * 100, 2, 2), goodness: less },
];

const JAIN: Column = {
  key: "fair",
  unit: "",
  value: (row) => row.jain_index,
  text: (value) => num(value, 3, 3),
  goodness: (value) => value,
};
const SHARE: Column = {
  key: "fair",
  unit: "",
  value: (row) => row.share_of_flows,
  text: (value) => withUnit(value * 100, "%"),
  goodness: (value) => -Math.abs(value - 0.5),
};

const columnsOf = (path: StandardPath): readonly Column[] => [...COLUMNS, path.flows === "beside_cubic" ? SHARE : JAIN];

/** The best rows of a column, by what is read: equal texts are equally good. None where all are. */
export function bestOf(
  rows: readonly Row[],
  column: Pick<Column, "value" | "text" | "goodness">,
): ReadonlySet<Candidate> {
  const all = rows.flatMap((row) => {
    const value = column.value(row);
    return value === null ? [] : [{ who: row.candidate, good: column.goodness(value), text: column.text(value) }];
  });
  const top = all.reduce<(typeof all)[number] | null>(
    (best, each) => (!best || each.good > best.good ? each : best),
    null,
  );
  const best = all.filter((each) => each.good === top?.good || each.text === top?.text);
  return new Set(best.length < all.length ? best.map(({ who }) => who) : []);
}

/** How the reader's own differs from CUBIC, once both are known. */
function against(rows: readonly Row[]): string {
  const of = (who: Candidate): Row | undefined => rows.find((row) => row.candidate === who);
  const [own, cubic] = [of("own"), of("cubic")];
  if (!own || !cubic) return "";
  const signed = (value: number, unit: string): string => `${value > 0 ? "+" : ""}${withUnit(value, unit, 1, 1)}`;
  return translate("own.against", {
    goodput: signed((own.goodput_bps / cubic.goodput_bps - 1) * 100, "%"),
    delay: signed(own.queue_delay_ms.p50 - cubic.queue_delay_ms.p50, "ms"),
  });
}

export interface TableProps {
  rows: readonly Row[];
  /** The run in progress. */
  now: { path: PathId; candidate: Candidate } | null;
  /** The path whose run is drawn. */
  drawn: PathId | null;
  /** Draws a path's run; null: there is none to draw yet. */
  onDraw: ((path: PathId) => void) | null;
}

function group(path: StandardPath, { rows: all, now, drawn, onDraw }: TableProps): TemplateResult {
  const rows = all.filter((row) => row.path === path.id);
  const columns = columnsOf(path);
  // The best is said once all are there: until then it would jump.
  const best = columns.map((column) => (rows.length === CANDIDATES.length ? bestOf(rows, column) : new Set()));
  const line = (who: Candidate): TemplateResult => {
    const row = rows.find((each) => each.candidate === who);
    const running = now?.path === path.id && now.candidate === who;
    const cells = columns.map((column, i) => {
      const value = row ? column.value(row) : null;
      if (value === null) return html`<td class="none">${row ? "–" : running ? "…" : ""}</td>`;
      return best[i]?.has(who)
        ? html`<td class="best"><b>${column.text(value)}</b><span aria-hidden="true">${BEST}</span><span class="unseen">, ${translate("own.best")}</span></td>`
        : html`<td>${column.text(value)}</td>`;
    });
    return html`<tr class=${who} data-digest=${row?.digest ?? nothing}><th scope="row">${nameOf(who)}</th>${cells}</tr>`;
  };
  const title = pathName(path.id);
  return html`<tbody data-path=${path.id}>
    <tr class="path"><th scope="rowgroup" colspan=${columns.length + 1}><div><b>${title}</b>
      ${
        onDraw
          ? html`<button type="button" class="textual" aria-pressed=${drawn === path.id} aria-label=${translate("own.drawn.show.label", { path: title })}
            @click=${() => onDraw(path.id)}>${translate("own.drawn.show")}</button>`
          : nothing
      }</div><p>${lookOf(path)} ${against(rows)}</p></th></tr>
    ${all.length === 0 && now === null ? nothing : CANDIDATES.map(line)}</tbody>`;
}

export function resultTable(props: TableProps): TemplateResult {
  return html`<table class="results-table" aria-busy=${props.now !== null}>
    <caption class="unseen">${translate("own.results.caption")}</caption>
    <thead><tr><th scope="col"><span class="unseen">${translate("own.head.who")}</span></th>
      ${[...COLUMNS, JAIN].map(({ key, unit }) => html`<th scope="col">${translate(`own.head.${key}`)}${unit === "" ? nothing : html` <span>${unit}</span>`}</th>`)}</tr></thead>
    ${PATHS.map((path) => group(path, props))}</table>`;
}

/**
 * The results of the run on show over an interval, as tables: chosen in a sheet, to copy and to save. Every number is the engine's
 * summary of that interval (contract 3), as `sawtooth run --from --to` prints it. Fetched when it is first asked for. Not here:
 * results of many runs (repeat.ts), the whole summary as a file (exports.ts).
 */
import "../design/differences.css";
import "../design/results.css";
import { html, nothing, type TemplateResult } from "lit";
import { seedOf } from "../compare/model.ts";
import { Aborted } from "../engine/client.ts";
import type { Notice, SchemaError } from "../engine/protocol.ts";
import { addMessages, num, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/results.json" with { type: "json" };
import files from "../i18n/en/take-away.json" with { type: "json" };
import { errorText } from "../i18n/errors.ts";
import { fetchNotices } from "../i18n/notices.ts";
import { noticesAt } from "../session/notice-lines.ts";
import { presetLike } from "../session/presets.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { inOrder, isObject, type Scenario, valueAt } from "../session/scenario.ts";
import { type Column, CROSS, ENDED, FLOW, INDEX, PATH } from "../session/summary-columns.ts";
import { copy, showSheet } from "../ui/dialog.ts";
import { csvOf, fileName, save } from "../ui/save-file.ts";
import type { Laboratory } from "./context.ts";
import type { ShownRun } from "./page.ts";

addMessages("en", { ...files, ...words });

/** A part of the summary as a table. */
interface Part {
  name: "flow" | "cross" | "path";
  columns: readonly Column[];
  /** `file`: the name in the file, which is that of the screen; of a bottleneck the summary's. */
  rows: readonly { name: string; file: string; algorithm: string; values: unknown }[];
}

const numberAt = (of: unknown, path: string): number | null => {
  const value = valueAt(of, path);
  return typeof value === "number" ? value : null;
};
const listOf = (summary: unknown, list: string): unknown[] => {
  const entries = isObject(summary) ? summary[list] : null;
  return Array.isArray(entries) ? entries : [];
};
const textAt = (of: unknown, name: string): string => String((isObject(of) && of[name]) || "");

/** The tables of a summary; `looks`: flows and cross traffic in its order. With the path `hidden`, without what no sender can know. */
export function partsOf(summary: unknown, looks: readonly FlowLook[], hidden: boolean): Part[] {
  const rows = (list: string, cross: boolean): Part["rows"] => {
    const own = looks.filter((look) => look.cross === cross);
    return listOf(summary, list).map((values, i) => {
      const name = own[i]?.label ?? textAt(values, "name");
      return { name, file: name, algorithm: textAt(values, cross ? "kind" : "algorithm"), values };
    });
  };
  const side = (name: string): Part["rows"] => {
    const values = valueAt(summary, name);
    return isObject(values) ? [{ name: translate(`results.${name}`), file: name, algorithm: "", values }] : [];
  };
  const parts: Part[] = [
    { name: "flow", columns: FLOW, rows: rows("flows", false) },
    { name: "cross", columns: CROSS, rows: rows("cross_traffic", true) },
    {
      name: "path",
      columns: PATH,
      rows: hidden ? [] : [...side("bottleneck"), ...side("reverse_bottleneck")],
    },
  ];
  const has = (part: Part, { path, optional }: Column): boolean =>
    !optional || part.rows.some(({ values }) => numberAt(values, path) !== null);
  return parts
    .filter((part) => part.rows.length > 0)
    .map((part) => ({ ...part, columns: part.columns.filter((column) => has(part, column)) }));
}

const cellOf = (values: unknown, { path, factor = 1, digits, over }: Column): string => {
  const value = numberAt(values, path);
  const whole = over === undefined ? 1 : numberAt(values, over);
  return value === null || !whole ? "–" : num((value / whole) * factor, digits, digits);
};
const headOf = ({ path, unit }: Column): string => {
  const name = translate(`results.${path}`);
  return unit ? translate("results.unit", { name, unit }) : name;
};

/** Jain's index of flows: none of one alone. */
const indexOf = (summary: unknown): string | null =>
  listOf(summary, "flows").length > 1 ? cellOf(summary, { path: INDEX, digits: 3 }) : null;

/** The last transfer's end, and whose it was; null of one transfer alone, which has it in its row, and while one is not complete. */
export function lastText(parts: readonly Part[]): string | null {
  const transfers = parts
    .filter(({ name }) => name === "flow")
    .flatMap(({ rows }) => rows)
    .filter(({ values }) => isObject(values) && ENDED in values)
    .map(({ name, values }) => ({ name, end_s: numberAt(values, ENDED) }));
  const done = transfers.flatMap(({ name, end_s }) => (end_s === null ? [] : [{ name, end_s }]));
  if (transfers.length < 2) return null;
  if (done.length < transfers.length)
    return translate("results.incomplete", { n: num(done.length), all: num(transfers.length) });
  const { name, end_s } = done.reduce((last, each) => (each.end_s > last.end_s ? each : last));
  return translate("results.last", { time: withUnit(end_s, "s", 3, 3), flow: name });
}

/** Sentences of a summary's notices, as the page has them beside its controls and charts; each once. None of a preset, whose settings are meant. */
export function noticesOf(
  summary: unknown,
  scenario: Scenario,
  settings: unknown,
  looks: readonly FlowLook[],
): string[] {
  if (presetLike(scenario)) return [];
  const lines = (listOf(summary, "notices") as Notice[]).flatMap((notice) =>
    noticesAt([notice], notice.place, looks, settings),
  );
  return [...new Set(lines.map(({ text }) => text))];
}

/** As many moments are named in a sentence. */
const MOST_NAMED = 3;

/** That settings changed within an interval, of which the numbers then mix the time before and after; null: none did. */
export function mixedText(scenario: Scenario, from_s: number, to_s: number): string | null {
  const all = new Set(inOrder(scenario).map(({ at_s }) => at_s));
  const times = [...all].filter((at_s) => at_s > from_s && at_s < to_s).map((at_s) => withUnit(at_s, "s", 2));
  if (times.length === 0) return null;
  const shown = times.slice(0, MOST_NAMED).join(", ");
  const more = times.length - MOST_NAMED;
  return translate("results.mixed", { time: more > 0 ? translate("list.more", { shown, n: num(more) }) : shown });
}

/** Tables as rows of text, as on the screen, Jain's index last. */
function textRows(summary: unknown, parts: readonly Part[]): string[][][] {
  const index = indexOf(summary);
  return [
    ...parts.map(({ name, columns, rows }) => [
      [translate(`results.part.${name}`), ...columns.map(headOf)],
      ...rows.map((row) => [row.name, ...columns.map((column) => cellOf(row.values, column))]),
    ]),
    ...(index === null ? [] : [[[translate(`results.${INDEX}`), index]]]),
  ];
}

/** For a spreadsheet: cells parted by tabulators, tables by an empty line. */
export const tsvOf = (summary: unknown, parts: readonly Part[]): string =>
  textRows(summary, parts)
    .map((rows) => rows.map((row) => row.join("\t")).join("\n"))
    .join("\n\n");

/** As tables in Markdown. */
export function markdownOf(summary: unknown, parts: readonly Part[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
  const table = ([head = [], ...rows]: string[][]): string =>
    [line(head), line(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
  return textRows(summary, parts).map(table).join("\n\n");
}

/** The interval of a summary, s. */
const spanOf = (summary: unknown): [number, number] =>
  [0, 1].map((end) => numberAt(summary, `span_s.${end}`) ?? 0) as [number, number];

/** As a file: a row for each flow, for cross traffic and for the path, under the summary's names and in its units; then the interval, and the run's seed. */
export function resultsCsv(summary: unknown, parts: readonly Part[], seed: number): string {
  const paths = [...new Set(parts.flatMap(({ columns }) => columns.map(({ path }) => path)))];
  const header = ["name", "algorithm", ...paths, INDEX, "from_s", "to_s", "seed"];
  const own = (part: Part, path: string, values: unknown): string | number =>
    part.columns.some((column) => column.path === path) ? (numberAt(values, path) ?? "") : "";
  const index = numberAt(summary, INDEX) ?? "";
  return csvOf(
    header,
    parts.flatMap((part) =>
      part.rows.map(({ file, algorithm, values }) => [
        file,
        algorithm,
        ...paths.map((path) => own(part, path, values)),
        part.name === "path" && file === "bottleneck" ? index : "",
        ...spanOf(summary),
        seed,
      ]),
    ),
  );
}

const INTERVALS = ["whole", "view", "typed"] as const;
type Interval = (typeof INTERVALS)[number];

/** Seconds as they are in a field; a field without a number has none. */
const typed = (t_s: number): string => String(Math.round(t_s * 1e6) / 1e6);
const read = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** The sheet while it is open. */
class Results {
  private again = (): void => undefined;
  private asked = new AbortController();
  private interval: Interval;
  private typed: { from: string; to: string };
  /** The answer to the last interval; null while it is computed. */
  private answer: { summary: unknown; errors?: SchemaError[] } | null = null;
  private said = "";

  /** `view`: the span that the charts show, s. */
  constructor(
    private readonly run: ShownRun,
    private readonly title: string,
    private readonly view: readonly [number, number],
  ) {
    const isPart = view[0] > 0 || view[1] < run.session.clock.duration_s;
    this.interval = isPart ? "view" : "whole";
    this.typed = { from: typed(view[0]), to: typed(view[1]) };
  }

  /** Asks for the results of the chosen interval. */
  async measure(): Promise<void> {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.answer = null;
    this.said = "";
    this.again();
    const ends = { whole: [], view: this.view, typed: [read(this.typed.from), read(this.typed.to)] }[this.interval];
    const [from_s, to_s] = ends;
    const span = from_s === undefined || to_s === undefined ? {} : { from_s, to_s };
    try {
      [this.answer] = await Promise.all([this.run.engine.ask("summary", span, { signal }), fetchNotices()]);
    } catch (error) {
      // Another interval, or another run: that one is asked for.
      if (error instanceof Aborted) return;
      throw error;
    }
    this.again();
  }

  body(again: () => void): TemplateResult {
    this.again = again;
    return html`${this.choice()} ${this.answer ? this.found(this.answer) : html`<p role="status">${translate("results.computing")}</p>`}`;
  }

  private choice(): TemplateResult {
    const choose = (interval: Interval): void => {
      this.interval = interval;
      void this.measure();
    };
    const field = (end: "from" | "to"): TemplateResult =>
      html`<label>${translate(`results.${end}`)}<input type="number" min="0" step="any" .value=${this.typed[end]}
        @change=${(event: Event) => {
          this.typed[end] = (event.target as HTMLInputElement).value;
          void this.measure();
        }} /><span>s</span></label>`;
    return html`<div class="results-interval">
      <span class="segments" role="group" aria-label=${translate("results.interval")}>${INTERVALS.map(
        (each) =>
          html`<button type="button" aria-pressed=${each === this.interval ? "true" : "false"} @click=${() => choose(each)}>${translate(`results.${each}`)}</button>`,
      )}</span>
      ${this.interval === "typed" ? html`${field("from")}${field("to")}` : nothing}
    </div>`;
  }

  private found({ summary, errors = [] }: NonNullable<Results["answer"]>): TemplateResult {
    if (errors.length > 0) {
      const named = errors.map((error) => {
        const end = error.place === "from_s" ? "from" : "to";
        const found = error.found || this.typed[end].trim() || "–";
        return { ...error, found, place: translate(`results.${end}`) };
      });
      return html`<ul class="wrong" role="alert">${named.map((error) => html`<li>${errorText(error).replaceAll("`", "")}</li>`)}</ul>`;
    }
    const { looks, hidden } = this.run.player;
    const parts = partsOf(summary, looks, hidden);
    const [from, to] = spanOf(summary);
    const span = { from: num(from, 3), to: withUnit(to, "s", 3) };
    const index = indexOf(summary);
    const last = lastText(parts);
    const { named, settings } = this.run.session;
    const mixed = mixedText(named.scenario, from, to);
    const put = (text: string) => async (event: Event) => {
      const host = (event.target as HTMLElement).closest("dialog");
      const field = host?.querySelector<HTMLTextAreaElement>(".results-text") ?? null;
      if (field) field.value = text;
      this.said = translate((await copy(text, field)) ? "lab.link.copied" : "lab.link.by_hand");
      this.again();
    };
    const file = (): void => {
      const part = this.interval === "whole" ? [] : [translate("results.of", { from: String(from), to: `${to} s` })];
      const name = fileName([this.title, translate("results.title"), ...part], "csv");
      const csv = resultsCsv(summary, parts, seedOf(named.scenario));
      save(name, new Blob([csv], { type: "text/csv" }));
      this.said = translate("take.saved", { name });
      this.again();
    };
    const act = (key: string, does: (event: Event) => void): TemplateResult =>
      html`<button type="button" class="button is-line" @click=${does}>${translate(key)}</button>`;
    return html`${mixed === null ? nothing : html`<p role="note">${mixed}</p>`}<div class="results-tables" tabindex="0" role="region" aria-label=${translate("results.title")}>
        ${parts.map((part, i) => tableOf(part, i === 0 ? translate("results.of", span) : null))}
      </div>
      ${index === null ? nothing : html`<p>${translate("results.jain", { value: index })}</p>`}
      ${last === null ? nothing : html`<p>${last}</p>`}
      ${noticesOf(summary, named.scenario, settings, looks).map((text) => html`<p role="note">${text}</p>`)}
      <div class="acts">${act("results.tsv", put(tsvOf(summary, parts)))} ${act("results.markdown", put(markdownOf(summary, parts)))} ${act("results.csv", file)}
        <span role="status">${this.said}</span></div>
      <textarea readonly class="results-text unseen" tabindex="-1" aria-hidden="true"></textarea>
      <p class="results-hint">${translate("results.hint")}</p>`;
  }
}

function tableOf({ name, columns, rows }: Part, caption: string | null): TemplateResult {
  return html`<table class="differences">
    ${caption === null ? nothing : html`<caption>${caption}</caption>`}
    <thead><tr><th scope="col">${translate(`results.part.${name}`)}</th>${columns.map(
      (column) => html`<th scope="col">${headOf(column)}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr><th scope="row">${row.name}</th>${columns.map((column) => html`<td>${cellOf(row.values, column)}</td>`)}</tr>`,
    )}</tbody>
  </table>`;
}

/** Shows the results of the run on show; of a split one those of the branch that the controls change. */
export function showResults({ run, branches, beginning }: Pick<Laboratory, "run" | "branches" | "beginning">): void {
  const { split } = branches;
  const own: ShownRun = split && run.session.side === "B" ? split : run;
  const [from_s, to_s] = run.chartArea.span;
  const results = new Results(own, beginning.title(), [from_s, Math.min(to_s, own.session.clock.duration_s)]);
  showSheet(translate("results.title"), (again) => results.body(again));
  void results.measure();
}

/**
 * *Mark hand-ins*: links, files or a table go in, the page says which runs it would compute and asks, then shows who, what and how well,
 * the class as a whole, and saves a table. All of it works without a network, and nothing leaves the device. Fetched when it is opened.
 * Not here: reading (read.ts), marking (mark.ts), runs (runs.ts), the class (class-page.ts).
 */
import "../../design/lessons/marking.css";
import { test } from "virtual:lessons";
import { html, nothing, render, type TemplateResult } from "lit";
import { writeAddress } from "../../address/link.ts";
import { createEngine } from "../../engine/client.ts";
import { packHandIn } from "../../hand_in/document.ts";
import { addMessages, language, num, plural, translate, withUnit } from "../../i18n/catalogue.ts";
import handWords from "../../i18n/en/hand-in.json" with { type: "json" };
import words from "../../i18n/en/marking.json" with { type: "json" };
import { fetchMore } from "../../session/presets.ts";
import { csvOf, fileName, save } from "../../ui/save-file.ts";
import { LABORATORY } from "../../ui/site.ts";
import type { SheetProps } from "../paper/plain.ts";
import type { Lesson } from "../types.ts";
import { classOf } from "./class-page.ts";
import { Marking } from "./mark.ts";
import { readSources, type Source } from "./read.ts";
import { codeOf, hasPoints, remarksOn, rowText, STATUSES, statusOf } from "./remarks.ts";
import type { Row } from "./row.ts";
import { MarkRuns } from "./runs.ts";
import { sentencesOf, tableOf } from "./table.ts";

addMessages("en", { ...handWords, ...words });

/** Bytes of a file that is read at most, and of all together. */
const MOST_BYTES = 50_000_000;
/** Rows of the table that are drawn at first, and with each press more: ten thousand at once would stop the page. */
const ROWS = 200;
/** Packets that both workers compute in a second, about, on a machine of no great age. */
const PACKETS_PER_S = 1_000_000;

/** The page's state. */
type State =
  | { is: "empty" }
  | { is: "reading" }
  | { is: "asking" | "done" }
  | { is: "computing"; share: number; runs: MarkRuns };

/** Whether a text is a lesson's file. */
const isLesson = (text: string): boolean => /^\ufeff?---\r?\n/.test(text);

/** Shown instead of a lesson: the rows that ask for a look. */
const LOOK = "?";

/** The browser asks before the page is left. */
const warn = (event: Event): void => event.preventDefault();

class MarkPage {
  private state: State = { is: "empty" };
  private text = "";
  private said = "";
  private sources: Source[] = [];
  /** Lessons from outside whose files were opened here, by their ids. */
  private readonly outside = new Map<string, Lesson>();
  private left = 0;
  private marking: Marking | null = null;
  /** The lesson or test that is shown, as in the rows; `LOOK`; empty: everything. */
  private expected = "";
  /** Whether the whole table is in a file. */
  private isSaved = false;
  private shown = ROWS;
  private readonly host: HTMLElement;

  constructor(
    host: HTMLElement,
    private readonly props: SheetProps,
    private readonly frame: (inside: TemplateResult) => TemplateResult,
  ) {
    this.host = host;
    // On paper are all rows.
    addEventListener("beforeprint", () => {
      this.shown = Number.POSITIVE_INFINITY;
      this.draw();
    });
  }

  /** Rows of what is expected; those that cannot be read may be of it. */
  private get rows(): Row[] {
    const rows = this.marking?.rows ?? [];
    if (this.expected === LOOK) return rows.filter((row) => statusOf(row) !== "marked");
    return this.expected === "" ? rows : rows.filter(({ what, handIn }) => !handIn || what === this.expected);
  }

  private async read(sources: Source[]): Promise<void> {
    const texts = sources.filter(({ text }) => isLesson(text));
    // A lesson's file alone is for what is here already.
    if (texts.length < sources.length) this.sources = sources.filter(({ text }) => !isLesson(text));
    this.state = { is: "reading" };
    this.said = "";
    this.draw();
    await fetchMore();
    const opened = texts.length > 0 ? await this.readLessons(texts) : "";
    const { entries, left } = readSources(this.sources);
    this.left = left;
    this.marking = await Marking.of(entries, {
      lesson: async (id) => this.outside.get(id) ?? (await this.props.lessonOf(id))?.default ?? null,
      test: async () => (await (test[language()] ?? test.en)?.())?.default ?? null,
    });
    this.expected = "";
    this.shown = ROWS;
    this.state = entries.length > 0 ? { is: "asking" } : { is: "empty" };
    this.said = [opened, entries.length > 0 || opened === "" ? plural("mark.read", entries.length) : ""]
      .join(" ")
      .trim();
    this.draw();
    this.host.querySelector<HTMLElement>(".mark-go")?.focus();
  }

  /** Opens lessons from outside, and says which. */
  private async readLessons(sources: readonly Source[]): Promise<string> {
    const { openText } = await import("../own/opened.ts");
    const engine = createEngine();
    const said: string[] = [];
    for (const { name, text } of sources) {
      const { id, lesson, title } = await openText(text, engine);
      if (lesson) this.outside.set(id, { ...lesson, title });
      said.push(translate(lesson ? "mark.lesson" : "mark.lesson.not", { title: title || name }));
    }
    engine.close();
    return said.join(" ");
  }

  private async open(files: readonly File[]): Promise<void> {
    const large = files.find(({ size }) => size > MOST_BYTES);
    const sum = files.reduce((all, { size }) => all + size, 0);
    if (large || sum > MOST_BYTES) {
      this.said = translate("mark.large", {
        size: withUnit((large?.size ?? sum) / 1e6, "MB"),
        most: withUnit(MOST_BYTES / 1e6, "MB"),
      });
      return this.draw();
    }
    const read = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
    await this.read([...(this.text.trim() === "" ? [] : [{ name: "", text: this.text }]), ...read]);
  }

  private async compute(): Promise<void> {
    const { marking } = this;
    if (!marking) return;
    const runs = new MarkRuns(() => createEngine());
    const state: State = { is: "computing", share: 0, runs };
    this.state = state;
    this.said = "";
    this.draw();
    this.host.querySelector<HTMLElement>(".mark-cancel")?.focus();
    try {
      await marking.compute(runs, (share) => {
        state.share = share;
        this.draw();
      });
      this.state = { is: "done" };
      this.isSaved = false;
    } catch (error) {
      if (!runs.isClosed) throw error;
      // Half of the rows are judged: they are read again.
      await this.read(this.sources);
      this.said = translate("mark.cancelled");
    } finally {
      runs.close();
    }
    this.draw();
    this.host.querySelector<HTMLElement>("#marked")?.focus();
  }

  private saveTable(): void {
    const name = fileName(
      [translate("mark.file"), this.expected === LOOK ? translate("mark.look") : this.expected],
      "csv",
    );
    // Spreadsheets take a file for Unicode by its first character.
    save(name, `\ufeff${csvOf(...tableOf(this.rows))}`, "text/csv");
    this.isSaved ||= this.expected === "";
    this.said = translate("hand.saved", { name });
    this.draw();
  }

  draw(): void {
    const listen = this.state.is === "done" && !this.isSaved ? addEventListener : removeEventListener;
    listen("beforeunload", warn);
    // Another page may be shown in its place meanwhile.
    if (current !== this || !location.hash.includes("page=mark")) return;
    render(this.frame(this.page()), this.host);
  }

  // --- The page --------------------------------------------------------------------------------------------------

  private page(): TemplateResult {
    const { state } = this;
    return html`<article class="sheet is-marking" @dragover=${(event: Event) => event.preventDefault()} @drop=${(event: DragEvent) => this.drop(event)}>
      <h1 tabindex="-1">${translate("mark.title")}</h1><p class="lead">${translate("mark.lead")}</p>
      ${this.input()}
      <p role="status" class="mark-said">${state.is === "done" ? `${this.counted()} ` : ""}${this.said}${this.left > 0 ? ` ${plural("mark.left", this.left)}` : ""}</p>
      ${state.is === "asking" ? this.asking() : nothing}
      ${state.is === "computing" ? progress(state.share, () => state.runs.close()) : nothing}
      ${state.is === "done" ? this.result() : nothing}</article>`;
  }

  /** How many rows became what. */
  private counted(): string {
    const all = (this.marking?.rows ?? []).map(statusOf);
    const counts = STATUSES.map((status) => ({ status, n: all.filter((one) => one === status).length }));
    const told = counts.filter(({ status, n }) => n > 0 || status !== "duplicate");
    return `${told.map(({ status, n }) => `${num(n)} ${translate(`mark.status.${status}`)}`).join(", ")}.`;
  }

  /** Shows another row, and brings the reader there. */
  private goTo(event: Event, number: number): void {
    event.preventDefault();
    if (!this.rows.some(({ entry }) => entry.row === number)) this.expected = "";
    this.shown = Math.max(this.shown, this.rows.findIndex(({ entry }) => entry.row === number) + 1);
    this.draw();
    this.host.querySelector<HTMLElement>(`#mark-row-${number}`)?.focus();
  }

  private drop(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.open(files);
  }

  private input(): TemplateResult {
    const isBusy = this.state.is === "reading" || this.state.is === "computing";
    const write = (event: Event): void => {
      this.text = (event.target as HTMLTextAreaElement).value;
      this.draw();
    };
    const choose = (event: Event): void => void this.open([...((event.target as HTMLInputElement).files ?? [])]);
    return html`<div class="mark-input">
      <label><span>${translate("mark.paste")}</span><textarea spellcheck="false" .value=${this.text} @input=${write}></textarea></label>
      <label><span>${translate("mark.files")}</span><input type="file" multiple accept=".json,.csv,.tsv,.txt,.md" ?disabled=${isBusy} @change=${choose} /></label>
      <div class="acts"><button type="button" class="button is-line" ?disabled=${isBusy || this.text.trim() === ""}
        @click=${() => void this.read([{ name: "", text: this.text }])}>${translate("mark.read.button")}</button></div></div>`;
  }

  /** The runs that marking needs, and the button that agrees to them. */
  private asking(): TemplateResult {
    const { marking } = this;
    if (!marking) return html``;
    const { runs, packets, most } = marking.work;
    const unread = marking.rows.filter(({ handIn }) => handIn === null).length;
    const time = withUnit(Math.max(1, Math.ceil(packets / PACKETS_PER_S)), "s");
    const unknown = marking.rows.filter(({ remarks }) => remarks.some((one) => codeOf(one) === "unknown")).length;
    return html`<section class="mark-asking">${unread > 0 ? html`<p>${plural("mark.unread", unread)}</p>` : nothing}
      ${unknown > 0 ? html`<p>${plural("mark.no_lesson", unknown)}</p>` : nothing}
      <p>${runs === 0 ? translate("mark.ask.none") : plural(most ? "mark.ask_most" : "mark.ask", runs, { time })}</p>
      <div class="acts"><button type="button" class="button is-main mark-go" @click=${() => void this.compute()}>${translate(runs === 0 ? "mark.go.none" : "mark.go")}</button></div></section>`;
  }

  private result(): TemplateResult {
    const rows = this.rows;
    const what = [...new Set((this.marking?.rows ?? []).filter(({ handIn }) => handIn).map((row) => row.what))];
    const choose = (event: Event): void => {
      this.expected = (event.target as HTMLSelectElement).value;
      this.draw();
    };
    const option = (value: string, text: string): TemplateResult =>
      html`<option value=${value} ?selected=${value === this.expected}>${text}</option>`;
    const link = (row: number): TemplateResult =>
      html`<a href="#page=mark" @click=${(event: Event) => this.goTo(event, row)}>${rowText(row)}</a>`;
    const left = rows.length - this.shown;
    const more = (): void => {
      this.shown += ROWS;
      this.draw();
    };
    return html`<h2 id="marked" tabindex="-1">${translate("mark.table")}</h2>
      <p>${translate("mark.proves")}</p><p class="quiet">${translate("mark.points")}</p>
      <div class="acts"><label>${translate("mark.expected")} <select @change=${choose}>${option("", translate("mark.all"))}${option(LOOK, translate("mark.look"))}${what.map((one) => option(one, one))}</select></label>
        <button type="button" class="button is-main" @click=${() => this.saveTable()}>${translate("mark.save")}</button></div>
      <div class="mark-table" role="region" tabindex="0" aria-labelledby="marked"><table><thead><tr>${HEADS.map(
        (head) => html`<th scope="col">${translate(`mark.head.${head}`)}</th>`,
      )}</tr></thead><tbody>${rows.slice(0, this.shown).map((row) => tableRow(row, link))}</tbody></table></div>
      ${left > 0 ? html`<div class="acts"><button type="button" class="button is-line" @click=${more}>${translate("mark.more", { n: num(left) })}</button></div>` : nothing}
      <h2>${translate("mark.class")}</h2>${this.marking ? classOf(this.expected === LOOK ? this.marking.rows : rows, this.marking) : nothing}`;
  }
}

function progress(share: number, onCancel: () => void): TemplateResult {
  return html`<div class="mark-progress"><label>${translate("mark.computing")} <progress max="1" .value=${share}></progress></label>
    <button type="button" class="button is-line mark-cancel" @click=${onCancel}>${translate("mark.cancel")}</button></div>`;
}

/** A link to what was handed in, made from what was read of it: a pasted one may lead anywhere. */
function openLink({ handIn }: Row): TemplateResult | typeof nothing {
  if (!handIn) return nothing;
  const scenario = handIn.of === "run" ? handIn.run?.scenario : null;
  const href = scenario ? `${LABORATORY}#${writeAddress({ scenario })}` : `#h=${packHandIn(handIn)}`;
  return html`<a href=${href} target="_blank" rel="noopener">${translate("mark.open")}</a>`;
}

const HEADS = ["row", "who", "status", "what", "tries", "right", "points", "remarks", "sentence", "open"];

/** A row; `link`: leads to another one. */
function tableRow(row: Row, link: (row: number) => TemplateResult): TemplateResult {
  const { entry, handIn, before, right, questions, points, most, goals, changes } = row;
  const name = handIn?.name || entry.listed;
  const isListed = handIn?.name && entry.listed && entry.listed !== handIn.name;
  const status = statusOf(row);
  const isJudged = hasPoints(row);
  const rights = isJudged ? translate("mark.of", { n: num(right), all: num(questions) }) : "–";
  const first =
    before === null || !isJudged ? nothing : html`<small>${translate("mark.before", { n: num(before) })}</small>`;
  const cell = (head: string, inside: unknown): TemplateResult =>
    html`<td class=${`of-${head}`} data-head=${translate(`mark.head.${head}`)}>${inside}</td>`;
  const said = remarksOn(row).map(
    (parts) => html`<li>${parts.map((part) => (typeof part === "number" ? link(part) : part))}</li>`,
  );
  return html`<tr class=${`is-${status}`}>${cell("row", num(entry.row))}
    <th scope="row" id=${`mark-row-${entry.row}`} tabindex="-1">${name || translate("mark.noname")}${isListed ? html`<small>${translate("mark.listed", { name: entry.listed })}</small>` : nothing}</th>
    ${cell("status", translate(`mark.status.${status}`))}
    ${cell("what", html`${row.what || "–"}${changes.map((change) => html`<small>${change}</small>`)}`)}
    ${cell("tries", isJudged ? num(row.tries) : "–")}${cell("right", html`${rights}${first}`)}
    ${cell("points", html`${isJudged ? translate("mark.of", { n: num(points, 2), all: num(most) }) : "–"}${goals.length > 0 ? html`<small>${plural("mark.goals", goals.length)}</small>` : nothing}`)}
    ${cell("remarks", said.length > 0 ? html`<ul>${said}</ul>` : nothing)}
    ${cell("sentence", sentencesOf(row) || nothing)}${cell("open", openLink(row))}</tr>`;
}

/** The page as it was left, so that a marker who opens another page finds the table again. */
let current: MarkPage | null = null;

/** Shows the page. */
export function markPage(
  host: HTMLElement,
  props: SheetProps,
  frame: (inside: TemplateResult) => TemplateResult,
): void {
  current ??= new MarkPage(host, props, frame);
  current.draw();
}

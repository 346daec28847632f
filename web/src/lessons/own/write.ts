/**
 * The page on which a lesson is written: its one Markdown file in an editor, the live lesson beside it, buttons that put in a run or a
 * question of each kind, bands measured by five seeds. There is no second form of a lesson: what is saved and linked is the text. Fetched when it
 * is opened. Not here: how a lesson is read (../file), the frame that shows it (preview.ts), what is put in (insert.ts).
 */
import "../../design/lessons/write.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { version } from "../../../../package.json";
import { PANELS } from "../../address/fields.ts";
import { createEngine } from "../../engine/client.ts";
import { language, num, plural, translate } from "../../i18n/catalogue.ts";
import type { Measured } from "../../session/measures.ts";
import { equal } from "../../session/scenario.ts";
import type { TextEditor } from "../../text_editor/text-editor.ts";
import { copy } from "../../ui/dialog.ts";
import { close, menu } from "../../ui/menu.ts";
import { fileName, save } from "../../ui/save-file.ts";
import { shared } from "../../ui/site.ts";
import { keep, recall } from "../../ui/storage.ts";
import { tabButtons } from "../../ui/tabs.ts";
import { sign } from "../../ui/theme-icons.ts";
import type { Mistake } from "../file/mistakes.ts";
import { MarkRuns } from "../marking/runs.ts";
import { valueText } from "../tell.ts";
import type { Card } from "../types.ts";
import { completionsAt } from "./completion.ts";
import { bandsWritten, inserted, KINDS, type Kind, unreplaced } from "./insert.ts";
import { LONGEST_LESSON, packLesson, unpackLesson } from "./link.ts";
import { type Found, MOST_OF, measureLesson, SEEDS, toleranceAt } from "./measured.ts";
import type { Shown } from "./messages.ts";
import { mistakeList, mistakeText } from "./mistake-list.ts";
import { type Opened, openText } from "./opened.ts";
import { sourceOf } from "./sources.ts";
import { ownWords } from "./words.ts";

/** Names under which the text is kept, and the one that another took the place of. */
const KEPT = "lesson.draft";
const BEFORE = "lesson.draft.before";
/** After the last key, ms: the text is kept, read and shown. */
const READ_MS = 400;

/** The lesson that a blank page begins with. */
const firsts = import.meta.glob<string>("./first.*.md", { query: "?raw", import: "default" });

const PANES = ["text", "lesson"] as const;
type Pane = (typeof PANES)[number];

/** Words that *Insert* puts in. */
const ofInsert = (key: string): string => translate(`own_lesson.insert.${key}`);

/** Properties of the page. */
export interface WriteProps {
  cards: readonly Card[];
  titleOf(card: Card): string;
}

class WritePage {
  private text = "";
  private editor: TextEditor | null = null;
  private opened: Opened | null = null;
  /** Whether this device has the text as it is; null: nothing was written yet. */
  private kept: boolean | null = null;
  private pane: Pane = "text";
  /** Every part of the lesson is open. */
  private open = false;
  private said = "";
  private measuring: { runs: MarkRuns; share: number } | null = null;
  private found: Found | null = null;
  private timer = 0;
  private isOver = false;
  private readonly engine = createEngine();
  /** Names of the runs' results, by their documents. */
  private readonly beginnings = new Map<string, Measured | null>();
  /** The frame's address: this page's, in its language and theme. */
  private readonly preview = [
    `${location.pathname}${location.search}#page=preview`,
    `lang=${language()}`,
    ...location.hash.split("&").filter((field) => field.startsWith("theme=")),
  ].join("&");

  constructor(
    private readonly host: HTMLElement,
    private readonly props: WriteProps,
  ) {
    addEventListener("message", this.heard);
    addEventListener("hashchange", this.left);
    addEventListener("pagehide", this.keepNow);
  }

  /** Draws the page with what its address or this device has, and fetches the editor. */
  async begin(): Promise<void> {
    const own = recall(KEPT);
    const field = /[#&]source=([^&]*)/.exec(location.hash)?.[1];
    const linked = field === undefined ? null : unpackLesson(field);
    this.text = own ?? (await this.first());
    this.draw();
    const [{ TextEditor }, { lessonText }] = await Promise.all([
      import("../../text_editor/text-editor.ts"),
      import("./lesson-text.ts"),
    ]);
    if (this.isOver) return;
    this.editor = new TextEditor(this.host.querySelector("#editor") as HTMLElement, {
      ...{
        text: this.text,
        extensions: lessonText,
        phrases: {},
        readOnly: false,
        tabIndents: false,
        complete: (text: string, at: number) => completionsAt(text, at, this.runs()),
        label: translate("own_lesson.editor"),
      },
      onChange: (text) => this.changed(text),
      onRun: () => void this.read(),
    });
    if (linked && "text" in linked) this.replace(linked.text);
    else if (linked) this.say(translate(linked.problem, { most: num(LONGEST_LESSON, 0) }));
    await this.read();
  }

  private async first(): Promise<string> {
    const load = firsts[`./first.${language()}.md`] ?? firsts["./first.en.md"];
    return (await load?.()) ?? "";
  }

  /** Another page is shown: nothing of this one goes on. */
  private readonly left = (): void => {
    if (/[#&]page=write(&|$)/.test(location.hash)) return;
    this.keepNow();
    this.isOver = true;
    removeEventListener("message", this.heard);
    removeEventListener("hashchange", this.left);
    removeEventListener("pagehide", this.keepNow);
    clearTimeout(this.timer);
    this.measuring?.runs.close();
    this.engine.close();
    render(nothing, this.host);
  };

  private readonly heard = ({ source, origin, data }: MessageEvent<{ sawtooth_lesson?: unknown }>): void => {
    if (origin === location.origin && source === this.frame && data?.sawtooth_lesson === "ready") this.show();
  };

  private get frame(): Window | null {
    return this.host.querySelector("iframe")?.contentWindow ?? null;
  }

  /** The lesson as it is, to the frame. */
  private show(): void {
    const shown: Shown = { sawtooth_lesson: this.text, open: this.open };
    this.frame?.postMessage(shown, location.origin);
  }

  /** The reader has written. */
  private changed(text: string): void {
    this.text = text;
    this.kept = false;
    this.said = "";
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.read(), READ_MS);
    this.draw();
  }

  private readonly keepNow = (): void => {
    if (this.kept === false) this.kept = keep(KEPT, this.text);
  };

  /** Keeps the text, says what is wrong with it, and shows the lesson. */
  private async read(): Promise<void> {
    clearTimeout(this.timer);
    this.keepNow();
    this.show();
    const { text } = this;
    const opened = await openText(text, this.engine, this.beginnings);
    if (this.isOver || text !== this.text) return;
    this.opened = opened;
    this.mark();
    this.draw();
  }

  /** Mistakes in the lesson, words to begin with that are still there, and tolerances that the measured runs do not have. */
  private get mistakes(): Mistake[] {
    const { opened, found } = this;
    if (!opened) return [];
    const unheld = (found?.bands ?? []).flatMap(({ place, band, holds }): Mistake[] => {
      const written = toleranceAt(opened.file.front, place);
      if (holds || !written || !equal(written.band, band.band)) return [];
      const line = opened.file.lineOf(written.place);
      return [{ place: written.place, found: JSON.stringify(band.band), allowed: "measured", line }];
    });
    const unsaid = unreplaced(this.text, ofInsert).map(
      ({ line, words }): Mistake => ({
        place: translate("own_lesson.words"),
        found: words,
        allowed: "own words",
        line,
      }),
    );
    return [...opened.mistakes, ...unsaid, ...unheld];
  }

  /** The beginnings of the lesson's runs. */
  private runs(): Measured[] {
    const all = Object.values(this.opened?.lesson?.scenarios ?? {});
    return all.flatMap((scenario) => this.beginnings.get(JSON.stringify(scenario)) ?? []);
  }

  /** Marks the mistakes at their lines. */
  private mark(): void {
    const marks = this.mistakes.flatMap((each) =>
      each.line === null ? [] : [{ line: each.line, column: null, text: mistakeText(each) }],
    );
    this.editor?.mark(marks);
  }

  /** Another text in the place of this one, which can be had back. */
  private replace(text: string): void {
    if (text === this.text) return;
    keep(BEFORE, this.text);
    this.editor?.replace(text, true);
    this.found = null;
    this.changed(text);
  }

  private say(text: string): void {
    this.said = text;
    this.draw();
  }

  // --- What the buttons do ---------------------------------------------------------------------------------------

  private async start(load: Promise<string>, title: string): Promise<void> {
    close("start-from");
    this.replace(await load);
    this.editor?.focus();
    this.say(translate("own_lesson.started", { title }));
  }

  private insert(kind: Kind): void {
    close("insert");
    const made = inserted(this.text, kind, ofInsert);
    if (!made) {
      this.say(translate("own_lesson.insert.not"));
      return;
    }
    this.editor?.edit(made.edits, made.at);
    this.pane = "text";
    this.say(translate("own_lesson.inserted", { what: translate(`own_lesson.insert.${kind}`) }));
    this.editor?.focus();
  }

  private async openFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    const text = file && file.size <= 4 * LONGEST_LESSON ? await file.text() : null;
    input.value = "";
    if (!file) return;
    if (text === null || text.length > LONGEST_LESSON)
      return this.say(translate("own_lesson.long", { most: num(LONGEST_LESSON, 0) }));
    this.replace(text);
    this.say(translate("own_lesson.started", { title: file.name }));
  }

  private saveFile(): void {
    const name = fileName([this.opened?.title || translate("own_lesson.untitled")], "md");
    save(name, this.text, "text/markdown");
    this.say(translate("own_lesson.saved", { name }));
  }

  private async copyLink(): Promise<void> {
    const field = packLesson(this.text);
    if (field === null) return this.say(translate("own_lesson.link.long"));
    const isCopied = await copy(`${shared()}#source=${field}`, null);
    if (!isCopied) history.replaceState(null, "", `#page=write&source=${field}`);
    this.say(translate(isCopied ? "own_lesson.link.copied" : "own_lesson.link.by_hand"));
  }

  /** The lesson as a frame for another page: by the widget. */
  private async copyFrame(): Promise<void> {
    const field = packLesson(this.text);
    if (field === null) return this.say(translate("own_lesson.link.long"));
    const title = (this.opened?.title ?? "").replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const address = new URL(`embed.html#source=${field}`, shared()).href;
    const frame = `<iframe src="${address}" title="${title}" width="100%" height="900" sandbox="allow-scripts" loading="lazy"></iframe>`;
    const isCopied = await copy(frame, null);
    this.say(translate(isCopied ? "own_lesson.frame.copied" : "own_lesson.frame.not"));
  }

  /** Runs all bands and challenges under five seeds. */
  private async measure(): Promise<void> {
    await this.read();
    const lesson = this.opened?.lesson;
    if (!lesson) return this.say(translate("own_lesson.measure.none"));
    const runs = new MarkRuns(() => createEngine());
    const now = { runs, share: 0 };
    this.measuring = now;
    this.say("");
    try {
      this.found = await measureLesson(lesson, runs, (share) => {
        now.share = share;
        if (!this.isOver) this.draw();
      });
      this.said = translate("own_lesson.measured");
    } catch (error) {
      this.said = translate(runs.isClosed ? "own_lesson.measure.cancelled" : "own_lesson.measure.failed", {
        message: error instanceof Error ? error.message : String(error),
      });
    } finally {
      runs.close();
      this.measuring = null;
    }
    if (this.isOver) return;
    this.pane = "text";
    this.mark();
    this.say(this.said);
    this.host.querySelector<HTMLElement>(".measured h2")?.focus();
  }

  /** Writes measured bands into the text. */
  private writeBands(bands: Found["bands"]): void {
    this.editor?.edit(bandsWritten(this.text, bands, version), null);
    this.found = this.found && {
      ...this.found,
      bands: this.found.bands.map((each) =>
        bands.includes(each) && each.suggested
          ? { ...each, band: { ...each.band, band: each.suggested }, holds: true }
          : each,
      ),
    };
    this.say(translate("own_lesson.bands.written"));
  }

  // --- The page --------------------------------------------------------------------------------------------------

  private draw(): void {
    if (this.isOver) return;
    const { pane, opened, mistakes } = this;
    const goTo = (line: number): void => this.editor?.goTo(line, null, true);
    const choose = (id: string): void => {
      this.pane = id as Pane;
      this.draw();
    };
    render(
      html`<section class="write" data-pane=${pane}>
        <p class="back"><a href="#">${translate("lesson.all")}</a></p>
        <h1>${translate("own_lesson.title")}</h1><p class="quiet">${translate("own_lesson.lead")}</p>
        ${this.acts()}
        <p class="write-said" role="status">${this.said}</p>
        <div class="tabs" role="tablist" aria-label=${translate("own_lesson.panes")}>${tabButtons(PANES, pane, (id) => translate(`own_lesson.pane.${id}`), choose)}</div>
        <div class="panes">
          <div class="pane is-text">
            <p class="quiet keys">${translate("own_lesson.keys")}</p>
            <div class="count" role="status">${opened ? this.count(mistakes, goTo) : nothing}</div>
            <div id="editor" class="editor"><pre>${this.editor ? nothing : this.text}</pre></div>
            ${mistakeList(mistakes, goTo)}
            ${this.results()}
            ${help()}
          </div>
          <div class="pane is-lesson"><label class="open-all"><input type="checkbox" .checked=${this.open} @change=${(event: Event) => this.openAll(event)} /> ${translate("own_lesson.open")}</label>
            <iframe title=${translate("own_lesson.frame")} src=${this.preview}></iframe></div>
        </div></section>`,
      this.host,
    );
  }

  /** Above the text: how many mistakes there are, and the way to the first one. */
  private count(mistakes: readonly Mistake[], goTo: (line: number) => void): TemplateResult {
    if (mistakes.length === 0) {
      const asks = (this.opened?.lesson?.asks ?? []).some(({ kind }) => kind === "number" || kind === "draw");
      const key = asks && !this.found ? "own_lesson.whole.unmeasured" : "own_lesson.whole";
      return html`<p class="quiet">${translate(key)}</p>`;
    }
    const line = mistakes.find((each) => each.line !== null)?.line ?? null;
    const first = html`<button type="button" class="textual" @click=${() => line !== null && goTo(line)}>${translate("own_lesson.to_first")}</button>`;
    return html`<p><b>${plural("own_lesson.count", mistakes.length)}</b> ${line === null ? nothing : first}</p>`;
  }

  private openAll(event: Event): void {
    this.open = (event.target as HTMLInputElement).checked;
    this.show();
  }

  private acts(): TemplateResult {
    const { cards, titleOf } = this.props;
    const button = (key: string, press: () => void, off = false): TemplateResult =>
      html`<button type="button" class="button is-line" ?disabled=${off} @click=${press}>${translate(key)}</button>`;
    const item = (text: string, press: () => void): TemplateResult =>
      html`<button type="button" class="button" @click=${press}>${text}</button>`;
    const before = recall(BEFORE);
    const starts = [
      item(translate("own_lesson.first"), () => void this.start(this.first(), translate("own_lesson.first"))),
      ...(before === null || before === this.text
        ? []
        : [
            item(
              translate("own_lesson.before"),
              () => void this.start(Promise.resolve(before), translate("own_lesson.before")),
            ),
          ]),
      html`<hr />`,
      ...cards.map((card) => item(titleOf(card), () => void this.start(sourceOf(card.id, language()), titleOf(card)))),
    ];
    const kinds = KINDS.map((kind) => item(translate(`own_lesson.insert.${kind}`), () => this.insert(kind)));
    const keeping =
      this.kept === null ? nothing : this.kept ? translate("own_lesson.kept") : translate("own_lesson.kept.not");
    const face = (key: string): TemplateResult => html`${translate(key)}${sign("down")}`;
    return html`<div class="acts">
      ${menu("start-from", "is-line", face("own_lesson.start"), starts)}
      ${menu("insert", "is-line", face("own_lesson.insert"), kinds)}
      ${button("own_lesson.undo", () => this.editor?.undo(), this.editor === null)}
      ${this.measuring ? html`<span class="progress"><progress max="1" .value=${this.measuring.share} aria-label=${translate("own_lesson.measure")}></progress></span>${button("own_lesson.measure.cancel", () => this.measuring?.runs.close())}` : button("own_lesson.measure", () => void this.measure(), this.editor === null)}
      ${button("own_lesson.save", () => this.saveFile())}
      ${button("own_lesson.link", () => void this.copyLink())}
      ${button("own_lesson.frame.copy", () => void this.copyFrame())}
      <label class="file-field"><span>${translate("own_lesson.file")}</span><input type="file" accept=".md,.markdown,.txt,text/markdown" @change=${(event: Event) => void this.openFile(event.target as HTMLInputElement)} /></label>
      <span class="quiet">${keeping}</span></div>`;
  }

  private results(): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found) return nothing;
    const shown = ({ band }: Found["bands"][number], value: number | null): string =>
      valueText(band.of, value, band.unit);
    const span = (each: Found["bands"][number], ends: readonly (number | null)[]): string =>
      ends.map((end) => shown(each, end)).join(" – ");
    const unheld = found.bands.filter((each) => !each.holds && each.suggested);
    const rows = found.bands.map(
      (each) => html`<tr class=${each.holds ? "" : "is-off"}><th scope="row"><code>${each.band.id}</code></th>
        <td>${seedsText(each.values.map((value) => shown(each, value)))}</td><td>${span(each, each.band.band)}</td>
        <td>${translate(each.holds ? "own_lesson.holds" : "own_lesson.holds.not")}</td>
        <td>${each.suggested ? html`<button type="button" class="textual" @click=${() => this.writeBands([each])}>${translate("own_lesson.bands.write.this", { band: span(each, each.suggested) })}</button>` : translate("own_lesson.bands.none")}</td></tr>`,
    );
    const goals = found.goals.map(
      ({ goal, begun, solved, holds }) =>
        html`<li class=${holds ? "" : "is-off"}><code>${goal.id}</code>: ${translate("own_lesson.goal", {
          begun: num(begun),
          solved: num(solved),
          all: num(SEEDS.length),
          most: num(MOST_OF),
        })} ${translate(holds ? "own_lesson.holds" : "own_lesson.holds.not")}</li>`,
    );
    return html`<section class="measured"><h2 tabindex="-1">${translate("own_lesson.measured.title")}</h2>
      ${
        rows.length === 0
          ? html`<p>${translate("own_lesson.bands.no")}</p>`
          : html`<div class="scroll" tabindex="0" role="group" aria-label=${translate("own_lesson.measured.title")}><table>
        <thead><tr>${["band", "seeds", "now", "verdict", "write"].map((head) => html`<th scope="col">${translate(`own_lesson.head.${head}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
      }
      ${unheld.length > 1 ? html`<div class="acts"><button type="button" class="button is-line" @click=${() => this.writeBands(unheld)}>${translate("own_lesson.bands.write")}</button></div>` : nothing}
      ${goals.length === 0 ? nothing : html`<ul>${goals}</ul>`}</section>`;
  }
}

/** The values of all seeds; one where they are the same. */
function seedsText(values: readonly string[]): string {
  const [one = ""] = values;
  return values.every((value) => value === one) ? translate("own_lesson.seeds.all", { value: one }) : values.join(", ");
}

/** Parts of a lesson's text, as it is written. */
const FORM: readonly (readonly [code: string, key: string])[] = [
  ['"scenarios"', "scenarios"],
  ['"hook"', "hook"],
  ['"asks"', "asks"],
  ['"play"', "play"],
  ['"goals"', "goals"],
  ['"transfer"', "transfer"],
  ['"bands"', "bands"],
  ['"view"', "view"],
  ["## [ask NAME] …", "ask"],
  ["## [reveal NAME] …", "reveal"],
  ["- `NAME` …", "option"],
  ["[…](term:ack)", "term"],
  ['<saw-n is="10" unit="Mbit/s"></saw-n>', "n"],
  ['<saw-num of="flows.one.goodput_bps"></saw-num>', "num"],
  ['<saw-band id="NAME"></saw-band>', "band"],
];

function help(): TemplateResult {
  const panels = PANELS.join(", ");
  return html`<details class="form"><summary>${translate("own_lesson.form")}</summary><dl>${FORM.map(
    ([code, key]) => html`<dt><code>${code}</code></dt><dd>${translate(`own_lesson.form.${key}`, { panels })}</dd>`,
  )}</dl></details>`;
}

/** Shows the page in a host. */
export async function writePage(host: HTMLElement, props: WriteProps): Promise<void> {
  await ownWords();
  await new WritePage(host, props).begin();
}

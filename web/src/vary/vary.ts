/**
 * *Vary*: a setting of the run on the page is given several values, and what is measured is drawn over them. The dialog: what is chosen, how many
 * runs that makes and how long they take, said before they begin; the pictures as they grow; their files. Fetched when it is first
 * asked for. Not here: the form (form.ts), the runs (runs.ts), the numbers (numbers.ts).
 */
import "../design/vary.css";
import { html, nothing, type TemplateResult } from "lit";
import { version } from "../../../package.json";
import { paperTheme, type Theme } from "../design/theme.ts";
import { bytesOf } from "../engine/trace-files.ts";
import type { Pool } from "../ensemble/client.ts";
import { Outdated, type SweepKeeper } from "../ensemble/sweep.ts";
import type { Answer, Figure, Plot, Refusal, SweepPlan } from "../ensemble/types.ts";
import { addMessages, num, translate, withUnit } from "../i18n/catalogue.ts";
import resultWords from "../i18n/en/results.json" with { type: "json" };
import words from "../i18n/en/vary.json" with { type: "json" };
import { errorLines } from "../i18n/errors.ts";
import { axisTitle } from "../plot_view/axis-ends.ts";
import { pictureOf } from "../plot_view/picture.ts";
import { PlotView } from "../plot_view/plot-view.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { equal, isObject, type Json, parsed, type Scenario, valueAt } from "../session/scenario.ts";
import { written } from "../settings/numbers.ts";
import { copy, showSheet } from "../ui/dialog.ts";
import { fileName, pngOf, save } from "../ui/save-file.ts";
import { type Choice, carried, choiceOfKind, curveOf, type Kind, kindOf, restored, USUAL_FIELDS } from "./choice.ts";
import { documentOf, fieldsOf, type Span, spanFields, spanOf } from "./document.ts";
import { type FormProps, form } from "./form.ts";
import { mapOf, runOfCell } from "./maps.ts";
import { columnAt, columnsOf, FIELDS, type Field, measuredLooks } from "./measures.ts";
import { mappedOf, measuredOf, searchOf, type Varied, type View } from "./numbers.ts";
import { type OwnWords, ownPage, ownPageForm } from "./own-page.ts";
import { type Measured, plotOf, runAt } from "./plots.ts";
import { refusalLines } from "./refusals.ts";
import { SweepRuns } from "./runs.ts";
import { answerText, statusText } from "./status.ts";
import { type Opened, openedOf } from "./tables.ts";
import { flowsOf, textOf, usualOf, type Variable, variableOf, variablesOf } from "./variables.ts";

addMessages("en", { ...resultWords, ...words });

/** The run that is varied, and what the page does for it. */
export interface Subject {
  title: string;
  /** The path in short, with these seeds; empty while it is hidden. */
  path(seeds: string): string;
  scenario: Scenario;
  /** The engine's document with every default. */
  settings: unknown;
  looks: readonly FlowLook[];
  pool: Pool;
  /** A link that opens the run with a choice. */
  link(choice: object): Promise<string>;
  /** Shows a run on the page, as a change that can be undone; `words`: which it is. */
  show(scenario: Scenario, words: string): void;
  says(text: string): void;
}

/** So long after the last change of the form it is planned, ms. */
const SETTLED_MS = 250;
/** Between two drawings: a multiple of the time that one takes, since the cores are there for the runs; at least and at most, ms. */
const CALM = 10;
const CALM_MS = [150, 1000] as const;
/** Values of a curve at most, as a multiple of those that were asked for. */
const REFINED = 2;

/** A plot of a field. */
interface Drawn {
  plot: Plot;
  /** The run that a press on a place opens; null: none. */
  runAt: (x: number, y: number | null) => number | null;
  /** Of a curve. */
  measured?: Measured;
  /** Of a search. */
  answer?: Answer | null;
}

export class Vary implements FormProps {
  readonly variables: readonly Variable[];
  choice: Choice;
  view: View = { x: "as_is", y: "as_is", line: false, theory: true, kept: null };
  /** The run that a point has opened: the page is still the subject's. */
  shown: Scenario | null = null;
  readonly runs: SweepRuns;
  private readonly views = new Map<string, PlotView>();
  private readonly drawn = new Map<string, Drawn>();
  /** Choices of the other pictures. */
  private readonly kept: Partial<Record<Kind, Choice>> = {};
  private again = (): void => undefined;
  private timer = 0;
  /** Result of the last file or link. */
  private said = "";
  /** The table, or the document, in place of the choice. */
  private table: Opened | null = null;
  private own: OwnWords = { title: "", sentence: "" };
  private theme: Theme | null = null;
  /** The first plot of the runs is not shown yet. */
  private beginning = false;
  private drawing: "none" | "under way" | "again" = "none";

  constructor(
    readonly of: Subject,
    path: string | null,
    saved: string | null,
    /** The one before it. */
    before: Vary | null,
  ) {
    this.variables = variablesOf(of.settings, of.scenario, of.looks);
    this.runs = new SweepRuns(
      of.pool,
      () => this.again(),
      () => void this.draw(),
    );
    const first = this.variables.find(({ paths }) => path !== null && paths.includes(path)) ?? usualOf(this.variables);
    this.choice = curveOf(first);
    this.matchScale();
    if (before && saved === null) {
      const choices = { ...before.kept, [kindOf(before.choice, before.variables)]: before.choice };
      for (const [kind, choice] of Object.entries(choices) as [Kind, Choice][])
        this.kept[kind] = carried(choice, before.variables, this.variables);
      const own = carried(before.choice, before.variables, this.variables);
      const { curve } = this.kept;
      // The curve of a setting that was named has all but the values of the last curve.
      this.choice = path === null ? own : { ...this.choice, ...curve, axes: this.choice.axes };
      if (path === null) this.view = before.view;
    }
    if (saved !== null) {
      const { view, ...choice } = (parsed(saved) ?? {}) as Partial<Choice> & { view?: Partial<View> };
      this.choice = restored(choice, this.choice, this.variables);
      this.view = { ...this.view, ...view };
    }
    void this.plan();
  }

  /** Settings of the axes. */
  private get axes(): readonly Varied[] {
    if (this.table) return this.table.axes;
    return this.choice.axes.flatMap(({ path, logarithmic }) => {
      const variable = variableOf(this.variables, path);
      return variable ? [{ variable, logarithmic }] : [];
    });
  }

  get variable(): Variable | undefined {
    return this.axes[0]?.variable;
  }

  /** Flows that have a measure with every value. */
  private get looks(): readonly FlowLook[] {
    return this.table?.looks ?? measuredLooks(this.of.looks, this.choice.axes);
  }

  get span(): Span {
    return spanOf(this.choice, this.of.looks, this.of.scenario);
  }

  get flows(): string[] {
    return flowsOf(this.looks).map(({ label }) => label);
  }

  get isMap(): boolean {
    return this.axes.length === 2;
  }

  get measures(): readonly Field[] {
    return this.table?.fields ?? FIELDS;
  }

  get opened(): "" | "own" | "other" {
    return this.table ? (this.table.other === "" ? "own" : "other") : "";
  }

  /** Fields that are shown: of a map the first alone. */
  get fields(): Field[] {
    const ofTable = (path: string): Field[] => this.measures.filter((field) => field.path === path);
    const fields = this.table ? this.choice.fields.flatMap(ofTable) : fieldsOf(this.choice, this.of.looks);
    return this.isMap || this.choice.goal ? fields.slice(0, 1) : fields;
  }

  /** Shows the dialog, with what has been run. */
  open(theme: Theme | null, onClose: () => void): void {
    this.theme = theme;
    if (theme) for (const view of this.views.values()) view.theme(theme);
    showSheet(translate("vary.title"), (again) => {
      this.again = again;
      return this.body();
    });
    document.querySelector("#sheets dialog")?.addEventListener("close", onClose, { once: true });
    void this.draw();
  }

  /** Another choice: what was run is of the one before. */
  choose(change: Partial<Choice>): void {
    const isOther = change.axes?.[0]?.path !== undefined && change.axes[0].path !== this.choice.axes[0]?.path;
    this.choice = { ...this.choice, ...change };
    // Its numbers are there.
    if (this.table && change.fields) {
      this.look({});
      return;
    }
    this.table = null;
    if (isOther) this.matchScale();
    this.runs.forget();
    this.drawn.clear();
    this.said = "";
    this.again();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.plan(), SETTLED_MS);
  }

  readonly picture = (kind: Kind): void => {
    const { choice, variables, kept } = this;
    const now = kindOf(choice, variables);
    if (kind === now) return;
    kept[now] = choice;
    this.choose(kept[kind] ?? choiceOfKind(kind, choice, variables, kept));
  };

  /** Another look at the same numbers. */
  look(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.again();
    void this.draw();
  }

  /** Values with equal ratios are equally far from each other. */
  private matchScale(): void {
    this.view = { ...this.view, x: this.axes[0]?.logarithmic ? "logarithm" : "as_is" };
  }

  private document(): string {
    const { of, choice, variables } = this;
    return JSON.stringify(documentOf(choice, variables, of.scenario, of.looks));
  }

  /** The trace's file that the scenario names. */
  private trace(): Uint8Array {
    return bytesOf(valueAt(this.of.scenario, "bottleneck.rate_trace_file.digest"));
  }

  private async plan(): Promise<void> {
    await this.runs.prepare(this.document(), this.trace(), this.grows);
    void this.draw();
  }

  /** Values of the axis at most, those added where neighbours differ among them; 0: none is added. */
  private get grows(): number {
    return this.isMap || this.table || this.choice.goal || !this.variable?.face
      ? 0
      : REFINED * (this.choice.axes[0]?.steps ?? 0);
  }

  start(): void {
    this.beginning = true;
    const logarithmic = this.choice.axes[0]?.logarithmic ?? false;
    void this.runs.start(logarithmic).then(() => this.of.says(this.status()));
  }

  cancel(): void {
    this.runs.cancel();
  }

  /** Draws what there is, again and again while it grows. */
  private async draw(): Promise<void> {
    const { keeper, plan } = this.runs;
    if (this.drawing !== "none") {
      this.drawing = "again";
      return;
    }
    if (!this.variable || !keeper || !plan?.ok) return;
    this.drawing = "under way";
    const begun = performance.now();
    try {
      for (const field of this.fields) {
        const drawn = await this.drawnOf(field, keeper, plan);
        if (!drawn) {
          this.drawing = "again";
          continue;
        }
        this.drawn.set(field.path, drawn);
        const { cells } = drawn.plot;
        this.viewOf(field).update(cells ? axisTitle(cells) : "", drawn.plot, null);
      }
    } catch (error) {
      // Something else has been chosen meanwhile: it is drawn once it is planned.
      if (!(error instanceof Outdated)) throw error;
    }
    this.again();
    if (this.beginning && this.runs.done > 0) {
      this.beginning = false;
      // On a phone it is below the form.
      const [field] = this.fields;
      if (field) this.viewOf(field).root.scrollIntoView({ block: "nearest" });
    }
    const calm_ms = Math.max(CALM_MS[0], Math.min(CALM_MS[1], CALM * (performance.now() - begun)));
    await new Promise((resolve) => setTimeout(resolve, calm_ms));
    const more = (this.drawing as string) === "again";
    this.drawing = "none";
    if (more) void this.draw();
  }

  /** null: values were added meanwhile. */
  private async drawnOf(field: Field, keeper: SweepKeeper, plan: SweepPlan): Promise<Drawn | null> {
    const { axes, looks, view } = this;
    const { flow, goal } = this.choice;
    const [x, y] = axes;
    if (!x) return null;
    if (goal) {
      const { column } = columnAt(columnsOf(field, looks), flow);
      const asked = [column, field, goal.value, view.theory] as const;
      const { measured, ...found } = await searchOf(keeper, plan, x, ...asked);
      return { ...found, runAt: (...at) => runAt(measured, ...at) };
    }
    if (y) {
      // Of another run the page does not know the flows; the diagonal of pairs is equal.
      const isPairs =
        kindOf({ axes: axes.map(({ variable }) => ({ path: variable.paths[0] })), goal }, this.variables) === "pairs";
      const isWhole = this.opened !== "other" && !isPairs && looks.length === this.of.looks.length;
      const mapped = await mappedOf(keeper, [x, y], field, looks, flow, view.theory, isWhole);
      return { plot: mapOf(mapped, view.kept), runAt: (...at) => runOfCell(mapped, ...at) };
    }
    const measured = await measuredOf(keeper, x.variable, field, looks, view);
    return measured && { measured, plot: plotOf(measured), runAt: (...at) => runAt(measured, ...at) };
  }

  /** Result of a search, in words. */
  private found(): string {
    const { variable, runs } = this;
    const { goal } = this.choice;
    const [field] = this.fields;
    const answer = field && this.drawn.get(field.path)?.answer;
    return answer && goal && variable && runs.doing.state === "done" ? answerText(answer, variable, goal, field) : "";
  }

  /** A map of another flow: the runs are the same. */
  show(flow: number): void {
    // The search is for another flow's.
    if (this.choice.goal) this.choose({ flow });
    else {
      this.choice = { ...this.choice, flow };
      this.look({});
    }
  }

  keep(on: boolean): void {
    const [drawn] = this.drawn.values();
    this.look({ kept: on ? (drawn?.plot.cells?.domain ?? null) : null });
  }

  private viewOf(field: Field): PlotView {
    const known = this.views.get(field.path);
    if (known) return known;
    const view = new PlotView((x, y) => void this.press(field.path, x, y));
    if (this.theme) view.theme(this.theme);
    this.views.set(field.path, view);
    return view;
  }

  /** Opens the run that is nearest to a place of a plot: without a height, the one nearest to the median. */
  private async press(field: string, x: number, y: number | null): Promise<void> {
    const { keeper, plan } = this.runs;
    if (!keeper || !plan?.ok || this.opened === "other") return;
    const run = this.drawn.get(field)?.runAt(x, y) ?? null;
    if (run === null) return;
    const scenario = parsed(await keeper.ask("scenario", run)) as Scenario | null;
    if (!scenario) return;
    this.shown = scenario;
    document.querySelector<HTMLDialogElement>("#sheets dialog")?.close();
    const settings = this.axes.map(({ variable }) => {
      const text = textOf(variable, valueAt(scenario, variable.paths[0]));
      return `${variable.label} = ${text}`;
    });
    this.of.show(
      scenario,
      translate("vary.says.opened", { settings: settings.join("; "), seed: String(scenario.seed) }),
    );
  }

  /** How many runs, how long they take, how far they are. */
  status(): string {
    return statusText(this.runs, this.grows > 0, this.table);
  }

  private body(): TemplateResult {
    const { runs, fields, drawn, opened } = this;
    const { plan, doing } = runs;
    const { goal } = this.choice;
    const varied = this.axes.map(({ variable }) => variable);
    const wrong = plan && !plan.ok ? refusalLines(plan, varied) : [];
    const running = doing.state === "running";
    const isDrawn = runs.done > 0;
    const button = (key: string, act: () => void): TemplateResult =>
      html`<button type="button" class="button is-line" @click=${act}>${translate(key)}</button>`;
    const canOpen = plan?.ok && !goal && !running;
    const picked = ({ target }: Event): void => {
      const input = target as HTMLInputElement;
      void this.openFile(input.files?.[0]);
      input.value = "";
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      if (canOpen) void this.openFile(event.dataTransfer?.files[0]);
    };
    return html`<div class="vary" @dragover=${(event: Event) => event.preventDefault()} @drop=${drop}>
      ${form(this)}
      <div class="vary-doing">
        ${running ? html`<progress max="1" .value=${doing.progress?.share ?? 0} aria-label=${translate("vary.share")}></progress>` : nothing}
        <span role=${running ? nothing : "status"}>${this.status()}</span>
        ${running ? button("vary.cancel", () => this.cancel()) : opened === "other" ? nothing : this.startButton()}
      </div>
      ${wrong.length > 0 ? html`<ul class="wrong" role="alert">${wrong.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
      <p class="vary-answer" role="status">${this.found()}</p>
      <div class="vary-plots" ?hidden=${!isDrawn}>${fields
        .filter(({ path }) => drawn.has(path))
        .map((field) => html`<div>${this.viewOf(field).root}${this.lines(field)}</div>`)}</div>
      ${isDrawn ? html`<p class="vary-hint">${this.hint()}</p>` : nothing}
      <div class="acts">${isDrawn ? [button("vary.take.svg", () => void this.take("svg")), button("vary.take.png", () => void this.take("png"))] : nothing}
        ${isDrawn && !goal && opened !== "other" ? button("vary.take.csv", () => void this.take("csv")) : nothing}
        ${plan?.ok && opened !== "other" ? button("vary.take.document", () => void this.take("document")) : nothing}
        ${plan?.ok && opened === "" ? button("vary.take.link", () => void this.copyLink()) : nothing}
        ${
          canOpen
            ? html`<label class="vary-open"><span>${translate("vary.open")}</span><input type="file" accept=".csv,.json,text/csv,application/json" @change=${picked} /></label>`
            : nothing
        }
        <span role="status">${this.said}</span></div>
      ${
        isDrawn && opened === ""
          ? ownPageForm(
              this.own,
              (own) => this.write(own),
              () => void this.take("html"),
            )
          : nothing
      }
    </div>`;
  }

  /** Runs what has no row: all, or the rest. */
  private startButton(): TemplateResult {
    const { doing, plan, lost, done } = this.runs;
    const isWhole =
      (doing.state === "done" && lost === 0) || (doing.state === "opened" && plan?.ok && done === plan.runs);
    const key = doing.state === "cancelled" || doing.state === "opened" || lost > 0 ? "vary.rest" : "vary.start";
    return html`<button type="button" class="button is-line vary-start" ?disabled=${!plan?.ok || isWhole} @click=${() => this.start()}>${translate(key)}</button>`;
  }

  /** How to read the plots, and what a press does. */
  private hint(): string {
    const kind = this.isMap ? "map" : this.choice.goal ? "find" : "curve";
    const read = kind === "find" ? [] : [translate(`vary.read.${kind}`)];
    return [...(this.opened === "other" ? [] : [translate(`vary.press.${kind}`)]), ...read].join(" ");
  }

  /** The reader's own words for a page. */
  private write(own: OwnWords): void {
    this.own = own;
    this.again();
  }

  /** The straight lines of a field in words. */
  private lines(field: Field): unknown {
    const { measured } = this.drawn.get(field.path) ?? {};
    return measured?.curves.map(({ name, line }) => {
      if (!line) return nothing;
      const digits = (value: number): string => written(Number(value.toPrecision(4)));
      const steep = (value: number): string => digits(value * measured.steep);
      const text = translate("vary.line.is", {
        ...{ slope: steep(line.slope), low: steep(line.low), high: steep(line.high) },
        ...{ intercept: digits(measured.level(line)), r: num(line.r, 3, 3), n: num(line.n) },
      });
      return html`<p class="vary-line">${name === "" ? nothing : html`<b>${name}</b> `}${text}</p>`;
    });
  }

  /** Opens a document, or draws a table: beside what has been run only one of the same run, else any. */
  private async openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const { of, runs } = this;
    const { name } = file;
    const text = await file.text();
    const document = parsed(text);
    if (isObject(document)) return this.openDocument(name, text, document);
    const opened = await runs.open({
      scenario: JSON.stringify(of.scenario),
      file: this.trace(),
      table: text,
      span: spanFields(this.span, of.scenario),
      drawn: this.table !== null || runs.done === 0,
    });
    if (!opened) return;
    const { plan, other } = opened;
    const why = (refused: Refusal): string => errorLines(refused.errors, refused.more).join(" ");
    this.said = plan.ok ? "" : `${name}: ${why(plan)}`;
    if (plan.ok) this.adopt(openedOf(name, plan, other ? why(other) : "", this.variables, of.looks));
    this.again();
    void this.draw();
  }

  /** Plans a sweep's document whose scenario is the run on the page, in place of the choice. */
  private async openDocument(name: string, text: string, { scenario, axes, find }: Json): Promise<void> {
    const { of, variables } = this;
    const isShown = Array.isArray(axes) && (axes.length === 1 || axes.length === 2);
    const other = !equal(scenario, of.scenario) ? "scenario" : find !== undefined ? "find" : isShown ? null : "axes";
    this.said = other ? translate(`vary.document.${other}`, { name }) : "";
    this.again();
    if (other) return;
    const planned = (plan: SweepPlan): void => this.adopt(openedOf(name, plan, "", variables, of.looks));
    await this.runs.prepare(text, this.trace(), 0, planned);
  }

  /** Contents of a file in place of the choice. */
  private adopt(table: Opened): void {
    this.table = table;
    this.choice = { ...this.choice, fields: table.fields.slice(0, 3).map(({ path }) => path) };
    this.view = { ...this.view, y: "as_is", kept: null };
    this.matchScale();
    this.drawn.clear();
  }

  leave(): void {
    this.table = null;
    this.choose({ fields: USUAL_FIELDS });
    this.matchScale();
  }

  private async copyLink(): Promise<void> {
    const link = await this.of.link({ ...this.choice, view: this.view });
    this.said = translate((await copy(link, null)) ? "vary.link.copied" : "vary.link.failed");
    this.again();
  }

  /** Saves the document, its table, or the plots as a picture. */
  private async take(kind: "document" | "csv" | "svg" | "png" | "html"): Promise<void> {
    const { keeper, plan } = this.runs;
    if (!keeper || !plan?.ok) return;
    this.said = "";
    this.again();
    const { title } = this.of;
    const label = this.axes.map(({ variable }) => variable.label).join(", ");
    const { goal } = this.choice;
    const document = goal ? this.document() : this.opened === "other" ? "" : await keeper.ask("document");
    if (kind === "document")
      save(fileName([title, label], goal ? "find.json" : "sweep.json"), document, "application/json");
    else if (kind === "csv") save(fileName([title, label], "csv"), await keeper.ask("csv"), "text/csv");
    else {
      const figure = this.figure();
      const svg = pictureOf(figure, paperTheme(), title, [...this.caption(plan), `Sawtooth ${version}`]);
      const name = fileName([kind === "html" ? this.own.title || title : title, label], kind);
      if (kind === "svg") save(name, new Blob([svg], { type: "image/svg+xml" }));
      else if (kind === "png") save(name, await pngOf(svg));
      else {
        const table = goal ? "" : await keeper.ask("csv");
        const link = await this.of.link({ ...this.choice, view: this.view });
        const words = { ...this.own, title: this.own.title.trim() || `${title}: ${label}` };
        save(name, ownPage({ ...words, svg, figure, link, table, document }), "text/html");
      }
    }
  }

  /** Lines under a picture from which it can be made again: the path, the seeds, the span. */
  private caption({ seeds }: SweepPlan): string[] {
    if (this.table) return [this.table.name];
    const { from, to } = seeds;
    const path = this.of.path(from === to ? String(from) : `${from}–${to}`);
    const time = (of_s: number): string => withUnit(of_s, "s", 3);
    const span = { from: time(this.span.from_s), to: time(this.span.to_s) };
    const measured = translate("vary.figure", span);
    return path === "" ? [measured] : [path, measured];
  }

  /** All plots as the reader sees them, as one figure. */
  private figure(): Figure {
    const panels = this.fields.flatMap((field) => {
      const plot = this.drawn.get(field.path)?.plot;
      return plot ? [{ title: "", beside: false, low: false, plot: this.viewOf(field).asShown(plot) }] : [];
    });
    return { columns: Math.min(2, panels.length), panels };
  }

  close(): void {
    clearTimeout(this.timer);
    this.runs.close();
  }
}

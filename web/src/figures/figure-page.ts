/**
 * The page of one figure: stored results at once, a live ensemble in their place, claims, words, one run for the laboratory,
 * files. Holds the reader's choices and the state of the runs; draws by templates. Not here: the gallery, the parts themselves.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { paperTheme, type Theme } from "../design/theme.ts";
import { Pool, WORKERS, type WorkerHandle } from "../ensemble/client.ts";
import { Cancelled, type Progress } from "../ensemble/job-pool.ts";
import type { Which } from "../ensemble/protocol.ts";
import type { Card, Experiment, Job, Stored } from "../ensemble/types.ts";
import { counted, num, say, withUnit } from "../i18n/catalogue.ts";
import { writeAddress } from "../session/link.ts";
import type { Scenario } from "../session/scenario.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { claimList } from "./claims.ts";
import { type Picture, perform } from "./ensemble.ts";
import { type Extent, extentNote, namedFor, rowsFile, storedFile } from "./figure-files.ts";
import { FigureView } from "./figure-view.ts";
import { nameOf } from "./gallery.ts";
import { spoken } from "./labels.ts";
import { groupsOf, keyOf, runTitle } from "./names.ts";
import { prose } from "./prose.ts";
import { rowsOf } from "./read.ts";

/** Runs per configuration that may be chosen: a few, as in the paper, or this many. */
const AMOUNTS = [-1, 0, 1, 3, 10, 30, 100] as const;

/** Runs rehearsed before they are asked for: spread over the experiment's points, none of more packets than the second. */
const REHEARSED = 4;
const REHEARSED_COST = 60_000;

/** Functions of the page that a sheet uses. */
export interface Surroundings {
  /** Announces a text to screen readers. */
  says(text: string): void;
  /** Saves a file. */
  save(parts: readonly string[], ending: string, content: string | Blob, type?: string): void;
  csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string;
  pngOf(svg: string): Promise<Blob>;
  version: string;
}

type Doing =
  | { state: "stored" }
  | { state: "starting" | "running"; progress: Progress | null; cancel: AbortController }
  | { state: "done"; runs: number; workers: number; seconds: number; whole: boolean }
  | { state: "cancelled"; done: number; runs: number }
  | { state: "failed"; message: string };

/** Workers stay for the next figure. */
const pool = new Pool();

export class Sheet {
  readonly #view = new FigureView();
  #stored: Stored | null = null;
  #missing = "";
  #live: Picture | null = null;
  /** The runs whose rows the desk worker holds; the reader may have chosen another number since. */
  #held: Which | null = null;
  /** Number of runs that the desk worker is to receive. */
  #planned = 0;
  #doing: Doing = { state: "stored" };
  #repetitions = 0;
  #withBeside = false;
  /** How many runs each choice has. */
  readonly #counts = new Map<string, number>();
  /** All runs of the paper: what may be opened in the laboratory. */
  #jobs: Job[] = [];
  #cell = "";
  #seed = 1;
  #address = "";
  #clerk: Promise<WorkerHandle> | null = null;
  #desk: WorkerHandle | null = null;
  #gone = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly experiment: Experiment,
    private readonly cards: readonly Card[],
    private readonly around: Surroundings,
  ) {
    void this.#read();
    if (experiment.runs > 0) void this.#prepare();
  }

  /** Ends all work: the reader has left. */
  leave(): void {
    this.#gone = true;
    if ("cancel" in this.#doing) this.#doing.cancel.abort();
    this.#desk?.end();
    void this.#clerk?.then((clerk) => clerk.end());
  }

  theme(theme: Theme): void {
    this.#view.theme(theme);
  }

  async #read(): Promise<void> {
    const { id } = this.experiment;
    if (!this.cards.find((card) => card.id === id)?.held) {
      this.#missing = say("figures.stored.missing");
      return this.draw();
    }
    try {
      const answer = await fetch(`./figures/${id}.json`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.#stored = (await answer.json()) as Stored;
    } catch (error) {
      this.#missing = say("figures.failed", { message: (error as Error).message });
    }
    if (this.#stored && !this.#live) this.#view.update(this.#stored.figure, null);
    this.draw();
  }

  /** Workers and the list of runs, before they are asked for. */
  async #prepare(): Promise<void> {
    this.#clerk = pool.take();
    try {
      const clerk = await this.#clerk;
      if (this.#gone) return;
      this.#jobs = await clerk.ask("jobs", { id: this.experiment.id, repetitions: 0 });
      const first = this.#jobs.find((job) => !job.beside) ?? this.#jobs[0];
      // Back from the laboratory: the choice made then is in the history entry.
      const { point } = (history.state ?? {}) as { point?: { id: string; cell: string; seed: number } };
      if (point?.id === this.experiment.id && this.#jobs.some((job) => keyOf(job) === point.cell))
        this.#choose(point.cell, point.seed);
      else if (first) this.#choose(keyOf(first), first.seed);
      await this.#count();
      if (this.#missing !== "" && !this.#live) {
        // Axes and the paper's values are shown before anything is run.
        const { figure } = await clerk.ask("draw", { id: this.experiment.id, repetitions: 0, rows: [] });
        if (!this.#live) this.#view.update(figure, null);
      }
      await pool.warm(Math.min(WORKERS, this.#jobs.length));
      await this.#rehearse(clerk);
    } catch (error) {
      this.#doing = { state: "failed", message: (error as Error).message };
      this.draw();
    }
  }

  /**
   * A few short runs whose results are not kept: the browser compiles what runs often to fast code, which all workers share, before
   * the reader asks for hundreds of runs.
   */
  async #rehearse(clerk: WorkerHandle): Promise<void> {
    const own = this.#jobs.map((job, place) => ({ job: place, ...job })).filter((job) => !job.beside);
    const places = Array.from({ length: REHEARSED }, (_, part) => own[Math.floor((part * own.length) / REHEARSED)]);
    for (const one of new Set(places)) {
      if (this.#gone || this.#doing.state !== "stored") return;
      if (one && one.cost <= REHEARSED_COST) {
        await clerk.ask("run", { id: this.experiment.id, repetitions: 0, job: one.job });
      }
    }
  }

  async #count(): Promise<void> {
    const repetitions = this.#repetitions;
    const clerk = await this.#clerk;
    if (!clerk || this.#counts.has(`${repetitions} true`)) return this.draw();
    const jobs = repetitions === 0 ? this.#jobs : await clerk.ask("jobs", { id: this.experiment.id, repetitions });
    this.#counts.set(`${repetitions} true`, jobs.length);
    this.#counts.set(`${repetitions} false`, jobs.filter((job) => !job.beside).length);
    this.draw();
  }

  async #run(): Promise<void> {
    const { id } = this.experiment;
    const which = { id, repetitions: this.#repetitions };
    const cancel = new AbortController();
    this.#doing = { state: "starting", progress: null, cancel };
    this.#live = null;
    this.#held = which;
    this.draw();
    const begun = performance.now();
    let seen = false;
    try {
      this.#clerk ??= pool.take();
      const clerk = await this.#clerk;
      this.#desk ??= await pool.take();
      const all = await clerk.ask("jobs", which);
      const numbered = all.map((job, place) => ({ job: place, cost: job.cost, beside: job.beside }));
      const wanted = numbered.filter((one) => this.#withBeside || !one.beside);
      this.#planned = wanted.length;
      const whole = which.repetitions === 0 && wanted.every((one) => !one.beside || this.#withBeside);
      const listener = {
        onProgress: (progress: Progress) => {
          this.#doing = { state: "running", progress, cancel };
          frames.request(this.#part);
        },
        onPicture: (picture: Picture) => {
          this.#live = picture;
          this.#view.update(picture.figure, this.#stored?.figure ?? null);
          if (!seen) performance.measure("figures.first", { start: begun, end: performance.now() });
          seen = true;
          frames.request(this.#part);
        },
      };
      this.#live = await perform(which, wanted, pool, this.#desk, listener, cancel.signal, WORKERS);
      performance.measure("figures.whole", { start: begun, end: performance.now() });
      this.#view.update(this.#live.figure, null);
      const seconds = (performance.now() - begun) / 1000;
      const workers = Math.min(WORKERS, wanted.length);
      this.#doing = { state: "done", runs: wanted.length, workers, seconds, whole };
      this.around.says(say("figures.says.done", { runs: counted("figures.run.count", wanted.length) }));
    } catch (error) {
      if (this.#gone) return;
      this.#doing =
        error instanceof Cancelled
          ? { state: "cancelled", done: (this.#live as Picture | null)?.done ?? 0, runs: this.#planned }
          : { state: "failed", message: (error as Error).message };
      if (error instanceof Cancelled) {
        this.around.says(say("figures.says.cancelled"));
        if (!this.#live) this.#toStored();
        void pool.warm(WORKERS);
      } else {
        // A failed desk worker cannot be used again.
        this.#desk?.end();
        this.#desk = null;
      }
    }
    this.draw();
  }

  #toStored(): void {
    this.#doing = { state: "stored" };
    this.#live = null;
    if (this.#stored) this.#view.update(this.#stored.figure, null);
    this.draw();
  }

  readonly #part: FramePart = { priority: "text", draw: () => this.draw() };

  /** One run for the laboratory: its scenario comes from the worker. */
  #choose(cell: string, seed: number, keeps = false): void {
    this.#cell = cell;
    const own = this.#jobs.filter((job) => keyOf(job) === cell);
    this.#seed = own.some((job) => job.seed === seed) ? seed : (own[0]?.seed ?? 1);
    this.#address = "";
    if (keeps)
      history.replaceState({ ...history.state, point: { id: this.experiment.id, cell, seed: this.#seed } }, "");
    this.draw();
    void this.#scenario().then((text) => {
      if (!text || this.#cell !== cell || this.#seed !== seed) return;
      const t = this.#chosen()?.moment_s ?? 0;
      const view = this.experiment.view.split(",");
      const scenario: Scenario = JSON.parse(text);
      if (typeof scenario.title === "string") scenario.title = runTitle(scenario.title);
      this.#address = `index.html#${writeAddress({ scenario, view, t, autoplay: false })}`;
      this.draw();
    });
  }

  #chosen(): Job | undefined {
    return this.#jobs.find((job) => job.seed === this.#seed && keyOf(job) === this.#cell);
  }

  async #scenario(): Promise<string> {
    const job = this.#chosen();
    const clerk = await this.#clerk;
    if (!job || !clerk) return "";
    return clerk.ask("scenario", { id: this.experiment.id, repetitions: 0, job: this.#jobs.indexOf(job) });
  }

  // ---- what is seen

  draw(): void {
    if (this.#gone) return;
    const held = this.host.querySelector(".run")?.contains(document.activeElement);
    render(this.#page(), this.host);
    // A button that had the focus is gone: the one in its place has it.
    if (held && !this.host.contains(document.activeElement))
      this.host.querySelector<HTMLElement>(".run .cancel, .run .start")?.focus({ preventScroll: true });
    const place = this.host.querySelector(".figure-place");
    if (place && this.#view.root.parentElement !== place) place.append(this.#view.root);
  }

  #page(): TemplateResult {
    const { experiment } = this;
    const name = (id: string): string | undefined => this.#figureName(id);
    const list = (items: readonly string[]): TemplateResult =>
      html`<ul class="plain">${items.map((item) => html`<li>${prose(item, name)}</li>`)}</ul>`;
    const section = (key: string, body: unknown, className = ""): TemplateResult =>
      html`<section class=${`part ${className}`}><h2>${say(key)}</h2>${body}</section>`;
    const judged = this.#judged();
    const note = this.#busy ? "" : extentNote(this.#extent());
    const verdicts = this.#live?.claims ?? (this.#busy ? null : (this.#stored?.claims ?? null));
    return html`<p class="back"><a href="#">${say("figures.back")}</a></p>
      <div class="title"><h1>${nameOf(experiment)} <small>${experiment.title}</small></h1><p>${experiment.summary}</p></div>
      <div class="sheet-main">
        <div class="figure-side">
          ${this.#bar()}
          <div class="figure-place" data-state=${this.#doing.state}></div>
          ${note ? html`<p class="caption"><b>${note}</b></p>` : nothing}
          <p class="caption">${experiment.caption}</p>
        </div>
        <section class="claims-side"><h2>${say("figures.claims")}</h2>
          ${claimList(experiment.claims, verdicts, judged, this.#remark(judged), name)}
        </section>
      </div>
      <div class="parts">
        ${section("figures.learn", html`<p class="serif">${experiment.learn}</p>`)}
        ${experiment.states.length > 0 ? section("figures.states", html`${list(experiment.states)}<p class="quiet">${experiment.citation}</p>`) : nothing}
        ${experiment.runs > 0 ? section("figures.lab", this.#laboratory()) : nothing}
        ${section("figures.take", this.#take())}
        ${experiment.notes.length > 0 ? section("figures.notes", list(experiment.notes)) : nothing}
        ${experiment.choices.length > 0 ? section("figures.choices", this.#choices(), "is-wide") : nothing}
      </div>
      ${this.#neighbours()}`;
  }

  /** What another figure is called. */
  #figureName(id: string): string | undefined {
    const card = this.cards.find((one) => one.id === id);
    return card && nameOf(card);
  }

  get #busy(): boolean {
    return this.#doing.state === "starting" || this.#doing.state === "running";
  }

  /** All runs of the paper are there. */
  #judged(): boolean {
    if (this.#doing.state === "done") return this.#doing.whole;
    return !this.#live && !this.#busy;
  }

  /** How much of the figure is drawn. */
  #extent(): Extent {
    const doing = this.#doing;
    const done = this.#live?.done ?? this.#stored?.runs ?? 0;
    if (!this.#live || doing.state === "stored") return { state: "whole", done, planned: done };
    if (doing.state === "done") return { state: doing.whole ? "whole" : "fewer", done, planned: done };
    return { state: doing.state === "starting" ? "running" : doing.state, done, planned: this.#planned };
  }

  #remark(judged: boolean): string {
    if (judged || !this.#live) return "";
    return say(this.#doing.state === "done" ? "figures.claims.few" : "figures.claims.partial");
  }

  /** Where the results come from, and the controls to run them again. */
  #bar(): TemplateResult | typeof nothing {
    const { experiment } = this;
    const stored = this.#stored;
    const words = stored
      ? stored.runs === 0
        ? say("figures.stored.none", { version: stored.version })
        : counted("figures.stored", stored.runs, { version: stored.version })
      : this.#missing;
    if (experiment.runs === 0) return html`<p class="origin">${words}</p>`;
    return html`<div class="run">${this.#busy ? this.#progress() : this.#start(words)}</div>`;
  }

  #start(words: string): TemplateResult {
    const doing = this.#doing;
    const workers = (n: number): string => counted("figures.run.workers", n);
    const runs = (n: number): string => counted("figures.run.count", n);
    const said = {
      stored: () => words,
      starting: () => "",
      running: () => "",
      done: () =>
        doing.state === "done"
          ? say("figures.run.done", {
              runs: runs(doing.runs),
              time: withUnit(doing.seconds, "s", 1, 1),
              workers: workers(doing.workers),
            })
          : "",
      cancelled: () =>
        doing.state === "cancelled"
          ? say("figures.run.cancelled", { done: num(doing.done), runs: num(doing.runs) })
          : "",
      failed: () => (doing.state === "failed" ? say("figures.run.failed", { message: doing.message }) : ""),
    }[doing.state]();
    const beside = this.#jobs.some((job) => job.beside);
    const count = this.#counts.get(`${this.#repetitions} ${this.#withBeside || !beside}`);
    const amount = (n: number): string =>
      say(`figures.run.amount.${n < 0 ? "quick" : n === 0 ? "full" : "of"}`, { n: num(n) });
    return html`<p class="origin" role="status">${said}
        ${doing.state !== "stored" && this.#stored ? html`<button type="button" class="textual" @click=${() => this.#toStored()}>${say("figures.run.stored")}</button>` : nothing}</p>
      <div class="run-choice">
        <label>${say("figures.run.amount")}
          <select class="amount" @change=${(event: Event) => {
            this.#repetitions = Number((event.target as HTMLSelectElement).value);
            void this.#count();
          }}>${AMOUNTS.map((n) => html`<option value=${n} ?selected=${n === this.#repetitions}>${amount(n)}</option>`)}</select>
        </label>
        ${
          beside
            ? html`<label class="check"><input type="checkbox" .checked=${this.#withBeside} @change=${(
                event: Event,
              ) => {
                this.#withBeside = (event.target as HTMLInputElement).checked;
                this.draw();
              }} />${say("figures.run.beside")}</label>`
            : nothing
        }
        <span class="count">${count === undefined ? "" : runs(count)}</span>
        <button type="button" class="button is-solid start" @click=${() => void this.#run()}>${say(doing.state === "stored" ? "figures.run" : "figures.run.again")}</button>
      </div>`;
  }

  #progress(): TemplateResult {
    const doing = this.#doing as Extract<Doing, { cancel: AbortController }>;
    const { progress } = doing;
    const left = (s: number | null): string =>
      s === null
        ? say("figures.run.left.unknown")
        : say("figures.run.left", {
            time: s < 90 ? withUnit(Math.ceil(s), "s") : say("figures.minutes", { n: num(Math.ceil(s / 60)) }),
          });
    const words = progress
      ? say("figures.run.progress", {
          done: num(progress.done),
          runs: num(progress.runs),
          workers: counted("figures.run.workers", progress.workers),
          left: left(progress.left_s),
        })
      : say("figures.run.waits");
    return html`<div class="progress"><progress max="1" .value=${progress?.share ?? 0} aria-label=${say("figures.run.share")}></progress>
        <span>${words}</span></div>
      <button type="button" class="button is-line cancel" @click=${() => doing.cancel.abort()}>${say("figures.run.cancel")}</button>`;
  }

  #laboratory(): TemplateResult {
    const sweepName = (sweep: string): string => (sweep === this.experiment.id ? "" : (this.#figureName(sweep) ?? ""));
    const words = { judged: say("figures.lab.judged"), beside: say("figures.lab.beside") };
    const groups = groupsOf(this.#jobs, sweepName, words);
    const several = groups.length > 1 || (groups[0]?.points.length ?? 0) > 1;
    const seeds = this.#jobs.filter((job) => keyOf(job) === this.#cell).map((job) => job.seed);
    return html`<p>${say("figures.lab.what")}</p>
      <div class="lab-choice">
        ${
          !several
            ? nothing
            : html`<label>${say("figures.lab.cell")}
          <select class="cell" @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value, this.#seed, true)}>
            ${groups.map(
              ({ label, points }) =>
                html`<optgroup label=${label}>${points.map(
                  ({ key, text }) => html`<option value=${key} ?selected=${key === this.#cell}>${text}</option>`,
                )}</optgroup>`,
            )}
          </select></label>`
        }
        <label>${say("figures.lab.seed")}
          <select class="seed" @change=${(event: Event) => this.#choose(this.#cell, Number((event.target as HTMLSelectElement).value), true)}>
            ${seeds.map((seed) => html`<option value=${seed} ?selected=${seed === this.#seed}>${seed}</option>`)}
          </select></label>
        <a class="button is-line to-lab" href=${this.#address || nothing} aria-disabled=${this.#address ? nothing : "true"} role=${this.#address ? nothing : "link"}>${say("figures.lab.open")}</a>
      </div>`;
  }

  #take(): TemplateResult {
    const act = (kind: string, run: () => void, what: string): TemplateResult =>
      html`<button type="button" class="button is-line" aria-label=${`${what}: ${kind}`} ?disabled=${what !== scenario && !this.#live && !this.#stored} @click=${run}>${kind}</button>`;
    const row = (name: string, hint: string, acts: unknown): TemplateResult =>
      html`<div class="take-row"><div><b>${name}</b>${hint ? html`<small>${hint}</small>` : nothing}</div><div class="take-acts">${acts}</div></div>`;
    const data = say("figures.take.data");
    const chart = say("figures.take.chart");
    const scenario = say("figures.take.scenario");
    return html`${row(data, say(this.#live ? "figures.take.data.live" : "figures.take.data.stored"), [
      act("CSV", () => void this.#data("csv"), data),
      act("JSON", () => void this.#data("json"), data),
    ])}
    ${row(chart, "", [act("SVG", () => void this.#picture("svg"), chart), act("PNG", () => void this.#picture("png"), chart)])}
    ${
      this.experiment.runs > 0
        ? row(
            scenario,
            "",
            act("JSON", () => void this.#saveScenario(), scenario),
          )
        : nothing
    }`;
  }

  async #data(form: "csv" | "json"): Promise<void> {
    const { id, claims } = this.experiment;
    const type = form === "csv" ? "text/csv" : "application/json";
    if (this.#live && this.#desk && this.#held) {
      const text = await this.#desk.ask("file", { ...this.#held, form });
      const extent = this.#extent();
      return this.around.save(namedFor(id, extent), form, rowsFile(text, form, claims, extent), type);
    }
    if (!this.#stored) return;
    const head = ["panel", "series", "kind", "x", "quantity", "value"];
    const text =
      form === "csv" ? this.around.csvOf(head, rowsOf(this.#stored.figure)) : storedFile(this.#stored, claims);
    this.around.save([id], form, text, type);
  }

  async #picture(kind: "svg" | "png"): Promise<void> {
    const { experiment } = this;
    const figure = this.#live?.figure ?? this.#stored?.figure;
    if (!figure) return;
    const extent = this.#extent();
    const [runs, note, parts] = [extent.done, extentNote(extent), namedFor(experiment.id, extent)];
    const title = `${nameOf(experiment)}: ${experiment.title}`;
    const made = say("figures.take.made", { version: this.around.version, what: counted("figures.run.count", runs) });
    const address = location.href;
    const { pictureOf } = await import("./picture.ts");
    const svg = pictureOf(spoken(figure), paperTheme(), title, [
      ...(note ? [note] : []),
      experiment.caption,
      made,
      experiment.citation,
      address,
    ]);
    if (kind === "svg") this.around.save(parts, "svg", svg, "image/svg+xml");
    else this.around.save(parts, "png", await this.around.pngOf(svg));
  }

  async #saveScenario(): Promise<void> {
    const text = await this.#scenario();
    const parts = [this.experiment.id, "scenario", String(this.#seed)];
    if (text) this.around.save(parts, "json", JSON.stringify(JSON.parse(text), null, 2), "application/json");
  }

  #choices(): TemplateResult {
    const name = (id: string): string | undefined => this.#figureName(id);
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${say("figures.choices")}><table class="choices">
      <thead><tr><th scope="col">${say("figures.choices.what")}</th><th scope="col">${say("figures.choices.chosen")}</th><th scope="col">${say("figures.choices.why")}</th></tr></thead>
      <tbody>${this.experiment.choices.map(
        (choice) =>
          html`<tr><th scope="row">${choice.what}</th><td>${prose(choice.chosen, name)}</td><td>${prose(choice.why, name)}</td></tr>`,
      )}</tbody></table></div>`;
  }

  #neighbours(): TemplateResult {
    const place = this.cards.findIndex((card) => card.id === this.experiment.id);
    const link = (card: Card | undefined, key: string): unknown =>
      card ? html`<a href=${`#${card.id}`}>${say(key, { name: nameOf(card) })}</a>` : html`<span></span>`;
    return html`<nav class="neighbours" aria-label=${say("figures.more")}>
      ${link(this.cards[place - 1], "figures.before")}${link(this.cards[place + 1], "figures.after")}</nav>`;
  }
}

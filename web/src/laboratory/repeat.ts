/**
 * The run on the page under many seeds: who lets the runs happen, how far they are, the bands for the charts, the table. What
 * the reader changes meanwhile makes them another scenario's: they are begun again. Fetched when it is first asked for.
 * Not here: how work is shared out (ensemble/job-pool.ts), percentiles (ensemble/percentiles.ts), drawing (compare/overlay.ts).
 */
import "../design/repeat.css";
import { html, nothing, type TemplateResult } from "lit";
import { SHARES } from "../charts/bands.ts";
import type { Overlay } from "../charts/chart.ts";
import { seedOf, withSeeds } from "../compare/model.ts";
import { percentilesOverlay } from "../compare/overlay.ts";
import { measuresTable } from "../compare/table.ts";
import { bytesOf } from "../engine/trace-files.ts";
import { WORKERS } from "../ensemble/client.ts";
import { Cancelled, type Progress, runJobs } from "../ensemble/job-pool.ts";
import { bandsOf, binsFor, type Form, type Row, rowsOf, spanOf } from "../ensemble/percentiles.ts";
import type { BinnedSeries } from "../ensemble/protocol.ts";
import { addMessages, num, plural, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/repeat.json" with { type: "json" };
import { valueAt } from "../session/scenario.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { sign } from "../ui/theme-icons.ts";
import type { FirstRun, Page } from "./page.ts";
import { pool } from "./workers.ts";

addMessages("en", words);

/** How many runs may be chosen. */
const AMOUNTS = [10, 20, 50, 100] as const;
/** So many at first. */
const USUAL = 20;
/** After a change they are begun again by themselves if they took no longer than this, ms; so long after the last change. */
const QUICK_MS = 6000;
const SETTLED_MS = 350;
/** Minimum time between two computations of the bands, ms, and as a multiple of the time that the last one took. */
const CALM_MS = 120;
const SPARING = 5;
/** Maximum number of flows that the table lists. */
const APART = 6;

/** Counts bands: each drawing has its own. */
let versions = 0;

type Doing =
  | { state: "running"; progress: Progress | null }
  | { state: "done"; seconds: number; workers: number }
  | { state: "cancelled" | "changed" }
  | { state: "failed"; message: string };

export class Repeat {
  private amount: number = USUAL;
  private doing: Doing = { state: "running", progress: null };
  private cancel = new AbortController();
  /** The scenario whose runs these are. */
  private scenario = "";
  private form: Form | null = null;
  private series: BinnedSeries[] = [];
  private made: { overlay: Overlay | null; of: number; at_ms: number; cost_ms: number } = {
    overlay: null,
    of: 0,
    at_ms: Number.NEGATIVE_INFINITY,
    cost_ms: 0,
  };
  private told: { key: string; rows: Row[] } = { key: "", rows: [] };
  private took_ms = 0;
  private timer = 0;
  private closed = false;

  constructor(
    private readonly run: FirstRun,
    private readonly page: Page,
    private readonly onClose: () => void,
  ) {
    void this.begin();
  }

  /** Runs the scenario as it is now. */
  async begin(): Promise<void> {
    const { page } = this;
    const { session, player } = this.run;
    clearTimeout(this.timer);
    this.cancel.abort();
    const cancel = new AbortController();
    this.cancel = cancel;
    const { scenario } = session.document;
    const text = JSON.stringify(scenario);
    const { looks } = player;
    const { duration_s } = session.clock;
    const rtt_s = Math.max(1e-6, ...player.facts().base_rtt_ms.values()) / 1000;
    const bins = binsFor(duration_s, rtt_s, looks.length, this.amount);
    const file = bytesOf(valueAt(scenario, "bottleneck.rate_trace_file.digest"));
    this.scenario = text;
    this.form = { bins, duration_s, looks };
    this.series = [];
    this.forget();
    this.doing = { state: "running", progress: null };
    page.change();
    const jobs = withSeeds(scenario, this.amount).others.map((other) => ({ seed: seedOf(other), cost: 1 }));
    const begun = performance.now();
    let workers = 1;
    try {
      await runJobs(
        {
          jobs,
          work: async (hand, { seed }, onShare) => {
            const one = await hand.ask("binnedSeries", { scenario: text, file, seed, bins }, onShare);
            if (cancel.signal.aborted) return;
            this.series.push(one);
            if (this.series.length === 1) performance.measure("repeat.first", { start: begun, end: performance.now() });
            frames.request(this.news);
          },
          onProgress: (progress) => {
            if (cancel.signal.aborted) return;
            workers = progress.workers;
            this.doing = { state: "running", progress };
            frames.request(this.news);
          },
        },
        pool,
        WORKERS,
        cancel.signal,
      );
      this.took_ms = performance.now() - begun;
      performance.measure("repeat.whole", { start: begun, end: performance.now() });
      this.doing = { state: "done", seconds: this.took_ms / 1000, workers };
      page.says(translate("repeat.says.done", { runs: num(this.amount) }), "repeat");
    } catch (error) {
      if (this.closed || this.cancel !== cancel) return;
      if (!(error instanceof Cancelled)) this.doing = { state: "failed", message: (error as Error).message };
    }
    this.made.at_ms = Number.NEGATIVE_INFINITY;
    page.change();
  }

  /** More runs are done: progress comes more often than frames. */
  private readonly news: FramePart = {
    priority: "input",
    draw: () => {
      if (!this.closed) this.page.change();
    },
  };

  private forget(): void {
    this.made = { overlay: null, of: 0, at_ms: Number.NEGATIVE_INFINITY, cost_ms: this.made.cost_ms };
    this.told = { key: "", rows: [] };
  }

  /** The reader ends it: what is done stays. */
  private end(): void {
    this.doing = { state: "cancelled" };
    this.cancel.abort();
    this.page.says(translate("repeat.says.cancelled"), "repeat");
    this.page.change();
  }

  /** The run on the page has changed, perhaps. */
  follow(): void {
    if (JSON.stringify(this.run.session.document.scenario) === this.scenario) return;
    const quick = this.took_ms > 0 && this.took_ms <= QUICK_MS;
    this.scenario = "";
    this.cancel.abort();
    this.series = [];
    this.forget();
    this.doing = quick ? { state: "running", progress: null } : { state: "changed" };
    clearTimeout(this.timer);
    if (quick) this.timer = window.setTimeout(() => void this.begin(), SETTLED_MS);
    this.page.change();
  }

  /** Drawing of the runs so far in the charts. */
  overlay(): Overlay | null {
    const { form, series, made } = this;
    if (!form) return null;
    const now = performance.now();
    const wait = Math.max(CALM_MS, SPARING * made.cost_ms);
    if (series.length !== made.of && now - made.at_ms >= wait) {
      made.overlay = percentilesOverlay(++versions, bandsOf(form, [...series]));
      made.of = series.length;
      // Bands are made as they are asked for: what that took shows when the charts have drawn.
      frames.request({
        priority: "input",
        draw: () => {
          made.cost_ms = performance.now() - now;
        },
      });
      made.at_ms = now;
    } else if (series.length !== made.of) frames.request(this.news);
    return made.overlay;
  }

  /** So many runs are done, of these seeds; 1, the run on the page alone, until all are. */
  get runs(): number {
    return this.doing.state === "done" ? this.amount : 1;
  }

  /** The sentence over the figure. */
  sentence(): string {
    const runs = num(this.amount);
    return translate("repeat.sentence", { runs, low: num(100 * SHARES[0]), high: num(100 * SHARES[2]) });
  }

  /** First part of the sidebar. */
  head(): TemplateResult {
    return html`<section class="repeat-head">
      <h2>${translate("repeat.title", { runs: num(this.amount) })}<button type="button" class="button is-icon" aria-label=${translate("repeat.end")}
        title=${translate("repeat.end")} @click=${this.onClose}>${sign("close")}</button></h2>
      <div class="repeat-doing">${this.status()}</div>
      <div class="repeat-amount"><span>${translate("repeat.amount")}</span>
        <span class="segments" role="group" aria-label=${translate("repeat.amount")}>${AMOUNTS.map(
          (amount) => html`<button type="button" aria-pressed=${amount === this.amount ? "true" : "false"}
            @click=${() => this.choose(amount)}>${num(amount)}</button>`,
        )}</span></div>
      ${this.table()}
    </section>`;
  }

  private choose(amount: number): void {
    this.amount = amount;
    void this.begin();
  }

  private status(): TemplateResult {
    const { doing } = this;
    const button = (key: string, act: () => void): TemplateResult =>
      html`<button type="button" class="button is-line" @click=${act}>${translate(key)}</button>`;
    const again = (): void => void this.begin();
    if (doing.state === "running") {
      const { progress } = doing;
      const said = progress
        ? translate("repeat.progress", {
            done: num(progress.done),
            runs: num(progress.runs),
            left: leftText(progress.left_s),
          })
        : translate("repeat.waits");
      return html`<progress max="1" .value=${progress?.share ?? 0} aria-label=${translate("repeat.share")}></progress>
        <span>${said}</span>${button("repeat.cancel", () => this.end())}`;
    }
    const done = num(this.series.length);
    const said =
      doing.state === "done"
        ? translate("repeat.done", {
            runs: done,
            time: withUnit(doing.seconds, "s", 1, 1),
            workers: plural("repeat.workers", doing.workers),
          })
        : doing.state === "failed"
          ? translate("repeat.failed", { message: doing.message })
          : translate(`repeat.${doing.state}`, { done, runs: num(this.amount) });
    return html`<span role="status">${said}</span>${doing.state === "done" ? nothing : button("repeat.again", again)}`;
  }

  /** Percentiles over the runs, for the span that the charts show. */
  private table(): TemplateResult | typeof nothing {
    const { form, series, run, told } = this;
    if (!form || series.length === 0) return nothing;
    const [from, to] = run.chartArea.span;
    const { first, last, span } = spanOf(form, from, to);
    // While runs arrive it is renewed with the bands; of the last ones those may come after this.
    const runs = this.doing.state === "running" ? this.made.of : series.length;
    const key = `${first} ${last} ${runs}`;
    if (key !== told.key) {
      told.key = key;
      told.rows = rowsOf(form, series, from, to).filter(
        (row) => form.looks.length <= APART || row.look === null || form.looks.indexOf(row.look) < APART,
      );
    }
    const partly = told.rows.some((row) => partOf(row, span) !== "");
    const caption = translate(partly ? "repeat.table.own" : "repeat.table", {
      from: num(span[0], 1),
      to: withUnit(span[1], "s", 1),
    });
    const heads = SHARES.map((share) =>
      share === 0.5 ? translate("repeat.median") : translate("repeat.percent", { n: num(100 * share) }),
    );
    const rows = run.player.hidden ? told.rows.filter((row) => row.total !== "queue_delay") : told.rows;
    return html`${measuresTable(
      html`<caption>${caption}</caption>`,
      heads,
      rows.map((row) => cellsOf(row, span)),
    )}
    ${form.looks.length > APART ? html`<p class="repeat-more">${translate("repeat.more", { n: num(APART) })}</p>` : nothing}`;
  }

  /** Takes everything of it away. */
  close(): void {
    if (document.activeElement?.closest(".repeat-head")) document.querySelector<HTMLElement>("#bar .repeat")?.focus();
    this.closed = true;
    clearTimeout(this.timer);
    this.cancel.abort();
  }
}

/** A run's last moment is no part of it that a reader misses, s. */
const NOTHING_S = 1e-3;

/** When a flow ran within a span, in words, if not all of it: of a transfer up to the median of its ends. */
function partOf({ look, own_s = 0 }: Row, [from, to]: readonly [number, number]): string {
  if (!look || look.cross || own_s >= to - from - NOTHING_S) return "";
  const least = Math.max(from, look.start_s);
  return translate("repeat.part", { from: num(least, 1), to: withUnit(Math.min(to, least + own_s), "s", 1) });
}

/** A row of the table: the name with its unit and, of a flow that did not always run, its span; the percentiles, the median in bold. */
function cellsOf(row: Row, span: readonly [number, number]): { name: TemplateResult; cells: unknown[] } {
  const { total, look, values } = row;
  const { unit, digits } = MEASURES[total];
  const label = translate(`repeat.${total}${total === "delay" && look?.cross ? ".cross" : ""}`, {
    flow: look?.label ?? "",
  });
  const texts = [0, 1, 2].map((i) => (values ? num(values[i] as number, digits, digits) : "–"));
  const cells = texts.map((text, i) => (i === 1 ? html`<b>${text}</b>` : text));
  const part = partOf(row, span);
  return {
    name: html`${label} <small>${unit}${part === "" ? nothing : html`, <span class="repeat-part">${part}</span>`}</small>`,
    cells,
  };
}

const MEASURES: Record<Row["total"], { unit: string; digits: number }> = {
  goodput: { unit: "Mbit/s", digits: 2 },
  queue_delay: { unit: "ms", digits: 1 },
  delay: { unit: "ms", digits: 1 },
  loss: { unit: "%", digits: 2 },
};

/** "about 12 s left" */
function leftText(left_s: number | null): string {
  if (left_s === null) return translate("repeat.left.unknown");
  const time = left_s < 90 ? withUnit(Math.ceil(left_s), "s") : withUnit(Math.ceil(left_s / 60), "min");
  return translate("repeat.left", { time });
}

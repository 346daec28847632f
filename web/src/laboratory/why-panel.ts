/**
 * "Why?" on the page: the rule behind a mark with its numbers, the decisions before and after it, the marks in a crowd. It
 * opens in the panel under the sidebar's controls, on small screens as a sheet in place of bottom bar and bar. Fetched when a mark is first asked
 * about. Not here: the words of a rule (why/explain.ts), how an equation is set (why/math.ts).
 */
import "../design/why.css";
import { html, nothing, render, type TemplateResult } from "lit";
import type { Hit } from "../charts/chart.ts";
import { exactOf, exactRequest } from "../charts/exact.ts";
import { seriesOf } from "../charts/feed.ts";
import { colorOf, labelOf } from "../charts/flow-styles.ts";
import { markWord, ratedAt } from "../charts/kinds.ts";
import { BOTTLENECK, nameText, type SourceName, type Told } from "../engine/protocol.ts";
import { momentText } from "../i18n/amounts.ts";
import { has, num, translate, withUnit } from "../i18n/catalogue.ts";
import { factsOf, lossOf } from "../session/facts.ts";
import { fine } from "../session/full-resolution.ts";
import { lossIsPlanned } from "../session/run-facts.ts";
import { tables } from "../session/setting-tables.ts";
import { algorithmPage } from "../ui/site.ts";
import { sign } from "../ui/theme-icons.ts";
import { type Reason, raises, reason } from "../why/explain.ts";
import { factsAt } from "../why/facts.ts";
import { brokenMath, spoken } from "../why/math.ts";
import { amountText, type Facts, fillText, truth } from "../why/truth.ts";
import type { Look } from "./look.ts";
import type { Common } from "./page.ts";

/** A mark, or an instant of a flow, that is asked about. */
interface Question {
  flow: SourceName;
  t_s: number;
  /** The mark's signal; null where another decision was stepped to. */
  signal: string | null;
}

/** So much before an instant what held before it is read, s. */
const BESIDE_S = 4e-9;
/** Marks of a crowd that are listed. */
const CROWD = 12;
/** The playhead has left a moment when it is further away than this, s. */
const LEFT_S = 1e-6;
/** Marks that are asked about where the playhead stepped to, the first that is there. */
const FOLLOWED = [
  "delay_backoff",
  "window_cut",
  "window_undo",
  "timeout",
  "loss_tolerated",
  "drop_queue",
  "drop_random",
  "lost_after_queue",
] as const;

const AT_QUEUE: ReadonlySet<string> = new Set(["drop_queue", "drop_random", "lost_after_queue", "mark"]);

export class Why {
  private question: Question | null = null;
  private crowd: readonly Hit[] = [];
  private told: Told | null = null;
  private facts: Facts = {};
  private plain = "";
  private state: "looking" | "there" | "none" = "looking";
  private readonly sheet = document.createElement("section");
  private asked = 0;
  /** The number (`asked`) of the search for a decision where the playhead stepped to. */
  private following = -1;
  /** Element that had the focus when it opened. */
  private opener: Element | null = null;

  constructor(
    private readonly lab: Common & { readonly look: Look },
    private readonly seek: (t_s: number) => void,
  ) {
    this.sheet.className = "why-sheet";
    this.sheet.setAttribute("aria-label", translate("why.label"));
    this.sheet.tabIndex = -1;
    this.sheet.hidden = true;
    document.body.append(this.sheet);
    document.addEventListener("keydown", (event) => this.escape(event), true);
  }

  /** Escape closes it before anything under it has the key: a chart would only put its crosshair away. */
  private escape(event: KeyboardEvent): void {
    const above = "input, textarea, select, [contenteditable], dialog[open], [role=menu]";
    if (event.key !== "Escape" || !this.open || this.lab.look.all) return;
    if (document.querySelector(":popover-open, dialog[open]") || (event.target as Element | null)?.closest?.(above))
      return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  get open(): boolean {
    return this.question !== null;
  }

  /** Asks about a mark; `crowd`: all within reach of the pointer. */
  async ask({ flow, t_s, signal }: Question, crowd: readonly Hit[] = []): Promise<void> {
    // It is at the head of its panel, which may be scrolled.
    document.querySelector("#sidebar > .panel")?.scrollTo({ top: 0 });
    if (!this.open) this.opener = document.activeElement;
    this.crowd = crowd.length > 1 ? crowd.slice(0, CROWD) : [];
    await this.show({ flow, t_s, signal });
  }

  /** Asks about the mark at the playhead, if there is one. */
  async askHere(): Promise<void> {
    const found = await this.markAt(this.lab.run.session.clock.t_s);
    if (found) await this.ask(found);
  }

  private async show(question: Question): Promise<void> {
    const { run, page } = this.lab;
    const mine = ++this.asked;
    this.question = question;
    this.state = "looking";
    this.told = null;
    this.facts = {};
    this.plain = "";
    page.change();
    try {
      const told = AT_QUEUE.has(question.signal ?? "") ? null : await this.fired(question, 0);
      const plain = told === null ? await this.read(question) : "";
      const facts = told === null ? {} : await factsAt(run.engine, question.flow, told, run.player.looks);
      if (mine !== this.asked) return;
      this.told = told;
      this.facts = facts;
      this.plain = plain;
      this.state = "there";
      page.says(
        [
          this.title(),
          ...this.reasons().map((each) => [...each.math.map(spoken), each.text, each.truth].join(" ")),
          plain,
        ].join(" "),
        "why",
      );
    } catch {
      // Given up with the run that it was about.
      if (mine === this.asked) this.close();
      return;
    }
    page.change();
  }

  private fired({ flow, t_s }: Question, toward: -1 | 0 | 1): Promise<Told | null> {
    return this.lab.run.engine.ask("why", { flow, t_s, toward });
  }

  /** The decision before or after this one, of the same flow; the playhead goes along. */
  async step(toward: -1 | 1): Promise<void> {
    const { question } = this;
    const { page } = this.lab;
    if (!question) return;
    const told = await this.fired(question, toward).catch(() => null);
    if (!told) {
      this.state = "none";
      page.says(translate("why.none", { flow: this.name() }), "why");
      page.change();
      return;
    }
    this.crowd = [];
    this.seek(told.t_s);
    await this.show({ flow: question.flow, t_s: told.t_s, signal: null });
  }

  /** Once a frame: what is asked about is the playhead's moment, or nothing. */
  watch(): void {
    const { question, following } = this;
    if (!question || following === this.asked) return;
    if (Math.abs(this.lab.run.session.clock.t_s - question.t_s) > LEFT_S) this.close();
  }

  /** The playhead stepped to another moment: the same flow's decision there, else a mark; where nothing is there it closes. */
  async follow(): Promise<void> {
    const { question } = this;
    if (!question) return;
    const { t_s } = this.lab.run.session.clock;
    if (Math.abs(t_s - question.t_s) <= LEFT_S) return;
    const mine = ++this.asked;
    this.following = mine;
    const own: Question = { flow: question.flow, t_s, signal: null };
    const told = await this.fired(own, 0).catch(() => null);
    const found = told ? own : await this.markAt(t_s).catch(() => null);
    if (mine !== this.asked) return;
    this.crowd = [];
    if (found) await this.show(found);
    else this.close();
  }

  /** A mark at an instant, a decision before what the queue did; null: none. */
  private async markAt(t_s: number): Promise<Question | null> {
    const { engine, player } = this.lab.run;
    const wanted = FOLLOWED.flatMap((signal) => player.looks.map((look) => ({ source: look.name, signal })));
    const series = wanted.map((one) => ({ ...one, mode: "marks" as const, limit: 1 }));
    const span = { t0_s: Math.max(0, t_s - LEFT_S), t1_s: t_s + BESIDE_S };
    const frame = await engine.ask("view", { ...span, columns: 1, series });
    const at = frame.series.findIndex((points) => points.length > 0);
    const found = wanted[at];
    return found ? { flow: found.source, t_s, signal: found.signal } : null;
  }

  close(): void {
    if (!this.open) return;
    this.asked++;
    this.question = null;
    if (document.activeElement?.closest(".why")) this.giveFocusBack();
    this.lab.page.change();
  }

  /** The focus goes back to what asked, or to the charts where that is gone. */
  private giveFocusBack(): void {
    const chart = document.querySelector<HTMLElement>("#charts .chart");
    const back = this.opener instanceof HTMLElement && this.opener !== document.body && this.opener.isConnected;
    (back ? (this.opener as HTMLElement) : chart)?.focus({ preventScroll: true });
  }

  /** Events that no rule of an algorithm explains, read from the run itself. */
  private async read(question: Question): Promise<string> {
    const { engine, player } = this.lab.run;
    const { flow, t_s, signal } = question;
    const level = async (source: SourceName, name: string, at_s: number): Promise<number | null> => {
      const request = exactRequest(Math.max(0, at_s), [{ source, signal: name, mode: "line" }]);
      const frame = await fine((view) => engine.ask("view", view), request);
      return exactOf(frame, seriesOf(request.series, frame.series), 1)(source, name, at_s) ?? null;
    };
    const text = (value: number | null, digits = 1): string => (value === null ? "–" : num(value, digits));
    if (signal !== null && AT_QUEUE.has(signal)) {
      // As they were at that instant.
      const { document } = await engine.ask("settings", { t_s });
      const facts = factsOf(document, player.looks, { ...player.facts(), playhead_s: t_s, reading_s: t_s });
      const inBytes = facts.limit_bytes !== null;
      const held = await level(BOTTLENECK, inBytes ? "queue_bytes" : "queue_packets", t_s);
      const limit = facts.limit_bytes ?? facts.limit_packets ?? 0;
      const queue = held === null ? "–" : amountText({ value: held, inBytes });
      const loss = lossOf(document);
      if (signal === "drop_random" || signal === "lost_after_queue")
        return lossIsPlanned(facts)
          ? translate(`why.${signal}.planned`, { queue })
          : loss === null
            ? translate(`why.${signal}.model`, { queue })
            : translate(`why.${signal}`, { queue, percent: withUnit(100 * loss, "%", 3) });
      const discipline = facts.discipline ?? "drop_tail";
      const name = has(`setting.discipline.${discipline}`) ? translate(`setting.discipline.${discipline}`) : discipline;
      if (signal === "mark") return translate("why.mark", { queue, discipline: name });
      const cause = facts.policed ? ".policer" : discipline === "drop_tail" ? "" : ".other";
      return translate(`why.drop_queue${cause}`, {
        queue,
        limit: amountText({ value: limit, inBytes }),
        fill: held === null ? "–" : fillText({ value: held, inBytes }, limit),
        discipline: name,
      });
    }
    return translate(signal === "timeout" ? "why.any.mark.timeout" : "why.any.mark", {
      before: text(await level(flow, "cwnd_packets", t_s - BESIDE_S)),
      after: text(await level(flow, "cwnd_packets", t_s)),
      ssthresh: text(await level(flow, "ssthresh_packets", t_s)),
    });
  }

  private name(): string {
    const look = this.lab.run.player.looks.find((each) => each.name === this.question?.flow);
    return look ? labelOf(look) : this.question ? nameText(this.question.flow) : "";
  }

  private title(): string {
    const { question, told } = this;
    if (!question) return "";
    const { signal } = question;
    const first = told?.rules[0];
    const kind = first
      ? first.outcome
      : signal && AT_QUEUE.has(signal)
        ? signal
        : signal === "timeout"
          ? "timeout"
          : signal === "loss_tolerated"
            ? "kept"
            : "cut";
    if (first && raises(first)) return this.titled("raised", question);
    const rated = kind === "cut" && ratedAt(this.lab.run.player.facts(), question.flow, question.t_s);
    return this.titled(rated ? "cut.rate" : kind, question);
  }

  private titled(kind: string, { t_s }: Question): string {
    return translate(`why.title.${kind}`, { flow: this.name(), time: momentText(t_s) });
  }

  /** The rules with what the algorithm inferred, and what the simulator knows beside it. */
  private reasons(): (Reason & { truth: string })[] {
    return (this.told?.rules ?? []).map((fired) => ({ ...reason(fired), truth: truth(fired, this.facts) }));
  }

  /** Draws it in the sheet where the sidebar is one; else returns it for the sidebar's panel. */
  render(narrow: boolean): TemplateResult | null {
    const { question } = this;
    this.sheet.hidden = !(question && narrow);
    document.body.classList.toggle("asks-why", !!question && narrow);
    if (!question || !narrow) render(nothing, this.sheet);
    if (!question) return null;
    const look = this.lab.run.player.looks.find((each) => each.name === question.flow);
    // The policy takes no style attribute: the flow's colour is on the root.
    const color = look && this.lab.look.theme ? colorOf(this.lab.look.theme, look) : "";
    document.documentElement.style.setProperty("--why", color);
    const body = this.body();
    if (!narrow) return body;
    render(body, this.sheet);
    return null;
  }

  private body(): TemplateResult {
    const key = (event: KeyboardEvent): void => {
      const toward = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (toward === 0) return;
      void this.step(toward);
      event.preventDefault();
      event.stopPropagation();
    };
    const step = (toward: -1 | 1, label: string): TemplateResult =>
      html`<button type="button" class="button is-icon" aria-label=${label} title=${label} @click=${() => void this.step(toward)}>${sign(toward < 0 ? "stepBack" : "stepOn")}</button>`;
    return html`<section class="why" data-arrows @keydown=${key}>
      <header><h2>${this.title()}</h2>
        ${step(-1, translate("why.before"))}${step(1, translate("why.after"))}
        <button type="button" class="button is-icon" aria-label=${translate("why.close")} @click=${() => this.close()}>${sign("close")}</button></header>
      ${this.crowdList()}
      ${this.state === "looking" ? html`<p class="why-wait">${translate("why.looking")}</p>` : nothing}
      ${this.reasons().map(
        (each) => html`<div class="why-rule" data-rule=${each.rule}>
          ${each.math.length > 0 ? html`<div class="why-math" tabindex="0">${each.math.map(brokenMath)}</div>` : nothing}
          <p>${each.text}</p>
          ${each.truth === "" ? nothing : html`<p class="why-truth"><strong>${translate("why.truth.label")}:</strong> ${each.truth}</p>`}
          <small>${this.source(each)}</small></div>`,
      )}
      ${this.plain === "" ? nothing : html`<div class="why-rule"><p>${this.plain}</p></div>`}
      ${this.state === "none" ? html`<p class="why-wait">${translate("why.none", { flow: this.name() })}</p>` : nothing}
    </section>`;
  }

  /** Where the rule is from, as a way to the page of its algorithm. */
  private source({ kind, source }: Reason): TemplateResult | string {
    const page = tables.algorithms.some((each) => each.kind === kind) ? algorithmPage(kind) : null;
    return page === null ? source : html`<a href=${page}>${source}</a>`;
  }

  private crowdList(): TemplateResult | typeof nothing {
    if (this.crowd.length === 0) return nothing;
    return html`<details class="why-crowd"><summary>${translate("why.crowd", { n: num(this.crowd.length) })}</summary>
      ${this.crowd.map(
        (
          hit,
        ) => html`<button type="button" class="button" aria-pressed=${hit.t_s === this.question?.t_s && hit.signal === this.question.signal ? "true" : "false"}
          @click=${() => {
            this.seek(hit.t_s);
            void this.show({ flow: hit.flow, t_s: hit.t_s, signal: hit.signal });
          }}>${momentText(hit.t_s)} ${this.lab.run.player.looks.find((look) => look.name === hit.flow)?.label ?? hit.flow}, ${markWord(this.lab.run.player.facts(), hit)}</button>`,
      )}</details>`;
  }
}

/**
 * The screen besides the run while it is presented: the sentence, the question with its options and the time to
 * vote, the answer; and at the foot the step, the ways on and back, the code for phones, the way out. Not here: what the keys
 * do (presenter.ts), the foot's buttons (shell/presentation-mode.ts), the code (ui/qr-code.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { num, translate, translateSource, withUnit } from "../i18n/catalogue.ts";
import { titleIn } from "../session/scenario.ts";
import { footOf } from "../shell/presentation-mode.ts";
import type { StageDraw } from "./drawn-question.ts";
import type { Laboratory } from "./laboratory.ts";
import { type Press, planOf, type Question, type Reveal, type Script, type Step } from "./script.ts";
import { showRunCode } from "./share-code.ts";
import { oneControl } from "./step-control.ts";

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** "1" for the first option: letters name the branches of a run. */
export const optionName = (index: number): string => num(index + 1);

/** A time in minutes and seconds: "12:05". */
function elapsedText(ms: number): string {
  const s = Math.floor(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** A value of a question in its unit. */
const valued = (text: string, { unit = "" }: Question): string => (unit === "" ? text : `${text}\u202f${unit}`);

/** The answer in words; empty where the question has none. */
export function answerOf(question: Question | undefined): string {
  if (question?.answer === undefined) return "";
  const { answer, options, kind } = question;
  if (kind === "order" && Array.isArray(answer))
    return translate("present.answer", {
      answer: answer.map((one) => options?.[one] ?? "").join("; "),
    });
  if (Array.isArray(answer))
    return translate("present.answer", { answer: valued(answer.map((one) => num(one, 3)).join("–"), question) });
  if (options) return translate("present.answer.option", { answer: `${optionName(answer)}: ${options[answer] ?? ""}` });
  return translate("present.answer", { answer: valued(num(answer, 3), question) });
}

/** How a question is answered by drawing, in words; null: it is not. */
export function drawnText({ kind, from_s, to_s, signal }: Question): string | null {
  if (kind !== "draw" || from_s === undefined || to_s === undefined) return null;
  const times = { from: num(from_s, 2), to: withUnit(to_s, "s", 2) };
  return translate(signal ? "present.draw.hand" : "present.draw", times);
}

/** The presented script, as far as it is shown. */
export interface Playing {
  readonly lab: Laboratory;
  readonly script: Script | null;
  readonly presses: readonly Press[];
  /** The present press by its number, itself, and its step. */
  readonly at: number;
  readonly press: Press | null;
  readonly step: Step | null;
  /** Reveals up to this press. */
  readonly revealed: readonly Reveal[];
  /** Whether a stretch plays to its end. */
  readonly plays: boolean;
  readonly elapsed_ms: number;
  readonly screen: { fill(): Promise<void> };
  back(): Promise<void>;
  forth(): Promise<void>;
  leave(): void;
}

export class PresenterView {
  private readonly words = document.createElement("section");
  /** The question while the sentence is shown, and the sentence while the question is, unseen: the path under them stays in one place. */
  private readonly room = document.createElement("div");
  private readonly told = document.createElement("div");
  private readonly foot = document.createElement("nav");
  private timer = 0;
  /** Renews how long the lecture has lasted. */
  private second = 0;
  /** When the vote ends, ms of the page's clock; null: nothing is voted on. */
  private ends_ms: number | null = null;
  private drawn = "";
  /** The pad of a question that is drawn. */
  private pad: StageDraw | null = null;
  /** The mean over what a reveal shows, and of which moment of which run it is. */
  private mean: { key: string; text: string | null } = { key: "", text: null };
  /** The control that the step names is there. */
  private readonly pending = document.createElement("div");

  constructor(private readonly presenter: Playing) {
    this.words.id = "presented";
    this.words.className = "presented";
    this.words.setAttribute("aria-label", translate("present.step.label"));
    this.foot.id = "presenter";
    this.foot.className = "presenter";
    this.foot.setAttribute("aria-label", translate("present.foot"));
    this.room.className = "presented room";
    this.told.className = "told";
    this.told.append(this.words, this.room);
    if (presenter.script) element("hook").after(this.told);
    this.pending.className = "one-control";
    this.pending.id = "one-control";
    if (presenter.script) element("bar").after(this.pending);
    (presenter.script ? this.pending : element("bar")).after(this.foot);
    this.draw();
    if (presenter.script) this.second = window.setInterval(() => render(this.foots(), this.foot), 1000);
  }

  /** Words for a screen reader about the present press. */
  said(): string {
    const { press, step, revealed } = this.presenter;
    if (!press || !step) return "";
    if (press.act === "set") return step.say ?? "";
    if (press.act === "reveal") return [revealed.at(-1)?.text ?? "", answerOf(step.question)].join(" ").trim();
    return [step.question?.text ?? "", ...(step.question?.options ?? [])].join(" ");
  }

  draw(): void {
    const { presenter } = this;
    const { at, script } = presenter;
    if (script && this.drawn !== String(at)) {
      this.drawn = String(at);
      this.count();
      void this.lay();
    }
    this.foot.dataset.press = String(at);
    this.mark();
    const act = presenter.press?.act;
    document.body.classList.toggle("asking", act === "ask" || act === "again");
    if (script) {
      render(this.sentence(), this.words);
      const { step } = presenter;
      render(
        step && (act === "set" ? this.asked(step.question) : act === "reveal" ? nothing : this.opening(step)),
        this.room,
      );
    }
    render(this.foots(), this.foot);
  }

  /** Whether the press's stretch still plays, known as soon as its words are there: the bar is drawn a frame later. */
  private mark(): void {
    this.foot.dataset.plays = String(this.presenter.plays);
  }

  /** The charts were drawn: the pad over them follows. */
  follow(): void {
    this.pad?.place();
  }

  /** The laboratory has drawn itself: what lies over it follows. */
  tick(): void {
    const { presenter } = this;
    this.mark();
    this.measure();
    const name = presenter.step?.control;
    document.body.classList.toggle("handled", name !== undefined);
    document.body.classList.toggle("paced", name === "speed");
    render(name === undefined ? nothing : oneControl(presenter.lab, name), this.pending);
  }

  /** Whether the present press shows rates. */
  private get rates(): boolean {
    const { lab, press } = this.presenter;
    const { session, player } = lab.run;
    return press?.act === "reveal" && session.document.view.charts.includes("goodput") && !player.hidden;
  }

  /** Takes the mean of what is shown, once it stands. */
  private measure(): void {
    const { lab, at } = this.presenter;
    const { clock, generation, described: own } = lab.run.session;
    const other = lab.branches.split?.session;
    const computed_s = Math.min(clock.computed_s, other?.clock.computed_s ?? clock.t_s);
    // Which flows there are is in the settings: until they have come they are those of the run before.
    const described = own && (other?.described ?? true);
    const stands = this.rates && described && !clock.playing && clock.t_s <= computed_s;
    const key = stands ? [at, clock.t_s, generation, other?.generation].join(" ") : "";
    if (key === this.mean.key) return;
    this.mean = { key, text: null };
    const told = (text: string | null): void => {
      if (key !== this.mean.key) return;
      this.mean.text = text;
      this.draw();
    };
    const from_s = this.presenter.revealed.at(-1)?.mean_from_s;
    // A run that has changed meanwhile is asked again with its own key.
    if (stands)
      void import("./mean-goodput.ts").then(({ meanText }) => meanText(lab, from_s)).then(told, () => told(null));
    else this.draw();
  }

  /** Lays a pad over the chart while a question is drawn; its line goes with the step. */
  private async lay(): Promise<void> {
    const { presenter } = this;
    const { press, step, lab } = presenter;
    this.pad?.remove();
    this.pad = null;
    if (press?.act === "set") lab.run.player.overlay = null;
    const question = step?.question;
    if ((press?.act !== "ask" && press?.act !== "again") || question?.kind !== "draw") return;
    const { chartOf, StageDraw } = await import("./drawn-question.ts");
    const chart = chartOf(question);
    if (chart === null || press !== presenter.press) return;
    this.pad = new StageDraw(lab.run, question, chart);
    lab.run.player.touch();
  }

  /** Begins the time to vote, or ends it. */
  private count(): void {
    const { press, step } = this.presenter;
    clearInterval(this.timer);
    const votes = press?.act === "ask" || press?.act === "again" ? step?.question?.vote_s : undefined;
    this.ends_ms = votes === undefined ? null : performance.now() + votes * 1000;
    if (this.ends_ms !== null) this.timer = window.setInterval(() => this.draw(), 250);
  }

  private sentence(): TemplateResult {
    const { presenter } = this;
    const { press, step, revealed } = presenter;
    const question = step?.question;
    if (!press || !step) return html``;
    if (press.act === "set") return this.opening(step);
    if (press.act === "reveal") {
      const text = revealed.findLast((each) => each.text)?.text;
      // A later reveal that has words of its own goes beyond the question.
      const answer = revealed.length > 1 && revealed.at(-1)?.text ? "" : answerOf(question);
      const told = text ?? question?.text ?? step.say ?? "";
      return html`<p>${told}</p>${answer === "" ? nothing : html`<p class="answer">${answer}</p>`}
        ${this.rates ? html`<p class="quiet mean">${this.mean.text ?? nothing}</p>` : nothing}`;
    }
    return this.asked(question);
  }

  /** The sentence with which a step begins. */
  private opening(step: Step): TemplateResult {
    return html`<p>${step.say ?? translateSource(titleIn(this.presenter.lab.run.session.document.scenario) ?? "")}</p>`;
  }

  /** A question with all that belongs to it. */
  private asked(question: Question | undefined): TemplateResult {
    if (!question) return html``;
    // Of a vote that has not begun, all its time is left.
    const ends_ms = this.ends_ms ?? performance.now() + (question.vote_s ?? 0) * 1000;
    const left_s = question.vote_s === undefined ? null : Math.max(0, Math.ceil((ends_ms - performance.now()) / 1000));
    const head =
      this.presenter.press?.act === "again"
        ? html`<p class="quiet">${translate("present.again")}</p>`
        : left_s === null
          ? nothing
          : html`<p class="quiet">${translate("present.vote")}</p>`;
    const range =
      question.kind === "number" && question.min !== undefined && question.max !== undefined
        ? html`<p class="quiet">${translate("present.range", { least: num(question.min, 3), most: valued(num(question.max, 3), question) })}</p>`
        : nothing;
    const drawn = drawnText(question);
    const draw = drawn === null ? nothing : html`<p class="quiet">${drawn}</p>`;
    const order = question.kind === "order" ? html`<p class="quiet">${translate("present.order")}</p>` : nothing;
    return html`<p>${question.text}${left_s === null ? nothing : html` <b class="left" role="timer">${withUnit(left_s, "s")}</b>`}</p>
      ${question.options ? html`<ol class="options">${question.options.map((each) => html`<li>${each}</li>`)}</ol>` : nothing}
      ${order}${head}${range}${draw}`;
  }

  private foots(): TemplateResult {
    const { presenter } = this;
    const { at, press, presses, script, lab, screen } = presenter;
    const plan = script && planOf(script, press?.step ?? 0);
    const steps = script && {
      n: (press?.step ?? 0) + 1,
      elapsed: elapsedText(presenter.elapsed_ms),
      plan: plan && translate("present.plan", { from: num(plan.from), to: num(plan.to), all: num(plan.all) }),
      all: script.steps.length,
      first: at === 0,
      last: at + 1 >= presses.length,
      onBack: () => void presenter.back(),
      onForth: () => void presenter.forth(),
    };
    // The bar with the page's own heading is away.
    return html`<h1 class="unseen">${script?.title ?? lab.beginning.title()}</h1>${footOf({
      theme: lab.look.themeChoice,
      steps,
      onCode: () => showRunCode(lab.run.session),
      onTheme: () => {
        lab.look.nextTheme();
        this.draw();
      },
      onFill: () => void screen.fill(),
      onLeave: () => presenter.leave(),
    })}`;
  }

  close(): void {
    clearInterval(this.timer);
    clearInterval(this.second);
    this.pad?.remove();
    this.presenter.lab.run.player.overlay = null;
    this.told.remove();
    this.pending.remove();
    this.foot.remove();
  }
}

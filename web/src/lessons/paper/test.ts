/**
 * The test before and after the lessons: two forms of the same questions with other numbers, asked of those who take a path through
 * the lessons, without results in between; then both results side by side, with the reasons and the lessons to go to. Answers live
 * in the address, and on this device, so that a reader who comes back continues. A path without such questions shows questions to
 * talk about. Not here: the questions (web/src/lessons/texts/test.en.md), how an answer is written (lessons/answers.ts).
 */
import { test } from "virtual:lessons";
import { html, nothing, render, type TemplateResult } from "lit";
import { language, num, translate } from "../../i18n/catalogue.ts";
import { copy } from "../../ui/dialog.ts";
import { keep, recall } from "../../ui/storage.ts";
import { type Answer, type Answered, readAnswers, writeAnswers } from "../answers.ts";
import { askChoose } from "../ask.ts";
import { asksOf, type Kept, readKept, type TestPath, testPath, writeKept } from "../test-kept.ts";
import type { LessonTest, Question, QuestionForm } from "../types.ts";
import { plain, type SheetProps } from "./plain.ts";

/** Which form: before the lessons, or after. */
type Time = 0 | 1;

/** A small number of a text that spreads well (FNV-1a): the order is another each time, and the same for all readers. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** In the order of this time. */
function shuffled<T>(all: readonly T[], name: (one: T) => string, time: Time): T[] {
  return [...all].sort((a, b) => spread(`${time} ${name(a)}`) - spread(`${time} ${name(b)}`));
}

/** Shows the test as the address, or this device, has it. */
export function tenQuestions(
  host: HTMLElement,
  props: SheetProps,
  frame: (inside: TemplateResult) => TemplateResult,
): void {
  const load = test[language()] ?? test.en;
  void load?.().then(({ default: found }) => new Test(host, props, frame, found).draw());
}

class Test {
  private readonly path: TestPath;
  private readonly questions: Question[];
  private readonly asked: { kind: "choose"; options: string[] }[];
  private answers: Answered[];
  private readonly drafts: Map<string, Answer>;
  private readonly telling = plain({ bands: [] }).telling;
  private copied = false;
  /** The answers were found on this device. */
  private begun: boolean;

  constructor(
    private readonly host: HTMLElement,
    private readonly props: SheetProps,
    private readonly frame: (inside: TemplateResult) => TemplateResult,
    private readonly test: LessonTest,
  ) {
    this.path = testPath(props.path);
    this.questions = test.questions.filter((question) => asksOf(this.path, question));
    const once = this.questions.map(({ options }) => ({ kind: "choose" as const, options }));
    this.asked = [...once, ...once];
    const kept = props.answers === "" ? readKept(recall(this.name), this.questions) : null;
    this.begun = kept !== null;
    this.answers = readAnswers(props.answers || (kept?.answers ?? ""), this.asked).answers;
    this.drafts = kept?.drafts ?? new Map();
    if (kept && kept.answers !== "") props.keep(kept.answers);
  }

  /** Under which name this device keeps it. */
  private get name(): string {
    return `test.${this.path}`;
  }

  private at(question: Question, time: Time): Answered {
    const { questions } = this;
    return this.answers[time * questions.length + questions.indexOf(question)] ?? { first: null, second: null };
  }

  private handed(time: Time): boolean {
    return this.questions.every((question) => this.at(question, time).first !== null);
  }

  private right(time: Time): number {
    return this.questions.filter((question) => {
      const { first } = this.at(question, time);
      return first?.kind === "choose" && first.option === question.right;
    }).length;
  }

  /** This device keeps what was handed in, and what is being answered. */
  private remember(): void {
    const kept: Kept = { answers: writeAnswers(this.answers, this.asked), drafts: this.drafts };
    keep(this.name, writeKept(kept, this.questions));
  }

  private hand(time: Time): void {
    for (const question of this.questions)
      this.at(question, time).first = this.drafts.get(question.id) ?? { kind: "unknown" };
    this.drafts.clear();
    this.begun = false;
    this.props.keep(writeAnswers(this.answers, this.asked));
    this.remember();
    this.again();
  }

  private forget(): void {
    this.answers = readAnswers("", this.asked).answers;
    this.drafts.clear();
    this.begun = false;
    keep(this.name, null);
    this.props.keep("");
    this.again();
  }

  private again(): void {
    this.draw();
    this.host.querySelector<HTMLElement>("h1")?.focus();
    scrollTo(0, 0);
  }

  draw(): void {
    const talks = this.questions.length === 0;
    const title = html`<h1 tabindex="-1">${talks ? this.test.seminar.title : translate("test.title")}</h1>`;
    const state = (): TemplateResult =>
      this.handed(1) ? this.result() : this.handed(0) ? this.between() : this.form(0);
    const inside = talks ? this.talk() : state();
    render(this.frame(html`<article class="sheet is-test">${title}${inside}</article>`), this.host);
  }

  /** The questions, once. */
  private form(time: Time): TemplateResult {
    const { questions } = this;
    const given = questions.filter((question) => this.drafts.has(question.id)).length;
    const begun = this.begun && given > 0;
    return html`<p class="lead">${translate(time === 0 ? "test.form.before" : "test.form.after")}</p>
      ${time === 0 ? this.paths() : nothing}
      ${begun ? html`<p class="handed">${translate("test.form.begun")}</p>` : nothing}
      <ol class="questions">${shuffled(questions, (one) => one.id, time).map((question) => {
        const form = question.forms[time];
        return html`<li><h2>${form.title}</h2>${form.text(this.telling)}
          ${askChoose(
            shuffled(question.options, (one) => `${question.id} ${one}`, time),
            form.options,
            this.telling,
            {
              id: `test-${question.id}`,
              label: form.title,
              draft: this.drafts.get(question.id) ?? null,
              onDraft: (answer) => this.give(question, answer),
              onUnknown: () => this.give(question, { kind: "unknown" }),
            },
          )}</li>`;
      })}</ol>
      <div class="acts"><button type="button" class="button is-main" @click=${() => this.hand(time)}>${translate("test.form.hand")}</button>
        ${given > 0 || time === 1 ? this.forgetting() : nothing}
        <span role="status">${translate("test.form.given", { n: num(given), all: num(questions.length) })}</span></div>`;
  }

  private give(question: Question, answer: Answer): void {
    this.drafts.set(question.id, answer);
    this.remember();
    this.draw();
  }

  /** Whose test this is, and the ways to the others. */
  private paths(): TemplateResult {
    const all: readonly TestPath[] = ["newcomer", "course", "seminar"];
    const name = (path: TestPath): string => translate(`lesson.track.${path}`);
    return html`<p class="besides">${all.map((path) =>
      path === this.path ? html`<b>${name(path)}</b>` : html`<a href=${`#page=test&path=${path}`}>${name(path)}</a>`,
    )}</p>`;
  }

  private forgetting(): TemplateResult {
    return html`<button type="button" class="button is-line" @click=${() => this.forget()}>${translate("test.form.forget")}</button>`;
  }

  /** After the first time: no results yet, the link is to come back by. */
  private between(): TemplateResult {
    const link = async (): Promise<void> => {
      this.copied = await copy(location.href, null);
      this.draw();
    };
    return html`<p class="lead">${translate("test.form.between")}</p>
      <div class="acts"><button type="button" class="button is-line" @click=${() => void link()}>${translate(this.copied ? "lesson.way.copied" : "lesson.way.copy")}</button>
        <a href="#">${translate("lesson.all")}</a></div>
      <details ?open=${this.drafts.size > 0}><summary>${translate("test.form.again")}</summary>${this.form(1)}</details>`;
  }

  private said(question: Question, form: QuestionForm, time: Time): TemplateResult | string {
    const { first } = this.at(question, time);
    return first?.kind === "choose"
      ? html`${form.options[first.option]?.text(this.telling)}`
      : translate("lesson.locked.unknown");
  }

  /** Both times, and why. */
  private result(): TemplateResult {
    const { questions } = this;
    const rows = (question: Question, time: Time): TemplateResult => {
      const form = question.forms[time];
      const right = form.options[question.right];
      return html`<h2>${form.title}</h2>${form.text(this.telling)}
        <dl><dt>${translate(time === 0 ? "test.form.said.before" : "test.form.said.after")}</dt><dd>${this.said(question, form, time)}</dd>
          <dt>${translate("test.form.right")}</dt><dd><b>${right?.text(this.telling)}</b> ${time === 1 ? right?.reply(this.telling) : nothing}</dd></dl>`;
    };
    return html`<p class="lead" role="status">${translate("test.form.result", { before: num(this.right(0)), after: num(this.right(1)), all: num(questions.length) })}</p>
      <ol class="questions">${questions.map((question) => {
        const cards = this.props.cards.filter((card) => question.lessons.includes(card.id));
        return html`<li>${rows(question, 0)}${rows(question, 1)}
          ${cards.length > 0 ? html`<p>${translate("test.form.lessons")} ${cards.map((card) => html`<a href=${`#lesson=${card.id}`}>${this.props.titleOf(card)}</a> `)}</p>` : nothing}</li>`;
      })}</ol>
      <div class="acts">${this.forgetting()}</div>`;
  }

  /** What to talk about, each answer behind a press. */
  private talk(): TemplateResult {
    const { seminar } = this.test;
    return html`${this.paths()}
      <ol class="questions">${Object.values(seminar.options).map(
        (option) =>
          html`<li>${option.text(this.telling)}<details><summary>${translate("test.form.answer")}</summary>${option.reply(this.telling)}</details></li>`,
      )}</ol>`;
  }
}

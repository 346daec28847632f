/**
 * The test before and after the lessons: the same ten questions twice, in another order, without a word in between; then both
 * results side by side, with the reasons and the lessons to go to. Answers live in the address. Not here: the questions
 * (web/src/lessons/test.en.md), how an answer is written (answers.ts).
 */
import { test } from "virtual:lessons";
import { html, nothing, render, type TemplateResult } from "lit";
import { type Answer, type Answered, readAnswers, writeAnswers } from "../lessons/answers.ts";
import { askChoose } from "../lessons/ask.ts";
import type { LessonTest, Question } from "../lessons/types.ts";
import { language, num, say } from "../words/words.ts";
import { plain, type SheetProps } from "./plain.ts";
import { copy } from "./sheets.ts";

/** Which time. */
type Time = 0 | 1;

/** A small number of a text that spreads well (FNV-1a): the order is another each time, and the same for all readers. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** In the order of this time. */
export function shuffled<T>(all: readonly T[], name: (one: T) => string, time: Time): T[] {
  return [...all].sort((a, b) => spread(`${time} ${name(a)}`) - spread(`${time} ${name(b)}`));
}

/** Shows the test as the address has it. */
export function tenQuestions(
  host: HTMLElement,
  props: SheetProps,
  frame: (inside: TemplateResult) => TemplateResult,
): void {
  const load = test[language()] ?? test.en;
  void load?.().then(({ default: found }) => new Test(host, props, frame, found).draw());
}

class Test {
  private readonly asked: { kind: "choose"; options: string[] }[];
  private readonly answers: Answered[];
  private readonly drafts = new Map<string, Answer>();
  private readonly telling = plain({ bands: [] }).telling;
  private copied = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly props: SheetProps,
    private readonly frame: (inside: TemplateResult) => TemplateResult,
    private readonly test: LessonTest,
  ) {
    const once = test.questions.map(({ options }) => ({ kind: "choose" as const, options }));
    this.asked = [...once, ...once];
    this.answers = readAnswers(props.answers, this.asked).answers;
  }

  private at(question: Question, time: Time): Answered {
    const { questions } = this.test;
    return this.answers[time * questions.length + questions.indexOf(question)] ?? { first: null, second: null };
  }

  private handed(time: Time): boolean {
    return this.test.questions.every((question) => this.at(question, time).first !== null);
  }

  private right(time: Time): number {
    return this.test.questions.filter((question) => {
      const { first } = this.at(question, time);
      return first?.kind === "choose" && first.option === question.right;
    }).length;
  }

  private hand(time: Time): void {
    for (const question of this.test.questions)
      this.at(question, time).first = this.drafts.get(question.id) ?? { kind: "unknown" };
    this.drafts.clear();
    this.props.keep(writeAnswers(this.answers, this.asked));
    this.draw();
    this.host.querySelector<HTMLElement>("h1")?.focus();
    scrollTo(0, 0);
  }

  draw(): void {
    const title = html`<h1 tabindex="-1">${say("test.title")}</h1>`;
    const state = this.handed(1) ? this.result() : this.handed(0) ? this.between() : this.form(0);
    render(this.frame(html`<article class="sheet is-test">${title}${state}</article>`), this.host);
  }

  /** The questions, once. */
  private form(time: Time): TemplateResult {
    const { questions } = this.test;
    const given = questions.filter((question) => this.drafts.has(question.id)).length;
    return html`<p class="lead">${say(time === 0 ? "test.before" : "test.after")}</p>
      <ol class="questions">${shuffled(questions, (one) => one.id, time).map(
        (question) => html`<li><h2>${question.title}</h2>${question.text(this.telling)}
          ${askChoose(
            shuffled(question.options, (one) => `${question.id} ${one}`, time),
            question.words,
            this.telling,
            {
              id: `test-${question.id}`,
              label: question.title,
              draft: this.drafts.get(question.id) ?? null,
              onDraft: (answer) => {
                this.drafts.set(question.id, answer);
                this.draw();
              },
            },
          )}</li>`,
      )}</ol>
      <div class="acts"><button type="button" class="button is-main" @click=${() => this.hand(time)}>${say("test.hand")}</button>
        <span role="status">${say("test.given", { n: num(given), all: num(questions.length) })}</span></div>`;
  }

  /** After the first time: nothing is told, the link is to come back by. */
  private between(): TemplateResult {
    const link = async (): Promise<void> => {
      this.copied = await copy(location.href, null);
      this.draw();
    };
    return html`<p class="lead">${say("test.between")}</p>
      <div class="acts"><button type="button" class="button is-line" @click=${() => void link()}>${say(this.copied ? "lesson.way.copied" : "lesson.way.copy")}</button>
        <a href="#">${say("lesson.all")}</a></div>
      <details><summary>${say("test.again")}</summary>${this.form(1)}</details>`;
  }

  /** Both times, and why. */
  private result(): TemplateResult {
    const { questions } = this.test;
    const said = (question: Question, time: Time): TemplateResult | string => {
      const { first } = this.at(question, time);
      return first?.kind === "choose"
        ? html`${question.words[first.option]?.text(this.telling)}`
        : say("lesson.locked.unknown");
    };
    return html`<p class="lead" role="status">${say("test.result", { before: num(this.right(0)), after: num(this.right(1)), all: num(questions.length) })}</p>
      <ol class="questions">${questions.map((question) => {
        const cards = this.props.cards.filter((card) => question.lessons.includes(card.id));
        return html`<li><h2>${question.title}</h2>${question.text(this.telling)}
          <dl><dt>${say("test.said.before")}</dt><dd>${said(question, 0)}</dd>
            <dt>${say("test.said.after")}</dt><dd>${said(question, 1)}</dd>
            <dt>${say("sheet.answer")}</dt><dd><b>${question.words[question.right]?.text(this.telling)}</b> ${question.words[question.right]?.reply(this.telling)}</dd></dl>
          ${cards.length > 0 ? html`<p>${say("test.lessons")} ${cards.map((card) => html`<a href=${`#lesson=${card.id}`}>${this.props.titleOf(card)}</a> `)}</p>` : nothing}</li>`;
      })}</ol>
      <h2>${this.test.seminar.title}</h2>
      <dl>${Object.values(this.test.seminar.options).map(
        (option) => html`<dt>${option.text(this.telling)}</dt><dd>${option.reply(this.telling)}</dd>`,
      )}</dl>`;
  }
}

/**
 * The test before and after the lessons: two forms of the same questions with other numbers, asked of those who take a path through
 * the lessons, without results in between; then both results side by side, with the reasons and the lessons to go to. Answers live
 * in the address, and on this device, so that a reader who comes back continues. A hand-in shows its answers and score to whoever opens it,
 * after the first part alone, too; the address of a first part asks whose it is. For a seminar, questions to
 * talk about follow a part that is finished.
 * Not here: the questions (web/src/lessons/texts/test.en.md), their order (lessons/test-kept.ts), how an answer is written (lessons/answers.ts).
 */
import { test } from "virtual:lessons";
import { html, nothing, render, type TemplateResult } from "lit";
import { language, num, plural, translate } from "../../i18n/catalogue.ts";
import { showSheet } from "../../ui/dialog.ts";
import { keep, recall } from "../../ui/storage.ts";
import { type Answer, type Answered, readAnswers, writeAnswers } from "../answers.ts";
import { askChoose } from "../ask.ts";
import { judgeChoice } from "../judge.ts";
import { contains } from "../lesson-kept.ts";
import {
  type Kept,
  optionsAt,
  questionsAt,
  questionsOn,
  readKept,
  sharedWith,
  type TestPath,
  type Time,
  testPath,
  writeKept,
} from "../test-kept.ts";
import type { LessonTest, Question, QuestionForm, Telling } from "../types.ts";
import { pathsOf, plain, type SheetProps } from "./plain.ts";

/** Shows the test as the address, or this device, has it. */
export async function tenQuestions(
  host: HTMLElement,
  props: SheetProps,
  frame: (inside: TemplateResult) => TemplateResult,
): Promise<void> {
  const found = await (test[language()] ?? test.en)?.();
  if (found) new Test(host, props, frame, found.default).draw();
}

class Test {
  private readonly path: TestPath;
  private readonly questions: Question[];
  private readonly asked: { kind: "choose"; options: string[] }[];
  private answers: Answered[];
  private readonly drafts: Map<string, Answer>;
  private readonly telling = plain({ bands: [] }).telling;
  /** The answers were found on this device. */
  private begun: boolean;
  /** They came with a link, and were not given on this device. */
  private isHanded: boolean;
  /** Whether the browser keeps them. */
  private stores: boolean;
  /** The second part was asked for, or answers and score of a first part that came with an address. */
  private goesOn = false;
  private shows = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly props: SheetProps,
    private readonly frame: (inside: TemplateResult) => TemplateResult,
    private readonly test: LessonTest,
  ) {
    this.path = testPath(props.path);
    this.questions = questionsOn(this.path, test.questions, props.answers);
    const once = this.questions.map(({ options }) => ({ kind: "choose" as const, options }));
    this.asked = [...once, ...once];
    const text = recall(this.name);
    const kept = readKept(text, this.questions);
    this.isHanded = props.answers !== "" && !contains(kept?.answers ?? "", props.answers);
    const own = this.isHanded ? null : kept;
    this.begun = own !== null;
    this.stores = !this.isHanded && keep(this.name, text);
    this.answers = readAnswers(own?.answers ?? props.answers, this.asked).answers;
    this.drafts = own?.drafts ?? new Map();
    if (own && own.answers !== "") props.keep(own.answers);
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

  private isRight(question: Question, time: Time): boolean {
    const { first } = this.at(question, time);
    return first !== null && judgeChoice(first, question.right).verdict === "right";
  }

  private right(time: Time): string {
    return num(this.questions.filter((question) => this.isRight(question, time)).length);
  }

  /** This device keeps what was handed in, and what is being answered. */
  private remember(): void {
    const kept: Kept = { answers: writeAnswers(this.answers, this.asked), drafts: this.drafts };
    this.stores = keep(this.name, writeKept(kept, this.questions));
    this.isHanded = false;
  }

  /** The part ends; questions that are left are asked about first. */
  private finish(time: Time): void {
    const left = this.questions.filter(({ id }) => !this.drafts.has(id)).length;
    if (left === 0) this.hand(time);
    else ask("test.form.hand", plural("test.form.left", left), "test.form.back", () => this.hand(time));
  }

  private hand(time: Time): void {
    for (const question of this.questions)
      this.at(question, time).first = this.drafts.get(question.id) ?? { kind: "unknown" };
    this.drafts.clear();
    this.begun = false;
    this.isHanded = false;
    this.props.keep(writeAnswers(this.answers, this.asked));
    this.remember();
    this.again();
  }

  private forget(): void {
    this.answers = readAnswers("", this.asked).answers;
    this.drafts.clear();
    this.begun = false;
    this.goesOn = false;
    this.shows = false;
    keep(this.name, null);
    this.props.keep("");
    this.again();
  }

  private again(): void {
    this.draw();
    this.host.querySelector<HTMLElement>("h1")?.focus();
    scrollTo(0, 0);
  }

  /** The part that is being answered; null between the parts, after both, and before what came with a link. */
  private get answering(): Time | null {
    if (this.handed(1)) return null;
    if (this.goesOn || (!this.isHanded && this.handed(0) && this.drafts.size > 0)) return 1;
    return this.isHanded || this.handed(0) ? null : 0;
  }

  draw(): void {
    const title = html`<h1 tabindex="-1">${translate("test.title")}</h1>`;
    const time = this.answering;
    const talk = time === null && this.path === "seminar" ? talkOf(this.test, this.telling) : nothing;
    const state = time === null ? this.given() : this.form(time);
    render(
      this.frame(html`<article class="sheet is-test">${title}${pathsOf("test", this.path)}${state}${talk}</article>`),
      this.host,
    );
  }

  /** Result of the answers that were given, or the next act after the first part. */
  private given(): TemplateResult {
    if (this.handed(1)) return this.result();
    if (!this.isHanded) return this.between();
    const isOthers = this.props.handed !== null || recall(this.name) !== null;
    return isOthers || this.shows ? this.result() : this.arrived();
  }

  /** The questions, once. */
  private form(time: Time): TemplateResult {
    const { questions } = this;
    const given = questions.filter((question) => this.drafts.has(question.id)).length;
    const begun = this.begun && given > 0;
    const n = num(questions.length);
    return html`<p class="lead">${translate(time === 0 ? "test.form.before" : "test.form.after", { n })}</p>
      ${begun ? html`<p class="handed">${translate("test.form.begun")}</p>` : nothing}
      <ol class="questions">${questionsAt(questions, time).map((question) => {
        const form = question.forms[time];
        return html`<li><h2>${form.title}</h2>${form.text(this.telling)}
          ${askChoose(optionsAt(question, time), form.options, this.telling, {
            id: `test-${question.id}`,
            label: form.title,
            draft: this.drafts.get(question.id) ?? null,
            onDraft: (answer) => this.give(question, answer),
            onUnknown: () => this.give(question, { kind: "unknown" }),
          })}</li>`;
      })}</ol>
      <div class="acts"><button type="button" class="button is-main" @click=${() => this.finish(time)}>${translate("test.form.hand")}</button>
        <span role="status">${translate("test.form.given", { n: num(given), all: num(questions.length) })}</span></div>
      ${given > 0 || time === 1 ? this.forgetting() : nothing}`;
  }

  private give(question: Question, answer: Answer): void {
    this.drafts.set(question.id, answer);
    this.remember();
    this.draw();
  }

  private forgetting(): TemplateResult {
    const forget = (): void =>
      ask("test.form.forget", translate("test.form.forget.ask"), "test.form.keep", () => this.forget());
    return html`<p class="acts is-apart"><button type="button" class="button is-line" @click=${forget}>${translate("test.form.forget")}</button></p>`;
  }

  private handing(): TemplateResult {
    const hand = async (): Promise<void> => {
      const { handInTest } = await import("../handing.ts");
      const ids = this.questions.map(({ id }) => id);
      handInTest(this.path, ids, writeAnswers(this.answers, this.asked), this.props.handed?.handIn.name ?? "");
    };
    return html`<button type="button" class="button is-line" @click=${() => void hand()}>${translate("lesson.hand")}</button>`;
  }

  /** After the first time: no results yet. Once the lessons are taken, the second part comes first. */
  private between(): TemplateResult {
    const { finished } = this.props;
    const isTaught = this.questions.every(({ lessons }) => lessons.every((id) => finished.includes(id)));
    const lessons = html`<a class="button ${isTaught ? "is-line" : "is-main"}" href=${`#path=${this.path}`}>${translate("test.form.to_lessons")}</a>`;
    const acts = [lessons, this.second(isTaught)];
    return html`<p class="lead">${translate(this.stores ? "test.form.between" : "test.form.between.unkept")}</p>
      <div class="acts">${isTaught ? acts.reverse() : acts}${this.handing()}</div>
      <p class="quiet">${translate("test.form.shown")}</p>`;
  }

  /** A first part that came with an address alone: its own reader goes on, a marker sees it. */
  private arrived(): TemplateResult {
    const show = (): void => {
      this.shows = true;
      this.again();
    };
    return html`<p class="lead">${translate("test.form.arrived")}</p>
      <div class="acts">${this.second(true)}<button type="button" class="button is-line" @click=${show}>${translate("test.form.show")}</button></div>`;
  }

  private second(isMain: boolean): TemplateResult {
    const begin = (): void => {
      this.goesOn = true;
      this.again();
    };
    return html`<button type="button" class="button ${isMain ? "is-main" : "is-line"}" @click=${begin}>${translate("test.form.again")}</button>`;
  }

  private said(question: Question, form: QuestionForm, time: Time): TemplateResult {
    const { first } = this.at(question, time);
    if (first?.kind !== "choose") return html`${translate("lesson.unknown")}`;
    const [sign, key] = this.isRight(question, time) ? ["✓", "test.form.is_right"] : ["✗", "test.form.is_wrong"];
    return html`<b>${sign} ${translate(key)}</b> ${form.options[first.option]?.text(this.telling)}`;
  }

  /** This page is a key to other tests. */
  private shared(): TemplateResult[] {
    return sharedWith(this.path, this.test.questions).map(({ path, shared, all }) => {
      const args = { n: num(shared), all: num(all), test: translate(`lesson.track.${path}`) };
      return html`<p class="handed">${translate("test.form.shared", args)}</p>`;
    });
  }

  /** The parts that are given, and why. */
  private result(): TemplateResult {
    const { questions, isHanded } = this;
    const hasAfter = this.handed(1);
    const name = this.props.handed?.handIn.name ?? "";
    const whose = translate(name === "" ? "test.form.handed" : "test.form.handed.by", { name });
    const score = { before: this.right(0), after: this.right(1), all: num(questions.length) };
    // In the order and with the numbers of the part that was given last; the other part had an order of its own.
    const order = ([0, 1] as const).map((time) => questionsAt(questions, time));
    const rows = (question: Question, time: Time): TemplateResult => {
      const n = num((order[time]?.indexOf(question) ?? 0) + 1);
      const form = question.forms[time];
      const right = form.options[question.right];
      return html`<div><h2>${form.title}</h2>${form.text(this.telling)}
        <dl><dt>${translate(time === 0 ? "test.form.said.before" : "test.form.said.after", { n })}</dt><dd>${this.said(question, form, time)}</dd>
          ${this.isRight(question, time) ? nothing : html`<dt>${translate("test.form.right")}</dt><dd><b>${right?.text(this.telling)}</b></dd>`}</dl>
        ${time === 1 ? html`<p class="reason">${right?.reply(this.telling)}</p>` : nothing}</div>`;
    };
    return html`${isHanded ? html`<p class="handed">${whose}</p>` : this.shared()}
      <p class="lead" role="status">${translate(hasAfter ? "test.form.result" : "test.form.result.before", score)}</p>
      <ol class="questions">${order[hasAfter ? 1 : 0]?.map((question) => {
        const cards = this.props.cards.filter((card) => question.lessons.includes(card.id));
        return html`<li><div class="forms">${rows(question, 0)}${hasAfter ? rows(question, 1) : nothing}</div>
          ${cards.length > 0 ? html`<p class="taught">${translate("test.form.lessons")} ${cards.map((card) => html`<a href=${`#lesson=${card.id}`}>${this.props.titleOf(card)}</a> `)}</p>` : nothing}</li>`;
      })}</ol>
      <div class="acts">${this.handing()}</div>
      ${isHanded ? nothing : this.forgetting()}`;
  }
}

/** Asks before something that cannot be undone: to stay is the main way out. */
function ask(what: string, text: string, stay: string, act: () => void): void {
  showSheet(translate(what), (_again, close) => {
    const go = (): void => {
      close();
      act();
    };
    return html`<p>${text}</p>
      <div class="acts"><button type="button" class="button is-main" @click=${close}>${translate(stay)}</button>
        <button type="button" class="button is-line" @click=${go}>${translate(what)}</button></div>`;
  });
}

/** Questions for a discussion, each answer behind a press. */
function talkOf({ seminar }: LessonTest, telling: Telling): TemplateResult {
  return html`<h2>${seminar.title}</h2>
    <ol class="talk">${Object.values(seminar.options).map(
      (option) =>
        html`<li>${option.text(telling)}<details><summary>${translate("test.form.answer")}</summary>${option.reply(telling)}</details></li>`,
    )}</ol>`;
}

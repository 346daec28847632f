/**
 * A lesson's free part: the controls that it unlocks, and its challenges, each checked on the run that is on show. Not here: the
 * questions before it (questions.ts), which conditions hold (shown-runs.ts).
 */

import { html, nothing, type TemplateResult } from "lit";
import { controlsOf, hasPart, type Shown } from "../controls/control-names.ts";
import { sourceName } from "../engine/protocol.ts";
import type { Reached } from "../hand_in/document.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { type Measured, measure } from "../session/measures.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import type { Span } from "../settings/setting.ts";
import { foundIt } from "./find.ts";
import type { LessonRunView } from "./lesson-run-view.ts";
import { unmet } from "./shown-runs.ts";
import { nameKey, valueText } from "./tell.ts";
import type { Condition, Control, Find, Goal, Lesson, Option, Telling } from "./types.ts";

/** Parts of its page that the free part needs. */
export interface FreeHost {
  telling: Telling;
  runView: LessonRunView;
  /** The run on show; null while it is computed. */
  now(): Measured | null;
  /** The run on show: free play, one of its other runs by its id, a goal's own run, or neither. */
  on(): Goal | string | null;
  /** Shows the run of free play, another of its runs, or a goal's own; what has this id is to be read beside it. */
  show(what: Goal | string, read: string): void;
  draw(): void;
  /** Goals have been reached. */
  keep(): void;
  /** A part under its heading, with more inside. */
  part(name: string, inside: unknown): TemplateResult;
}

/** Whether a goal has a run of its own; else it is that of free play. */
const hasOwn = (goal: Goal): boolean =>
  goal.scenario !== undefined || goal.set !== undefined || goal.lock !== undefined;

export class FreePlay {
  /** Goals that were reached, by id: they stay so, whatever is tried afterwards. */
  private readonly held: Map<string, Reached>;
  /** Moments that were tried, by goal. */
  private readonly moments = new Map<string, { t_s: number; words: (string | null)[] }>();

  constructor(
    private readonly lesson: Lesson,
    private readonly host: FreeHost,
    /** Of the address: goals that were reached before, parted by commas. */
    address: string,
    /** Goals that this device, or a hand-in, has, with their runs. */
    known: readonly Reached[],
  ) {
    const named = address.split(",").map((id): Reached => ({ id, scenario: null }));
    this.held = new Map([...named, ...known].map((goal) => [goal.id, goal]));
  }

  /** Reached goals, in the lesson's order. */
  get reached(): Reached[] {
    return this.lesson.goals.flatMap(({ id }) => this.held.get(id) ?? []);
  }

  /** The run on show reaches a goal: the first one that does is kept. */
  private reach(id: string, at_s?: number): void {
    const scenario = this.host.runView.document?.scenario ?? null;
    if (!this.held.get(id)?.scenario) this.held.set(id, { id, scenario, ...(at_s !== undefined && { at_s }) });
  }

  /** The run on show is computed: what it reaches is kept. */
  computed(now: Measured): void {
    for (const goal of this.lesson.goals)
      if (!goal.find && this.isOn(goal) && unmet(now, goal.all).length === 0) this.reach(goal.id);
  }

  private isOn(goal: Goal): boolean {
    return hasOwn(goal) ? this.host.on() === goal : this.host.on() === "play";
  }

  play(): TemplateResult {
    const { host, lesson } = this;
    const playing = host.on() === "play";
    const words = lesson.parts.play?.options;
    const others = (lesson.play.others ?? []).map(
      ({ id }) => html`<button type="button" class="button is-line" aria-pressed=${host.on() === id}
        @click=${() => host.show(id, "part-play")}>${words?.[id]?.text(host.telling)}</button>`,
    );
    const key = playing ? "lesson.play.reset" : "lesson.play.take";
    return host.part(
      "play",
      html`<div class="acts"><button type="button" class=${`button ${playing ? "is-line" : "is-main"}`}
        @click=${() => host.show("play", "part-play")}>${translate(key)}</button>${others}</div>`,
    );
  }

  /** The controls that the run on show unlocks. */
  controls(): TemplateResult | typeof nothing {
    const { runView } = this.host;
    const on = this.host.on();
    if (on === null) return nothing;
    const rows = this.lesson.play.controls.flatMap((control: Control) => {
      if (typeof on !== "string" && on.lock?.includes(control.name)) return [];
      const { shown } = controlsOf([control.name], runView.settings, runView.looks);
      const { kinds, along } = control;
      const own = shown.filter((each) => hasPart(runView.settings, each));
      return own.map((each) => runView.control(together(each, control.also), { kinds, along, span: spanOf(control) }));
    });
    return html`<div class="controls" role="group" aria-label=${translate("lesson.controls")} ?inert=${runView.isLeft}>${rows}</div>`;
  }

  challenges(): TemplateResult {
    const { host, lesson } = this;
    const part = lesson.parts.try;
    const now = host.now();
    const items = lesson.goals.map((goal) => {
      const words = part?.options[goal.id];
      const on = this.isOn(goal);
      const before = !on && this.held.has(goal.id);
      if (goal.find && on && now) return this.moment(goal, goal.find, words);
      const left = on && now ? unmet(now, goal.all) : null;
      return html`<li id=${`goal-${goal.id}`} class=${left?.length === 0 || before ? "holds" : ""}><div>${words?.text(host.telling)}</div>
        ${before ? html`<p class="state">${translate("lesson.goal.before")}</p>` : nothing}
        ${left === null || !now ? this.take(goal) : this.state(goal, now, left)}
        ${left?.length === 0 ? html`<div class="reply">${words?.reply(host.telling)}</div>` : nothing}</li>`;
    });
    return host.part("try", html`<ul class="goals">${items}</ul>`);
  }

  /** A goal that is met by a moment: the reader says where, the trace what holds there. */
  private moment(goal: Goal, find: Find, words: Option | undefined): TemplateResult {
    const { host } = this;
    const tried = this.moments.get(goal.id);
    const ask = async (): Promise<void> => {
      const found = await host.runView.statesNow(sourceName(find.source), find.states);
      this.moments.set(goal.id, found);
      if (foundIt(find, found.words)) {
        this.reach(goal.id, found.t_s);
        host.keep();
      }
      host.draw();
    };
    const name = (word: string | null): string => translate(word ? `chart.queue.state.${word}` : "lesson.find.none");
    const found = tried !== undefined && foundIt(find, tried.words);
    const [one, other] = tried?.words ?? [];
    const said =
      tried &&
      translate(found ? "lesson.find.found" : "lesson.find.not", {
        time: withUnit(tried.t_s, "s", 2),
        belief: name(one ?? null),
        truth: name(other ?? null),
      });
    return html`<li id=${`goal-${goal.id}`} class=${found ? "holds" : ""}><div>${words?.text(host.telling)}</div>
      <div class="acts"><button type="button" class="button is-line" @click=${() => void ask()}>${translate("lesson.find.take")}</button></div>
      <p class="state" role="status">${said ?? ""}</p>
      ${found ? html`<div class="reply">${words?.reply(host.telling)}</div>` : nothing}</li>`;
  }

  private take(goal: Goal): TemplateResult {
    const take = (): void => this.host.show(hasOwn(goal) ? goal : "play", `goal-${goal.id}`);
    return html`<div class="acts"><button type="button" class="button is-line" @click=${take}>${translate("lesson.goal.take")}</button></div>`;
  }

  private state(goal: Goal, now: Measured, left: ReturnType<typeof unmet>): TemplateResult {
    const value = ([path, operator, wanted]: Condition): string => {
      const key = operator === "<=" ? "most" : operator === ">=" ? "least" : "exactly";
      return translate(`lesson.goal.${key}`, { value: valueText(path, wanted) });
    };
    if (left.length === 0) {
      const all = goal.all.map(([path]) => `${this.nameOf(path)} ${valueText(path, measure(now, path))}`);
      return html`<p class="state" role="status">${translate("lesson.goal.holds", { all: all.join(", ") })}</p>`;
    }
    const list = left.map(({ condition, found }) =>
      translate("lesson.goal.part", {
        name: this.nameOf(condition[0]),
        found: valueText(condition[0], found),
        wanted: value(condition),
      }),
    );
    return html`<p class="state" role="status">${translate("lesson.goal.not", { list: list.join("; ") })}</p>`;
  }

  /** Name of a goal's value. */
  private nameOf(path: string): string {
    const name = path.split(".")[1] ?? "";
    const flow = this.host.runView.looks.find((look) => look.name === sourceName(name))?.label ?? name;
    return translate(nameKey(path), { flow });
  }
}

/** One control for further paths, too: they take the same value. */
function together(each: Shown, also: readonly string[] | undefined): Shown {
  if (!also || (each.kind !== "field" && each.kind !== "algorithm")) return each;
  // One flow's name would be half of the truth.
  const label =
    each.kind === "algorithm" ? translate("lesson.control.algorithm") : nameOfSetting(each.paths[0] ?? "", []);
  return { ...each, label, paths: [...each.paths, ...also] };
}

function spanOf(control: Control): Span | undefined {
  if (!control.ends) return undefined;
  const [min, max] = control.ends;
  // A wide span is drawn on a log scale (settings/setting.ts): its middle lies lower.
  const middle = Number((max / min >= 50 ? Math.sqrt(min * max) : (min + max) / 2).toPrecision(1));
  return { min, max, ticks: [min, middle, max] };
}

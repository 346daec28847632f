/**
 * Values with which a lesson's text is filled: numbers of a run, bands, terms with their meaning. Not here: which run the numbers are of
 * (lesson-page.ts), how a value is worded (web/src/lessons/tell.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { amount } from "../i18n/amounts.ts";
import { type Measured, measure } from "../session/measures.ts";
import { frames } from "../ui/frame-scheduler.ts";
import { bandTold } from "./band-told.ts";
import { rangeText, valueText } from "./tell.ts";
import { TraceNumbers } from "./trace-values.ts";
import type { Band, Telling, Text } from "./types.ts";

/** The run that the numbers are of. */
export interface ToldRuns {
  /** Null while it is computed. */
  told(): Measured | null;
  isOnShow(run: Measured): boolean;
  /** A curve of the run on show. */
  curve: ConstructorParameters<typeof TraceNumbers>[0];
  /** A number is there that was asked for. */
  onNew: () => void;
}

export class LessonTelling implements Telling {
  private terms = 0;
  private readonly traced: TraceNumbers;

  constructor(
    private readonly bands: readonly Band[],
    /** Meaning of a term; null if the glossary has none. */
    private readonly meaning: (term: string) => string | null,
    /** A small picture (pictures.ts). */
    private readonly picture: (id: string) => TemplateResult,
    private readonly runs: ToldRuns,
  ) {
    this.traced = new TraceNumbers(runs.curve, runs.onNew);
  }

  /** Before everything is drawn anew: terms are numbered from the first. */
  begin(): void {
    this.terms = 0;
  }

  num({ of }: { of: string }): TemplateResult {
    const run = this.runs.told();
    const traced = run ? this.traced.value(run, of, this.runs.isOnShow(run)) : undefined;
    const value = run && traced === undefined ? measure(run, of) : traced;
    return html`<span class="num" data-of=${of}>${run && traced !== null ? valueText(of, value ?? null) : "…"}</span>`;
  }

  band({ id }: { id: string }): TemplateResult {
    return bandTold(this.bands.find((one) => one.id === id));
  }

  n({ is, to, unit = "" }: { is: string; to?: string; unit?: string }): TemplateResult {
    const text = to === undefined ? amount(Number(is), unit) : rangeText(Number(is), Number(to), unit);
    return html`<span class="num">${text}</span>`;
  }

  term({ id, text }: { id: string; text: string }): TemplateResult {
    const meaning = this.meaning(id);
    if (meaning === null) return html`${text}`;
    const own = `term-${id}-${++this.terms}`;
    return html`<button type="button" class="term" popovertarget=${own}>${text}</button><span
      popover id=${own} class="popup meaning" @beforetoggle=${besideTerm}>${meaning}</span>`;
  }

  figure({ id }: { id: string }): TemplateResult {
    return this.picture(id);
  }
}

/** Room between a term and its meaning, and between the meaning and the screen's edge, px. */
const ROOM = 8;

/** A meaning opens under its term, over it where there is no room, and never beyond the screen. */
function besideTerm(event: ToggleEvent): void {
  const meaning = event.target as HTMLElement;
  const term = meaning.ownerDocument.querySelector(`[popovertarget="${meaning.id}"]`)?.getBoundingClientRect();
  if (event.newState !== "open" || !term) return;
  const place = (): void => {
    const { width, height } = meaning.getBoundingClientRect();
    const under = term.bottom + ROOM;
    const top = under + height <= innerHeight - ROOM ? under : Math.max(ROOM, term.top - ROOM - height);
    const left = Math.max(ROOM, Math.min(term.left, innerWidth - ROOM - width));
    meaning.style.setProperty("top", `${top}px`);
    meaning.style.setProperty("left", `${left}px`);
  };
  frames.request({ priority: "text", draw: place });
}

/** Names of the values that a text shows. */
export function namesIn(text: Text | undefined): string[] {
  const names: string[] = [];
  const none = (): TemplateResult => html``;
  const num = ({ of }: { of: string }): TemplateResult => {
    names.push(of);
    return none();
  };
  text?.({ num, band: none, n: none, term: none, figure: none });
  return names;
}

/** The words of a template, without its markup. */
export function textOf(template: TemplateResult | undefined): string {
  const place = document.createElement("div");
  render(template ?? nothing, place);
  return (place.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

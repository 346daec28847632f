/**
 * The gallery: the tracks, which filter the list, and one line for each lesson, with its sketch and the tracks that it is on. Not here: a
 * lesson's own page (lesson-page.ts), how a sketch is drawn (sketch-drawing.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { num, plural, translate } from "../i18n/catalogue.ts";
import { downloads } from "../offline/single-files.ts";
import { TRACKS } from "./registry.ts";
import { HEIGHT, WIDTH } from "./sketch-size.ts";
import type { Card } from "./types.ts";

export interface GalleryProps {
  cards: readonly Card[];
  /** Title and what one can do afterwards, in the reader's language. */
  titleOf(card: Card): string;
  ableOf(card: Card): string;
  /** The track whose lessons are listed; empty: all lessons. */
  track: string;
  onTrack: (track: string) => void;
  /** Lessons that were finished on this device, by id. */
  finished: readonly string[];
  /** Whether this device keeps something under a name: `lesson.ID`, `test.TRACK`. */
  keeps(name: string): boolean;
  /** An address that names no lesson. */
  unknown: string | null;
  /** Why a lesson of a reader's own cannot be opened; empty: nothing is wrong. */
  problem: string;
  onFile: (file: File) => void;
}

const NAMES = Object.keys(TRACKS) as (keyof typeof TRACKS)[];

/** Whether an address names a track. */
export const isTrack = (name: string): boolean => (NAMES as readonly string[]).includes(name);

/** The lessons of a track in its order; all of them if there is none of that name. */
function lessonsOn(cards: readonly Card[], track: string): Card[] {
  const name = NAMES.find((each) => each === track);
  if (!name) return [...cards];
  return TRACKS[name].flatMap((id) => cards.find((card) => card.id === id) ?? []);
}

/** The curves without a word: the title beside them says whose they are. */
function sketch(lines: readonly string[]): TemplateResult {
  return html`<svg class="sketch" width=${WIDTH} height=${HEIGHT} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    ${svg`<path class="ground" d=${`M0 ${HEIGHT - 0.5}H${WIDTH}`} />`}
    ${lines.map((line, i) => svg`<path class=${i === 0 ? "is-first" : "is-other"} d=${line} />`).reverse()}</svg>`;
}

/** A track, or all lessons (empty): its filter, its length and its test. */
function trackOf(name: string, props: GalleryProps): TemplateResult {
  const own = lessonsOn(props.cards, name);
  const minutes = own.reduce((sum, card) => sum + card.minutes, 0);
  return html`<li class="track">
    <button type="button" aria-pressed=${String(props.track === name)} @click=${() => props.onTrack(name)}>${translate(
      name === "" ? "lesson.track.all" : `lesson.track.${name}`,
    )}</button>
    <small>${plural("lesson.gallery.count", own.length)}, ${translate("lesson.minutes", { n: num(minutes) })}</small>
    ${name === "" ? nothing : html`<a href=${`#page=test&path=${name}`}>${translate("test.title")}</a>`}
    ${name !== "" && props.keeps(`test.${name}`) ? html`<small>${translate("test.form.started")}</small>` : nothing}</li>`;
}

function lessonOf(card: Card, { titleOf, ableOf, finished, keeps }: GalleryProps): TemplateResult {
  const isDone = finished.includes(card.id);
  const on = NAMES.filter((name) => (TRACKS[name] as readonly string[]).includes(card.id));
  return html`<li>
    <div class="title"><a href=${`#lesson=${card.id}`}>${sketch(card.sketch)}${titleOf(card)}</a>
      <small>${translate("lesson.minutes", { n: num(card.minutes) })}</small>
      ${isDone ? html`<small class="done">✓ ${translate("lesson.done")}</small>` : nothing}
      ${keeps(`lesson.${card.id}`) ? html`<a href=${`#lesson=${card.id}`} aria-label=${translate("lesson.kept.of", { what: translate(isDone ? "lesson.kept.mine" : "lesson.kept.on"), title: titleOf(card) })}>${translate(isDone ? "lesson.kept.mine" : "lesson.kept.on")}</a>` : nothing}</div>
    <p>${ableOf(card)}</p>
    <ul class="tags" aria-label=${translate("lesson.gallery.tags")}>${on.map(
      (name) => html`<li class=${`is-${name}`}>${translate(`lesson.tag.${name}`)}</li>`,
    )}</ul></li>`;
}

/** A lesson of a reader's own: opened from its file, or written. */
function ownLessons({ onFile }: GalleryProps): TemplateResult {
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer?.files);
  };
  const choose = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    take(input.files);
    // The same file may be opened once more.
    input.value = "";
  };
  return html`<section class="own-lessons" @dragover=${(event: Event) => event.preventDefault()} @drop=${drop}>
    <h2>${translate("lesson.own.title")}</h2><p>${translate("lesson.own.lead")}</p>
    <div class="acts"><label class="file-field"><span>${translate("lesson.own.file")}</span><input type="file" accept=".md,.markdown,.txt,text/markdown" @change=${choose} /></label>
      ${import.meta.env.SINGLE_FILE ? nothing : html`<a class="button is-line" href="#page=write">${translate("lesson.own.write")}</a>`}</div></section>`;
}

export function gallery(props: GalleryProps): TemplateResult {
  const { cards, track, unknown, problem } = props;
  return html`<h1>${translate("lesson.gallery.title")}</h1>
    <p class="lead">${translate("lesson.gallery.lead")}</p>
    ${unknown === null ? nothing : html`<p class="problem">${translate("lesson.gallery.unknown", { id: unknown })}</p>`}
    ${problem === "" ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    <ul class="tracks" aria-label=${translate("lesson.gallery.filter")}>${["", ...NAMES].map((name) => trackOf(name, props))}</ul>
    <h2 class="able">${translate("lesson.gallery.able")}</h2>
    <ol class="lesson-list">${lessonsOn(cards, track).map((card) => lessonOf(card, props))}</ol>
    ${ownLessons(props)}
    <p class="besides"><a href="#page=teachers">${translate("sheet.to.teachers")}</a></p>
    ${downloads(2)}`;
}

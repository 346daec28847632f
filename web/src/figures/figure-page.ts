/**
 * The page of one figure: its drawing first, its run under it, claims, words, one run for the laboratory, files. Joins the parts and
 * draws them by templates.
 * Not here: the results and their runs (figure-results.ts), the parts themselves, the gallery.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { Theme } from "../design/theme.ts";
import type { Card, Experiment } from "../ensemble/types.ts";
import { plural, translate } from "../i18n/catalogue.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { claimList } from "./claims.ts";
import { Downloads, type Saving } from "./downloads.ts";
import { extentNote } from "./figure-files.ts";
import { FigureResults } from "./figure-results.ts";
import { FigureView } from "./figure-view.ts";
import { nameOf } from "./gallery.ts";
import { wordFor } from "./group-words.ts";
import { edgeWords } from "./knife-edges.ts";
import { LaboratoryChoice } from "./laboratory-choice.ts";
import { prose } from "./prose.ts";
import { runBar } from "./run-bar.ts";

/** Functions of the page around the figure. */
export interface Surroundings extends Saving {
  /** Announces a text to screen readers. */
  says(text: string): void;
}

/** More knife edges than this are a list to be opened. */
const LISTED = 4;

export class FigurePage {
  readonly #view = new FigureView();
  readonly #results: FigureResults;
  readonly #choice: LaboratoryChoice;
  readonly #downloads: Downloads;
  #left = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly experiment: Experiment,
    private readonly cards: readonly Card[],
    around: Surroundings,
  ) {
    this.#results = new FigureResults(experiment, {
      changed: (soon) => (soon ? frames.request(this.#part) : this.draw()),
      drew: (figure, floor) => this.#view.update(figure, floor),
      listed: () => this.#choice.begin(),
      says: around.says,
    });
    this.#choice = new LaboratoryChoice(experiment, this.#results, () => this.draw(), this.#figureName);
    this.#downloads = new Downloads(experiment, this.#results, this.#choice, around, (figure) =>
      this.#view.asShown(figure),
    );
    const isKept = !!cards.find((card) => card.id === experiment.id)?.held;
    void this.#results.read(isKept);
    if (experiment.runs > 0) void this.#results.prepare();
  }

  /** Ends all work: the reader has left. */
  leave(): void {
    this.#left = true;
    this.#results.end();
  }

  theme(theme: Theme): void {
    this.#view.theme(theme);
  }

  readonly #part: FramePart = { priority: "text", draw: () => this.draw() };

  draw(): void {
    if (this.#left) return;
    const held = document.activeElement?.closest(".run, .run-state");
    render(this.#page(), this.host);
    // A button that had the focus is gone: the one in its place has it.
    if (held && !this.host.contains(document.activeElement))
      this.host.querySelector<HTMLElement>(".run-state .cancel, .run .start")?.focus({ preventScroll: true });
    this.#put(".figure-place", this.#view.main);
    this.#put(".beside-place", this.#view.others);
  }

  /** Puts a part of the drawing, which no template owns, where the page has its place. */
  #put(place: string, part: HTMLElement): void {
    const host = this.host.querySelector(place);
    if (host && part.parentElement !== host) host.append(part);
  }

  #page(): TemplateResult {
    const { experiment } = this;
    const results = this.#results;
    const name = this.#figureName;
    const list = (items: readonly string[]): TemplateResult =>
      html`<ul class="plain">${items.map((item) => html`<li>${prose(item, name)}</li>`)}</ul>`;
    const section = (key: string, body: unknown, className = ""): TemplateResult =>
      html`<section class=${`part ${className}`}><h2>${wordFor(experiment.paper, key)}</h2>${body}</section>`;
    const { judged } = results;
    const note = results.busy ? "" : extentNote(results.extent);
    return html`<div class="title">
        <h1>${nameOf(experiment)} <small>${experiment.title}</small></h1>
        <div class="back"><a href="#">${translate("figures.back")}</a></div>
        <p class="summary">${experiment.summary}</p>
      </div>
      <div class="sheet-main">
        <div class="figure-side">
          <div class="figure-place" data-state=${results.doing.state}></div>
          ${note ? html`<p class="caption"><b>${note}</b></p>` : nothing}
          <p class="caption">${experiment.caption}</p>
          ${this.#edges()}
          ${runBar(results, experiment.runs > 0)}
          <div class="beside-place"></div>
        </div>
        <section class="claims-side"><h2>${translate("figures.claims")}</h2>
          ${claimList(experiment, results.verdicts, judged, this.#remark(), name)}
        </section>
      </div>
      <div class="parts">
        ${section("figures.learn", html`<p class="serif">${experiment.learn}</p>`)}
        ${experiment.states.length > 0 ? section("figures.states", html`${list(experiment.states)}<p class="quiet">${experiment.citation}</p>`) : nothing}
        ${experiment.runs > 0 ? section("figures.lab", this.#choice.template()) : nothing}
        ${section("figures.take", this.#downloads.template())}
        ${experiment.notes.length > 0 ? section("figures.notes", list(experiment.notes)) : nothing}
        ${experiment.choices.length > 0 ? section("figures.choices", this.#choices(), "is-wide") : nothing}
      </div>
      ${this.#neighbours()}`;
  }

  /** Name of another figure; a claim of this figure by its words. */
  readonly #figureName = (id: string): string | undefined => {
    const claim = this.experiment.claims.find((one) => one.id === id);
    if (claim) return translate("figures.claims.quoted", { text: claim.text.replace(/\.$/, "") });
    const card = this.cards.find((one) => one.id === id);
    return card && nameOf(card);
  };

  /** The values of the figure that depend on what is not stated. */
  #edges(): unknown {
    const { figure, judged } = this.#results;
    const all = figure && judged ? edgeWords(figure, this.experiment.edges) : [];
    if (all.length === 0) return nothing;
    const list = html`<ul class="plain">${all.map(
      ({ name, sentences }) => html`<li><b>${name}.</b> ${sentences.join(" ")}</li>`,
    )}</ul>`;
    const about = plural("figures.edges", all.length);
    return all.length > LISTED
      ? html`<details class="edges"><summary>${about}</summary>${list}</details>`
      : html`<div class="edges"><p>${about}</p>${list}</div>`;
  }

  /** Why there is no verdict. */
  #remark(): string {
    const { judged, live, doing } = this.#results;
    if (judged || !live) return "";
    return translate(doing.state === "done" ? "figures.claims.few" : "figures.claims.partial");
  }

  #choices(): TemplateResult {
    const name = this.#figureName;
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${wordFor(this.experiment.paper, "figures.choices")}><table class="choices">
      <thead><tr><th scope="col">${translate("figures.choices.what")}</th><th scope="col">${translate("figures.choices.chosen")}</th><th scope="col">${translate("figures.choices.why")}</th></tr></thead>
      <tbody>${this.experiment.choices.map(
        (choice) =>
          html`<tr><th scope="row">${choice.what}</th><td>${prose(choice.chosen, name)}</td><td>${prose(choice.why, name)}</td></tr>`,
      )}</tbody></table></div>`;
  }

  #neighbours(): TemplateResult {
    const place = this.cards.findIndex((card) => card.id === this.experiment.id);
    const link = (card: Card | undefined, key: string): unknown =>
      card ? html`<a href=${`#${card.id}`}>${translate(key, { name: nameOf(card) })}</a>` : html`<span></span>`;
    return html`<nav class="neighbours" aria-label=${translate("figures.more")}>
      ${link(this.cards[place - 1], "figures.before")}${link(this.cards[place + 1], "figures.after")}</nav>`;
  }
}

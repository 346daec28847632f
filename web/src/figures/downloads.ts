/**
 * Downloads of a figure: its data, its picture, the scenario of one run; and the buttons for it. Not here: the contents
 * of the files (figure-files.ts, picture.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { paperTheme } from "../design/theme.ts";
import type { Experiment, Figure } from "../ensemble/types.ts";
import { plural, translate } from "../i18n/catalogue.ts";
import { pictureOf } from "../plot_view/picture.ts";
import { rowsOf } from "../plot_view/read.ts";
import { extentNote, namedFor, rowsFile, storedFile } from "./figure-files.ts";
import type { FigureResults } from "./figure-results.ts";
import { nameOf } from "./gallery.ts";
import type { LaboratoryChoice } from "./laboratory-choice.ts";

/** How the page saves files. */
export interface Saving {
  save(parts: readonly string[], ending: string, content: string | Blob, type?: string): void;
  csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string;
  pngOf(svg: string): Promise<Blob>;
  version: string;
}

export class Downloads {
  constructor(
    private readonly experiment: Experiment,
    private readonly results: FigureResults,
    private readonly choice: LaboratoryChoice,
    private readonly saving: Saving,
    /** A figure as the reader sees it now. */
    private readonly asShown: (figure: Figure) => Figure,
  ) {}

  template(): TemplateResult {
    const button = (kind: string, of: string, isDisabled: boolean, run: () => Promise<void>): TemplateResult =>
      html`<button type="button" class="button is-line" aria-label=${`${of}: ${kind}`} ?disabled=${isDisabled} @click=${() => void run()}>${kind}</button>`;
    const row = (name: string, hint: string, buttons: unknown): TemplateResult =>
      html`<div class="take-row"><div><b>${name}</b>${hint ? html`<small>${hint}</small>` : nothing}</div><div class="take-acts">${buttons}</div></div>`;
    const isEmpty = this.results.figure === null;
    const [data, chart] = [translate("figures.take.data"), translate("figures.take.chart")];
    const scenario = translate("figures.take.scenario");
    return html`${row(data, translate(this.results.live ? "figures.take.data.live" : "figures.take.data.stored"), [
      button("CSV", data, isEmpty, () => this.#data("csv")),
      button("JSON", data, isEmpty, () => this.#data("json")),
    ])}
    ${row(chart, "", [
      button("SVG", chart, isEmpty, () => this.#picture("svg")),
      button("PNG", chart, isEmpty, () => this.#picture("png")),
    ])}
    ${
      this.experiment.runs > 0
        ? row(
            scenario,
            "",
            button("JSON", scenario, false, () => this.#scenario()),
          )
        : nothing
    }`;
  }

  async #data(form: "csv" | "json"): Promise<void> {
    const { id, claims } = this.experiment;
    const { stored, extent } = this.results;
    const type = form === "csv" ? "text/csv" : "application/json";
    const rows = await this.results.rows(form);
    if (rows !== null) {
      this.saving.save(namedFor(id, extent), form, rowsFile(rows, form, claims, extent), type);
    } else if (stored) {
      const head = ["panel", "series", "kind", "x", "quantity", "value"];
      const text = form === "csv" ? this.saving.csvOf(head, rowsOf(stored.figure)) : storedFile(stored, claims);
      this.saving.save([id], form, text, type);
    }
  }

  async #picture(kind: "svg" | "png"): Promise<void> {
    const { experiment } = this;
    const { figure, extent } = this.results;
    if (!figure) return;
    const [note, parts] = [extentNote(extent), namedFor(experiment.id, extent)];
    const title = `${nameOf(experiment)}: ${experiment.title}`;
    const what = plural("figures.run.count", extent.done);
    const made = translate("figures.take.made", { version: this.saving.version, what });
    const caption = [...(note ? [note] : []), experiment.caption, made, experiment.citation, location.href];
    const svg = pictureOf(this.asShown(figure), paperTheme(), title, caption);
    if (kind === "svg") this.saving.save(parts, "svg", svg, "image/svg+xml");
    else this.saving.save(parts, "png", await this.saving.pngOf(svg));
  }

  async #scenario(): Promise<void> {
    const text = await this.results.scenario(this.choice.job);
    const parts = [this.experiment.id, "scenario", String(this.choice.seed)];
    if (text) this.saving.save(parts, "json", JSON.stringify(JSON.parse(text), null, 2), "application/json");
  }
}

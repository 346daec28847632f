/**
 * One run of a figure for the laboratory: the reader's choice of a configuration and a seed, and the address that opens it. Not here:
 * the list of runs and their scenarios (figure-results.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { writeAddress } from "../address/link.ts";
import type { Experiment, Job } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Scenario } from "../session/scenario.ts";
import type { FigureResults } from "./figure-results.ts";
import { groupsOf, keyOf, runTitle } from "./names.ts";

export class LaboratoryChoice {
  seed = 1;
  #cell = "";
  #address = "";

  constructor(
    private readonly experiment: Experiment,
    private readonly results: FigureResults,
    private readonly changed: () => void,
    /** Name of another figure. */
    private readonly nameOf: (id: string) => string | undefined,
  ) {}

  /** The first choice, once the runs are known. */
  begin(): void {
    const { jobs } = this.results;
    // Back from the laboratory: the choice made then is in the history entry.
    const { point } = (history.state ?? {}) as { point?: { id: string; cell: string; seed: number } };
    const first = jobs.find((job) => !job.beside) ?? jobs[0];
    if (point?.id === this.experiment.id && jobs.some((job) => keyOf(job) === point.cell))
      this.#choose(point.cell, point.seed);
    else if (first) this.#choose(keyOf(first), first.seed);
  }

  /** The chosen run. */
  get job(): Job | undefined {
    return this.results.jobs.find((job) => job.seed === this.seed && keyOf(job) === this.#cell);
  }

  /** Chooses a run; its scenario, and so its address, comes from a worker. */
  #choose(cell: string, seed: number, keeps = false): void {
    this.#cell = cell;
    const own = this.results.jobs.filter((job) => keyOf(job) === cell);
    this.seed = own.some((job) => job.seed === seed) ? seed : (own[0]?.seed ?? 1);
    this.#address = "";
    if (keeps) history.replaceState({ ...history.state, point: { id: this.experiment.id, cell, seed: this.seed } }, "");
    this.changed();
    const job = this.job;
    void this.results.scenario(job).then((text) => {
      if (!text || !job || this.job !== job) return;
      const view = this.experiment.view.split(",");
      const scenario: Scenario = JSON.parse(text);
      if (typeof scenario.title === "string") scenario.title = runTitle(scenario.title);
      this.#address = `index.html#${writeAddress({ scenario, view, t: job.moment_s, autoplay: false })}`;
      this.changed();
    });
  }

  template(): TemplateResult {
    const { jobs } = this.results;
    const sweepName = (sweep: string): string => (sweep === this.experiment.id ? "" : (this.nameOf(sweep) ?? ""));
    const words = { judged: translate("figures.lab.judged"), beside: translate("figures.beside") };
    const groups = groupsOf(jobs, sweepName, words);
    const several = groups.length > 1 || (groups[0]?.points.length ?? 0) > 1;
    const seeds = jobs.filter((job) => keyOf(job) === this.#cell).map((job) => job.seed);
    const chosen = (event: Event): string => (event.target as HTMLSelectElement).value;
    const cells = (): TemplateResult => html`<label>${translate("figures.lab.cell")}
      <select class="cell" @change=${(event: Event) => this.#choose(chosen(event), this.seed, true)}>
        ${groups.map(
          ({ label, points }) =>
            html`<optgroup label=${label}>${points.map(
              ({ key, text }) => html`<option value=${key} ?selected=${key === this.#cell}>${text}</option>`,
            )}</optgroup>`,
        )}
      </select></label>`;
    return html`<p>${translate("figures.lab.what")}</p>
      <div class="lab-choice">
        ${several ? cells() : nothing}
        <label>${translate("figures.lab.seed")}
          <select class="seed" @change=${(event: Event) => this.#choose(this.#cell, Number(chosen(event)), true)}>
            ${seeds.map((seed) => html`<option value=${seed} ?selected=${seed === this.seed}>${seed}</option>`)}
          </select></label>
        <a class="button is-line to-lab" href=${this.#address || nothing} aria-disabled=${this.#address ? nothing : "true"} role=${this.#address ? nothing : "link"}>${translate("figures.lab.open")}</a>
      </div>`;
  }
}

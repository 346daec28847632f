/**
 * The bar under a figure: where its results come from, or how far a run is, and the controls to run them again. The state of a run stays
 * in view wherever the reader scrolls. Templates only. Not here: the runs (figure-results.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, plural, translate, withUnit } from "../i18n/catalogue.ts";
import type { Doing, FigureResults } from "./figure-results.ts";
import { wordFor } from "./group-words.ts";

/** Runs per configuration that may be chosen: a few, as in the paper, or this many. */
const AMOUNTS = [-1, 0, 1, 3, 10, 30, 100] as const;

const runs = (n: number): string => plural("figures.run.count", n);
const workers = (n: number): string => plural("figures.run.workers", n);

/** The bar; `isRun`: the figure is one of runs. */
export function runBar(results: FigureResults, isRun: boolean): TemplateResult {
  const { stored } = results;
  const words = stored
    ? stored.runs === 0
      ? translate("figures.stored.none", { version: stored.version })
      : plural("figures.stored", stored.runs, { version: stored.version })
    : results.missing;
  if (!isRun) return html`<p class="origin">${words}</p>`;
  const { doing } = results;
  const isLive = doing.state !== "stored";
  return html`<div class=${isLive ? "run-state is-live" : "run-state"}>${"cancel" in doing ? progress(doing) : origin(results, words)}</div>
    <div class="run">${choice(results)}</div>`;
}

/** Outcome of the last run. */
function outcome(doing: Doing, stored: string): string {
  switch (doing.state) {
    case "stored":
      return stored;
    case "done": {
      const time = withUnit(doing.seconds, "s", 1, 1);
      return translate("figures.run.done", { runs: runs(doing.runs), time, workers: workers(doing.workers) });
    }
    case "cancelled":
      return translate("figures.run.cancelled", { done: num(doing.done), runs: num(doing.runs) });
    case "failed":
      return translate("figures.run.failed", { message: doing.message });
    default:
      return "";
  }
}

/** Where the results come from. */
function origin(results: FigureResults, words: string): TemplateResult {
  const { doing, stored } = results;
  return html`<p class="origin" role="status">${outcome(doing, words)}
      ${doing.state !== "stored" && stored ? html`<button type="button" class="textual" @click=${() => results.toStored()}>${translate("figures.run.stored")}</button>` : nothing}</p>`;
}

/** Choice of runs; it stays in its place while something runs. */
function choice(results: FigureResults): TemplateResult {
  const { doing, count, busy } = results;
  const amount = (n: number): string =>
    wordFor(results.paper, `figures.run.amount.${n < 0 ? "quick" : n === 0 ? "full" : "of"}`, { n: num(n) });
  const onAmount = (event: Event): void => results.chooseRepetitions(Number((event.target as HTMLSelectElement).value));
  const onBeside = (event: Event): void => results.chooseBeside((event.target as HTMLInputElement).checked);
  return html`<label>${translate("figures.run.amount")}
        <select class="amount" ?disabled=${busy} @change=${onAmount}>${AMOUNTS.map((n) => html`<option value=${n} ?selected=${n === results.repetitions}>${amount(n)}</option>`)}</select>
      </label>
      ${
        results.hasBeside
          ? html`<label class="check"><input type="checkbox" ?disabled=${busy} .checked=${results.withBeside} @change=${onBeside} />${translate("figures.run.beside")}</label>`
          : nothing
      }
      <span class="count">${count === undefined ? "" : runs(count)}</span>
      <button type="button" class="button is-line start" ?disabled=${busy} @click=${() => void results.run()}>${translate(doing.state === "stored" ? "figures.run" : "figures.run.again")}</button>`;
}

/** How far a run is. */
function progress({ progress, cancel }: Extract<Doing, { cancel: AbortController }>): TemplateResult {
  const left = (s: number | null): string =>
    s === null
      ? translate("figures.run.left.unknown")
      : translate("figures.run.left", {
          time: s < 90 ? withUnit(Math.ceil(s), "s") : translate("figures.minutes", { n: num(Math.ceil(s / 60)) }),
        });
  const words = progress
    ? translate("figures.run.progress", {
        done: num(progress.done),
        runs: num(progress.runs),
        workers: workers(progress.workers),
        left: left(progress.left_s),
      })
    : translate("figures.run.waits");
  return html`<div class="progress"><progress max="1" .value=${progress?.share ?? 0} aria-label=${translate("figures.run.share")}></progress>
      <span>${words}</span></div>
    <button type="button" class="button is-line cancel" @click=${() => cancel.abort()}>${translate("figures.run.cancel")}</button>`;
}

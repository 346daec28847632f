/**
 * The bar over a figure: where its results come from, and the controls to run them again, or how far they are. Templates only. Not
 * here: the runs (figure-results.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { counted, num, say, withUnit } from "../i18n/catalogue.ts";
import type { Doing, FigureResults } from "./figure-results.ts";

/** Runs per configuration that may be chosen: a few, as in the paper, or this many. */
const AMOUNTS = [-1, 0, 1, 3, 10, 30, 100] as const;

const runs = (n: number): string => counted("figures.run.count", n);
const workers = (n: number): string => counted("figures.run.workers", n);

/** The bar; `isRun`: the figure is one of runs. */
export function runBar(results: FigureResults, isRun: boolean): TemplateResult {
  const { stored } = results;
  const words = stored
    ? stored.runs === 0
      ? say("figures.stored.none", { version: stored.version })
      : counted("figures.stored", stored.runs, { version: stored.version })
    : results.missing;
  if (!isRun) return html`<p class="origin">${words}</p>`;
  const { doing } = results;
  return html`<div class="run">${"cancel" in doing ? progress(doing) : start(results, words)}</div>`;
}

/** What came of the last run. */
function outcome(doing: Doing, stored: string): string {
  switch (doing.state) {
    case "stored":
      return stored;
    case "done": {
      const time = withUnit(doing.seconds, "s", 1, 1);
      return say("figures.run.done", { runs: runs(doing.runs), time, workers: workers(doing.workers) });
    }
    case "cancelled":
      return say("figures.run.cancelled", { done: num(doing.done), runs: num(doing.runs) });
    case "failed":
      return say("figures.run.failed", { message: doing.message });
    default:
      return "";
  }
}

function start(results: FigureResults, words: string): TemplateResult {
  const { doing, count } = results;
  const amount = (n: number): string =>
    say(`figures.run.amount.${n < 0 ? "quick" : n === 0 ? "full" : "of"}`, { n: num(n) });
  const onAmount = (event: Event): void => results.chooseRepetitions(Number((event.target as HTMLSelectElement).value));
  const onBeside = (event: Event): void => results.chooseBeside((event.target as HTMLInputElement).checked);
  return html`<p class="origin" role="status">${outcome(doing, words)}
      ${doing.state !== "stored" && results.stored ? html`<button type="button" class="textual" @click=${() => results.toStored()}>${say("figures.run.stored")}</button>` : nothing}</p>
    <div class="run-choice">
      <label>${say("figures.run.amount")}
        <select class="amount" @change=${onAmount}>${AMOUNTS.map((n) => html`<option value=${n} ?selected=${n === results.repetitions}>${amount(n)}</option>`)}</select>
      </label>
      ${
        results.hasBeside
          ? html`<label class="check"><input type="checkbox" .checked=${results.withBeside} @change=${onBeside} />${say("figures.run.beside")}</label>`
          : nothing
      }
      <span class="count">${count === undefined ? "" : runs(count)}</span>
      <button type="button" class="button is-solid start" @click=${() => void results.run()}>${say(doing.state === "stored" ? "figures.run" : "figures.run.again")}</button>
    </div>`;
}

function progress({ progress, cancel }: Extract<Doing, { cancel: AbortController }>): TemplateResult {
  const left = (s: number | null): string =>
    s === null
      ? say("figures.run.left.unknown")
      : say("figures.run.left", {
          time: s < 90 ? withUnit(Math.ceil(s), "s") : say("figures.minutes", { n: num(Math.ceil(s / 60)) }),
        });
  const words = progress
    ? say("figures.run.progress", {
        done: num(progress.done),
        runs: num(progress.runs),
        workers: workers(progress.workers),
        left: left(progress.left_s),
      })
    : say("figures.run.waits");
  return html`<div class="progress"><progress max="1" .value=${progress?.share ?? 0} aria-label=${say("figures.run.share")}></progress>
      <span>${words}</span></div>
    <button type="button" class="button is-line cancel" @click=${() => cancel.abort()}>${say("figures.run.cancel")}</button>`;
}

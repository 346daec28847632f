/**
 * Parts of the page of the reader's own algorithm that only show and ask: the consent before a program from a link, which run is drawn,
 * what a program wrote. Not here: what follows from an answer (main.ts), the table (trial-table.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { choice } from "../controls/choice.ts";
import { plural, translate, withUnit } from "../i18n/catalogue.ts";
import { PATHS, pathOf } from "./sandbox/paths.ts";
import type { Candidate, LogLine, PathId } from "./sandbox/types.ts";
import { nameOf, pathName } from "./trial-table.ts";

/** Whom the reader's algorithm is drawn beside. */
export type Other = Exclude<Candidate, "own">;
const OTHERS: readonly Other[] = ["cubic", "newreno", "cdg"];

/** Asks whether a program from a link may run. */
export function consent(onAgree: () => void, onLeave: () => void): TemplateResult {
  return html`<section class="consent" role="alert"><h2>${translate("own.consent.title")}</h2>
    <p>${translate("own.consent.what")} ${translate("own.consent.can")}</p>
    <div class="acts"><button type="button" class="button is-solid" @click=${onAgree}>${translate("own.consent.run")}</button>
      <button type="button" class="button is-line" @click=${onLeave}>${translate("own.consent.leave")}</button></div></section>`;
}

/** The run that is drawn, or will be. */
export interface DrawnProps {
  path: PathId;
  beside: Other | null;
  /** There is one. */
  there: boolean;
  /** It is of a program that was changed since. */
  stale: boolean;
  onPath(path: PathId): void;
  onBeside(beside: Other | null): void;
}

export function drawn(props: DrawnProps): TemplateResult {
  const alone = pathOf(props.path).flows === "alone";
  const path = choice({
    id: "path",
    label: translate("own.drawn.path"),
    options: PATHS.map(({ id }) => ({ value: id, label: pathName(id) })),
    value: props.path,
    onChange: (value) => props.onPath(value as PathId),
  });
  const others = OTHERS.map((who) => ({ value: who, label: nameOf(who) }));
  const beside = choice({
    id: "beside",
    label: translate("own.drawn.beside"),
    options: alone
      ? [{ value: "", label: translate("own.drawn.alone") }, ...others]
      : [{ value: "", label: translate("own.drawn.fixed") }],
    value: alone ? (props.beside ?? "") : "",
    disabled: !alone,
    onChange: (value) => props.onBeside(OTHERS.find((each) => each === value) ?? null),
  });
  return html`<section id="drawn" class="drawn"><h2>${translate("own.drawn")}</h2>
    <div class="acts" ?hidden=${!props.there}>${path}${beside}</div>
    ${props.there && props.stale ? html`<p class="quiet">${translate("own.drawn.stale")}</p>` : nothing}
    <div id="charts" class="charts" ?hidden=${!props.there}></div>
    ${props.there ? nothing : html`<p class="quiet">${translate("own.drawn.before")}</p>`}</section>`;
}

/** A program's output on a path. */
export interface Log {
  lines: readonly LogLine[];
  /** Lines that were not kept. */
  more: number;
}

export function written(path: PathId, log: Log | undefined): TemplateResult {
  return html`<section class="log"><h2>${translate("own.log")}: ${pathName(path)}</h2>
    ${
      log && log.lines.length > 0
        ? html`<ol tabindex="0" aria-label=${translate("own.log")}>${log.lines.map(
            ({ at_s, text }) => html`<li><span>${withUnit(at_s, "s", 3, 3)}</span> <code>${text}</code></li>`,
          )}</ol>${log.more > 0 ? html`<p class="quiet">${plural("own.log.more", log.more)}</p>` : nothing}`
        : html`<p class="quiet">${translate("own.log.none")}</p>`
    }</section>`;
}

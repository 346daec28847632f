/**
 * The way out of a lesson: the run on show to the laboratory, further lessons, the run's digest, the model's limits. Not here:
 * the address itself (main.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { writeAddress } from "../address/link.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scenario } from "../session/scenario.ts";
import { LABORATORY } from "../ui/site.ts";
import type { Card } from "./types.ts";

export interface WayProps {
  /** The lesson; null: there are no pages of it for paper. */
  id: string | null;
  /** The run that is taken along. */
  scenario: Scenario;
  view: readonly string[];
  next: readonly Card[];
  titleOf: (card: Card) => string;
  /** Whether the run is that of the link's digest; null: no link said one. */
  same: boolean | null;
  /** First digits of the first question's run; empty until it was seen. */
  digest: string;
}

export function wayOut(props: WayProps): TemplateResult {
  const address = `${LABORATORY}#${writeAddress({ scenario: props.scenario, view: [...props.view] })}`;
  const { same } = props;
  return html`<section id="part-way" class="part is-way"><h2 tabindex="-1">${translate("lesson.way.title")}</h2>
    <ul class="ways">
      <li><a href=${address}>${translate("lesson.way.laboratory")}</a></li>
      ${props.next.map((card) => html`<li><a href=${`#lesson=${card.id}`}>${translate("lesson.way.next", { title: props.titleOf(card) })}</a> <small>${translate("lesson.minutes", { n: num(card.minutes) })}</small></li>`)}
      ${props.id === null ? nothing : html`<li><a href=${`#lesson=${props.id}&page=sheet`}>${translate("lesson.way.sheet")}</a>, <a href=${`#lesson=${props.id}&page=teacher`}>${translate("lesson.way.teacher")}</a></li>`}
      <li><a href="#">${translate("lesson.all")}</a></li>
    </ul>
    ${props.digest === "" ? nothing : html`<p>${translate("lesson.way.digest")} <b class="digest">${props.digest}</b></p>`}
    ${same === null ? nothing : html`<p>${translate(`lesson.way.${same ? "same" : "other"}`)}</p>`}
    <p class="quiet">${translate("lesson.way.model")}</p></section>`;
}

/**
 * The words of a dot in the wall of claims: what the paper claims, what is expected of the value, what was measured. Fetched when a dot is
 * first pointed at. Not here: where they appear (wall-note.ts), the words of a tolerance (claims.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import type { DotClaim, Experiment } from "../ensemble/types.ts";
import { translate, unbroken } from "../i18n/catalogue.ts";
import { bandText, valueText } from "./claims.ts";
import { label } from "./labels.ts";

/** A claim with what was measured of it: of several values the one furthest from its band. */
export function noteOf(experiment: Experiment, dot: DotClaim, way: TemplateResult | typeof nothing): TemplateResult {
  const claim = experiment.claims.find(({ id }) => id === dot.id);
  const expected = claim?.expected[dot.at];
  if (!claim || !expected) return html`${way}`;
  const value = valueText({ ...expected, value: dot.value, holds: true });
  const of = expected.of === "" ? nothing : html`<div class="wall-of">${label(expected.of)}</div>`;
  return html`<p>${unbroken(claim.text)}</p>${of}
    <dl><div><dt>${translate("figures.claims.expected")}</dt><dd>${bandText(expected)}</dd></div>
      <div><dt>${translate("figures.claims.here")}</dt><dd><b>${value}</b></dd></div></dl>${way}`;
}

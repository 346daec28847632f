/**
 * Claims on the page: text, tolerance, measured values, verdict, and the explanation of a claim that is not reproduced, the settings it depends on. Not here:
 * the verdict itself (the experiments' crate).
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Account, Claim, Expected, Experiment, KnifeEdges, Measured, Verdict } from "../ensemble/types.ts";
import { translate, unbroken } from "../i18n/catalogue.ts";
import { reading } from "../plot_view/read.ts";
import { strip } from "./band.ts";
import { type State, stateOf } from "./claim-state.ts";
import { wordFor } from "./group-words.ts";
import { type EdgeWords, sentencesOf } from "./knife-edges.ts";
import { label } from "./labels.ts";
import { prose } from "./prose.ts";

/** A tolerance in words. Yes-or-no values have the band 1 to 1. */
export function bandText({ band, strict }: Expected): string {
  const [least, most] = band;
  const [a, b] = band.map((bound) => (bound === null ? "" : reading(bound, undefined, true))) as [string, string];
  const args = { least: a, most: b };
  if (least !== null && most !== null) {
    if (least === 1 && most === 1) return translate("figures.yes");
    if (least === most || a === b) return translate("figures.band.exactly", { value: a });
    return translate(strict ? "figures.band.between" : "figures.band.within", args);
  }
  if (least !== null) return translate(strict ? "figures.band.above" : "figures.band.at_least", args);
  return translate(strict ? "figures.band.below" : "figures.band.at_most", args);
}

/** A measured value in words. */
export function valueText({ value, band }: Measured): string {
  if (value === null) return translate("figures.unmeasured");
  if (band[0] === 1 && band[1] === 1)
    return value === 1 ? translate("figures.yes") : value === 0 ? translate("figures.no") : reading(value);
  return reading(value);
}

/** `judged`: all runs are there. */
export function stateFor(claim: Claim, verdict: Verdict | undefined, judged: boolean): State {
  if (!verdict || !judged) return "open";
  if (verdict.holds) return "holds";
  return claim.account === null ? "differs" : "accounted";
}

function words(state: State): string {
  return translate(`figures.verdict.${state === "accounted" ? "differs" : state}`);
}

/** Values with their tolerances: one in a line, several in a table. */
function measured(values: readonly (Expected & Partial<Measured>)[], judged: boolean): TemplateResult {
  const here = (one: Expected & Partial<Measured>): string =>
    one.value === undefined || (one.value === null && !judged) ? "–" : valueText(one as Measured);
  const off = (one: Partial<Measured>): string => (judged && one.holds === false ? "is-off" : "");
  const drawn = (one: Expected & Partial<Measured>): unknown =>
    judged && one.value !== undefined ? strip(one as Measured, one.holds === false ? "differs" : "holds") : nothing;
  const [only] = values;
  if (values.length === 1 && only && only.of === "") {
    return html`<dl class=${`claim-one ${off(only)}`}>
      <div><dt>${translate("figures.claims.expected")}</dt><dd>${bandText(only)}</dd></div>
      <div><dt>${translate("figures.claims.here")}</dt><dd>${drawn(only)}<b>${here(only)}</b></dd></div>
    </dl>`;
  }
  return html`<table>
    <thead><tr><th scope="col"><span class="unseen">${translate("figures.claims.of")}</span></th><th scope="col">${translate("figures.claims.expected")}</th><th scope="col">${translate("figures.claims.here")}</th></tr></thead>
    <tbody>${values.map(
      (one) =>
        html`<tr class=${off(one)}><th scope="row">${label(one.of)}</th><td>${bandText(one)}</td><td>${drawn(one)}<b>${here(one)}</b></td></tr>`,
    )}</tbody>
  </table>`;
}

type Name = (id: string) => string | undefined;

/** An explanation's parts under their headings, with the table of what was tried, which is named by the claim. */
function accountParts(
  claim: Claim,
  { says, measured, tried, table, explanation }: Account,
  name: Name,
  paper: string,
): TemplateResult {
  const part = (key: string, text: string, more: unknown = nothing): unknown =>
    text === "" && more === nothing
      ? nothing
      : html`<h3>${wordFor(paper, `figures.account.${key}`)}</h3>${text === "" ? nothing : html`<p>${prose(text, name)}</p>`}${more}`;
  const [heads = [], ...rows] = table;
  const [first = "", ...others] = heads;
  const attempts =
    rows.length === 0
      ? nothing
      : html`<div class="scroll" role="region" tabindex="0" aria-label=${`${translate("figures.account.tried")}: ${claim.text}`}><table>
          <thead><tr><th scope="col">${first}</th>${others.map((head) => html`<th scope="col">${unbroken(head)}</th>`)}</tr></thead>
          <tbody>${rows.map(
            ([row = "", ...cells]) =>
              html`<tr><th scope="row">${prose(row, name)}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
          )}</tbody>
        </table></div>`;
  return html`${part("says", says)}${part("measured", measured)}${part("tried", tried, attempts)}${part("explanation", explanation)}`;
}

function claimRows(
  claim: Claim,
  verdict: Verdict | undefined,
  judged: boolean,
  name: Name,
  { paper, edges }: Pick<Experiment, "paper" | "edges">,
): TemplateResult {
  const state = stateFor(claim, verdict, judged);
  const values: (Expected & Partial<Measured>)[] = verdict?.measured.length ? verdict.measured : claim.expected;
  const account = claim.account
    ? html`<details class="account" ?open=${state === "accounted"}>
        <summary>${translate(state === "holds" ? "figures.claims.account.was" : "figures.claims.account")}</summary>
        ${accountParts(claim, claim.account, name, paper)}
      </details>`
    : nothing;
  return html`<li class="claim" tabindex="-1" data-claim=${claim.id} data-state=${state}>
    <div class="claim-head"><p>${unbroken(claim.text)}</p>${stateOf(state, words(state))}</div>
    ${claim.ours ? html`<p class="claim-ours">${translate("figures.claims.ours")}</p>` : nothing}
    ${measured(values, judged)}
    ${verdict && judged ? dependsOn(verdict, edges) : nothing}
    ${account}
    <details class="source"><summary>${translate("figures.claims.from")}</summary><p>${claim.from.replace(/\.?$/, ".")}</p><p><code>${claim.id}</code></p></details>
  </li>`;
}

/** The settings that the values of a claim depend on, which the paper leaves open; empty of values that are no knife edges. */
export function edgesOf({ id, measured }: Verdict, edges: KnifeEdges | undefined): EdgeWords[] {
  if (!edges) return [];
  const own = edges.claims.filter((edge) => edge.id === id);
  return measured.flatMap((one) => {
    const edge = own.find(({ of, value }) => of === one.of && value === one.value);
    if (!edge) return [];
    const show = (value: number | null): string => valueText({ ...one, value });
    return [{ name: label(one.of), sentences: sentencesOf(edge, edges, show) }];
  });
}

function dependsOn(verdict: Verdict, edges: KnifeEdges | undefined): unknown {
  return edgesOf(verdict, edges).map(({ name, sentences }) =>
    sentences.map(
      (sentence, i) =>
        html`<p class="claim-edge">${name === "" || i > 0 ? nothing : html`<b>${name}.</b> `}${sentence}</p>`,
    ),
  );
}

/** The list of an experiment's claims; `remark` says why there is no verdict, `name` what a figure is called. */
export function claimList(
  experiment: Pick<Experiment, "claims" | "paper" | "edges">,
  verdicts: readonly Verdict[] | null,
  judged: boolean,
  remark: string,
  name: Name,
): TemplateResult {
  const { claims } = experiment;
  if (claims.length === 0) return html`<p class="quiet">${translate("figures.claims.none")}</p>`;
  const found = new Map((verdicts ?? []).map((verdict) => [verdict.id, verdict]));
  return html`${remark === "" ? nothing : html`<p class="quiet" role="status">${remark}</p>`}
    <ol class="claims">${claims.map((claim) => claimRows(claim, found.get(claim.id), judged, name, experiment))}</ol>`;
}

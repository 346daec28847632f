/**
 * The index: all families, a line for each entry, and the window of each algorithm. Not here: an entry's own page
 * (algorithm-page.ts), the drawings (window-drawing.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { grouped } from "../controls/families.ts";
import { num, translate, translateSource } from "../i18n/catalogue.ts";
import type { Entry, Scales } from "./types.ts";
import { HEIGHT, WIDTH } from "./window-size.ts";

/** The name beside it says whose it is. */
function drawing(line: string): TemplateResult {
  return html`<svg class="window" width=${WIDTH} height=${HEIGHT} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    ${svg`<path class="ground" d=${`M0 ${HEIGHT - 0.5}H${WIDTH}`} /><path d=${line} />`}</svg>`;
}

function group(name: string, members: readonly Entry[]): TemplateResult {
  return html`<section class="family"><h2>${name}</h2>
    <ul>${members.map(
      (each) =>
        html`<li class=${each.window ? "is-drawn" : nothing}><a href=${`#${each.kind}`}>${translateSource(each.title)}${
          each.window ? drawing(each.window) : nothing
        }</a><p>${translateSource(each.about)}</p></li>`,
    )}</ul></section>`;
}

/** Subject of the drawings, said once. */
function scalesInWords({ duration_s, packets, path }: Scales): string {
  return translate("algorithms.windows", {
    rate: num(path.rate_bps / 1e6),
    rtt: num(path.base_rtt_ms),
    limit: num(path.limit_packets),
    mark: num(path.mark_packets),
    seconds: num(duration_s),
    packets: num(packets),
  });
}

/** `unknown`: an address that names no entry. */
export function index(entries: readonly Entry[], scales: Scales, unknown: string | null): TemplateResult {
  const of = (family: Entry["family"]): Entry[] => entries.filter((each) => each.family === family);
  return html`<div class="lead"><h1>${translate("algorithms.title")}</h1><p>${translate("algorithms.lead")}</p>
      <p class="to-own"><a href="own.html">${translate("algorithms.own")}</a> ${translate("algorithms.own.what")}</p></div>
    ${unknown === null ? nothing : html`<p class="problem" role="alert">${translate("algorithms.none", { id: unknown.slice(0, 60) })}</p>`}
    <p class="windows">${scalesInWords(scales)}</p>
    <div class="families">
      ${grouped(of("algorithm")).map(({ name, members }) => group(name, members))}
      ${group(translate("algorithms.disciplines"), of("discipline"))}
      ${group(translate("algorithms.models"), of("model"))}
    </div>`;
}

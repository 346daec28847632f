/** The way from page to page: what exists and nothing else. Not here: what a page's own bar holds besides (laboratory/top-bar.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";

/** The pages, in order. */
const SITE = [
  ["laboratory", "index.html"],
  ["lessons", "lessons.html"],
  ["figures", "figures.html"],
  ["algorithms", "algorithms.html"],
  ["builder", "builder.html"],
] as const;

export type PageName = (typeof SITE)[number][0];

/** Those that there are: on a disk the files that lie beside each other (scripts/single-file.ts). */
const PAGES: readonly (readonly [PageName, string])[] = import.meta.env.SINGLE_FILE
  ? [
      ["laboratory", "sawtooth-laboratory.html"],
      ["lessons", "sawtooth-lessons.html"],
    ]
  : SITE;

/** Where the laboratory is, as seen from a page beside it. */
export const LABORATORY: string = PAGES[0]?.[1] ?? "";

/** A place on a page; null: the files on a disk have no such page beside them. */
function placeOn(page: PageName, place: string): string | null {
  const address = PAGES.find(([name]) => name === page)?.[1];
  return address === undefined ? null : `${address}#${place}`;
}

/** The page of an algorithm. */
export const algorithmPage = (kind: string): string | null => placeOn("algorithms", kind);

/** The page of a figure. */
export const figurePage = (id: string): string | null => placeOn("figures", id);

/** The page of a lesson. */
export function lessonPage(id: string): string {
  return `${PAGES.find(([name]) => name === "lessons")?.[1] ?? ""}#lesson=${id}`;
}

/** Address of this page without its fields, for others: from a file on a disk it is the site's, if that is known. */
export function shared(): string {
  const { SINGLE_FILE, SITE: site } = import.meta.env;
  const page = SITE.find(([, address]) => location.pathname.endsWith(`-${address}`))?.[1] ?? "";
  return SINGLE_FILE && site ? new URL(page, site).href : location.href.replace(/#.*$/, "");
}

/** Links to all pages, or to some of them; the present one is marked. */
export function site(current: PageName, className = "", some?: readonly PageName[]): TemplateResult {
  const links = PAGES.filter(([name]) => some?.includes(name) ?? true).map(
    ([name, address]) =>
      html`<a href=${address} aria-current=${name === current ? "page" : nothing}>${translate(`site.${name}`)}</a>`,
  );
  return html`<nav class=${`site ${className}`} aria-label=${translate("site.label")}>${links}</nav>`;
}

/** Brand and name, the way to the opening. `heading`: the page has no other first heading. */
export function brand(href: string, heading: boolean): TemplateResult {
  const name = translate("lab.brand");
  return html`<a class="brand" href=${href} aria-label=${translate("lab.brand.label")}>
    <svg viewBox="0 0 34 18" aria-hidden="true">
      <path class="over" d="M1 14.500 12 2v8.500L22 2v8.500L33 2" />
      <path class="under" d="M1 17l4-3v1.800l4-3v1.800l4-3v1.800l4-3v1.800l4-3v1.800l4-3v1.800l4-3v1.800l4-3" />
    </svg>
    ${heading ? html`<h1>${name}</h1>` : html`<span>${name}</span>`}
  </a>`;
}

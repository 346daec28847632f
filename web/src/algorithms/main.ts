/**
 * The algorithms' page: the index, or one entry by its kind in the address (`algorithms.html#cdg`, further fields after `&`). It
 * wires address, theme and bar with the parts. Not here: index and entry themselves (web/src/algorithms).
 */

import "../ui/uncaught-errors.ts";
import { entries, pages, scales } from "virtual:algorithms";
import { nothing, render } from "lit";
import { decoded } from "../address/fields.ts";
import { readAddress } from "../address/link.ts";
import { type ThemeChoice, watchTheme } from "../design/theme.ts";
import { addMessages, language, translate, translateSource } from "../i18n/catalogue.ts";
import words from "../i18n/en/algorithms.json" with { type: "json" };
import { beginPage, element, offerPresenting, showTheme, toContent } from "../shell/page-shell.ts";
import { shared } from "../ui/site.ts";
import { index } from "./index.ts";
import type { Page } from "./types.ts";

addMessages("en", words);

let opened = 0;
/** The index's place, to come back to. */
let scrolled = 0;
let shown: Page | null = null;
/** Draws the page anew: a frame cannot know the theme of the page around it. */
let redraw = (): void => {};
/** Watches whether the place of the live run is seen. */
let watch: IntersectionObserver | null = null;
/** Ends the care for the equations' width. */
let unfit = (): void => {};

/** Draws a page; the widget is fetched when its place is seen. */
async function show(page: Page, turn: number): Promise<void> {
  // Files that one page needs are fetched with it: the index is read without.
  const [{ sheet }, { fitEquations }, { fieldsOf }, { loadWords, tableOfKind }] = await Promise.all([
    import("./algorithm-page.ts"),
    import("./fit.ts"),
    import("./miniature.ts"),
    import("../session/setting-tables.ts"),
  ]);
  await loadWords();
  const section = tableOfKind(page.family, page.kind);
  if (turn !== opened || !section) return;
  let seen = false;
  redraw = (): void => {
    const theme = (document.documentElement.dataset.theme ?? "auto") as ThemeChoice;
    const projector = document.documentElement.dataset.profile === "projector";
    const lang = language() === "en" ? null : language();
    const frame = seen ? `embed.html#${fieldsOf(page, { theme, lang, projector })}` : null;
    render(sheet({ page, section, frame, laboratory: `index.html#${fieldsOf(page, {})}` }), element("page"));
  };
  render(nothing, element("page"));
  document.title = translate("algorithms.page", { title: translateSource(page.title) });
  shown = page;
  redraw();
  scrollTo(0, 0);
  watch = new IntersectionObserver((places) => {
    if (!places.some((each) => each.isIntersecting)) return;
    watch?.disconnect();
    seen = true;
    redraw();
  });
  const place = document.querySelector(".frame-place");
  if (place) watch.observe(place);
  unfit = fitEquations(element("page"));
}

/** Opens what the address says. */
async function open(first: boolean): Promise<void> {
  const [name = "", ...fields] = location.hash.replace(/^#/, "").split("&");
  const id = name.includes("=") ? "" : (decoded(name) ?? name);
  const address = readAddress([...(name.includes("=") ? [name] : []), ...fields].join("&"));
  if (address.theme) showTheme("algorithms", address.theme);
  const turn = ++opened;
  const from = shown !== null;
  if (!from && !first) scrolled = scrollY;
  watch?.disconnect();
  unfit();
  redraw = () => {};
  const ways = pages.get(id);
  const load = ways?.[language()] ?? ways?.en;
  const presented = load && {
    address: () => `${shared()}#${id}`,
    code: "present.code.algorithm",
    presented: () => redraw(),
  };
  offerPresenting(presented ?? null, address.projector);
  if (load) {
    const { default: page } = await load();
    if (turn === opened) await show(page, turn);
  } else {
    shown = null;
    // A template of its own begins on an empty page.
    render(nothing, element("page"));
    document.title = translate("algorithms.page", { title: translate("site.algorithms") });
    render(index(entries, scales, id === "" ? null : id), element("page"));
    if (from) scrollTo(0, scrolled);
  }
  // Keyboard and screen reader begin where the new page begins.
  if (!first) toContent();
}

void beginPage("algorithms", "algorithms.skip").then(() => {
  watchTheme(() => redraw());
  addEventListener("hashchange", () => void open(false));
  void open(true);
});

/**
 * The figures' page: gallery, or one figure by its id in the address (`figures.html#cdg_fig4`, further fields after `&`). It
 * wires address, theme and bar with the parts. Not here: gallery and figure themselves (web/src/figures).
 */

import { cards, sheets } from "virtual:figures";
import { html, nothing, render } from "lit";
import project from "../../../package.json" with { type: "json" };
import { type Theme, watchTheme } from "../design/theme.ts";
import { filtered, gallery, nameOf } from "../figures/gallery.ts";
import type { Sheet } from "../figures/sheet.ts";
import type { ThemeChoice } from "../run/document.ts";
import { readAddress } from "../run/link.ts";
import words from "../words/en/figures.json" with { type: "json" };
import { counted, learn, say } from "../words/words.ts";
import { csvOf, fileName, pngOf, save } from "./files.ts";
import { speakOwn } from "./language.ts";
import { chooseTheme, keptTheme } from "./light.ts";
import { pageBar } from "./page-bar.ts";

learn("en", words);

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

let theme: Theme | null = null;
let choice: ThemeChoice = "auto";
let filter = "";
let sheet: Sheet | null = null;
/** The gallery's place, to come back to. */
let scrolled = 0;
let opened = 0;

function setTheme(next: ThemeChoice, keeps: boolean): void {
  choice = next;
  chooseTheme(next, keeps);
  drawTop();
}

function drawTop(): void {
  const bar = pageBar("figures", choice, (next) => setTheme(next, true));
  render(bar, element("top"));
}

function showGallery(unknown: string | null): void {
  const page = element("page");
  const onFilter = (next: string): void => {
    filter = next;
    showGallery(null);
    says(counted("figures.shown", filtered(cards, filter).length));
  };
  document.title = say("figures.page", { title: say("site.figures") });
  render(gallery({ cards, filter, onFilter, unknown }), page);
}

function says(text: string): void {
  element("polite").textContent = text;
}

/** Opens what the address says. */
async function open(first: boolean): Promise<void> {
  const [name = "", ...fields] = location.hash.replace(/^#/, "").split("&");
  const id = name.includes("=") ? "" : decode(name);
  const address = readAddress([...(name.includes("=") ? [name] : []), ...fields].join("&"));
  if (address.theme) setTheme(address.theme, false);
  if (address.projector) document.documentElement.dataset.profile = "projector";
  else delete document.documentElement.dataset.profile;
  const page = element("page");
  const own = ++opened;
  if (!sheet && !first) scrolled = scrollY;
  sheet?.leave();
  const load = Object.hasOwn(sheets, id) ? sheets[id] : undefined;
  if (!load) {
    const from = sheet !== null;
    sheet = null;
    // A template of its own begins on an empty page.
    render(nothing, page);
    showGallery(id === "" ? null : id);
    if (from) scrollTo(0, scrolled);
    else if (!first) scrollTo(0, 0);
  } else {
    // What one figure needs is fetched with it: the gallery is read without.
    const [{ default: experiment }, { Sheet }] = await Promise.all([load(), import("../figures/sheet.ts")]);
    if (own !== opened) return;
    render(nothing, page);
    document.title = say("figures.page", { title: nameOf(experiment) });
    sheet = new Sheet(page, experiment, cards, {
      says,
      save: (parts, ending, content, type) => save(fileName(parts, ending), content, type),
      csvOf,
      pngOf,
      version: project.version,
    });
    sheet.draw();
    if (theme) sheet.theme(theme);
    scrollTo(0, 0);
  }
  // Keyboard and screen reader begin where the new page begins.
  if (!first) page.focus({ preventScroll: true });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

void speakOwn().then(() => {
  setTheme(keptTheme(), false);
  render(
    html`<a class="unseen skip" href="#page" @click=${(event: Event) => {
      event.preventDefault();
      element("page").focus();
    }}>${say("figures.skip")}</a>`,
    element("skips"),
  );
  watchTheme((next) => {
    theme = next;
    sheet?.theme(next);
  });
  addEventListener("hashchange", () => void open(false));
  void open(true);
});

/**
 * The figures' page: gallery, or one figure by its id in the address (`figures.html#cdg_fig4`, further fields after `&`). It
 * wires address, theme and bar with the parts. Not here: gallery and figure themselves (web/src/figures).
 */

import "../ui/uncaught-errors.ts";
import { cards as english, sheets, told } from "virtual:figures";
import { nothing, render } from "lit";
import { version } from "../../../package.json";
import { decoded } from "../address/fields.ts";
import { readAddress } from "../address/link.ts";
import { type Theme, watchTheme } from "../design/theme.ts";
import type { Card } from "../ensemble/types.ts";
import { addMessages, language, plural, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { beginPage, element, offerPresenting, says, showTheme, toContent } from "../shell/page-shell.ts";
import { csvOf, fileName, pngOf, save } from "../ui/save-file.ts";
import { shared } from "../ui/site.ts";
import type { FigurePage } from "./figure-page.ts";
import { filtered, gallery, nameOf } from "./gallery.ts";
import { WallNote } from "./wall-note.ts";

addMessages("en", words);

/** Cards in the reader's language. */
let cards = english;
/** Thumbnails that are fetched after the first view. */
let further: Readonly<Record<string, Card["thumbnail"]>> = {};
let theme: Theme | null = null;
let filter = "";
let figurePage: FigurePage | null = null;
/** The gallery's place, to come back to. */
let scrolled = 0;
let opened = 0;

const note = new WallNote(
  async (id) => {
    const ways = sheets.get(id);
    const load = ways?.[language()] ?? ways?.en;
    if (!load) throw new Error(`no figure ${id}`);
    return (await load()).default;
  },
  () => cards,
  nameOf,
);

function showGallery(unknown: string | null): void {
  const page = element("page");
  const onFilter = (next: string): void => {
    filter = next;
    showGallery(null);
    says(plural("figures.shown", filtered(cards, filter).length));
  };
  document.title = translate("figures.page", { title: translate("site.figures") });
  const shown = cards.map((card) => ({ ...card, thumbnail: further[card.id] ?? card.thumbnail }));
  render(gallery({ cards: shown, filter, onFilter, unknown, note }), page);
}

/** Words of cards and drawings in the page's language; words that do not arrive leave English. */
async function learnTold(): Promise<void> {
  try {
    const found = (await told[language()]?.())?.default;
    if (!found) return;
    addMessages(language(), found.labels);
    cards = english.map((card) => ({ ...card, ...found.cards[card.id] }));
  } catch {
    // Said in English.
  }
}

/** Fetches the thumbnails that the first view does not need; cards whose thumbnails do not arrive keep an empty one. */
async function addThumbnails(asOpened: number, unknown: string | null): Promise<void> {
  if (Object.keys(further).length > 0) return;
  try {
    further = (await import("virtual:figures-further")).default;
  } catch {
    return;
  }
  if (asOpened === opened && figurePage === null) showGallery(unknown);
}

/** Opens what the address says. */
async function open(first: boolean): Promise<void> {
  const [name = "", ...fields] = location.hash.replace(/^#/, "").split("&");
  const id = name.includes("=") ? "" : (decoded(name) ?? name);
  const address = readAddress([...(name.includes("=") ? [name] : []), ...fields].join("&"));
  if (address.theme) showTheme("figures", address.theme);
  const page = element("page");
  const own = ++opened;
  if (!figurePage && !first) scrolled = scrollY;
  figurePage?.leave();
  note.hide();
  const ways = sheets.get(id);
  const load = ways?.[language()] ?? ways?.en;
  const shown = load && { address: () => `${shared()}#${id}`, code: "present.code.figure" };
  offerPresenting(shown ?? null, address.projector);
  if (!load) {
    const from = figurePage !== null;
    figurePage = null;
    // A template of its own begins on an empty page.
    render(nothing, page);
    showGallery(id === "" ? null : id);
    if (from) scrollTo(0, scrolled);
    else if (!first) scrollTo(0, 0);
    void addThumbnails(own, id === "" ? null : id);
  } else {
    // Files that one figure needs are fetched with it: the gallery is read without.
    const [{ default: experiment }, { FigurePage }] = await Promise.all([load(), import("./figure-page.ts")]);
    if (own !== opened) return;
    render(nothing, page);
    document.title = translate("figures.page", { title: nameOf(experiment) });
    figurePage = new FigurePage(page, experiment, cards, {
      says,
      save: (parts, ending, content, type) => save(fileName(parts, ending), content, type),
      csvOf,
      pngOf,
      version,
    });
    figurePage.draw();
    if (theme) figurePage.theme(theme);
    scrollTo(0, 0);
  }
  // Keyboard and screen reader begin where the new page begins.
  if (!first) toContent();
}

void beginPage("figures", "figures.skip").then(async () => {
  await learnTold();
  watchTheme((next) => {
    theme = next;
    figurePage?.theme(next);
  });
  addEventListener("hashchange", () => void open(false));
  void open(true);
});

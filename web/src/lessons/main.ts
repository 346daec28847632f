/**
 * The lessons' page: the gallery, or one lesson by the address (`lessons.html#lesson=window`). It wires address, theme, bar and
 * glossary with them. Not here: the gallery (gallery.ts), a lesson's own page (lesson-page.ts), what a lesson is (types.ts).
 */

import { cards, lessons } from "virtual:lessons";
import { render } from "lit";
import { decoded } from "../address/fields.ts";
import { readAddress } from "../address/link.ts";
import { createEngine } from "../engine/client.ts";
import { addMessages, language, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/lessons.json" with { type: "json" };
import {
  beginPage,
  element,
  offerPresenting,
  offerSkip,
  presentedMoved,
  says,
  showTheme,
  toContent,
} from "../shell/page-shell.ts";
import { shared } from "../ui/site.ts";
import { keep as keepOn, recall } from "../ui/storage.ts";
import { showCrash } from "../ui/uncaught-errors.ts";
import { gallery, isTrack } from "./gallery.ts";
import { GLOSSARY } from "./glossary.ts";
import type { Handed } from "./handed.ts";
import { LessonPage } from "./lesson-page.ts";
import { TRACKS } from "./registry.ts";
import type { Card, Lesson } from "./types.ts";

addMessages("en", words);

let lesson: LessonPage | null = null;
let opened = 0;
/** The address whose page is shown, as it was opened or as the page itself wrote it: no reason to open it anew. */
let written: string | null = null;

/** Fields of the address that are the lessons' own. */
const OWN = ["lesson", "page", "path", "a", "d", "g", "h"] as const;

/** Lessons that were finished on this device, by id. */
const DONE = "lessons.done";
const finished = (): string[] => (recall(DONE) ?? "").split(",");

const cardOf = (id: string): Card | undefined => cards.find((card) => card.id === id);
const titleOf = (card: Card): string => wordOf(card.title);
const wordOf = (words: Record<string, string>): string => words[language()] ?? words.en ?? "";

/** A lesson was finished: this device ticks it in the list. */
function keepDone(id: string): boolean {
  const all = new Set([...finished(), id]);
  return keepOn(DONE, [...all].filter((one) => cardOf(one)).join(","));
}

/** The lessons that follow a lesson on the tracks that it is on. */
function nextOf(id: string): string[] {
  const next = Object.values(TRACKS).flatMap((track: readonly string[]) => {
    const rest = track.slice(track.indexOf(id) + 1);
    return track.includes(id) ? rest.filter((each) => cardOf(each)).slice(0, 1) : [];
  });
  return [...new Set(next)];
}

/** Shows the gallery; `path` in the address names the track whose lessons it lists. */
function showGallery(track: string, unknown: string | null, rest: string): void {
  const props = {
    ...{ cards, titleOf, track, unknown, finished: finished() },
    ableOf: (card: Card) => wordOf(card.able),
    keeps: (name: string) => recall(name) !== null,
    onTrack: (name: string) => {
      write([name && `path=${name}`, rest]);
      showGallery(name, null, rest);
    },
  };
  render(gallery(props), element("gallery"));
}

/** Splits the lessons' own fields from those of every page. */
function fieldsOf(hash: string): { own: Record<string, string>; rest: string } {
  const own: Record<string, string> = {};
  const rest = hash
    .replace(/^#/, "")
    .split("&")
    .filter((part) => {
      const [name = "", value = ""] = part.split("=");
      if (!(OWN as readonly string[]).includes(name)) return part !== "";
      own[name] ??= decoded(value) ?? value;
      return false;
    });
  return { own, rest: rest.join("&") };
}

/** A lesson's file in the reader's language. */
function loaderOf(id: string): (() => Promise<{ default: Lesson }>) | undefined {
  const files = lessons.get(id);
  return files?.[language()] ?? files?.en;
}

/** Shows a page for paper, or the test; false if the address names none. */
async function sheet(
  page: string,
  load: (() => Promise<{ default: Lesson }>) | undefined,
  own: Record<string, string>,
  rest: string,
  handed: Handed | null,
): Promise<boolean> {
  const [{ showSheet }, found] = await Promise.all([import("./paper/pages.ts"), load?.()]);
  const host = element("sheet");
  const id = found?.default.id ?? "";
  const keep = (answers: string): void =>
    write([
      `page=${page}`,
      id && `lesson=${id}`,
      own.path === undefined ? "" : `path=${own.path}`,
      answers && `a=${answers}`,
      rest,
    ]);
  const { a = "", path = "" } = own;
  const lessonOf = (id: string): Promise<{ default: Lesson }> | undefined => loaderOf(id)?.();
  const props = { lesson: found?.default ?? null, cards, titleOf, lessonOf, answers: a, path, keep, handed };
  if (!(await showSheet(host, page, props))) return false;
  host.hidden = false;
  element("lesson").hidden = true;
  element("gallery").hidden = true;
  document.title = translate("lesson.page", {
    title: found?.default.title ?? host.querySelector("h1")?.textContent ?? translate("test.title"),
  });
  scrollTo(0, 0);
  return true;
}

/** What the page itself says in the address: no reason to open it anew. */
function write(fields: readonly string[]): void {
  written = `#${fields.filter((field) => field !== "").join("&")}`;
  history.replaceState(null, "", written);
}

/** Opens what the address says. */
async function open(first: boolean): Promise<void> {
  if (location.hash === written) return;
  // The step back from here leads to what was written before.
  written = location.hash;
  const { own: fields, rest } = fieldsOf(location.hash);
  const address = readAddress(rest);
  if (address.theme) showTheme("lessons", address.theme);
  const turn = ++opened;
  lesson?.leave();
  lesson = null;
  const handed = fields.h === undefined ? null : (await import("./handed.ts")).handedBy(fields.h);
  if (turn !== opened) return;
  const own = handed?.fields ?? fields;
  const id = own.lesson ?? "";
  const load = loaderOf(id);
  const page = own.page ?? "";
  element("sheet").hidden = true;
  offerPresenting(null, load !== undefined && address.projector);
  offerSkip(null);
  if (page !== "" && (await sheet(page, load, own, rest, handed))) {
    if (!first) toContent();
    return;
  }
  element("lesson").hidden = !load;
  element("gallery").hidden = load !== undefined;
  if (!load) {
    document.title = translate("lesson.page", { title: translate("lesson.gallery.title") });
    showGallery(isTrack(own.path ?? "") ? (own.path ?? "") : "", id === "" ? null : id, rest);
    if (!first) toContent();
    return;
  }
  const [{ default: found }, { pictureOf }] = await Promise.all([load(), import("./pictures.ts")]);
  if (turn !== opened) return;
  document.title = translate("lesson.page", { title: found.title });
  const keep = (answers: string, digest: string, goals: string): void => {
    // A hand-in stays as it came until somebody answers more.
    if (handed?.handIn.answers === answers) return;
    // The address also says that the lesson is presented.
    const { rest } = fieldsOf(location.hash);
    const own = [answers && `a=${answers}`, answers && digest && `d=${digest}`, answers && goals && `g=${goals}`];
    write([`lesson=${id}`, ...own, rest]);
  };
  const again = (): void => {
    history.replaceState(null, "", `#${[`lesson=${id}`, fieldsOf(location.hash).rest].filter(Boolean).join("&")}`);
    written = null;
    void open(false);
  };
  const engine = createEngine();
  engine.onError((crash) => showCrash(crash, true));
  lesson = new LessonPage(
    element("text"),
    element("run-side"),
    element("parts"),
    found,
    {
      engine,
      card: cardOf,
      next: nextOf(id),
      titleOf,
      meaning: (term) => GLOSSARY[language()]?.[term] ?? GLOSSARY.en?.[term] ?? null,
      picture: pictureOf,
      keep,
      again,
      finished: () => void keepDone(id),
      says,
      moved: presentedMoved,
    },
    {
      ...{ answers: own.a ?? "", digest: own.d ?? "", goals: own.g ?? "", resumes: !address.projector },
      ...{ name: handed?.handIn.name ?? "", notes: handed?.handIn.sentences ?? new Map() },
      reached: handed?.handIn.goals ?? [],
    },
  );
  offerSkip({ label: translate("lesson.skip.question"), go: () => lesson?.toQuestion() });
  scrollTo(0, 0);
  if (!first) toContent();
  // Phones begin where the audience began, before the first answer.
  const begins = (): string => `${shared()}#lesson=${id}`;
  offerPresenting({ address: begins, code: "present.code.lesson", walk: lesson.walk }, address.projector);
  // A lesson that was left has given its run up.
  await lesson.start().catch((error: unknown) => {
    if (turn === opened) throw error;
  });
}

void beginPage("lessons", "lesson.skip").then(() => {
  element("run-side").setAttribute("aria-label", translate("lesson.run.label"));
  element("parts").setAttribute("aria-label", translate("lesson.parts"));
  addEventListener("hashchange", () => void open(false));
  void open(true);
});

/**
 * The lessons' page: the gallery, or one lesson by the address (`lessons.html#lesson=window`), or one from outside. It wires address, theme,
 * bar and glossary with them. Not here: the gallery (gallery.ts), a lesson's own page (lesson-page.ts), what a lesson is (types.ts), how
 * one from outside is read (own).
 */

import { cards, lessons } from "virtual:lessons";
import { render } from "lit";
import { decoded } from "../address/fields.ts";
import { readAddress } from "../address/link.ts";
import { createEngine, type EngineClient } from "../engine/client.ts";
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
import { keptTheme } from "../ui/theme-toggle.ts";
import { showCrash } from "../ui/uncaught-errors.ts";
import { gallery, isTrack } from "./gallery.ts";
import { GLOSSARY } from "./glossary.ts";
import type { Handed } from "./handed.ts";
import { LessonPage, type LessonProps } from "./lesson-page.ts";
import type { LessonAddress } from "./questions.ts";
import { TRACKS } from "./registry.ts";
import type { Card, Lesson } from "./types.ts";

addMessages("en", words);

let lesson: LessonPage | null = null;
let opened = 0;
/** The address whose page is shown, as it was opened or as the page itself wrote it: no reason to open it anew. */
let written: string | null = null;

/** Fields of the address that are the lessons' own. */
const OWN = ["lesson", "source", "page", "path", "a", "d", "g", "h"] as const;

/** Begins the id of every lesson from outside (own/opened.ts). */
const OUTSIDE = "own.";

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
function showGallery(track: string, unknown: string | null, rest: string, problem = ""): void {
  const props = {
    ...{ cards, titleOf, track, unknown, finished: finished(), problem },
    onFile: (file: File) => void openFile(file),
    ableOf: (card: Card) => wordOf(card.able),
    keeps: (name: string) => recall(name) !== null,
    onTrack: (name: string) => {
      write([name && `path=${name}`, rest]);
      showGallery(name, null, rest);
    },
  };
  render(gallery(props), element("gallery"));
}

/** Opens a lesson's file: by its link where one can carry it, else for this tab. */
async function openFile(file: File): Promise<void> {
  const { fieldsOfFile } = await import("./own/page.ts");
  const { fields, problem } = await fieldsOfFile(file);
  const { own, rest } = fieldsOf(location.hash);
  if (fields === null) return showGallery(own.path ?? "", null, rest, problem);
  // A hand-in that waits for its lesson.
  const next = `#${[fields, own.h && `h=${own.h}`, rest].filter(Boolean).join("&")}`;
  if (location.hash === next) void reopen();
  else location.hash = next;
}

/** Opens the address once more. */
async function reopen(): Promise<void> {
  written = null;
  await open(false);
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
  const props = {
    lesson: found?.default ?? null,
    cards,
    titleOf,
    lessonOf,
    answers: a,
    path,
    keep,
    handed,
    finished: finished(),
  };
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

/** Address that the page itself wrote: no reason to open it anew. */
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
  // A hand-in of a lesson from outside says which one it is of, and the link brings the lesson, or this tab has it.
  const { source } = fields;
  const brought = { ...(source !== undefined && { source }), ...(fields.page === "own" && { page: "own" }) };
  const own = handed ? { ...handed.fields, ...brought } : fields;
  const id = own.lesson ?? "";
  const load = loaderOf(id);
  const page = own.page ?? "";
  element("sheet").hidden = true;
  element("own").hidden = true;
  const isOwn = page === "own" || (page === "" && own.source !== undefined);
  if (page === "preview" && !import.meta.env.SINGLE_FILE) return showPreview();
  offerPresenting(null, (load !== undefined || isOwn) && address.projector);
  offerSkip(null);
  if (isOwn) return showOwn(turn, first, own, { handed, projector: address.projector, rest });
  if (page !== "" && (await sheet(page, load, own, rest, handed))) {
    if (!first) toContent();
    return;
  }
  if (!load) {
    const isOutside = id.startsWith(OUTSIDE);
    const problem = isOutside ? translate("lesson.own.handed") : "";
    return showAll(
      first,
      isTrack(own.path ?? "") ? (own.path ?? "") : "",
      id === "" || isOutside ? null : id,
      rest,
      problem,
    );
  }
  const { default: found } = await load();
  if (turn !== opened) return;
  await showLesson(turn, first, found, newEngine(), {
    fields: `lesson=${id}`,
    own,
    handed,
    projector: address.projector,
  });
}

/** Shows the gallery in the place of a lesson. */
function showAll(first: boolean, track: string, unknown: string | null, rest: string, problem = ""): void {
  element("lesson").hidden = true;
  element("gallery").hidden = false;
  document.title = translate("lesson.page", { title: translate("lesson.gallery.title") });
  showGallery(track, unknown, rest, problem);
  if (!first) toContent();
}

/** Parts with which a lesson's page begins, besides the lesson. */
interface Beginning {
  /** The field that names the lesson. */
  fields: string;
  own: Record<string, string>;
  handed: Handed | null;
  projector: boolean;
}

/** An engine whose crashes are shown. */
function newEngine(): EngineClient {
  const engine = createEngine();
  engine.onError((crash) => showCrash(crash, true));
  return engine;
}

/** Shows a lesson from a link or a file. */
async function showOwn(
  turn: number,
  first: boolean,
  own: Record<string, string>,
  { rest, ...address }: Omit<Beginning, "own" | "fields"> & { rest: string },
): Promise<void> {
  const { openOwn } = await import("./own/page.ts");
  const engine = newEngine();
  const found = await openOwn(element("own"), own.source ?? null, engine);
  const isOther = address.handed !== null && own.lesson !== undefined && own.lesson !== ("id" in found ? found.id : "");
  const problem = "problem" in found ? found.problem : isOther ? translate("lesson.own.handed.other") : "";
  if (turn !== opened || "problem" in found || isOther || found.lesson === null) engine.close();
  if (turn !== opened) return;
  if ("problem" in found || isOther) return showAll(first, "", null, rest, problem);
  element("own").hidden = false;
  if (found.lesson) return showLesson(turn, first, found.lesson, engine, { ...address, fields: found.fields, own });
  element("lesson").hidden = true;
  element("gallery").hidden = true;
  document.title = translate("lesson.page", { title: found.title });
  if (!first) toContent();
}

/** A lesson's page in its place. */
function lessonPage(
  found: Lesson,
  fields: string,
  engine: EngineClient,
  does: Pick<LessonProps, "picture" | "keep" | "again" | "finished">,
  address: LessonAddress,
): LessonPage {
  element("lesson").hidden = false;
  element("gallery").hidden = true;
  return new LessonPage(
    element("text"),
    element("run-side"),
    element("parts"),
    found,
    {
      ...{ engine, fields, card: cardOf, next: nextOf(found.id), sheets: cardOf(found.id) !== undefined },
      titleOf,
      meaning: (term) => GLOSSARY[language()]?.[term] ?? GLOSSARY.en?.[term] ?? null,
      says,
      moved: presentedMoved,
      ...does,
    },
    address,
  );
}

/** Shows a lesson. */
async function showLesson(
  turn: number,
  first: boolean,
  found: Lesson,
  engine: EngineClient,
  { fields, own, handed, projector }: Beginning,
): Promise<void> {
  const { pictureOf: picture } = await import("./pictures.ts");
  if (turn !== opened) return engine.close();
  document.title = translate("lesson.page", { title: found.title });
  const keep = (answers: string, digest: string, goals: string): void => {
    // A hand-in stays as it came until somebody answers more.
    if (handed?.handIn.answers === answers) return;
    // The address also says that the lesson is presented.
    const { rest } = fieldsOf(location.hash);
    const own = [answers && `a=${answers}`, answers && digest && `d=${digest}`, answers && goals && `g=${goals}`];
    write([fields, ...own, rest]);
  };
  const again = (): void => {
    history.replaceState(null, "", `#${[fields, fieldsOf(location.hash).rest].filter(Boolean).join("&")}`);
    void reopen();
  };
  const does = { picture, keep, again, finished: () => void keepDone(found.id) };
  lesson = lessonPage(found, fields, engine, does, {
    ...{ answers: own.a ?? "", digest: own.d ?? "", goals: own.g ?? "", resumes: !projector, keeps: true },
    ...{ name: handed?.handIn.name ?? "", notes: handed?.handIn.sentences ?? new Map() },
    reached: handed?.handIn.goals ?? [],
  });
  offerSkip({ label: translate("lesson.skip.question"), go: () => lesson?.toQuestion() });
  scrollTo(0, 0);
  if (!first) toContent();
  // Phones begin where the audience began, before the first answer.
  const begins = (): string => `${shared()}#${fields}`;
  offerPresenting({ address: begins, code: "present.code.lesson", walk: lesson.walk }, projector);
  // A lesson that was left has given its run up.
  await lesson.start().catch((error: unknown) => {
    if (turn === opened) throw error;
  });
}

/** The frame of the page on which a lesson is written: the lesson alone, as that page sends it. */
async function showPreview(): Promise<void> {
  document.body.classList.add("is-preview");
  // The page around it has the button.
  addEventListener("storage", ({ key }) => {
    if (key?.endsWith(".theme")) showTheme("lessons", keptTheme());
  });
  element("gallery").hidden = true;
  const [{ beginPreview }, { pictureOf: picture }] = await Promise.all([
    import("./own/preview.ts"),
    import("./pictures.ts"),
  ]);
  await beginPreview(element("own"), (found, answers, onAnswers) => {
    const does = { picture, keep: onAnswers, again: () => undefined, finished: () => undefined };
    const none = { digest: "", goals: "", resumes: false, keeps: false, name: "", notes: new Map(), reached: [] };
    const page = lessonPage(found, "", newEngine(), does, { ...none, answers });
    lesson = page;
    page.start().catch((error: unknown) => {
      if (lesson === page) throw error;
    });
    return page;
  });
}

void beginPage("lessons", "lesson.skip").then(() => {
  element("run-side").setAttribute("aria-label", translate("lesson.run.label"));
  element("parts").setAttribute("aria-label", translate("lesson.parts"));
  addEventListener("hashchange", () => void open(false));
  void open(true);
});

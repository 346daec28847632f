/**
 * The sheet by which something is handed in: a name if the student wishes, what it proves and what not, its link and its file.
 * Not here: what is handed in (document.ts and those who fill it).
 */
import "../design/hand-in.css";
import { html, nothing, type TemplateResult } from "lit";
import { LIMIT_BYTES } from "../address/link.ts";
import { addMessages, plural, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/hand-in.json" with { type: "json" };
import { copy, showSheet } from "../ui/dialog.ts";
import { fileName, save } from "../ui/save-file.ts";
import { shared } from "../ui/site.ts";
import { keep, recall } from "../ui/storage.ts";
import { documentOf, type HandIn, packHandIn } from "./document.ts";
import { MOST } from "./limits.ts";

addMessages("en", words);

/** The name that was given last stays on this device. */
const NAME = "hand_in.name";
/** A longer link is cut by some mail programs and forms, characters. */
const LONG = 8000;

/** The page of lessons, for others: it opens every hand-in. Null: this one is larger than what a link may unpack to. */
function linkOf(handIn: HandIn): string | null {
  const { SINGLE_FILE, SITE } = import.meta.env;
  if (JSON.stringify(documentOf(handIn)).length > LIMIT_BYTES) return null;
  const page = SINGLE_FILE && !SITE ? "sawtooth-lessons.html" : "lessons.html";
  return `${new URL(page, shared())}#h=${packHandIn(handIn)}`;
}

/** The parts of a hand-in, in words. */
function partsOf({ of, answers, sentences, goals, run }: HandIn): string[] {
  const written = [...sentences.values()].filter((text) => text.trim() !== "").length;
  return [
    ...(answers === "" ? [] : [translate("hand.part.answers")]),
    ...(written > 0 && of !== "run" ? [plural("hand.part.sentences", written)] : []),
    ...(goals.length > 0 ? [plural("hand.part.goals", goals.length)] : []),
    ...(run ? [translate("hand.part.run", { digest: run.digest.slice(0, 8) })] : []),
  ];
}

const linkField = (
  link: string,
): TemplateResult => html`<label class="hand-field"><span>${translate("hand.link")}</span>
  <textarea readonly class="hand-link" .value=${link} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea></label>`;

/** Shows the sheet of what is handed in under a title; a run has a sentence that is written here. */
export function showHandIn(title: string, given: HandIn): void {
  const handIn = { ...given, name: given.name || (recall(NAME) ?? "").slice(0, MOST.name) };
  const { of, run } = handIn;
  let said = "";
  showSheet(translate("hand.title", { title }), (again) => {
    const link = linkOf(handIn);
    const write = (event: Event): void => {
      handIn.name = (event.target as HTMLInputElement).value;
      keep(NAME, handIn.name || null);
      said = "";
      again();
    };
    const explain = (event: Event): void => {
      handIn.sentences = new Map([["run", (event.target as HTMLTextAreaElement).value]]);
      said = "";
      again();
    };
    const copyLink = async (event: Event): Promise<void> => {
      const field = (event.target as HTMLElement).closest("dialog")?.querySelector<HTMLTextAreaElement>(".hand-link");
      said = translate((await copy(link ?? "", field ?? null)) ? "lab.link.copied" : "lab.link.by_hand");
      again();
    };
    const saveFile = (): void => {
      const name = fileName([translate("hand.file"), title, handIn.name], "json");
      save(name, JSON.stringify(documentOf(handIn), null, 2), "application/json");
      said = translate("hand.saved", { name });
      again();
    };
    const sentence = (): TemplateResult => html`<label class="hand-field"><span>${translate("hand.sentence")}</span>
      <textarea maxlength=${MOST.sentence} .value=${handIn.sentences.get("run") ?? ""} @input=${explain}></textarea></label>`;
    return html`<div class="hand-in"><p>${translate("hand.parts", { parts: partsOf(handIn).join(", ") })}</p>
      <label class="hand-field"><span>${translate("hand.name")}</span>
        <input type="text" autocomplete="name" maxlength=${MOST.name} .value=${handIn.name} @input=${write} /></label>
      ${of === "run" ? sentence() : nothing}
      <p class="hand-proves">${translate(run ? "hand.proves.run" : "hand.proves.none")}</p>
      ${link === null ? nothing : linkField(link)}
      ${link === null || link.length > LONG ? html`<p>${translate("hand.long")}</p>` : nothing}
      <div class="acts">
        ${link === null ? nothing : html`<button type="button" class="button is-line" @click=${(event: Event) => void copyLink(event)}>${translate("hand.copy")}</button>`}
        <button type="button" class="button is-line" @click=${saveFile}>${translate("hand.save")}</button>
        <span role="status">${said}</span>
      </div></div>`;
  });
  // Where the sheet takes another one's place, the focus would be lost with the button that was pressed.
  document.querySelector<HTMLElement>("#sheets dialog button")?.focus();
}

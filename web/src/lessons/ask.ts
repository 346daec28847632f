/**
 * Inputs of a reader's answer: a slider without a preset value, a choice, cards to put in order; and the same once it is locked.
 * Templates of plain data. Not here: drawing (run_view/drawing-pad.ts), what an answer means (answers.ts), when it may be changed (the page).
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { amount, asShown } from "../i18n/amounts.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { frames } from "../ui/frame-scheduler.ts";
import { type Answer, stepsOf, valueAtStep } from "./answers.ts";
import type { AskNumber, Option, Telling } from "./types.ts";

/** Properties of a question's input. */
export interface AskProps<A> {
  /** Unique within the page. */
  id: string;
  /** The question, for those who do not see it beside the input. */
  label: string;
  draft: Answer | null;
  onDraft: (answer: A) => void;
}

/** A number as it was typed, in either decimal mark; null if it is none. */
function typed(text: string): number | null {
  const value = Number(text.trim().replace(",", ".").replace("\u2212", "-"));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

type GivenNumber = Answer & { kind: "number" };

/** Whether a number can be answered. */
const within = ({ min, max }: Pick<AskNumber, "min" | "max">, value: number): boolean => value >= min && value <= max;

/**
 * How large. The thumb appears where the reader first touches; by key it begins in the middle, and counts as given after a move
 * or Enter. What is typed is kept as fine as it is shown, also between two steps of the slider.
 */
export function askNumber(
  ask: Pick<AskNumber, "min" | "max" | "step">,
  unit: string,
  props: AskProps<GivenNumber> & {
    /** Text while it is being typed, else null. */
    text: string | null;
    /** Called with what is typed, null when it is not any more, and the answer that it gives, null if none. */
    onText: (text: string | null, answer: GivenNumber | null) => void;
  },
): TemplateResult {
  const steps = stepsOf(ask);
  const value = props.draft?.kind === "number" ? props.draft.value : null;
  const step = value === null ? Math.round(steps / 2) : Math.round((value - ask.min) / ask.step);
  // While it is typed, so that the answer may be locked at once; text that is no answer stays as it was typed.
  const type = (event: Event): void => {
    const { value: text } = event.target as HTMLInputElement;
    const number = typed(text);
    const answered = number !== null && within(ask, number);
    props.onText(text, answered ? { kind: "number", value: asShown(number) } : null);
  };
  const leave = (): void => {
    if (value !== null) props.onText(null, { kind: "number", value });
    else if (props.text?.trim() === "") props.onText(null, null);
  };
  const ends = { min: amount(ask.min, unit), max: amount(ask.max, unit) };
  const said = props.text === null ? null : typed(props.text);
  const refused = props.text !== null && props.text.trim() !== "" && (said === null || !within(ask, said));
  const note = refused
    ? translate("lesson.answer.refused", ends)
    : value !== null && said !== null && said !== value
      ? translate("lesson.answer.step", { value: amount(value, unit) })
      : "";
  const slide = (event: Event): void =>
    props.onDraft({ kind: "number", value: valueAtStep(ask, Number((event.target as HTMLInputElement).value)) });
  // Where the thumb is already, a press moves nothing.
  const press = (event: Event): void => {
    if (value === null) slide(event);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || value !== null) return;
    event.preventDefault();
    slide(event);
  };
  return html`<div class="ask-number">
    <div class="ask-track">
      <input type="range" class=${value === null ? "untouched" : ""} min="0" max=${steps} step="1"
        id=${props.id} aria-label=${props.label} .value=${live(String(step))}
        aria-valuetext=${value === null ? translate("lesson.answer.none") : amount(value, unit)}
        @input=${slide} @pointerup=${press} @keydown=${key} />
      <span class="ends" aria-hidden="true"><i>${ends.min}</i>${value === null ? html`<b>${translate("lesson.answer.hint")}</b>` : nothing}<i>${ends.max}</i></span>
    </div>
    <label class="ask-field"><span class="unseen">${unit === "" ? props.label : `${props.label}, ${translate("lesson.answer.unit", { unit })}`}</span>
      <input type="text" inputmode="decimal" autocomplete="off" size="5" placeholder="?"
        aria-describedby=${`${props.id}-note`} aria-invalid=${refused ? "true" : "false"}
        .value=${live(props.text ?? (value === null ? "" : num(value, 2)))} @input=${type} @change=${leave} /><span aria-hidden="true">${unit}</span></label>
    <p class=${refused ? "note is-refused" : "note"} id=${`${props.id}-note`} role="status">${note}</p>
  </div>`;
}

/** Which of three to five. */
export function askChoose(
  options: readonly string[],
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  /** `onUnknown`: not knowing is among the options. */
  props: AskProps<{ kind: "choose"; option: string }> & { onUnknown?: () => void },
): TemplateResult {
  const chosen = props.draft?.kind === "choose" ? props.draft.option : null;
  const { onUnknown } = props;
  const unknown =
    onUnknown &&
    html`<label class="is-unknown"><input type="radio" name=${props.id} .checked=${live(props.draft?.kind === "unknown")}
          @change=${onUnknown} /><span>${translate("lesson.unknown")}</span></label>`;
  return html`<fieldset class="ask-choose" id=${props.id}><legend class="unseen">${props.label}</legend>
    ${options.map(
      (option) => html`<label><input type="radio" name=${props.id} .checked=${live(option === chosen)}
          @change=${() => props.onDraft({ kind: "choose", option })} /><span>${words[option]?.text(telling)}</span></label>`,
    )}${unknown ?? nothing}</fieldset>`;
}

/** In which order: cards moved by their buttons, or dragged. As they lie at first they are no answer until that is said. */
export function askOrder(
  cards: readonly string[],
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  props: AskProps<{ kind: "order"; cards: string[] }>,
): TemplateResult {
  const order = props.draft?.kind === "order" ? props.draft.cards : cards;
  const move = (from: number, to: number): void => {
    if (from < 0 || to < 0 || to >= order.length || from === to) return;
    const next = [...order];
    const [card] = next.splice(from, 1);
    next.splice(to, 0, card as string);
    props.onDraft({ kind: "order", cards: next });
  };
  // The button goes: the one that locks the answer has the focus.
  const keep = (event: Event): void => {
    const part = (event.currentTarget as HTMLElement).closest("section");
    props.onDraft({ kind: "order", cards: [...cards] });
    part?.querySelector<HTMLElement>(".button.is-main")?.focus();
  };
  return html`<ol class="ask-order" id=${props.id} aria-label=${props.label}>
    ${order.map((card, i) => {
      const word = words[card]?.text(telling);
      const act = (by: number, key: string): TemplateResult =>
        html`<button type="button" class="button is-icon" aria-label=${translate(key, { n: i + 1 })} ?disabled=${i + by < 0 || i + by >= order.length}
          @click=${(event: Event) => {
            const list = (event.currentTarget as HTMLElement).closest("ol");
            move(i, i + by);
            // The focus goes along with the card, on the button that moves it on.
            frames.request({
              priority: "text",
              draw: () => {
                const moved = list?.children[i + by]?.querySelectorAll("button");
                const again = moved?.[by < 0 ? 0 : 1];
                (again?.disabled ? moved?.[by < 0 ? 1 : 0] : again)?.focus();
              },
            });
          }}>${by < 0 ? "↑" : "↓"}</button>`;
      return html`<li draggable="true" @dragstart=${(event: DragEvent) => event.dataTransfer?.setData("text/plain", card)} @dragover=${(event: DragEvent) => event.preventDefault()} @drop=${(
        event: DragEvent,
      ) => {
        event.preventDefault();
        // By its name: the page may have been drawn anew since it was taken up.
        move(order.indexOf(event.dataTransfer?.getData("text/plain") ?? ""), i);
      }}><span>${word}</span>${act(-1, "lesson.order.up")}${act(1, "lesson.order.down")}</li>`;
    })}</ol>
    ${props.draft ? nothing : html`<div class="acts"><button type="button" class="button is-line" @click=${keep}>${translate("lesson.order.keep")}</button></div>`}`;
}

/** The options once the answer is locked: the reader's and the run's are named, and the reply to the reader's is shown. */
export function answeredChoice(
  options: readonly string[],
  right: string | null,
  taken: readonly { option: string; label: string }[],
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  /** The label of the right option: whose answer it is. */
  mark = translate("lesson.answer.run"),
): TemplateResult {
  return html`<ul class="answered">${options.map((option) => {
    const labels = taken.filter((one) => one.option === option).map((one) => one.label);
    if (option === right) labels.push(mark);
    const replies = right !== null && labels.length > 0 ? words[option]?.reply(telling) : nothing;
    return html`<li class=${option === right ? "is-run" : ""}>
      <span>${words[option]?.text(telling)}</span>${labels.map((label) => html` <b class="tag">${label}</b>`)}
      ${replies === nothing ? nothing : html`<div class="reply">${replies}</div>`}</li>`;
  })}</ul>`;
}

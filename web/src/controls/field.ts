/**
 * The row of a number: label, field with its unit, slider with ticks, source line, nudge and refusal (design 6). Keys:
 * arrows one step, with Shift ten, Page a tick, Home and End the ends, Delete the default. Not here: what a change does.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { translate, translateSource, unitWord } from "../i18n/catalogue.ts";
import { valueText } from "../settings/labels.ts";
import { read, written } from "../settings/numbers.ts";
import { type Face, faceOf, type Setting, toDocument, toScreen, unsetAt } from "../settings/setting.ts";
import { dragTo, keyValue, placeOf } from "../settings/slider-scale.ts";
import { icon } from "../ui/icons.ts";
import { vars } from "../ui/style-properties.ts";
import type { FieldProps } from "./props.ts";

/** A tick's number; long times and rates change to the larger unit. The last tick carries the unit, and the first one where it is another. */
function tickText(face: Face, tick: number, named: boolean): string {
  if (face.unit === "ms" && tick >= 1000) return `${written(tick / 1000)}\u202fs`;
  if (face.unit === "Mbit/s" && tick >= 1000) return `${written(tick / 1000)}\u202fGbit/s`;
  const text = written(Number(tick.toPrecision(3)));
  return named && face.unit ? `${text}\u202f${unitWord(face.unit)}` : text;
}

/** Width of a tick's letter, as a share of the track of a card. */
const LETTER = 0.03;

/** The labelled places: the face's ticks and the default, which pushes away a tick too near to it. */
export function tickLabels(face: Face, fallback: number | null): { value: number; text: string; fallback: boolean }[] {
  const inside = fallback !== null && (fallback >= face.min || (face.zero && fallback === 0)) && fallback <= face.max;
  const ticks = face.ticks.filter(
    (tick) => !inside || tick === fallback || Math.abs(placeOf(face, tick) - placeOf(face, fallback)) > 0.11,
  );
  const all = inside && !ticks.includes(fallback) ? [...ticks, fallback] : [...ticks];
  all.sort((a, b) => a - b);
  const words = all.length > 1 ? tickText(face, all.at(-1) as number, true).length : 0;
  const next = all.at(-2);
  // The last one stands with its end at the track's end: whoever reaches into it makes room.
  if (all.length > 2 && next !== undefined && next !== fallback) {
    const reach = placeOf(face, next) + (LETTER * tickText(face, next, false).length) / 2;
    if (reach > 1 - LETTER * words - LETTER) all.splice(-2, 1);
  }
  const other = face.unit === "ms" && (all.at(-1) ?? 0) >= 1000;
  return all.map((value, i) => ({
    value,
    text: tickText(face, value, i === all.length - 1 || (i === 0 && value > 0 && other)),
    fallback: value === fallback,
  }));
}

/** The line of the default and its source: "3 ms: CDG paper, section 4". */
export function sourceLine(face: Face, setting: Setting, fallback: number | null): string {
  const value = fallback === null ? translate("control.none") : valueText(face, toScreen(face, fallback));
  const source = setting.source ? translateSource(setting.source) : "";
  return source === "" ? value : translate("control.default.source", { value, source });
}

/** Common input of the parts of a row. */
interface Row {
  props: FieldProps;
  face: Face;
  /** Value, default in the screen's unit. */
  shown: number | null;
  fallback: number | null;
  input(shown: number): void;
  change(shown: number | null): void;
}

function rowOf(props: FieldProps): Row {
  const face = faceOf(props.setting, props.span);
  const given = props.fallback !== undefined ? props.fallback : props.setting.default;
  return {
    props,
    face,
    shown: props.value === null ? null : toScreen(face, props.value),
    fallback: typeof given === "number" ? toScreen(face, given) : null,
    input: (shown) => props.onInput?.(toDocument(face, shown)),
    change: (shown) => props.onChange(shown === null ? null : toDocument(face, shown)),
  };
}

/** Where the slider ends short of the value, in words; null where it reaches. */
export function beyond(face: Face, shown: number | null): string | null {
  if (shown === null) return null;
  const end = shown > face.max ? face.max : shown < (face.zero ? 0 : face.min) ? face.min : null;
  return end === null ? null : translate("control.beyond", { end: valueText(face, end) });
}

/** Ids of the lines that describe the row's inputs. */
function describedBy(props: FieldProps): string {
  return props.error ? `${props.id}-error ${props.id}-note` : `${props.id}-note`;
}

/** `source`: where the default is from, for the pointer. */
function numberInput(row: Row, source: string): TemplateResult {
  const { props, face, shown } = row;
  const text = shown === null ? "" : written(shown);
  const commit = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    if (input.value === text) return;
    const value = read(input.value, face.unit);
    // The typed text stays while the page decides: a refusal is beside it.
    if (value !== null) {
      input.value = written(value);
      row.change(value);
    } else if (input.value.trim() === "" && props.setting.nullable) row.change(null);
    else if (props.onUnread) props.onUnread(input.value.trim());
    else input.value = text;
  };
  const key = (event: KeyboardEvent): void => {
    const input = event.target as HTMLInputElement;
    // Enter is a change event of the browser's own.
    if (event.key === "Escape") input.value = text;
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const from = read(input.value, face.unit) ?? shown ?? row.fallback ?? face.min;
      const next = keyValue(face, from, row.fallback, event.key, event.shiftKey);
      if (next !== null) row.change(next);
    }
  };
  // Typing then takes the old number's place; a second press sets the caret.
  const select = (event: Event): void => (event.target as HTMLInputElement).select();
  const press = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    if (input.matches(":focus")) return;
    event.preventDefault();
    input.focus();
  };
  const unit = face.unit ? html`<span class="field-unit" aria-hidden="true">${unitWord(face.unit)}</span>` : nothing;
  return html`<span class="field-box" title=${source}>
    <input
      type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
      id=${`${props.id}-number`} size=${Math.min(9, Math.max(4, text.length))}
      .value=${text} placeholder=${props.setting.nullable ? (props.empty ?? translate("control.none")) : ""}
      aria-describedby=${describedBy(props)} aria-invalid=${props.error ? "true" : "false"}
      @change=${commit} @keydown=${key} @focus=${select} @pointerdown=${press}
    />${unit}
  </span>`;
}

/** The nudge is gone nearer to the thumb than this share of the track: about 40 px in the sidebar, which its arrow would cover. */
const NUDGE_NEAR = 0.16;

/** Hollow thumb of the value before, and the ring at the value to reach with its arrow from the thumb's side. */
function overlays(row: Row): TemplateResult {
  const { props, face, shown } = row;
  const here = placeOf(face, shown ?? 0);
  const old = props.old ?? null;
  const ring = props.nudge ? placeOf(face, toScreen(face, props.nudge.value)) : null;
  return html`${
    old !== null && old !== props.value
      ? html`<i class="field-old" data-vars=${vars({ "--at": placeOf(face, toScreen(face, old)) })}></i>`
      : nothing
  }${
    ring !== null && Math.abs(ring - here) > NUDGE_NEAR
      ? html`<i class="field-nudge ${ring < here ? "from-right" : ""} ${props.nudge?.pulse ? "pulse" : ""}"
          data-vars=${vars({ "--at": ring })}><b>${valueText(face, toScreen(face, props.nudge?.value ?? 0))}</b></i>`
      : nothing
  }`;
}

function slider(row: Row): TemplateResult {
  const { props, face, shown, fallback } = row;
  const unset = unsetAt(props.setting, face);
  const place = placeOf(face, shown ?? fallback ?? unset);
  const labels = tickLabels(face, fallback);
  const stops = labels.map((label) => label.value);
  const moved = (event: Event): number => dragTo(face, Number((event.target as HTMLInputElement).value), stops);
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const input = event.target as HTMLInputElement;
    const from = Number(input.dataset.held ?? shown ?? unset);
    const next = keyValue(face, from, fallback, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    input.dataset.held = String(next);
    input.value = String(placeOf(face, next));
    row.input(next);
  };
  const release = (event: Event): void => {
    const { dataset } = event.target as HTMLInputElement;
    if (dataset.held === undefined) return;
    const value = Number(dataset.held);
    delete dataset.held;
    row.change(value);
  };
  const reset = (): void => {
    if (fallback !== null) row.change(fallback);
  };
  return html`<div class="field-track" data-vars=${vars({ "--at": place })} @dblclick=${reset}>
      <input
        type="range" id=${props.id} min="0" max="1" step="any" .value=${live(String(place))}
        aria-label=${props.label} aria-valuetext=${valueText(face, shown)} aria-describedby=${describedBy(props)}
        @input=${(event: Event) => row.input(moved(event))}
        @change=${(event: Event) => row.change(moved(event))}
        @keydown=${key} @keyup=${release} @blur=${release}
      /><span class="field-ring"></span>${overlays(row)}
    </div>
    <div class="field-ticks" aria-hidden="true">
      ${labels.map(
        ({ value, text, fallback: own }) =>
          html`<span class=${own ? "is-default" : ""} data-vars=${vars({ "--at": placeOf(face, value) })}
            ><b>${text}</b></span>`,
      )}
    </div>`;
}

/** A row: a slider with its field, or the field alone. */
export function field(props: FieldProps): TemplateResult {
  const row = rowOf(props);
  const sliding = props.slider ?? true;
  const wrong = props.error
    ? html`<p class="field-error" id=${`${props.id}-error`}>${icon("warn")}${props.error}</p>`
    : nothing;
  const off = sliding ? beyond(row.face, row.shown) : null;
  const source = sourceLine(
    row.face,
    props.setting,
    typeof row.fallback === "number" ? toDocument(row.face, row.fallback) : null,
  );
  return html`<div class="field ${off === null ? "" : "is-beyond"} ${sliding ? "has-slider" : ""} ${props.error ? "has-error" : ""}" data-setting=${props.id}>
    <label class="field-label" for=${`${props.id}-number`} title=${translateSource(props.setting.help)}>${props.label}</label>
    ${sliding && props.onVary ? html`<button type="button" class="field-vary" tabindex="-1" aria-label=${translate("control.vary", { setting: props.label })} @click=${props.onVary}>${translate("lab.vary")}</button>` : nothing}
    ${numberInput(row, source)} ${props.hint ? html`<p class="field-hint">${props.hint}</p>` : nothing} ${sliding ? slider(row) : nothing}
    <p class=${off === null ? "unseen" : "field-note"} id=${`${props.id}-note`}>${off ?? source}</p>
    ${wrong}
  </div>`;
}

/** The field alone, for settings that nobody drags. */
export function numberField(props: FieldProps): TemplateResult {
  return field({ ...props, slider: false });
}

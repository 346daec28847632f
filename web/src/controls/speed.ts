/**
 * The speed: run seconds per second on screen, on a logarithmic slider from 0.001 to 1000. Not here: the clock.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { speedText } from "../i18n/amounts.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Face } from "../settings/setting.ts";
import { dragTo, keyValue, placeOf } from "../settings/slider-scale.ts";
import { vars } from "../ui/style-properties.ts";
import type { SpeedProps } from "./props.ts";

/** Slowest and fastest, run seconds per screen second. */
const SLOWEST = 0.001;
const FASTEST = 1000;
/** Real time: what double-click and Delete set. */
const REAL_TIME = 1;

const FACE: Face = {
  unit: "×",
  factor: 1,
  min: SLOWEST,
  max: FASTEST,
  scale: "log",
  zero: false,
  integer: false,
  ticks: [0.001, 0.01, 0.1, 1, 10, 100, 1000],
  least: SLOWEST,
  most: FASTEST,
  above: false,
};

/** The slider with its word and value over it. */
export function speed(props: SpeedProps): TemplateResult {
  const { held = null } = props;
  const now = held ?? props.speed;
  const place = placeOf(FACE, now);
  const name = translate(held === null ? "control.speed" : "control.speed.held");
  const moved = (event: Event): number => dragTo(FACE, Number((event.target as HTMLInputElement).value), FACE.ticks);
  const key = (event: KeyboardEvent): void => {
    const next = keyValue(FACE, props.speed, REAL_TIME, event.key, event.shiftKey);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    props.onChange(next);
  };
  return html`<div class="speed">
    <div class="speed-words"><span>${name}</span><b>${speedText(now)}</b></div>
    <div class="field-track" data-vars=${vars({ "--at": place, "--chosen": placeOf(FACE, props.speed) })} @dblclick=${() => props.onChange(REAL_TIME)}>
      <input
        type="range" min="0" max="1" step="any" .value=${live(String(place))}
        aria-label=${translate("control.speed")} aria-valuetext=${translate("control.speed.text", { speed: speedText(now) })}
        @input=${(event: Event) => (props.onInput ?? props.onChange)(moved(event))}
        @change=${(event: Event) => props.onChange(moved(event))}
        @keydown=${key}
      /><span class="field-ring"></span>${held === null ? nothing : html`<span class="speed-chosen"></span>`}
    </div>
  </div>`;
}

/**
 * To the start, step back, PLAY, step on, to the next event. PLAY is the page's only filled button. Not here: the clock,
 * nor the keys of the page.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { StepUnit } from "../engine/protocol.ts";
import { STEP_UNITS } from "../generated/rules.ts";
import { translate } from "../i18n/catalogue.ts";
import { type IconName, icon } from "../ui/icons.ts";
import { moveInMenu } from "../ui/menu.ts";
import type { TransportProps } from "./props.ts";

/** Milliseconds that a finger rests before the list of units opens. */
const LONG_PRESS_MS = 500;

interface Press {
  name: IconName;
  label: string;
  disabled?: boolean;
  act: () => void;
}

function button({ name, label, disabled, act }: Press): TemplateResult {
  return html`<button type="button" class="button is-icon" aria-label=${label} title=${label} ?disabled=${disabled ?? false} @click=${act}>
    ${icon(name)}
  </button>`;
}

/**
 * Opens the list of units that follows the button, on a long press or the context menu. No popover of the platform: that would
 * close as the press ends.
 */
function opensUnits(): {
  down: (event: Event) => void;
  up: () => void;
  menu: (event: Event) => void;
  click: (act: () => void) => () => void;
} {
  let timer = 0;
  let opened = false;
  const open = (from: EventTarget | null): void => {
    const list = (from as HTMLElement | null)?.closest(".transport")?.querySelector<HTMLElement>(".transport-units");
    if (!list) return;
    opened = true;
    list.hidden = false;
    list.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
  };
  return {
    down: (event) => {
      const from = event.currentTarget;
      opened = false;
      timer = window.setTimeout(() => open(from), LONG_PRESS_MS);
    },
    up: () => window.clearTimeout(timer),
    menu: (event) => {
      event.preventDefault();
      window.clearTimeout(timer);
      open(event.currentTarget);
    },
    click: (act) => () => {
      if (!opened) act();
      opened = false;
    },
  };
}

const hold = opensUnits();

function stepButton(name: IconName, label: string, disabled: boolean, act: () => void): TemplateResult {
  return html`<button
    type="button" class="button is-icon" aria-label=${label} title=${label} ?disabled=${disabled}
    @pointerdown=${hold.down} @pointerup=${hold.up} @pointerleave=${hold.up} @contextmenu=${hold.menu}
    @click=${hold.click(act)}
  >
    ${icon(name)}
  </button>`;
}

function units(props: TransportProps): TemplateResult {
  const close = (list: HTMLElement): void => {
    list.hidden = true;
    list.parentElement?.querySelector<HTMLElement>(".play")?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close(event.currentTarget as HTMLElement);
    moveInMenu(event);
  };
  const out = (event: FocusEvent): void => {
    const list = event.currentTarget as HTMLElement;
    if (!list.contains(event.relatedTarget as Node | null)) list.hidden = true;
  };
  const choose = (unit: StepUnit) => (event: Event) => {
    props.onUnit(unit);
    close((event.currentTarget as HTMLElement).parentElement as HTMLElement);
  };
  return html`<div class="transport-units menu" role="menu" aria-label=${translate("control.step.units")} hidden @keydown=${key} @focusout=${out}>
    ${STEP_UNITS.map(
      (
        unit,
      ) => html`<button type="button" role="menuitemradio" aria-checked=${unit === props.unit ? "true" : "false"} @click=${choose(unit)}>
        ${translate(`control.step.unit.${unit}`)}
      </button>`,
    )}
  </div>`;
}

/** The row of buttons; `few`: the one that plays. */
export function transport(props: TransportProps, few = false): TemplateResult {
  const unit = translate(`control.step.unit.${props.unit}`);
  const playing = props.playing && !props.stepping;
  const label = translate(playing ? "control.pause" : props.stepping ? "control.play.step" : "control.play");
  const before = [
    button({ name: "toStart", label: translate("control.start"), disabled: props.atStart, act: props.onStart }),
    stepButton("stepBack", translate("control.back", { unit }), props.atStart, props.onBack),
  ];
  const after = [
    stepButton("stepOn", translate("control.step", { unit }), props.atEnd, props.onStep),
    button({ name: "nextEvent", label: translate("control.next"), disabled: props.atEnd, act: props.onNext }),
    units(props),
  ];
  return html`<div class="transport" role="group" aria-label=${translate("control.transport")}>
    ${few ? nothing : before}
    <button type="button" class="button play" aria-label=${label} title=${label}
      @click=${() => props.onPlay(!props.playing)}>
      ${icon(playing ? "pause" : "play")}
    </button>
    ${few ? nothing : after}
  </div>`;
}

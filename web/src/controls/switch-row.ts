/**
 * A switch with its name: a native checkbox in the role of a switch. Not here: what it switches.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { translate, translateSource } from "../i18n/catalogue.ts";
import type { SwitchProps } from "./props.ts";

/** One row: the switch, then its name; the source of its default on hover or focus. */
export function switchRow(props: SwitchProps): TemplateResult {
  const { setting } = props;
  const word = setting?.default === true ? "control.on" : "control.off";
  const note = setting?.source
    ? translate("control.default.source", { value: translate(word), source: translateSource(setting.source) })
    : "";
  return html`<div class="switch" data-setting=${props.id}>
    <label title=${[translateSource(setting?.help), note].filter(Boolean).join("\n")}>
      <input
        type="checkbox" role="switch" id=${props.id} .checked=${live(props.value)}
        aria-describedby=${note ? `${props.id}-note` : nothing}
        @change=${(event: Event) => props.onChange((event.target as HTMLInputElement).checked)}
      /><i aria-hidden="true"></i><span>${props.label}</span>
    </label>
    ${note ? html`<p class="unseen" id=${`${props.id}-note`}>${note}</p>` : nothing}
  </div>`;
}

/**
 * A choice among words: a native list with its label. Not here: which words there are.
 */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { live } from "lit/directives/live.js";
import { translate, translateSource } from "../i18n/catalogue.ts";
import { icon } from "../ui/icons.ts";
import type { ChoiceProps } from "./props.ts";

/** One row: label left, list right; the source of the default for the pointer and for readers. */
export function choice(props: ChoiceProps): TemplateResult {
  const { setting } = props;
  const value = props.options.find((o) => o.value === setting?.default)?.label ?? String(setting?.default ?? "");
  const note = setting?.source
    ? translate("control.default.source", { value, source: translateSource(setting.source) })
    : "";
  const described = [props.error ? `${props.id}-error` : "", note ? `${props.id}-note` : ""].join(" ").trim();
  // Another list is another element: a list keeps no choice of words that it no longer has.
  const key = props.options.map((option) => option.value).join();
  return html`${keyed(
    key,
    html`<div class="field choice ${props.error ? "has-error" : ""}" data-setting=${props.id}>
    <label class="field-label" for=${props.id} title=${translateSource(setting?.help)}>${props.label}</label>
    <span class="field-box" title=${note || nothing}>
      <select
        id=${props.id} ?disabled=${props.disabled ?? false} .value=${live(props.value)}
        aria-describedby=${described || nothing} aria-invalid=${props.error ? "true" : "false"}
        @change=${(event: Event) => props.onChange((event.target as HTMLSelectElement).value)}
      >
        ${props.options.map((o) => html`<option value=${o.value} ?selected=${o.value === props.value}>${o.label}</option>`)}
      </select>${icon("down")}
    </span>
    ${note ? html`<p class="unseen" id=${`${props.id}-note`}>${note}</p>` : nothing}
    ${props.error ? html`<p class="field-error" id=${`${props.id}-error`}>${icon("warn")}${props.error}</p>` : nothing}
  </div>`,
  )}`;
}

/**
 * Where the rate of a link comes from: a constant rate, the file of a trace, or a model with its settings. Not here: how a file is
 * read, nor what a change does.
 */
import { html, nothing, type TemplateResult } from "lit";
import { BOTTLENECK, RATE_MODELS } from "../generated/settings.ts";
import { num, plural, translate, translateSource } from "../i18n/catalogue.ts";
import { fileOf, type Side } from "../session/link-rate.ts";
import { valueAt } from "../session/scenario.ts";
import { wordLabel } from "../settings/labels.ts";
import { choice } from "./choice.ts";
import { sectionAt } from "./section.ts";
import { settingRows } from "./setting-row.ts";
import type { SidebarProps } from "./sidebar-props.ts";
import { switchRow } from "./switch-row.ts";

const CONSTANT = "constant";
const TRACE = "trace";
/** Lists that a link replays. */
const LISTS = ["rate_trace_ms", "rate_steps"];

/** Whether a link replays a trace: its rate has no slider then. */
export function replays(settings: unknown, side: Side): boolean {
  return fileOf(settings, side) !== null || LISTS.some((list) => Array.isArray(valueAt(settings, `${side}.${list}`)));
}

/** Facts about the trace in force, whether it starts again, and the field that opens another. */
function trace(props: SidebarProps, side: Side, on: boolean): TemplateResult {
  const { settings } = props;
  const file = fileOf(settings, side);
  const steps = valueAt(settings, `${side}.rate_steps`);
  const times_ms = steps ?? valueAt(settings, `${side}.rate_trace_ms`);
  const entries = file ? file.entries : Array.isArray(times_ms) ? times_ms.length : null;
  const count =
    entries === null ? "" : plural(steps ? "lab.link.rows" : "lab.link.entries", entries, { n: num(entries) });
  const own = steps ? "rate_steps_repeat" : "rate_trace_repeat";
  const repeat = `${side}.${own}`;
  const setting = BOTTLENECK.params.find(({ name }) => name === own);
  return html`${on ? html`<p class="about">${[file?.name, count].filter(Boolean).join(", ")}</p>` : nothing}
    <label class="file-field"><span>${translate("lab.link.file")}</span><input type="file" @change=${(event: Event) => {
      const input = event.target as HTMLInputElement;
      const chosen = input.files?.[0];
      // The same file may be chosen again.
      input.value = "";
      if (chosen) props.onTraceFile(side, chosen);
    }} /></label>
    ${
      on
        ? html`<div class="card-switches">${switchRow({
            id: repeat,
            label: translate("setting.rate_trace_repeat"),
            value: (valueAt(settings, repeat) ?? !steps) === true,
            ...(setting && { setting: { ...setting, default: !steps } }),
            onChange: (again) => props.onChange([repeat], again),
          })}</div>`
        : nothing
    }`;
}

/** The list of origins, and what the chosen one has. */
export function link(props: SidebarProps, side: Side): TemplateResult {
  const id = `${side}.link`;
  const on = replays(props.settings, side);
  const model = RATE_MODELS.find(({ kind }) => kind === valueAt(props.settings, `${side}.rate_model.model`));
  // A trace is in force once its file is read; until then the run is as it was.
  const wanted = !on && props.unfolded.has(id);
  const value = on || wanted ? TRACE : (model?.kind ?? CONSTANT);
  const options = [
    { value: CONSTANT, label: translate("lab.link.constant") },
    { value: TRACE, label: translate("lab.link.trace") },
    ...RATE_MODELS.map(({ kind }) => ({ value: kind, label: wordLabel("", "model", kind) })),
  ];
  return html`${choice({
    id,
    label: translate("lab.link.rate"),
    options,
    value,
    onChange: (kind) => {
      props.onUnfold(id, kind === TRACE);
      if (kind !== TRACE) props.onLink(side, kind === CONSTANT ? null : { rate_model: { model: kind } });
    },
  })}
    ${value === TRACE ? trace(props, side, on) : nothing}
    ${
      model && !wanted
        ? html`<p class="about">${translateSource(model.about)}</p>
          ${settingRows(sectionAt(props, `${side}.rate_model.`, model), model.params)}`
        : nothing
    }`;
}

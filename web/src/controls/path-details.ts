/**
 * The rest of the path, unfolded under its main sliders: discipline and loss model with their own settings, policer, reordering, a
 * delay that varies, the link's tick, and the bottleneck of the other direction. Not here: rate, limit, loss and RTT of the forward path (sidebar.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { BOTTLENECK, DELAY_VARIATION, DISCIPLINES, MODELS, POLICER, REORDERINGS } from "../generated/settings.ts";
import { translate, translateSource } from "../i18n/catalogue.ts";
import type { PathPart } from "../session/document.ts";
import { isObject, valueAt } from "../session/scenario.ts";
import { wordLabel } from "../settings/labels.ts";
import type { Section } from "../settings/setting.ts";
import { algorithmPage } from "../ui/site.ts";
import { choice } from "./choice.ts";
import { link, replays } from "./link.ts";
import { type Held, ownSettings, sectionAt } from "./section.ts";
import { settingRow, settingRows } from "./setting-row.ts";
import type { SidebarProps } from "./sidebar-props.ts";
import { switchRow } from "./switch-row.ts";

type Side = "bottleneck" | "reverse_bottleneck";

/** The chooser of a section (`discipline`, `model`), and the chosen one's own settings but those that are elsewhere. */
function chosen(
  props: Held,
  base: string,
  chooser: string,
  sections: readonly Section[],
  elsewhere: readonly string[],
): TemplateResult {
  const path = base + chooser;
  const standing = props.held.get(path) ?? valueAt(props.settings, path);
  const section = sections.find((each) => each.kind === standing) ?? (sections[0] as Section);
  const rows = sectionAt(props, base, section);
  const page = algorithmPage(section.kind);
  const options = sections.map(({ kind }) => ({ value: kind, label: wordLabel("", chooser, kind) }));
  return html`${choice({
    id: path,
    label: translate(`setting.${chooser}`),
    options,
    value: section.kind,
    error: props.errors.get(path) ?? null,
    onChange: (value) => props.onChange([path], value),
  })}
    <p class="about">${translateSource(section.about)} ${page === null ? nothing : html`<a href=${page}>${translate("control.flow.about", { name: wordLabel("", chooser, section.kind) })}</a>`}</p>
    ${settingRows(rows, ownSettings(rows, elsewhere))}`;
}

/** A part of the path that a document has or has not. */
function part(props: SidebarProps, side: Side, words: PathPart, section: Section): TemplateResult {
  const id = `${side}.${words}`;
  const on = isObject(valueAt(props.settings, id));
  const label = translate(`lab.${words}.on`);
  const onChange = (wanted: boolean): void => props.onPart(side, words, wanted);
  return html`<h3>${translate(`lab.${words}`)}</h3>
    ${switchRow({ id, label, value: on, onChange })}
    ${on ? settingRows({ ...sectionAt(props, `${id}.`, section), words }, section.params) : nothing}`;
}

/** The parts of either direction: the token bucket before the queue, and what happens after it. */
const parts = (props: SidebarProps, side: Side): TemplateResult => html`
  ${part(props, side, "policer", POLICER)} ${reordering(props, side)} ${part(props, side, "delay_variation", DELAY_VARIATION)}
  ${tick(props, side)}`;

/** How packets overtake each other: the depth counts once there is a chance of it. */
function reordering(props: Held, side: Side): TemplateResult {
  const section = REORDERINGS[0] as Section;
  const rows = { ...sectionAt(props, `${side}.reordering.`, section), words: "reordering" };
  const present = isObject(valueAt(props.settings, `${side}.reordering`));
  const shown = section.params.filter(({ name }) => name === "probability" || present);
  return html`<h3>${translate("lab.reordering")}</h3>
    ${shown.map((setting) => settingRow(rows, setting))}`;
}

function tick(props: Held, side: Side): TemplateResult | typeof nothing {
  const setting = BOTTLENECK.params.find(({ name }) => name === "tick_ms");
  return setting ? settingRow(sectionAt(props, `${side}.`, BOTTLENECK), setting) : nothing;
}

function reverse(props: SidebarProps): TemplateResult {
  const on = isObject(valueAt(props.settings, "reverse_bottleneck"));
  const rate = BOTTLENECK.params.find(({ name }) => name === "rate_bps");
  const own = (): TemplateResult => html`
    ${rate && !replays(props.settings, "reverse_bottleneck") ? settingRow(sectionAt(props, "reverse_bottleneck.", BOTTLENECK), rate, true) : nothing}
    ${link(props, "reverse_bottleneck")}
    ${chosen(props, "reverse_bottleneck.queue.", "discipline", DISCIPLINES, [])}
    ${chosen(props, "reverse_bottleneck.loss.", "model", MODELS, [])}
    ${parts(props, "reverse_bottleneck")}`;
  return html`<h3>${translate("lab.reverse")}</h3>
    ${switchRow({ id: "reverse_bottleneck", label: translate("lab.reverse.on"), value: on, onChange: props.onReverse })}
    ${on ? own() : nothing}`;
}

/** Everything else about the path. */
export function pathDetails(props: SidebarProps): TemplateResult {
  const id = "path:";
  const unfolded = props.unfolded.has(id);
  return html`<details class="each path-details" ?open=${unfolded}
      @toggle=${(event: Event) => props.onUnfold(id, (event.currentTarget as HTMLDetailsElement).open)}>
      <summary>${translate("lab.path.more")}</summary>
      ${
        unfolded
          ? html`${chosen(props, "bottleneck.queue.", "discipline", DISCIPLINES, ["limit_packets", "limit_bytes"])}
            ${chosen(props, "bottleneck.loss.", "model", MODELS, ["probability"])}
            ${parts(props, "bottleneck")} ${reverse(props)}
            <p class="card-hint">${translate("lab.path.restarts")}</p>`
          : nothing
      }
    </details>`;
}

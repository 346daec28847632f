/**
 * Cross traffic in the sidebar: each entry with its settings to unfold, one of transfers with their algorithm and options besides;
 * adding and removing. Not here: its base RTT (with the flows', sidebar.ts), what a change does.
 */

import { html, nothing, type TemplateResult } from "lit";
import type { SourceName } from "../engine/protocol.ts";
import { FLOW, OF_TRANSFERS, TRAFFIC, TRANSFER_OPTIONS } from "../generated/settings.ts";
import { translate, translateSource } from "../i18n/catalogue.ts";
import { entriesOf } from "../session/facts.ts";
import { noticesAt } from "../session/notice-lines.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { isObject, type Json } from "../session/scenario.ts";
import { changedCount, type Value } from "../settings/setting.ts";
import { boundedList } from "../ui/bounded-list.ts";
import { icon } from "../ui/icons.ts";
import { close, menu } from "../ui/menu.ts";
import { sign } from "../ui/theme-icons.ts";
import { cardNotices } from "./card-notices.ts";
import { algorithmOptions } from "./families.ts";
import { moreText, nameRow, stackText } from "./flow-card.ts";
import { ownSettings, sectionAt } from "./section.ts";
import { settingRows } from "./setting-row.ts";
import type { SidebarProps } from "./sidebar-props.ts";
import { swatch } from "./swatch.ts";

type Values = Readonly<Record<string, Value>>;

/** Rows under their heading, as on a flow's card. */
const folded = (text: string, rows: TemplateResult): TemplateResult =>
  html`<details class="each"><summary>${text}</summary>${rows}</details>`;

/** The algorithm of an entry's transfers with its settings, and the options of a sender that they have. */
function transfers(props: SidebarProps, name: SourceName, entry: Json): TemplateResult | typeof nothing {
  const kind = isObject(entry.algorithm) ? String(entry.algorithm.kind) : "";
  const section = props.tables.algorithms.find((each) => each.kind === kind);
  if (!section) return nothing;
  const base = `cross_traffic.${name}.`;
  const path = `${base}algorithm.kind`;
  const own = sectionAt(props, `${base}algorithm.`, section);
  const main = section.params.filter((each) => each.on_card);
  const others = section.params.filter((each) => !each.on_card);
  const stack = sectionAt(props, base, FLOW);
  const options = FLOW.params.filter((each) => TRANSFER_OPTIONS.includes(each.name));
  return html`<div class="field choice" data-setting=${path}>
      <label class="field-label" for=${path}>${translate("setting.kind")}</label>
      <span class="field-box"><select id=${path}
        @change=${(event: Event) => props.onChange([path], (event.target as HTMLSelectElement).value)}>
        ${algorithmOptions(props.tables.algorithms, kind)}
      </select>${icon("down")}</span>
    </div>
    ${settingRows(own, main)}
    ${
      others.length > 0
        ? folded(
            moreText(
              changedCount(
                section,
                own.values as Values,
                others.map(({ name }) => name),
              ),
              others.length,
              main.length > 0,
            ),
            settingRows(own, others),
          )
        : nothing
    }
    ${folded(stackText(FLOW, stack.values as Values, options, section.rate_based), settingRows(stack, options))}`;
}

function entryRow(props: SidebarProps, look: FlowLook, entry: Json, index: number): TemplateResult | typeof nothing {
  const { name } = look;
  const section = TRAFFIC.find((each) => each.kind === entry.kind);
  if (!section) return nothing;
  const id = `traffic:${name}`;
  const unfolded = props.unfolded.has(id);
  const rows = sectionAt(props, `cross_traffic.${name}.`, section);
  return html`<details class="card crossing" ?open=${unfolded}
      @toggle=${(event: Event) => props.onUnfold(id, (event.currentTarget as HTMLDetailsElement).open)}>
      <summary data-source=${name}>${swatch(look.sign)}<b>${look.label}</b></summary>
      ${
        unfolded
          ? html`<p class="about">${translateSource(section.about)}</p>
            ${nameRow(`cross_traffic.${name}.name`, look.label, rows.errors?.["name"] ?? null, (text) => props.onRename(name, text, "cross_traffic"))}
            ${settingRows(rows, ownSettings(rows, ["base_rtt_ms"]))} ${OF_TRANSFERS.includes(section.kind) ? transfers(props, name, entry) : nothing}
            <button type="button" class="button is-line" @click=${() => props.onRemoveTraffic(name)}>
              ${icon("remove")}${translate("control.flow.remove")}</button>`
          : nothing
      }
    </details>
    ${cardNotices(noticesAt(props.notices, `cross_traffic[${index}]`, props.looks, props.settings), props.onRemedy)}`;
}

/** The section: a heading with its button, and the entries. */
export function traffic(props: SidebarProps): TemplateResult {
  const list = TRAFFIC.map(
    (section) =>
      html`<button type="button" class="button" @click=${() => {
        close("add-traffic");
        props.onAddTraffic(section.kind);
      }}>${translateSource(section.title)}</button>`,
  );
  const looks = props.looks.filter((look) => look.cross);
  return html`<section>
    <h2>${translate("lab.traffic")}${menu("add-traffic", "", html`${sign("add")}${translate("lab.flows.add")}`, list, translate("lab.traffic.add"))}</h2>
    ${boundedList(
      entriesOf(props.settings, "cross_traffic"),
      props.placeIn("cross_traffic") ?? 0,
      (entry, i) => {
        const look = looks[i];
        return look ? entryRow(props, look, entry, i) : nothing;
      },
      (place) => props.onPlace("cross_traffic", place),
    )}
  </section>`;
}

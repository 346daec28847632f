/**
 * The application of a flow in its card: which data the sender has, a list with the chosen kind's own settings. Not here: the
 * size of a finite transfer, which is one of the flow's options.
 */
import { html, type TemplateResult } from "lit";
import { APPLICATIONS } from "../generated/settings.ts";
import { translate, translateSource } from "../i18n/catalogue.ts";
import { valueAt } from "../session/scenario.ts";
import { wordLabel } from "../settings/labels.ts";
import type { Section } from "../settings/setting.ts";
import { choice } from "./choice.ts";
import type { SectionProps } from "./props.ts";
import { type Held, sectionAt } from "./section.ts";
import { settingRows } from "./setting-row.ts";

/** The application's rows; a document without one means bulk data. */
export function applicationAt(props: Held, flow: string): SectionProps {
  const base = `${flow}application.`;
  const kind = props.held.get(`${base}kind`) ?? valueAt(props.settings, `${base}kind`);
  const section = APPLICATIONS.find((each) => each.kind === kind) ?? (APPLICATIONS[0] as Section);
  return { ...sectionAt(props, base, section), words: "application" };
}

/** The list of kinds, a sentence about the chosen one, and its settings. */
export function application(rows: SectionProps): TemplateResult {
  const options = APPLICATIONS.map(({ kind }) => ({ value: kind, label: wordLabel("", "application", kind) }));
  return html`${choice({
    id: `${rows.base}kind`,
    label: translate("setting.application"),
    options,
    value: rows.section.kind,
    error: rows.errors?.kind ?? null,
    onChange: (kind) => rows.onChange("kind", kind),
  })}
    <p class="about">${translateSource(rows.section.about)}</p>
    ${settingRows(rows, rows.section.params)}`;
}

/**
 * The editor of a list: a row for each entry, with a field for each of its numbers; rows are added and removed, and what is wrong with a row
 * stands at it. Not here: long lists, which are read only (setting-row.ts), and any rule (the engine's).
 */
import { html, nothing, type TemplateResult } from "lit";
import { translate, translateSource, unitWord } from "../i18n/catalogue.ts";
import { settingLabel } from "../settings/labels.ts";
import { read, written } from "../settings/numbers.ts";
import type { Setting } from "../settings/setting.ts";
import { icon } from "../ui/icons.ts";
import type { SectionProps } from "./props.ts";

/** Longer lists are not edited here. */
const MOST = 50;

type Entry = number | Readonly<Record<string, number>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === "number" || (typeof value === "object" && value !== null && !Array.isArray(value));

/** The entries of a list that can be edited here; null: it has none, too many, or none that are known. */
export function entriesOfList(setting: Setting, value: unknown): Entry[] | null {
  const known = setting.domain.type === "list" && Array.isArray(value) && value.every(isEntry);
  return known && value.length > 0 && value.length <= MOST ? value : null;
}

/** A number of an entry: bare, or its field's. */
const numberOf = (entry: Entry, field: string): number => (typeof entry === "number" ? entry : (entry[field] ?? 0));

/** The editor. */
export function entryRows(props: SectionProps, setting: Setting, entries: readonly Entry[]): TemplateResult {
  const { domain, name } = setting;
  if (domain.type !== "list") return html``;
  const id = props.base + name;
  const label = settingLabel(props.words ?? props.section.kind, name);
  const put = (next: readonly Entry[]): void => props.onList?.(name, next);
  const row = (entry: Entry, i: number): TemplateResult => {
    const place = translate("control.entry", { n: i + 1 });
    const fields = domain.fields.map((field) => {
      const shown = written(numberOf(entry, field.name));
      const words = domain.fields.length > 1 ? settingLabel("entry", field.name) : label;
      const change = (event: Event): void => {
        const input = event.target as HTMLInputElement;
        const value = read(input.value, field.unit);
        if (value === null) input.value = shown;
        else put(entries.with(i, typeof entry === "number" ? value : { ...entry, [field.name]: value }));
      };
      return html`<span class="field-box" title=${translateSource(field.help)}><input type="text" inputmode="decimal" autocomplete="off" size="6"
        aria-label=${`${words}, ${place}`} .value=${shown} @change=${change} />${
          field.unit ? html`<span class="field-unit" aria-hidden="true">${unitWord(field.unit)}</span>` : nothing
        }</span>`;
    });
    const remove = (): void => put(entries.toSpliced(i, 1));
    // The engine's place has the field as well.
    const wrong = Object.entries(props.errors ?? {}).filter(([where]) => where.startsWith(`${name}[${i}]`));
    return html`<tr><th scope="row">${i + 1}</th>${fields.map((field) => html`<td>${field}</td>`)}<td>
        <button type="button" class="button is-icon" ?disabled=${entries.length === 1} aria-label=${translate("control.entry.remove", { place })}
          title=${translate("control.entry.remove", { place })} @click=${remove}>${icon("remove")}</button></td></tr>
      ${wrong.map(
        ([, text]) =>
          html`<tr><td colspan=${domain.fields.length + 2}><p class="field-error" role="alert">${icon("warn")}${text}</p></td></tr>`,
      )}`;
  };
  const heads = domain.fields.length > 1 ? domain.fields.map((field) => settingLabel("entry", field.name)) : [];
  const last = entries.at(-1) as Entry;
  return html`<div class="field entries" data-setting=${id}>
    <table aria-label=${label}>
      <caption class="field-label" title=${translateSource(setting.help)}>${label}</caption>
      ${heads.length > 0 ? html`<thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}<td></td></tr></thead>` : nothing}
      <tbody>${entries.map(row)}</tbody>
    </table>
    <button type="button" class="button is-line" ?disabled=${entries.length >= Math.min(MOST, domain.most)} @click=${() => put([...entries, last])}>
      ${icon("add")}${translate("control.entry.add")}</button>
  </div>`;
}

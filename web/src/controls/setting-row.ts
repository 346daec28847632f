/**
 * The row of any setting, made from its table: a slider or a field for a number, a switch, a list of words, and a list of
 * numbers as text to read. Not here: which settings are where, nor what a change does.
 */
import { html, type TemplateResult } from "lit";
import { translate, translateSource } from "../i18n/catalogue.ts";
import { listText, settingLabel, wordLabel } from "../settings/labels.ts";
import { defaultOf, type Setting, type Value } from "../settings/setting.ts";
import { choice } from "./choice.ts";
import { entriesOfList, entryRows } from "./entries.ts";
import { field, numberField } from "./field.ts";
import type { SectionProps } from "./props.ts";
import { switchRow } from "./switch-row.ts";

/** One setting, in the form that its domain asks for. */
export function settingRow(props: SectionProps, setting: Setting, slider = false): TemplateResult {
  const { section, values } = props;
  const { name, domain } = setting;
  const id = props.base + name;
  const words = props.words ?? section.kind;
  const label = settingLabel(words, name);
  const plain = values as Readonly<Record<string, Value>>;
  const fallback = defaultOf(section, plain, name);
  const value = name in values ? (values[name] ?? null) : fallback;
  // A number without a default may be left out again.
  const own = { ...setting, default: fallback, nullable: setting.nullable || setting.default === null };
  const change = (next: Value): void => props.onChange(name, next);
  const error = props.errors?.[name] ?? null;
  if (domain.type === "list") {
    const entries = props.onList ? entriesOfList(setting, values[name] ?? setting.default) : null;
    if (entries) return entryRows(props, setting, entries);
    return html`<div class="field listed" data-setting=${id}>
      <span class="field-label" title=${translateSource(setting.help)}>${label}</span><output title=${translate("control.list.how")}>${listText(setting, value)}</output>
    </div>`;
  }
  if (domain.type === "switch") {
    return switchRow({ id, label, setting: own, value: value === true, onChange: change });
  }
  if (domain.type === "words") {
    const options = domain.words.map((word) => ({ value: word, label: wordLabel(words, name, word) }));
    // A word without a default may be left out again, as a number may.
    if (own.nullable) options.unshift({ value: "", label: translate("control.unset") });
    const chosen = (word: string): void => change(word === "" ? null : word);
    return choice({ id, label, setting: own, options, value: String(value ?? ""), onChange: chosen, error });
  }
  const before = props.old?.[name];
  return (slider ? field : numberField)({
    id,
    label,
    setting: own,
    value: typeof value === "number" ? value : null,
    fallback,
    old: typeof before === "number" ? before : null,
    nudge: props.nudge?.name === name ? props.nudge.nudge : null,
    error,
    ...(!setting.nullable && { empty: translate("control.unset") }),
    onUnread: (typed) => props.onUnread?.(name, typed),
    onVary: props.onVary && (() => props.onVary?.(name)),
    ...(slider && { onInput: (next: number | null) => props.onInput?.(name, next) }),
    onChange: change,
  });
}

/** Rows of several settings: numbers and words first, then the switches under a line. */
export function settingRows(props: SectionProps, settings: readonly Setting[]): TemplateResult {
  const switches = settings.filter((each) => each.domain.type === "switch");
  const others = settings.filter((each) => each.domain.type !== "switch");
  return html`${others.map((each) => settingRow(props, each))}
    ${switches.length > 0 ? html`<div class="card-switches">${switches.map((each) => settingRow(props, each))}</div>` : ""}`;
}

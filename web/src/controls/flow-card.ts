/**
 * A flow as a card: sign, name, start, its menu, its algorithm with the algorithm's settings, and the sender's options. All
 * rows come from the sections' tables, so a new algorithm needs nothing here. Not here: what a change does to the run.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { num, plural, translate, unitWord, withUnit } from "../i18n/catalogue.ts";
import { settingLabel, wordLabel } from "../settings/labels.ts";
import {
  changedCount,
  defaultOf,
  SENT,
  type Section,
  type Setting,
  sectionOn,
  settingsOf,
  type Value,
  withAlgorithm,
} from "../settings/setting.ts";
import { icon } from "../ui/icons.ts";
import { close, menu } from "../ui/menu.ts";
import { vars } from "../ui/style-properties.ts";
import { application } from "./application.ts";
import { backoffCurve } from "./backoff-curve.ts";
import { cardNotices } from "./card-notices.ts";
import { algorithmOptions } from "./families.ts";
import { numberField } from "./field.ts";
import type { FlowCardProps, SectionProps } from "./props.ts";
import { settingRow, settingRows } from "./setting-row.ts";
import { swatch } from "./swatch.ts";

/** "9 more settings, all at their defaults", or "2 of 9 changed". */
export function moreText(changed: number, total: number, main: boolean): string {
  if (changed > 0) return translate("control.more.changed", { changed, total });
  return plural(main ? "control.more" : "control.more.only", total);
}

/** A button that unfolds rows, and the rows. */
function fold(
  id: string,
  text: string,
  open: boolean,
  onOpen: (open: boolean) => void,
  rows: () => unknown,
): TemplateResult {
  return html`<button type="button" class="card-more" aria-expanded=${open ? "true" : "false"} aria-controls=${id}
      @click=${() => onOpen(!open)}>
      ${icon("open")}<span>${text}</span>
    </button>
    <div class="card-rest" id=${id} ?hidden=${!open}>${open ? rows() : nothing}</div>`;
}

function rest(props: FlowCardProps, rows: SectionProps, main: readonly string[]): TemplateResult | typeof nothing {
  const others = settingsOf(props.section, props.values).filter((s) => !main.includes(s.name));
  if (others.length === 0) return nothing;
  const names = others.map((s) => s.name);
  const changed = changedCount(props.section, props.values, names);
  const text = moreText(changed, others.length, main.length > 0);
  return fold(`flows.${props.flow.name}.more`, text, props.unfolded, props.onUnfold, () => settingRows(rows, others));
}

/** Options of a flow that rate-based senders have: the rest is TCP's. */
const WITHOUT_WINDOW: ReadonlySet<string> = new Set(["start_jitter_s", "send_jitter_ms", "direction"]);
/** Rows that are elsewhere: in the sidebar, and with what the flow sends. */
const ELSEWHERE: ReadonlySet<string> = new Set(["base_rtt_ms", ...SENT]);

/** The flow's data: kind, amount, from when to when. */
function sent(props: FlowCardProps): TemplateResult {
  const { flow, options: rows } = props;
  const values = rows.values as Readonly<Record<string, Value>>;
  const own = [...SENT].flatMap((name) => settingsOf(rows.section, values).filter((each) => each.name === name));
  const data = props.section.rate_based ? undefined : props.application;
  const bytes = values.transfer_bytes;
  const what =
    typeof bytes === "number"
      ? withUnit(bytes, unitWord("bytes", bytes))
      : wordLabel("", "application", data?.section.kind ?? "bulk");
  const id = `flows.${flow.name}.sent`;
  const times = { ...values, start_s: props.start_s, stop_s: props.stop_s };
  const set: SectionProps["onChange"] = (name, value) => {
    if (name === "stop_s") props.onStop(typeof value === "number" ? value : null);
    else if (name === "start_s") typeof value === "number" && props.onStart(value);
    else rows.onChange(name, value);
  };
  return fold(
    id,
    translate("control.sent", { what }),
    props.sentUnfolded,
    props.onUnfoldSent,
    () => html`${data ? application(data) : nothing}
      ${own.map((each) => settingRow({ ...rows, values: times, onChange: set }, { ...each, nullable: each.name === "stop_s" }))}`,
  );
}

/** "TCP stack: Linux, 2 changed" */
export function stackText(
  section: Section,
  values: Readonly<Record<string, Value>>,
  own: readonly Setting[],
  rate_based: boolean,
): string {
  const names = own.map((s) => s.name).filter((name) => name !== section.selector);
  const changed = changedCount(section, values, names);
  const host = wordLabel(section.kind, section.selector, String(values[section.selector]));
  const what = rate_based ? translate("control.options.sender") : translate("control.options.host", { host });
  return translate(changed > 0 ? "control.options.changed" : "control.options", { what, changed });
}

/** The sender's own options: host, recovery, acknowledgements, ECN, which way its data go. */
function options(props: FlowCardProps): TemplateResult {
  const { values } = props.options;
  const section = withAlgorithm(props.options.section, props.section);
  const own = settingsOf(section, values as Readonly<Record<string, Value>>).filter(
    ({ name }) => !ELSEWHERE.has(name) && (!props.section.rate_based || WITHOUT_WINDOW.has(name)),
  );
  const text = stackText(section, values as Readonly<Record<string, Value>>, own, props.section.rate_based);
  const id = `flows.${props.flow.name}.options`;
  return fold(
    id,
    text,
    props.optionsUnfolded,
    props.onUnfoldOptions,
    () => html`${settingRows({ ...props.options, section }, own)}
    <p class="card-hint">${translate("control.options.restarts")}</p>`,
  );
}

/** The field of a flow's name, or of cross traffic's; `path`: of its setting. */
export function nameRow(
  path: string,
  label: string,
  wrong: string | null,
  onRename: (text: string) => void,
): TemplateResult {
  const rename = (event: Event): void => {
    const text = (event.target as HTMLInputElement).value.trim();
    if (text !== "" && text !== label) onRename(text);
  };
  return html`<div class="field named ${wrong ? "has-error" : ""}" data-setting=${path}>
      <label class="field-label" for=${path}>${translate("control.flow.name")}</label>
      <span class="field-box"><input type="text" id=${path} maxlength="64" autocomplete="off" spellcheck="false" .value=${label}
        aria-describedby=${wrong ? `${path}-error` : nothing} aria-invalid=${wrong ? "true" : "false"} @change=${rename} /></span>
      ${wrong ? html`<p class="field-error" id=${`${path}-error`}>${icon("warn")}${wrong}</p>` : nothing}
    </div>`;
}

/** How many copies there are is seen on the open card of one of them, else it is in the menu. */
const isOnCard = ({ open, count }: FlowCardProps): boolean => open && count > 1;

/** How many copies the flow's entry stands for; `committed`: another number was entered. */
function copies(props: FlowCardProps, committed?: () => void): TemplateResult | typeof nothing {
  const setting = props.own.find(({ name }) => name === "count");
  if (!setting) return nothing;
  return numberField({
    id: `flows.${props.flow.name}.count`,
    label: settingLabel("flow", "count"),
    setting,
    value: props.count,
    error: props.errors?.count ?? null,
    onChange: (value) => {
      committed?.();
      if (value !== null) props.onCount(value);
    },
  });
}

function flowMenu(props: FlowCardProps): TemplateResult {
  const { flow } = props;
  const id = `flows.${flow.name}.menu`;
  const act = (does: () => void) => () => {
    close(id);
    does();
  };
  const about = translate("control.flow.about", { name: props.section.title });
  const body = html`${props.about ? html`<a class="button" href=${props.about}>${icon("help")}${about}</a>` : nothing}
    <button type="button" class="button" @click=${act(props.onDuplicate)}>${icon("copy")}${translate("control.flow.duplicate")}</button>
    <div class="menu-fields">
      ${nameRow(`flows.${flow.name}.name`, flow.label, props.errors?.name ?? null, props.onRename)}
      ${isOnCard(props) ? nothing : copies(props, () => close(id))}
    </div>
    <button type="button" class="button is-destructive" ?disabled=${props.last} @click=${act(props.onRemove)}>
      ${icon("remove")}${translate("control.flow.remove")}
    </button>`;
  return menu(id, "is-icon card-menu", icon("more"), body, translate("control.flow.menu", { name: flow.label }));
}

/** The list of algorithms: a caret beside the name, with the algorithm's own name where the flow's differs. */
function algorithmList(props: FlowCardProps): TemplateResult {
  const { flow, section } = props;
  const same = flow.label === section.title;
  return html`<span class="card-algorithm ${same ? "is-bare" : ""}">
    <select data-vars=${vars({ "--letters": section.title.length })} aria-label=${translate("control.flow.algorithm", { name: flow.label })} .value=${live(section.kind)}
      @change=${(event: Event) => props.onAlgorithm((event.target as HTMLSelectElement).value)}>
      ${algorithmOptions(props.algorithms, section.kind)}
    </select>${icon("down")}
  </span>`;
}

/** "from 12 s", or "12 to 30.5 s" for a flow that stops within the run. */
function spanText({ start_s, stop_s }: FlowCardProps): string {
  const text = (t_s: number): string => num(t_s, Number.isInteger(t_s) ? 0 : 2);
  if (stop_s === null) return translate("control.flow.from", { time: `${text(start_s)}\u202fs` });
  return translate("control.flow.span", { start: text(start_s), stop: `${text(stop_s)}\u202fs` });
}

function header(props: FlowCardProps): TemplateResult {
  const { flow } = props;
  return html`<header>
    <button type="button" class="card-name" data-source=${flow.name} aria-expanded=${props.open ? "true" : "false"} @click=${() => props.onOpen(!props.open)}>
      ${swatch(flow.sign)}<b title=${`${flow.label}, ${spanText(props)}`}>${flow.label}</b>
      ${props.open ? nothing : html`<span>${spanText(props)}</span>`}
    </button>
    ${props.open ? algorithmList(props) : nothing}
    ${props.open ? html`<span class="card-start"><span>${spanText(props)}</span></span>` : nothing}
    ${flowMenu(props)}
  </header>`;
}

/** The card; one line when it is not open. */
export function flowCard(given: FlowCardProps): TemplateResult {
  const host = given.options.values[given.options.section.selector];
  const props = { ...given, section: sectionOn(given.section, host) };
  const { section, values } = props;
  const main = settingsOf(section, values).filter((setting) => setting.on_card);
  const rows: SectionProps = { ...props, base: `flows.${props.flow.name}.algorithm.` };
  const g = values.g_ms ?? defaultOf(section, values, "g_ms");
  const before = props.old?.g_ms;
  const body = (): TemplateResult => html`
    ${isOnCard(props) ? copies(props) : nothing}
    ${main.map((setting) => settingRow(rows, setting, true))}
    ${
      props.curve && section.kind === "cdg" && typeof g === "number"
        ? backoffCurve(props.flow.sign, g, typeof before === "number" ? before : null)
        : nothing
    }
    ${rest(
      props,
      rows,
      main.map(({ name }) => name),
    )} ${sent(props)} ${options(props)}`;
  return html`<section class="card ${props.open ? "is-open" : ""} ${props.focused ? "is-focused" : ""}"
      aria-label=${translate("control.flow.card", { name: props.flow.label, n: num(props.flow.index + 1) })}
      @pointerenter=${() => props.onFocus(true)} @pointerleave=${() => props.onFocus(false)}>
    ${header(props)} ${cardNotices(props.notices, props.onRemedy)} ${props.open ? body() : nothing}
  </section>`;
}

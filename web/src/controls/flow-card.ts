/**
 * A flow as a card: sign, name, start, its menu, its algorithm with the algorithm's settings, and the sender's options. All
 * rows come from the sections' tables, so a new algorithm needs nothing here. Not here: what a change does to the run.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { num, plural, translate } from "../i18n/catalogue.ts";
import { settingLabel, wordLabel } from "../settings/labels.ts";
import { changedCount, defaultOf, sectionOn, settingsOf, type Value, withAlgorithm } from "../settings/setting.ts";
import { icon } from "../ui/icons.ts";
import { close, menu } from "../ui/menu.ts";
import { vars } from "../ui/style-properties.ts";
import { application, isLimited } from "./application.ts";
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

/** What rate-based senders have of a flow's options: the rest is TCP's. */
const WITHOUT_WINDOW: ReadonlySet<string> = new Set([
  "start_jitter_s",
  "send_jitter_ms",
  "direction",
  "transfer_bytes",
]);
/** Rows that are elsewhere: in the sidebar, and in the card's menu. */
const ELSEWHERE: ReadonlySet<string> = new Set(["base_rtt_ms", "start_s", "stop_s"]);

/** The sender's own options: what it has to send, host, recovery, acknowledgements, ECN, which way its data go. */
function options(props: FlowCardProps): TemplateResult {
  const { values } = props.options;
  const section = withAlgorithm(props.options.section, props.section);
  const own = settingsOf(section, values as Readonly<Record<string, Value>>).filter(
    ({ name }) => !ELSEWHERE.has(name) && (!props.section.rate_based || WITHOUT_WINDOW.has(name)),
  );
  const names = own.map((s) => s.name).filter((name) => name !== section.selector);
  const data = props.section.rate_based ? undefined : props.application;
  const changed =
    changedCount(section, values as Readonly<Record<string, Value>>, names) + Number(data ? isLimited(data) : false);
  const host = wordLabel(section.kind, section.selector, String(values[section.selector]));
  const what = props.section.rate_based
    ? translate("control.options.sender")
    : translate("control.options.host", { host });
  const text = translate(changed > 0 ? "control.options.changed" : "control.options", { what, changed });
  const id = `flows.${props.flow.name}.options`;
  return fold(
    id,
    text,
    props.optionsUnfolded,
    props.onUnfoldOptions,
    () => html`${data ? application(data) : nothing} ${settingRows({ ...props.options, section }, own)}
    <p class="card-hint">${translate("control.options.restarts")}</p>`,
  );
}

function flowMenu(props: FlowCardProps): TemplateResult {
  const { flow } = props;
  const id = `flows.${flow.name}.menu`;
  const act = (does: () => void) => () => {
    close(id);
    does();
  };
  const row = (
    name: "start_s" | "stop_s" | "count",
    value: number | null,
    change: (v: number | null) => void,
  ): unknown => {
    const setting = props.own.find((s) => s.name === name);
    if (!setting) return nothing;
    return numberField({
      id: `flows.${flow.name}.${name}`,
      label: settingLabel("flow", name),
      setting: { ...setting, nullable: name === "stop_s" },
      value,
      error: props.errors?.[name] ?? null,
      onChange: change,
    });
  };
  const about = translate("control.flow.about", { name: props.section.title });
  const body = html`${props.about ? html`<a class="button" href=${props.about}>${icon("help")}${about}</a>` : nothing}
    <button type="button" class="button" @click=${act(props.onDuplicate)}>${icon("copy")}${translate("control.flow.duplicate")}</button>
    <div class="menu-fields">
      ${row("start_s", props.start_s, (v) => v !== null && props.onStart(v))}
      ${row("stop_s", props.stop_s, props.onStop)}
      ${row("count", props.count, (v) => v !== null && props.onCount(v))}
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
    )} ${options(props)}`;
  return html`<section class="card ${props.open ? "is-open" : ""} ${props.focused ? "is-focused" : ""}"
      aria-label=${translate("control.flow.card", { name: props.flow.label, n: num(props.flow.index + 1) })}
      @pointerenter=${() => props.onFocus(true)} @pointerleave=${() => props.onFocus(false)}>
    ${header(props)} ${cardNotices(props.notices, props.onRemedy)} ${props.open ? body() : nothing}
  </section>`;
}

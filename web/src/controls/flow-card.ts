/**
 * A flow as a card: sign, name, start, its menu, its algorithm and the algorithm's settings. All rows come from the
 * section's table, so a new algorithm needs nothing here. Not here: what a change does to the run.
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { has, num, say } from "../words/words.ts";
import { backoffCurve } from "./backoff-curve.ts";
import { choice } from "./choice.ts";
import { field, numberField } from "./field.ts";
import { icon } from "./icons.ts";
import type { FlowCardProps } from "./props.ts";
import { changedCount, defaultOf, type Setting, settingsOf, type Value } from "./setting.ts";
import { swatch } from "./swatch.ts";
import { switchRow } from "./switch-row.ts";
import { vars } from "./vars.ts";

/** Settings that stand in the card itself, by kind; the others unfold. */
const MAIN: Readonly<Record<string, readonly string[]>> = { cdg: ["g_ms"] };

/** A setting's name on the screen: the catalogue's, or its own with spaces. */
export function settingLabel(section: string, name: string): string {
  for (const key of [`setting.${section}.${name}`, `setting.${name}`]) {
    if (has(key)) return say(key);
  }
  const words = name.replace(/_(ms|s|packets|bytes|bps|rtts)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word of a setting on the screen. */
function wordLabel(section: string, name: string, word: string): string {
  for (const key of [`setting.${section}.${name}.${word}`, `setting.${name}.${word}`]) {
    if (has(key)) return say(key);
  }
  return word.replaceAll("_", " ");
}

/** One setting of the algorithm, in the form that its domain asks for. */
function settingRow(props: FlowCardProps, setting: Setting, slider: boolean): TemplateResult {
  const { section, values, flow } = props;
  const { name, domain } = setting;
  const id = `flows.${flow.name}.algorithm.${name}`;
  const label = settingLabel(section.kind, name);
  const fallback = defaultOf(section, values, name);
  const value: Value = name in values ? (values[name] ?? null) : fallback;
  const own = { ...setting, default: fallback };
  const change = (next: Value): void => props.onChange(name, next);
  const error = props.errors?.[name] ?? null;
  if (domain.type === "switch") {
    return switchRow({ id, label, setting: own, value: value === true, onChange: change });
  }
  if (domain.type === "words") {
    const options = domain.words.map((word) => ({ value: word, label: wordLabel(section.kind, name, word) }));
    return choice({ id, label, setting: own, options, value: String(value), onChange: change, error });
  }
  const number = typeof value === "number" ? value : null;
  const before = props.old?.[name];
  return (slider ? field : numberField)({
    id,
    label,
    setting: own,
    value: number,
    fallback,
    old: typeof before === "number" ? before : null,
    nudge: props.nudge?.name === name ? props.nudge.nudge : null,
    error,
    onUnread: (typed) => props.onUnread?.(name, typed),
    onInput: (next) => props.onInput?.(name, next),
    onChange: change,
  });
}

/** "9 more, all at their defaults", or "2 of 9 changed". */
export function moreText(changed: number, total: number, main: boolean): string {
  if (changed > 0) return say("control.more.changed", { changed, total });
  return say(main ? "control.more" : "control.more.only", { total });
}

function rest(props: FlowCardProps, main: readonly string[]): TemplateResult | typeof nothing {
  const others = settingsOf(props.section, props.values).filter((s) => !main.includes(s.name));
  if (others.length === 0) return nothing;
  const names = others.map((s) => s.name);
  const changed = changedCount(props.section, props.values, names);
  const switches = others.filter((s) => s.domain.type === "switch");
  const plain = others.filter((s) => s.domain.type !== "switch");
  const id = `flows.${props.flow.name}.more`;
  return html`<button type="button" class="card-more" aria-expanded=${props.unfolded ? "true" : "false"} aria-controls=${id}
      @click=${() => props.onUnfold(!props.unfolded)}>
      ${icon("open")}<span>${moreText(changed, others.length, main.length > 0)}</span>
    </button>
    <div class="card-rest" id=${id} ?hidden=${!props.unfolded}>
      ${props.unfolded ? plain.map((s) => settingRow(props, s, false)) : nothing}
      ${
        props.unfolded && switches.length > 0
          ? html`<div class="card-switches">${switches.map((s) => settingRow(props, s, false))}</div>`
          : nothing
      }
    </div>`;
}

/** Closes a menu made of `details` on Escape, and when the focus leaves it. */
function closeOnKey(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  const details = event.currentTarget as HTMLDetailsElement;
  if (!details.open) return;
  details.open = false;
  details.querySelector("summary")?.focus();
  event.stopPropagation();
}
function closeOnLeave(event: FocusEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (!details.contains(event.relatedTarget as Node | null)) details.open = false;
}

function menu(props: FlowCardProps): TemplateResult {
  const { flow } = props;
  const act = (does: () => void) => (event: Event) => {
    const details = (event.currentTarget as HTMLElement).closest("details");
    if (details) details.open = false;
    does();
  };
  const row = (name: "start_s" | "stop_s", value: number | null, change: (v: number | null) => void): unknown => {
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
  return html`<details class="card-menu" @keydown=${closeOnKey} @focusout=${closeOnLeave}>
    <summary class="button is-icon" aria-label=${say("control.flow.menu", { name: flow.label })}>${icon("more")}</summary>
    <div class="menu" tabindex="-1">
      <button type="button" @click=${act(props.onDuplicate)}>${icon("copy")}${say("control.flow.duplicate")}</button>
      <div class="menu-fields">
        ${row("start_s", props.start_s, (v) => v !== null && props.onStart(v))}
        ${row("stop_s", props.stop_s, props.onStop)}
      </div>
      <button type="button" class="is-destructive" ?disabled=${props.last} @click=${act(props.onRemove)}>
        ${icon("remove")}${say("control.flow.remove")}
      </button>
    </div>
  </details>`;
}

/** The list of algorithms: a caret beside the name, with the algorithm's own name where the flow's differs. */
function algorithmList(props: FlowCardProps): TemplateResult {
  const { flow, section } = props;
  const same = flow.label === section.title;
  return html`<span class="card-algorithm ${same ? "is-bare" : ""}">
    <select data-vars=${vars({ "--letters": section.title.length })} aria-label=${say("control.flow.algorithm", { name: flow.label })} .value=${live(section.kind)}
      @change=${(event: Event) => props.onAlgorithm((event.target as HTMLSelectElement).value)}>
      ${props.algorithms.map(
        (a) => html`<option value=${a.kind} ?selected=${a.kind === section.kind}>${a.title}</option>`,
      )}
    </select>${icon("down")}
  </span>`;
}

/** "from 12 s", or "12 to 30.5 s" for a flow that stops within the run. */
function spanText({ start_s, stop_s }: FlowCardProps): string {
  const text = (t_s: number): string => num(t_s, Number.isInteger(t_s) ? 0 : 2);
  if (stop_s === null) return say("control.flow.from", { time: `${text(start_s)}\u202fs` });
  return say("control.flow.span", { start: text(start_s), stop: `${text(stop_s)}\u202fs` });
}

function header(props: FlowCardProps): TemplateResult {
  const { flow } = props;
  return html`<header>
    <button type="button" class="card-name" aria-expanded=${props.open ? "true" : "false"} @click=${() => props.onOpen(!props.open)}>
      ${swatch(flow.index)}<b title=${flow.label}>${flow.label}</b>
      ${props.open ? nothing : html`<span>${spanText(props)}</span>`}
    </button>
    ${props.open ? algorithmList(props) : nothing}
    ${props.open ? html`<span class="card-start" title=${spanText(props)}>${spanText(props)}</span>` : nothing}
    ${menu(props)}
  </header>`;
}

/** The card; one line when it is not open. */
export function flowCard(props: FlowCardProps): TemplateResult {
  const { section, values } = props;
  const main = (MAIN[section.kind] ?? []).filter((name) => section.params.some((p) => p.name === name));
  const g = values.g_ms ?? defaultOf(section, values, "g_ms");
  const before = props.old?.g_ms;
  const body = (): TemplateResult => html`
    ${main.map((name) => {
      const setting = section.params.find((p) => p.name === name);
      return setting ? settingRow(props, setting, true) : nothing;
    })}
    ${
      props.curve && section.kind === "cdg" && typeof g === "number"
        ? backoffCurve(props.flow.index, g, typeof before === "number" ? before : null, props.draws)
        : nothing
    }
    ${rest(props, main)}`;
  return html`<section class="card ${props.open ? "is-open" : ""} ${props.focused ? "is-focused" : ""}"
      aria-label=${say("control.flow.card", { name: props.flow.label, n: num(props.flow.index + 1) })}
      @pointerenter=${() => props.onFocus(true)} @pointerleave=${() => props.onFocus(false)}>
    ${header(props)} ${props.open ? body() : nothing}
  </section>`;
}

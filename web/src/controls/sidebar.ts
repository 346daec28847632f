/**
 * The sidebar of controls: the path's fields, what follows from them, a card for each flow; and the bottom bar, its short form.
 * All from the engine's tables. Not here: what a change does (the page changes its session), nor how a control looks.
 */
import "../design/setup.css";
import { html, nothing, type TemplateResult } from "lit";
import { nameText } from "../engine/protocol.ts";
import { ALGORITHMS, DISCIPLINES, FLOW } from "../generated/settings.ts";
import { has, translate } from "../i18n/catalogue.ts";
import { entriesOf, lossOf, numberIn } from "../session/facts.ts";
import { noticesAt } from "../session/notice-lines.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { isObject, valueAt } from "../session/scenario.ts";
import { LOSS, limitPath, nameOfSetting, rttPaths, runningAt } from "../session/setting-names.ts";
import { valueText, wordLabel } from "../settings/labels.ts";
import { faceOf, type Section, type Span, toScreen, type Value } from "../settings/setting.ts";
import { boundedList } from "../ui/bounded-list.ts";
import { close, menu } from "../ui/menu.ts";
import { algorithmPage } from "../ui/site.ts";
import { sign } from "../ui/theme-icons.ts";
import { applicationAt } from "./application.ts";
import { cardNotices } from "./card-notices.ts";
import { choice } from "./choice.ts";
import { derived } from "./derived.ts";
import { grouped } from "./families.ts";
import { field, numberField } from "./field.ts";
import { flowCard } from "./flow-card.ts";
import { link, replays } from "./link.ts";
import { pathDetails } from "./path-details.ts";
import type { FieldProps } from "./props.ts";
import { sectionAt } from "./section.ts";
import type { SidebarProps } from "./sidebar-props.ts";
import { switchRow } from "./switch-row.ts";
import { traffic } from "./traffic.ts";

/** The sentence about a change, which comes with what changes. */
export { changeOf } from "../session/change.ts";
export { effectText } from "../session/effect.ts";

/** Properties of a single row. */
export type RowProps = Pick<
  SidebarProps,
  "tables" | "settings" | "held" | "old" | "errors" | "nudge" | "onInput" | "onChange" | "onUnread" | "onVary"
>;

/** A number setting of the path, made ready for its row. */
function fieldOf(props: RowProps, paths: readonly string[], label: string, prefix = ""): FieldProps | null {
  const path = paths[0] ?? "";
  const setting = props.tables.settingAt(path, props.settings);
  if (setting?.domain.type !== "number") return null;
  const standing = props.held.has(path) ? props.held.get(path) : valueAt(props.settings, path);
  const old = props.old.get(path);
  return {
    id: prefix + path,
    label,
    setting,
    value: typeof standing === "number" ? standing : path.endsWith("loss.probability") ? 0 : null,
    old: typeof old === "number" ? old : null,
    nudge: props.nudge?.path === path ? props.nudge.nudge : null,
    error: props.errors.get(path) ?? null,
    onUnread: (typed) => props.onUnread?.(path, typed),
    onVary: props.onVary && (() => props.onVary?.(path)),
    onInput: (value) => props.onInput(paths, value),
    onChange: (value) => props.onChange(paths, value),
  };
}

const row = (props: FieldProps | null): TemplateResult | typeof nothing => (props ? field(props) : nothing);

function lossField(props: SidebarProps): FieldProps | null {
  return lossOf(props.settings) === null ? null : fieldOf(props, [LOSS], translate("lab.control.loss"));
}

/** A list of the document, around the place that the reader has chosen in it or the open card's. */
function listOf<T>(
  props: SidebarProps,
  list: string,
  items: readonly T[],
  draw: (item: T, index: number) => unknown,
): TemplateResult {
  const open = props.looks.findIndex(({ name }) => name === props.open);
  return boundedList(items, props.placeIn(list) ?? open, draw, (place) => props.onPlace(list, place));
}

function rttFields(props: SidebarProps): TemplateResult | typeof nothing {
  const paths = rttPaths(props.settings);
  const values = new Set(paths.map((path) => props.held.get(path) ?? valueAt(props.settings, path)));
  const each = (): TemplateResult =>
    listOf(props, "flows", paths, (path, i) => {
      const flow = props.looks[i]?.label ?? "";
      const own = fieldOf(props, [path], translate("lab.control.rtt_of", { flow }), "each.");
      return own ? numberField(own) : nothing;
    });
  const all = row(fieldOf(props, paths, translate("lab.control.rtt")));
  return html`${all}${
    paths.length > 1
      ? html`<details class="each" ?open=${values.size > 1}><summary>${translate("lab.each_rtt")}</summary>${each()}</details>`
      : nothing
  }`;
}

function queueField(props: SidebarProps): FieldProps | null {
  const discipline = String(valueAt(props.settings, "bottleneck.queue.discipline") ?? "drop_tail");
  const key = `setting.discipline.${discipline}`;
  const name = has(key) ? translate(key) : discipline.replaceAll("_", " ");
  return fieldOf(
    props,
    [limitPath(props.settings)],
    translate("lab.control.queue", { discipline: name.replaceAll(" ", "\u00a0") }),
  );
}

function derivedNumbers(props: SidebarProps): TemplateResult {
  const { settings } = props;
  const at = (path: string): number | null => {
    const value = props.held.get(path) ?? valueAt(settings, path);
    return typeof value === "number" ? value : null;
  };
  const flows = props.looks.filter((look) => !look.cross);
  const running = runningAt(flows, props.t_s);
  const counted = running.length > 0 ? running : flows;
  const rtts = counted.map((look) => at(`flows.${look.name}.base_rtt_ms`) ?? 40);
  return derived({
    rate_bps: at("bottleneck.rate_bps") ?? 0,
    base_rtt_ms: rtts.length > 0 ? Math.min(...rtts) : 40,
    longest_rtt_ms: rtts.length > 0 ? Math.max(...rtts) : 40,
    packet_bytes: numberIn(settings, "packet_bytes", 1500),
    limit_packets: at("bottleneck.queue.limit_packets"),
    limit_bytes: at("bottleneck.queue.limit_bytes"),
    flows: rtts.length,
    flows_in_all: flows.length,
  });
}

function card(
  props: SidebarProps,
  look: FlowLook,
  entry: Record<string, unknown>,
  index: number,
): TemplateResult | typeof nothing {
  const { name } = look;
  const section: Section | undefined = props.tables.algorithms.find((each) => each.kind === look.kind);
  if (!section) return nothing;
  const rows = sectionAt(props, `flows.${name}.algorithm.`, section);
  const own = sectionAt(props, `flows.${name}.`, FLOW);
  const { kind: _, ...values } = rows.values as Record<string, Value>;
  return flowCard({
    ...rows,
    flow: look,
    values,
    errors: { ...own.errors, ...rows.errors },
    notices: noticesAt(props.notices, `flows[${index}]`, props.looks, props.settings),
    onRemedy: props.onRemedy,
    options: own,
    application: applicationAt(props, `flows.${name}.`),
    sentUnfolded: props.unfolded.has(`sent:${nameText(name)}`),
    onUnfoldSent: (unfolded) => props.onUnfold(`sent:${nameText(name)}`, unfolded),
    onRename: (text) => props.onRename(name, text),
    optionsUnfolded: props.unfolded.has(`host:${nameText(name)}`),
    onUnfoldOptions: (unfolded) => props.onUnfold(`host:${nameText(name)}`, unfolded),
    algorithms: props.tables.algorithms,
    open: props.open === name,
    unfolded: props.unfolded.has(`card:${nameText(name)}`),
    curve: props.curve,
    about: algorithmPage(look.kind),
    focused: props.focus === name,
    last: props.looks.filter((each) => !each.cross).length === 1,
    own: props.tables.flow,
    count: props.countOf(name),
    start_s: look.start_s,
    stop_s: typeof entry.stop_s === "number" && entry.stop_s < props.duration_s ? entry.stop_s : null,
    onOpen: (open) => props.onOpen(open ? name : null),
    onUnfold: (unfolded) => props.onUnfold(`card:${nameText(name)}`, unfolded),
    onFocus: (focused) => props.onHover(focused ? name : null),
    onAlgorithm: (kind) => props.onChange([`flows.${name}.algorithm.kind`], kind),
    onDuplicate: () => props.onDuplicate(name),
    onRemove: () => props.onRemove(name),
    onStart: (start_s) => props.onChange([`flows.${name}.start_s`], start_s),
    onStop: (stop_s) => props.onChange([`flows.${name}.stop_s`], stop_s),
    onCount: (count) => props.onCount(name, count),
  });
}

/** As many flows are added at once. */
const MOST_ADDED = 100;

function addMenu(props: SidebarProps): TemplateResult {
  const add = (event: Event, kind: string): void => {
    const field = (event.currentTarget as HTMLElement)
      .closest(".popup")
      ?.querySelector<HTMLInputElement>(".how-many input");
    const count = Math.min(MOST_ADDED, Math.max(1, Math.round(Number(field?.value)) || 1));
    if (field) field.value = "1";
    close("add-flow");
    props.onAdd(kind, count);
  };
  const kinds = grouped(props.tables.algorithms).map(
    ({ name, members }, i) => html`<h2>${name}</h2>
      <div class="kinds">${members.map(
        (section, j) =>
          html`<button type="button" class="button" ?data-first=${i === 0 && j === 0}
            @click=${(event: Event) => add(event, section.kind)}>${section.title}</button>`,
      )}</div>`,
  );
  const list = html`<label class="how-many">${translate("lab.flows.count")}<input type="number" min="1" max=${MOST_ADDED} value="1" /></label>${kinds}`;
  return menu("add-flow", "", html`${sign("add")}${translate("lab.flows.add")}`, list, translate("lab.key.add"));
}

function runFields(props: SidebarProps): (TemplateResult | typeof nothing)[] {
  return (["seed", "duration_s"] as const).map((name) => {
    const own = fieldOf(props, [name], translate(name === "seed" ? "lab.control.seed" : "lab.control.duration"));
    return own ? numberField({ ...own, onInput: undefined }) : nothing;
  });
}

function noticesOf(props: SidebarProps, entry: string): TemplateResult[] {
  return cardNotices(noticesAt(props.notices, entry, props.looks, props.settings), props.onRemedy);
}

/** Limits of the model, by their words. */
const MODEL = ["path", "links", "time", "hosts", "data", "scale"];

/** The whole sidebar: what was asked for beside the controls, and these; `onAll`: few of them, and the way to all. */
export function sidebar(props: SidebarProps, onAll: (() => void) | null = null): TemplateResult {
  return html`${props.panel ? html`<div class="panel">${props.panel}</div>` : nothing}<div class="controls">${onAll ? fewControls(props, onAll) : controlsOf(props)}</div>`;
}

/** The sliders that the run is about, and the way to all. */
function fewControls(props: SidebarProps, onAll: () => void): TemplateResult {
  return html`${mainFields(props, "").map(row)}
    <button type="button" class="button is-line show-all" @click=${onAll}>${translate("lab.show.all")}</button>`;
}

/** From when on a change acts; the last one can be moved to the start afterwards. */
function acting({ acts }: SidebarProps): TemplateResult {
  const button = (fromStart: boolean): TemplateResult =>
    html`<button type="button" aria-pressed=${acts.fromStart === fromStart ? "true" : "false"}
      ?disabled=${!acts.onChoose} @click=${() => acts.onChoose?.(fromStart)}>${translate(fromStart ? "lab.acts.start" : "lab.acts.here")}</button>`;
  return html`<div class="acting" title=${translate("lab.acts.hint")}><span>${translate("lab.acts")}</span>
      <span class="segments" role="group" aria-label=${translate("lab.acts")}>${button(false)}${button(true)}</span>
      ${acts.onMove ? html`<button type="button" class="button" @click=${acts.onMove}>${translate("lab.acts.move")}</button>` : nothing}</div>`;
}

function controlsOf(props: SidebarProps): TemplateResult {
  const entries = entriesOf(props.settings, "flows");
  return html`${acting(props)}<section>
      <h2>${translate("lab.path")}<button type="button" class="button is-icon close" aria-label=${translate("lab.close")} @click=${props.onClose}>${sign("close")}</button></h2>
      ${row(lossField(props))} ${rttFields(props)} ${replays(props.settings, "bottleneck") ? nothing : row(fieldOf(props, ["bottleneck.rate_bps"], translate("lab.control.rate")))}
      ${link(props, "bottleneck")}
      ${row(queueField(props))} ${derivedNumbers(props)} ${noticesOf(props, "bottleneck")} ${noticesOf(props, "reverse_bottleneck")}
      ${pathDetails(props)}
    </section>
    <section>
      <h2>${translate("lab.flows")}${addMenu(props)}</h2>
      ${listOf(props, "flows", entries, (entry, i) => {
        const look = props.looks[i];
        return look ? card(props, look, entry, i) : nothing;
      })}
    </section>
    ${traffic(props)}
    <section>
      <h2>${translate("lab.run")}</h2>
      ${runFields(props)} ${noticesOf(props, "interventions")}
      <button type="button" class="button is-line" @click=${props.onText}>${translate("lab.text.open")}</button>
      <details class="model"><summary>${translate("lab.model")}</summary>
        <ul>${MODEL.map((key) => html`<li>${translate(`lab.model.${key}`)}</li>`)}</ul></details>
    </section>`;
}

/** One control by the setting's path, as the widget shows it; nothing if this run has no such setting. A seed is typed. */
export function control(
  props: RowProps,
  paths: readonly string[],
  label: string,
  span?: Span,
): TemplateResult | typeof nothing {
  const [path = ""] = paths;
  const setting = props.tables.settingAt(path, props.settings);
  if (setting?.domain.type === "switch") {
    const value = valueAt(props.settings, path) === true;
    return switchRow({ id: path, label, value, setting, onChange: (on) => props.onChange(paths, on) });
  }
  const found = fieldOf(props, paths, label);
  const own = found && span ? { ...found, span } : found;
  return own && /(^|\.)(seed|stream)$/.test(path) ? numberField({ ...own, onInput: undefined }) : row(own);
}

/** A list of algorithms or disciplines; of those in `kinds` where they are given. */
export function kindList(
  { kind: of, paths, label }: { kind: "algorithm" | "discipline"; paths: readonly string[]; label: string },
  settings: unknown,
  onChange: (kind: string) => void,
  kinds?: readonly string[],
): TemplateResult {
  const [path = ""] = paths;
  const words =
    of === "algorithm"
      ? ALGORITHMS.map(({ kind, title }) => ({ value: kind, label: title }))
      : DISCIPLINES.map(({ kind }) => ({ value: kind, label: wordLabel("", "discipline", kind) }));
  const options = words.filter(({ value }) => kinds?.includes(value) ?? true);
  return choice({ id: path, label, options, value: String(valueAt(settings, path) ?? ""), onChange });
}

/** The nudge's request, for where its sentence has no room. */
function wishText(props: SidebarProps, path: string): string | null {
  const setting = props.tables.settingAt(path, props.settings);
  if (props.nudge?.path !== path || setting?.domain.type !== "number") return null;
  const face = faceOf(setting);
  return translate("lab.nudge", { value: valueText(face, toScreen(face, props.nudge.nudge.value)) });
}

/** The sliders that a run is about: what the sentence asks for, random loss, base RTT, and G or the link's rate. */
function mainFields(props: SidebarProps, prefix: string): FieldProps[] {
  const asked = props.nudge?.path ?? LOSS;
  const g = entriesOf(props.settings, "flows").find(
    (entry) => isObject(entry.algorithm) && entry.algorithm.kind === "cdg",
  );
  const choices: [readonly string[], string][] = [
    [[LOSS], translate("lab.control.loss")],
    [rttPaths(props.settings), translate("lab.control.rtt")],
    [
      g ? [`flows.${g.name}.algorithm.g_ms`] : ["bottleneck.rate_bps"],
      translate(g ? "lab.control.g.short" : "lab.control.rate"),
    ],
  ];
  if (!choices.some(([paths]) => paths[0] === asked)) choices.unshift([[asked], nameOfSetting(asked, props.looks)]);
  // Settings that no sender can know are no controls either, while they are hidden.
  const shown = choices.filter(([[path = ""]]) => !(props.hidden && path.startsWith("bottleneck.")));
  shown.sort(([a], [b]) => Number(b[0] === asked) - Number(a[0] === asked));
  // A loss model without one probability has no such slider: the next one takes its place.
  return shown.flatMap(([paths, label]) => {
    const own = fieldOf(props, paths, label, prefix);
    return own
      ? { ...own, ...(paths[0]?.endsWith(".algorithm.g_ms") && { hint: translate("lab.control.g.hint") }) }
      : [];
  });
}

/** The bottom bar: the slider that the sentence asks for; where there is room, base RTT and G beside it. `onAll`: the way to all. */
export function bottomBar(props: SidebarProps, wide: boolean, onAll: (() => void) | null): TemplateResult {
  const wish = wide || props.hidden || !onAll ? null : wishText(props, props.nudge?.path ?? LOSS);
  return html`${mainFields(props, "bottom-bar.")
    .slice(0, wide ? 3 : 1)
    .map(row)}
    ${props.sides ?? nothing}
    ${wish === null ? nothing : html`<p class="wish">${wish}</p>`}
    ${
      onAll
        ? html`<button type="button" class="button is-icon" aria-label=${translate("lab.all_controls")} title=${translate("lab.all_controls")} @click=${onAll}>${sign("sliders")}</button>`
        : nothing
    }`;
}

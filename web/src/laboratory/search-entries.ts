/**
 * All that the laboratory's search finds, read from the registries and tables: settings of the run and those that it might have, flows, charts, actions,
 * algorithms, scenarios, lessons. Not here: how they are found (search/finder.ts), how each is reached (reach.ts).
 */
import figures from "virtual:figures-titles";
import titles from "virtual:lesson-titles";
import { CHARTS, STAGE } from "../charts/registry.ts";
import type { PictureKind } from "../charts/stack.ts";
import { grouped } from "../controls/families.ts";
import { nameText } from "../engine/protocol.ts";
import {
  ALGORITHMS,
  APPLICATIONS,
  BOTTLENECK,
  DELAY_VARIATION,
  DISCIPLINES,
  ENTRY,
  FLOW,
  MODELS,
  POLICER,
  RATE_MODELS,
  REORDERINGS,
  RUN,
  TRAFFIC,
} from "../generated/settings.ts";
import { addMessages, has, language, num, translate, translateSource } from "../i18n/catalogue.ts";
import says from "../i18n/en/search.json" with { type: "json" };
import type { Entry } from "../search/entry.ts";
import courses from "../session/courses.ts";
import { entriesOf } from "../session/facts.ts";
import { groupName, PRESETS, presetLike, words } from "../session/presets.ts";
import { entryOf, isObject, valueAt } from "../session/scenario.ts";
import { rttPaths } from "../session/setting-names.ts";
import { listText, settingLabel, valueText, wordLabel } from "../settings/labels.ts";
import { faceOf, type Section, type Setting, toScreen } from "../settings/setting.ts";
import { figurePage, lessonPage } from "../ui/site.ts";
import type { Laboratory } from "./context.ts";
import { share } from "./files.ts";
import { keyCap } from "./help.ts";
import { choose } from "./open-run.ts";
import { isOnTop, toChart, toCommand, toFlow, toSetting, toTraffic } from "./reach.ts";

addMessages("en", says);

/** Ways of saving a chart. */
const PICTURES: readonly PictureKind[] = ["png", "svg", "csv", "wide"];

/** Synonyms by the first of these keys that has any. */
function alsoOf(...ids: readonly string[]): string {
  const key = ids.map((id) => `search.also.${id}`).find(has);
  return key === undefined ? "" : translate(key);
}

const within = (...places: readonly string[]): string => places.join(" › ");

/** A value of a setting in words. */
function textOf(setting: Setting, section: string, value: unknown): string {
  const { domain, name } = setting;
  if (domain.type === "list") return value ? listText(setting, value).slice(0, 20) : translate("control.none");
  if (domain.type === "switch") return translate(value === true ? "control.on" : "control.off");
  if (value === null || value === undefined) return translate("control.none");
  if (domain.type === "words") return wordLabel(section, name, String(value));
  const face = faceOf(setting);
  return valueText(face, typeof value === "number" ? toScreen(face, value) : null);
}

/** A list by which one of several sections is chosen. */
interface Chooser {
  /** Of its control. */
  path: string;
  root: string;
  sections: readonly Section[];
  /** The chosen section. */
  chosen: string;
  /** Of the settings of the chosen section, with the last dot. */
  base: string;
  nameOf(section: Section): string;
  /** Its name, and that of what it chooses in keys of synonyms. */
  label: string;
  id: string;
  /** Under which words of its settings are, where that is not their section's kind. */
  words?: string;
}

/** An action, as the list of actions has it. */
export interface Act {
  name: string;
  shown: readonly string[];
  perform(lab: Laboratory): void;
}

/** Gathers the settings of a run. */
class Settings {
  readonly entries: Entry[] = [];
  private readonly settings: unknown;

  constructor(private readonly lab: Laboratory) {
    this.settings = lab.branches.settings();
  }

  at(path: string): unknown {
    return valueAt(this.settings, path);
  }

  /** A setting of the run; `paths`: of its control, and of those that are taken where it has none. */
  add(setting: Setting, section: string, place: string, paths: readonly string[], more: Partial<Entry> = {}): void {
    const { name, domain, help, default: fallback } = setting;
    const choices = domain.type === "words" ? domain.words.map((word) => `${wordLabel(section, name, word)}; `) : [];
    this.entries.push({
      group: "settings",
      id: `${section}.${name}`,
      name: settingLabel(section, name),
      place,
      also: alsoOf(`${section}.${name}`, name),
      help: choices.join("") + translateSource(help),
      numeric: domain.type === "number",
      value: () => textOf(setting, section, valueAt(this.lab.branches.settings(), paths[0] ?? "") ?? fallback),
      act: () => toSetting(this.lab, paths),
      ...more,
    });
  }

  /** All settings of a section that the run has. */
  addAll(section: Section, base: string, place: string, words = section.kind, nearest: readonly string[] = []): void {
    for (const setting of section.params) this.add(setting, words, place, [base + setting.name, ...nearest]);
  }

  /** A control that is no row of a table. */
  addControl(id: string, name: string, place: string, path: string, more: Partial<Entry> = {}): void {
    const also = alsoOf(id);
    this.entries.push({ group: "settings", id, name, place, also, act: () => toSetting(this.lab, [path]), ...more });
  }

  /** A list with what it chooses from, and the settings of each. */
  addChoices({ path, root, sections, chosen, base, nameOf, label, id, ...more }: Chooser): void {
    const own = sections.find(({ kind }) => kind === chosen);
    const place = within(root, label);
    this.addControl(id, label, root, path, own ? { value: () => nameOf(own) } : {});
    for (const section of sections) {
      const is = section === own;
      const value = (): string => translate(is ? "search.chosen" : "search.absent");
      const name = nameOf(section);
      this.addControl(`${id}.${section.kind}`, name, place, path, { value, help: translateSource(section.about) });
      for (const setting of section.params) {
        const [words, where] = [more.words ?? section.kind, within(place, name)];
        const control = base + setting.name;
        // Of some of which a document has one only, the one that it has.
        const one = section.one_of.some(({ fields }) => fields.includes(setting.name));
        if (is && !(one && (this.at(control) ?? null) === null))
          this.add(setting, words, isOnTop(control) ? root : where, [control, path]);
        else if (!is && !own?.params.some((each) => each.name === setting.name))
          this.add(setting, words, where, [path], { value, absent: true });
      }
    }
  }
}

/** The path in one direction. */
function pathSettings(all: Settings, side: "bottleneck" | "reverse_bottleneck"): void {
  const root = translate(side === "bottleneck" ? "lab.path" : "lab.reverse");
  const at = (path: string): unknown => all.at(`${side}.${path}`);
  const link = `${side}.link`;
  for (const setting of BOTTLENECK.params) {
    const name = setting.name === "rate_bps" ? { name: translate("lab.control.rate") } : {};
    all.add(setting, "bottleneck", root, [`${side}.${setting.name}`, link], name);
  }
  const model = String(at("loss.model") ?? "none");
  const choosers: Chooser[] = [
    {
      path: link,
      root,
      label: translate("lab.link.rate"),
      sections: RATE_MODELS,
      chosen: String(at("rate_model.model")),
      base: `${side}.rate_model.`,
      nameOf: ({ kind }) => wordLabel("", "model", kind),
      id: "link",
    },
    {
      path: `${side}.queue.discipline`,
      root,
      label: translate("setting.discipline"),
      sections: DISCIPLINES,
      chosen: String(at("queue.discipline") ?? "drop_tail"),
      base: `${side}.queue.`,
      nameOf: ({ kind }) => wordLabel("", "discipline", kind),
      id: "discipline",
    },
    {
      path: `${side}.loss.model`,
      root,
      label: translate("setting.model"),
      sections: MODELS,
      chosen: model === "none" ? "bernoulli" : model,
      base: `${side}.loss.`,
      nameOf: ({ kind }) => wordLabel("", "model", kind),
      id: "model",
    },
  ];
  for (const chooser of choosers) all.addChoices(chooser);
  for (const kind of ["constant", "trace"])
    all.addControl(`link.${kind}`, translate(`lab.link.${kind}`), within(root, translate("lab.link.rate")), link);
  for (const [part, section] of [
    ["policer", POLICER],
    ["delay_variation", DELAY_VARIATION],
  ] as const) {
    const on = isObject(at(part));
    const place = within(root, translate(`lab.${part}`));
    const value = (): string => translate(on ? "control.on" : "control.off");
    const id = `${side}.${part}`;
    all.addControl(part, translate(`lab.${part}`), root, id, { value });
    for (const setting of section.params)
      all.add(setting, part, place, [`${id}.${setting.name}`, id], on ? {} : { value, absent: true });
  }
  const reordering = `${side}.reordering.`;
  for (const section of REORDERINGS)
    all.addAll(section, reordering, within(root, translate("lab.reordering")), "reordering", [
      `${reordering}probability`,
    ]);
}

/** Flows of the run, one for each algorithm: the one in focus, or the first. */
function flowSettings(all: Settings, lab: Laboratory): void {
  const flows = lab.run.player.looks.filter((look) => !look.cross);
  const inFocus = flows.find(({ name }) => name === lab.focus.card) ?? flows[0];
  const place = (...more: string[]): string => within(translate("lab.flows"), ...more);
  const absent = { value: () => translate("search.absent"), absent: true };
  for (const section of ALGORITHMS) {
    const { kind, title } = section;
    const flow = inFocus?.kind === kind ? inFocus : flows.find((look) => look.kind === kind);
    for (const setting of section.params)
      if (flow) all.add(setting, kind, place(flow.label), [`flows.${flow.name}.algorithm.${setting.name}`]);
      else all.add(setting, kind, title, [], { ...absent, act: () => toCommand(lab, "add-flow", title) });
  }
  if (!inFocus) return;
  const base = `flows.${inFocus.name}.`;
  const [rtt = ""] = rttPaths(lab.branches.settings());
  for (const setting of FLOW.params)
    if (setting.name === "base_rtt_ms") all.add(setting, "flow", translate("lab.path"), [rtt]);
    else all.add(setting, "flow", place(inFocus.label), [base + setting.name]);
  for (const setting of ENTRY.params)
    if (setting.name === "count")
      all.add(setting, "flow", place(inFocus.label), [base + setting.name], {
        // The engine's document has its copies written out.
        value: () => num(entryOf(lab.run.session.document.scenario, "flows", inFocus.name)?.count ?? 1),
      });
  all.addChoices({
    path: `${base}application.kind`,
    root: place(inFocus.label),
    label: translate("setting.application"),
    words: "application",
    sections: APPLICATIONS,
    chosen: String(all.at(`${base}application.kind`) ?? "bulk"),
    base: `${base}application.`,
    nameOf: ({ kind }) => wordLabel("", "application", kind),
    id: "application",
  });
}

/** Cross traffic of the run, and what may be added. */
function trafficSettings(all: Settings, lab: Laboratory): void {
  const place = translate("lab.traffic");
  const present = entriesOf(lab.branches.settings(), "cross_traffic");
  for (const section of TRAFFIC) {
    const title = translateSource(section.title);
    const add = (): void => toCommand(lab, "add-traffic", title);
    const more = { help: translateSource(section.about), act: add };
    all.addControl(`traffic.${section.kind}`, title, translate("lab.traffic.add"), "", more);
    const entry = present.find(({ kind }) => kind === section.kind);
    if (entry) all.addAll(section, `cross_traffic.${entry.name}.`, within(place, title));
    else
      for (const setting of section.params)
        all.add(setting, section.kind, within(place, title), [], {
          value: () => translate("search.absent"),
          absent: true,
          act: add,
        });
  }
}

function settingEntries(lab: Laboratory): Entry[] {
  const all = new Settings(lab);
  const run = translate("lab.run");
  for (const setting of RUN.params)
    if (setting.name === "packet_bytes")
      all.add(setting, "run", within(run, translate("lab.text.open")), [setting.name], {
        act: async () => (await share()).showText(lab),
      });
    else all.add(setting, "run", run, [setting.name]);
  pathSettings(all, "bottleneck");
  const reverse = isObject(all.at("reverse_bottleneck"));
  if (reverse) pathSettings(all, "reverse_bottleneck");
  all.addControl("reverse", translate("lab.reverse"), translate("lab.path"), "reverse_bottleneck", {
    value: () => translate(reverse ? "control.on" : "control.off"),
  });
  flowSettings(all, lab);
  trafficSettings(all, lab);
  return all.entries;
}

function flowEntries(lab: Laboratory): Entry[] {
  const flows = translate("lab.flows");
  const traffic = translate("lab.traffic");
  return lab.run.player.looks.map(({ name, label, title = "", cross }) => ({
    group: "flows",
    id: nameText(name),
    name: label,
    place: cross ? traffic : flows,
    also: nameText(name),
    value: () => title,
    act: () => (cross ? toTraffic(lab, name) : toFlow(lab, name)),
  }));
}

function chartEntries(lab: Laboratory): Entry[] {
  const { chartArea } = lab.run;
  return CHARTS.map(({ id }) => ({
    group: "charts",
    id: `chart.${id}`,
    name: translate(`chart.${id}`),
    place: translate("lab.charts"),
    also: alsoOf(`chart.${id}`),
    value: () => translate(chartArea.plot(id) ? "search.open" : "search.closed"),
    act: () => toChart(lab, id),
  }));
}

/** Actions with their keys, what else is a button of the sidebar, and files of the charts that are open. */
function actionEntries(lab: Laboratory, acts: readonly Act[]): Entry[] {
  const { chartArea, player } = lab.run;
  const actions = acts
    .filter(({ name }) => name !== "search")
    .map(
      ({ name, shown, perform }): Entry => ({
        group: "actions",
        id: `action.${name}`,
        name: translate(name === "help" ? "lab.help" : `lab.key.${name}`),
        place: "",
        also: alsoOf(`action.${name}`),
        value: () => shown.map(keyCap).join(" + "),
        act: () => perform(lab),
      }),
    );
  const text: Entry = {
    group: "actions",
    id: "action.text",
    name: translate("lab.text.open"),
    place: translate("lab.run"),
    also: alsoOf("action.text"),
    act: async () => (await share()).showText(lab),
  };
  const plots = [STAGE, ...CHARTS.map(({ id }) => id)].filter((id) => chartArea.plot(id));
  const pictures = plots.flatMap((id) =>
    PICTURES.map(
      (kind): Entry => ({
        group: "actions",
        id: `save.${kind}`,
        name: translate(`search.save.${kind}`),
        place: translate(`chart.${id}`),
        also: alsoOf(`save.${kind}`),
        act: async () => (await share()).takeChart(lab, id, kind, player.focus),
      }),
    ),
  );
  return [...pictures, ...actions, text];
}

function algorithmEntries(lab: Laboratory): Entry[] {
  return grouped(ALGORITHMS).flatMap(({ name, members }) =>
    members.map(
      ({ kind, title, about }): Entry => ({
        group: "algorithms",
        id: `algorithm.${kind}`,
        name: title,
        place: within(translate("lab.key.add"), name),
        also: [kind, alsoOf(`algorithm.${kind}`)].filter(Boolean).join(", "),
        help: translateSource(about),
        act: () => toCommand(lab, "add-flow", title),
      }),
    ),
  );
}

function presetEntries(lab: Laboratory): Entry[] {
  const open = presetLike(lab.run.session.document.scenario);
  return [...PRESETS, ...courses].map((preset) => ({
    group: "presets",
    id: `preset.${preset.id}`,
    name: words(preset, "title"),
    place: groupName(preset),
    also: alsoOf(`preset.${preset.id}`),
    help: words(preset, "hook"),
    value: () => (preset === open ? translate("search.open") : ""),
    act: () => void choose(lab, preset.id),
  }));
}

function lessonEntries(): Entry[] {
  return titles.map(({ id, title }) => ({
    group: "lessons",
    id: `lesson.${id}`,
    name: title[language()] ?? title.en ?? id,
    place: translate("site.lessons"),
    act: () => location.assign(lessonPage(id)),
  }));
}

/** Figures of the papers, by their numbers and titles. */
function figureEntries(): Entry[] {
  return figures.flatMap(({ id, paper, label, title }): Entry[] => {
    const page = figurePage(id);
    if (page === null) return [];
    const of = translate(`search.paper.${paper}`);
    const [, kind = "", n = ""] = /^(Figure|Table) (\w+)/.exec(label) ?? [];
    const numbered = kind === "" ? "" : translate(`search.label.${kind.toLowerCase()}`, { n });
    const own = title[language()] ?? title.en ?? id;
    return [
      {
        group: "figures",
        id: `figure.${id}`,
        name: numbered === "" ? own : `${of}, ${numbered}`,
        place: numbered === "" ? of : own,
        also: numbered === "" ? "" : [numbered, `${of} ${numbered}`, `${kind} ${n}`].join(", "),
        act: () => location.assign(page),
      },
    ];
  });
}

/** All entries, as the run is now; flows last, of which there may be many. */
export function entriesIn(lab: Laboratory, acts: readonly Act[]): Entry[] {
  return [
    ...settingEntries(lab),
    ...chartEntries(lab),
    ...actionEntries(lab, acts),
    ...algorithmEntries(lab),
    ...presetEntries(lab),
    ...lessonEntries(),
    ...figureEntries(),
    ...flowEntries(lab),
  ];
}

/**
 * A lesson of a file that may have mistakes: what is wrong in it is left out, said with place, found and allowed, and the rest is there.
 * First each fact by itself (facts.ts), then what facts and texts say of each other: runs, bands, options, terms. Pure. Not here: what
 * the engine says of a run (../own/opened.ts), how a file is read (lesson-file.ts).
 */
import { array, type GenericSchema, is, number, string } from "valibot";
import { PANELS } from "../../address/fields.ts";
import { SHORT_NAMES } from "../../controls/control-names.ts";
import type { SchemaError } from "../../engine/protocol.ts";
import { chartDrawing } from "../../run_view/plot-rectangle.ts";
import { isResult, type Measured } from "../../session/measures.ts";
import { type Scenario, withValue } from "../../session/scenario.ts";
import { curveMeasure, isSignal } from "../curve.ts";
import { LESSONS } from "../registry.ts";
import { placesOn } from "../setting-curve.ts";
import { hasSources, scenarioOf, settingOf, withSetting } from "../shown-runs.ts";
import { endsOf } from "../tell.ts";
import type { Ask, AskDraw, AskNumber, Band, Facts, Goal, Lesson, Option, Part, Row, Show } from "../types.ts";
import { ask, band, goal, loop, play, scenario, sketch, transfer } from "./facts.ts";
import type { LessonFile, ReadPart } from "./lesson-file.ts";
import { textFrom } from "./markup.ts";
import { FRONT, type Mistake, mistakesOf, quoted } from "./mistakes.ts";

/** Names that the page knows. */
export interface KnownNames {
  term: (id: string) => boolean;
  picture: (id: string) => boolean;
  /** Why the engine refuses a run; null if it takes it. */
  refusal: (run: Scenario) => SchemaError | null;
  /** A run's summary and settings, to know its results by name; null while it is not there. Without it no name is looked for. */
  results?: (run: Scenario) => Measured | null;
}

/** A run, as hooks, questions, bands and rows name it. */
type Named = Pick<Show, "scenario" | "set" | "then">;

/** A file as the page shows it. */
export interface Settled {
  /** Null where no run is left to show: then the texts alone. */
  lesson: Lesson | null;
  title: string;
  parts: Record<string, Part>;
  mistakes: Mistake[];
}

/** Parts besides those of questions. */
const PARTS = ["hook", "explain", "play", "try", "transfer", "discuss", "talk", "class"];

const named = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> => {
  const own: Record<string, Value> = Object.create(null);
  for (const [name, value] of entries) own[name] = value;
  return own;
};

/** Entries of a list that are in their form, each with its number in the file. */
function each<Value>(schema: GenericSchema<unknown, Value>, value: unknown): [number, Value][] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((one, i): [number, Value][] => (is(schema, one) ? [[i, one as Value]] : []));
}

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const or = <Value>(schema: GenericSchema<unknown, Value>, value: unknown, otherwise: Value): Value =>
  is(schema, value) ? (value as Value) : otherwise;

/** Parts that a question offers or asks for, by id, as its text has to name them. */
function namesOf(one: Ask): readonly string[] {
  if (one.kind === "choose") return one.options;
  if (one.kind === "order") return one.cards;
  if (one.kind === "points") return one.points;
  return one.kind === "draw" ? Object.keys(one.sketches) : [];
}

/** Rows and plots that only the part after a question's run names. */
function comparedNames(one: Ask): string[] {
  const rows = [...(one.compared?.bars ?? []), ...(one.compared?.traces ?? [])].map(({ id }) => id);
  return rows.filter((id) => !namesOf(one).includes(id));
}

class Settling {
  readonly mistakes: Mistake[];
  /** Runs whose results texts show. */
  private shown: readonly Scenario[] = [];

  constructor(
    private readonly file: LessonFile,
    private readonly knows: KnownNames,
  ) {
    this.mistakes = [...file.mistakes, ...mistakesOf(file.front, file.lineOf)];
    for (const word of ["title", "idea", "able"])
      if (typeof file.front[word] !== "string") this.wrong(word, String(file.front[word]), "string");
  }

  /** Something in the front matter is wrong. */
  wrong(place: string, found: string, allowed: string): false {
    this.mistakes.push({ place, found: quoted(found), allowed, line: this.file.lineOf(place) });
    return false;
  }

  /** Something in a part is wrong. */
  wrongIn(part: string, found: string, allowed: string): false {
    this.mistakes.push({
      place: `[${part}]`,
      found: quoted(found),
      allowed,
      line: this.file.headings.get(part) ?? null,
    });
    return false;
  }

  /** A part is missing; it is said where its question is. */
  private missing(part: string): void {
    const place = `## [${part}] \u2026`;
    const i = this.written("asks").indexOf(part.split(" ")[1] ?? "");
    this.mistakes.push({
      place,
      found: "undefined",
      allowed: `"${place}"`,
      line: i < 0 ? null : this.file.lineOf(`asks.${i}`),
    });
  }

  /** Names that the file has, of what may have been left out since: fields, or ids of a list. */
  private written(name: string): string[] {
    const own = this.file.front[name];
    if (!Array.isArray(own)) return fieldsOf(own).map(([field]) => field);
    return own.flatMap((one) => fieldsOf(one).flatMap(([field, id]) => (field === "id" ? [String(id)] : [])));
  }

  oneOf(place: string, found: string, allowed: readonly string[]): boolean {
    return allowed.includes(found) || this.wrong(place, JSON.stringify(found), allowed.join("|") || "–");
  }

  // --- Facts -----------------------------------------------------------------------------------------------------

  /** The facts that hold; null without any scenario. */
  facts(): Facts | null {
    const { front } = this.file;
    const scenarios = named(
      fieldsOf(front.scenarios).filter(
        (pair): pair is [string, Scenario] => is(scenario, pair[1]) && this.taken(`scenarios.${pair[0]}`, pair[1]),
      ),
    );
    const [first] = Object.entries(scenarios);
    if (!first) return null;
    const [name, { duration_s }] = first;
    const view = ["path", "cwnd"];
    const bands = each(band, front.bands).filter(([i, one]) => {
      const holds = this.takes(`bands.${i}`, one, scenarios);
      if (holds) this.result(`bands.${i}.of`, one.of, scenarioOf(scenarios, one));
      this.rises(`bands.${i}.band`, one.band);
      return holds && this.searched(`bands.${i}`, one, scenarios);
    });
    const known = { scenarios, bands: bands.map(([, one]) => one) };
    const hook = or(loop, front.hook, {
      ...{ scenario: name, view, from_s: 0, to_s: duration_s, speed: duration_s / 12, still_s: duration_s / 2 },
    });
    const free = or(play, front.play, { scenario: name, view, controls: [] });
    const runs = (place: string, show: Show, otherwise: Show): Show => {
      const holds = this.runs(place, show, scenarios);
      if (holds) return { ...show, view: this.panels(place, show.view) };
      const { set: _set, then: _then, beside: _beside, ...kept } = show;
      return { ...kept, ...otherwise };
    };
    // A run that is not to be had is replaced by the first scenario as it is.
    const bare = { scenario: name, view };
    const playing = runs("play", free, bare) as Facts["play"];
    const { duration_s: lasts = duration_s } = scenarios[hook.scenario] ?? {};
    if (hook.from_s < 0 || hook.from_s >= hook.to_s || hook.to_s > lasts)
      this.wrong("hook.to_s", `${hook.from_s} \u2013 ${hook.to_s}`, `0 \u2013 ${lasts}`);
    for (const [i, { name: control }] of playing.controls.entries())
      if (
        !SHORT_NAMES.includes(control) &&
        !(control.includes(".") && Object.values(scenarios).some((run) => withValue(run, control, 1) !== run))
      )
        this.wrong(`play.controls.${i}.name`, JSON.stringify(control), `${SHORT_NAMES.join("|")}|path`);
    const needs = or(array(string()), front.needs, []);
    for (const [i, need] of needs.entries()) this.oneOf(`needs.${i}`, need, LESSONS);
    return {
      id: "",
      minutes: or(number(), front.minutes, 0),
      needs,
      against: or(array(string()), front.against, []),
      ...known,
      sketch: this.sketch(or(sketch, front.sketch, { t_s: [0, 1], lines: [] }), scenarios),
      hook: runs("hook", hook, bare) as Facts["hook"],
      asks: this.asks(each(ask, front.asks), known),
      play: playing,
      goals: each(goal, front.goals).flatMap(([i, one]) => this.goal(`goals.${i}`, one, { scenarios, play: playing })),
      transfer: this.transfer(or(transfer, front.transfer, { options: [], right: "" })),
    };
  }

  /** The curves whose run has what they draw. */
  private sketch(own: Facts["sketch"], scenarios: Facts["scenarios"]): Facts["sketch"] {
    const lines = own.lines.filter(
      (line, i) =>
        this.takes(`sketch.lines.${i}`, line, scenarios) &&
        (hasSources(scenarioOf(scenarios, line), [`max ${line.of} 0 1`]) ||
          this.wrong(`sketch.lines.${i}.of`, JSON.stringify(line.of), "flow")),
    );
    return { ...own, lines };
  }

  private transfer(own: Facts["transfer"]): Facts["transfer"] {
    const holds =
      own.options.length === 0 ||
      (this.once("transfer.options", own.options) && this.oneOf("transfer.right", own.right, own.options));
    return holds ? own : { options: [], right: "" };
  }

  /** Whether the engine takes a run. */
  private taken(place: string, run: Scenario): boolean {
    const refused = this.knows.refusal(run);
    if (!refused) return true;
    const { place: inside, found, allowed } = refused;
    const line = this.file.lineOf(`${place}.${inside.replaceAll(/\[(\d+)\]/g, ".$1")}`);
    this.mistakes.push({ place: `${place}: ${inside}`, found, allowed, line, refused });
    return false;
  }

  /** Whether a run's scenario is there, each of its settings names something, and the engine takes it. */
  private takes(place: string, one: Named, scenarios: Facts["scenarios"]): boolean {
    // A part that was left out has been named already.
    if (!(one.scenario in scenarios) && this.written("scenarios").includes(one.scenario)) return false;
    if (!this.oneOf(`${place}.scenario`, one.scenario, Object.keys(scenarios))) return false;
    const own = scenarios[one.scenario] as Scenario;
    const lost = Object.entries(one.set ?? {}).find(([path, value]) => withSetting(own, path, value) === own);
    if (lost) return this.wrong(`${place}.set`, lost[0], "path");
    return this.taken(place, scenarioOf(scenarios, one));
  }

  /** The same of a run to show, and of the one beside it. */
  private runs(place: string, { beside, ...show }: Show, scenarios: Facts["scenarios"]): boolean {
    if (!this.takes(place, show, scenarios)) return false;
    const other = {
      ...show,
      ...beside,
      scenario: beside?.scenario ?? show.scenario,
      set: { ...show.set, ...beside?.set },
    };
    return beside === undefined || this.takes(`${place}.beside`, other, scenarios);
  }

  /** Whether the smaller of two ends comes first. */
  private rises(place: string, [low, high]: readonly [number | null, number | null]): boolean {
    return low === null || high === null || low <= high || this.wrong(place, `[${low}, ${high}]`, "ascending");
  }

  /** Whether each name of a list is there once. */
  private once(place: string, names: readonly string[]): boolean {
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    return twice === undefined || this.wrong(place, JSON.stringify(twice), "once");
  }

  /** Whether a slider's value is an answer to a question with this band: with several in it, in the screen's unit. */
  private slides(place: string, { min, max, step }: Pick<AskNumber, "min" | "max" | "step">, band?: Band): boolean {
    const holds = [
      min < max || this.wrong(`${place}.max`, String(max), `> ${min}`),
      step > 0 || this.wrong(`${place}.step`, String(step), "> 0"),
    ].every(Boolean);
    if (!holds || !band) return holds;
    const { low, high, unit } = endsOf(band);
    const answer = min + Math.max(0, Math.ceil((low - min) / step - 1e-9)) * step;
    const isThere = low > high || answer <= Math.min(high, max) + step * 1e-9;
    return (
      isThere ||
      this.wrong(
        `${place}.${high < min ? "min" : low > max ? "max" : "step"}`,
        `${min} \u2013 ${max}, ${step}`,
        `${low} \u2013 ${high} ${unit}`,
      )
    );
  }

  /** Whether a run has a result of this name; without known results it has all. */
  private has(of: string, run: Scenario): boolean {
    if (!this.knows.results) return true;
    const traced = curveMeasure(of);
    return traced ? isSignal(traced.signal) && hasSources(run, [of]) : isResult(this.knows.results(run), of);
  }

  /** The same of what the front matter names. */
  private result(place: string, of: string, run: Scenario): boolean {
    return this.has(of, run) || this.wrong(place, JSON.stringify(of), "result");
  }

  /** The panels that there are. */
  private panels(place: string, view: readonly string[]): string[] {
    const known = view.filter((panel, i) => this.oneOf(`${place}.view.${i}`, panel, PANELS));
    return known.length > 0 ? known : ["path"];
  }

  private asks(all: [number, Ask][], known: Pick<Facts, "scenarios" | "bands">): Ask[] {
    const ids = new Set<string>();
    return all.flatMap(([i, one]) => {
      const place = `asks.${i}`;
      const isNew = !ids.has(one.id) || this.wrong(`${place}.id`, JSON.stringify(one.id), "unique");
      ids.add(one.id);
      const holds = [isNew, this.runs(`${place}.show`, one.show, known.scenarios), this.asked(place, one, known)];
      if (!holds.every(Boolean)) return [];
      return [{ ...one, show: { ...one.show, view: this.panels(`${place}.show`, one.show.view) } }];
    });
  }

  /** Whether what a question names is there. */
  private asked(place: string, one: Ask, { scenarios, bands }: Pick<Facts, "scenarios" | "bands">): boolean {
    const rows = (one.compared?.bars ?? []).map((row, i) => ({ row, at: `${place}.compared.bars.${i}` }));
    const plots = (one.compared?.traces ?? []).map((row, i) => ({ row, at: `${place}.compared.traces.${i}` }));
    const holds =
      [...rows, ...plots].every(({ row, at }) => this.takes(at, row, scenarios)) &&
      rows.every(({ row, at }) => this.searched(at, row, scenarios)) &&
      this.curved(place, one, scenarios);
    if (holds) for (const { row, at } of rows) this.result(`${at}.of`, row.of, scenarioOf(scenarios, row));
    if (one.kind === "number") {
      const ids = bands.map(({ id }) => id);
      // Elsewhere the answer would be drawn on nothing.
      if (one.on !== undefined)
        this.oneOf(
          `${place}.on`,
          one.on,
          one.show.view.filter((panel) => panel !== "path"),
        );
      this.slides(
        place,
        one,
        bands.find(({ id }) => id === one.band),
      );
      const isLeftOut = !ids.includes(one.band) && this.written("bands").includes(one.band);
      return !isLeftOut && this.oneOf(`${place}.band`, one.band, ids) && holds;
    }
    if (one.kind === "draw") return this.drawn(place, one, scenarios) && holds;
    if (one.kind === "choose") {
      const isOnce = this.once(`${place}.options`, one.options);
      return this.oneOf(`${place}.right`, one.right, one.options) && isOnce && holds;
    }
    if (one.kind === "order") {
      const same = [...one.right].sort().join() === [...one.cards].sort().join();
      return (same || this.wrong(`${place}.right`, one.right.join(), one.cards.join())) && holds;
    }
    if (one.kind !== "points") return holds;
    this.slides(place, one);
    const bars = (one.compared.bars ?? []).map(({ id }) => id);
    return one.points.map((id, i) => this.oneOf(`${place}.points.${i}`, id, bars)).every(Boolean) && holds;
  }

  /** Whether the values of a search's setting can be tried, and its condition is of their runs. */
  private searched(place: string, { smallest, of, ...what }: Row | Band, scenarios: Facts["scenarios"]): boolean {
    if (!smallest) return true;
    const own = scenarioOf(scenarios, what);
    const isSetting =
      withSetting(own, of, smallest.min) !== own || this.wrong(`${place}.of`, JSON.stringify(of), "path");
    const slides = isSetting && this.slides(`${place}.smallest`, smallest);
    const ends = [smallest.min, smallest.max].map((value) => ({ ...what, set: { ...what.set, [of]: value } }));
    return (
      slides &&
      ends.every((end) => this.takes(`${place}.smallest`, end, scenarios)) &&
      this.result(`${place}.smallest.holds.0`, smallest.holds[0], own)
    );
  }

  /** Whether a figure's rows lie at two places or more of their curve. */
  private curved(place: string, { compared }: Ask, scenarios: Facts["scenarios"]): boolean {
    if (!compared?.curve) return true;
    const { path, scale } = compared.curve;
    const at = `${place}.compared.curve`;
    const values = (compared.bars ?? []).map((row) => settingOf(scenarioOf(scenarios, row), path));
    if (values.every((value) => value === undefined)) return this.wrong(`${at}.path`, JSON.stringify(path), "path");
    if (new Set(values).size < 2) return this.wrong(`${at}.path`, JSON.stringify(path), "differing");
    const places = new Set(placesOn(compared, scenarios).map((one) => one.at));
    return places.size > 1 || this.wrong(`${at}.scale`, JSON.stringify(scale), "placed");
  }

  /** Whether a curve can be drawn, and judged. */
  private drawn(place: string, one: AskDraw, scenarios: Facts["scenarios"]): boolean {
    const { flow, signal, chart, from_s, to_s, max, features, show } = one;
    const run = scenarios[show.scenario] && scenarioOf(scenarios, show);
    if (!run) return false;
    for (const [i, feature] of features.entries()) {
      const at = `${place}.features.${i}.band`;
      const [, high] = feature.band;
      if (this.rises(at, feature.band) && feature.name !== "teeth" && high > max)
        this.wrong(at, String(high), `0 \u2013 ${max}`);
    }
    const own = chartDrawing(signal)?.chart;
    const ends = `0 \u2013 ${run.duration_s}`;
    return [
      own === undefined
        ? this.wrong(`${place}.signal`, JSON.stringify(signal), "drawn")
        : this.oneOf(`${place}.chart`, chart, [own]),
      hasSources(run, [`max ${flow}.${signal} 0 1`]) || this.wrong(`${place}.flow`, JSON.stringify(flow), "flow"),
      (from_s >= 0 && from_s < to_s) || this.wrong(`${place}.from_s`, String(from_s), `0 \u2013 ${to_s}`),
      to_s <= run.duration_s || this.wrong(`${place}.to_s`, String(to_s), ends),
      chart !== own || show.view.includes(chart) || this.wrong(`${place}.show.view`, show.view.join(), chart),
    ].every(Boolean);
  }

  private goal(place: string, one: Goal, known: Pick<Facts, "scenarios" | "play">): Goal[] {
    const { scenario: own = known.play.scenario, set = known.play.set, view, solution } = one;
    const holds = [set, { ...set, ...solution }].every((each) =>
      this.takes(place, { scenario: own, set: each }, known.scenarios),
    );
    if (!holds) return [];
    for (const [i, [of]] of one.all.entries())
      this.result(`${place}.all.${i}.0`, of, scenarioOf(known.scenarios, { scenario: own, set }));
    return [view === undefined ? one : { ...one, view: this.panels(place, view) }];
  }

  // --- Texts -----------------------------------------------------------------------------------------------------

  private part(name: string, { title, text, options }: ReadPart, bands: readonly string[] | null): Part {
    const words = (markup: string): Part["text"] => {
      const own = textFrom(markup);
      for (const tag of own.refused) if (!tag.startsWith("</")) this.wrongIn(name, tag, "markup");
      this.names(name, markup, bands);
      return own.text;
    };
    const each = options.map((one): [string, Option] => [one.id, { text: words(one.text), reply: words(one.reply) }]);
    return { title, text: words(text), options: named(each) };
  }

  /** Bands, pictures and terms that a text names; without a run no band is looked for. */
  private names(part: string, markup: string, bands: readonly string[] | null): void {
    const found = (pattern: RegExp): string[] => [...markup.matchAll(pattern)].map((match) => match[1] ?? "");
    for (const id of found(/<saw-band id="([^"]*)"/g))
      if (bands?.includes(id) === false && !this.written("bands").includes(id))
        this.wrongIn(part, id, bands.join("|") || "–");
    for (const of of found(/<saw-num of="([^"]*)"/g))
      if (this.shown.length > 0 && !this.shown.some((run) => this.has(of, run))) this.wrongIn(part, of, "result");
    for (const id of found(/<saw-figure id="([^"]*)"/g)) if (!this.knows.picture(id)) this.wrongIn(part, id, "picture");
    for (const id of found(/href="term:(\w*)"/g)) if (!this.knows.term(id)) this.wrongIn(part, id, "term");
  }

  /** The parts in words; what facts name and no text does is named by its id. */
  parts(facts: Facts | null): Record<string, Part> {
    const bands = facts?.bands.map(({ id }) => id) ?? null;
    if (facts)
      this.shown = [facts.hook, facts.play, ...facts.asks.map(({ show }) => show)].map((show) =>
        scenarioOf(facts.scenarios, show),
      );
    const parts = named(
      Object.entries(this.file.parts).map(([name, part]): [string, Part] => [name, this.part(name, part, bands)]),
    );
    if (!facts) return parts;
    // Facts that were left out have been named already.
    const asks: unknown[] = Array.isArray(this.file.front.asks) ? this.file.front.asks : [];
    const all = asks.flatMap((one) => {
      const [, id] = fieldsOf(one).find(([name]) => name === "id") ?? [];
      return typeof id === "string" ? [`ask ${id}`, `reveal ${id}`] : [];
    });
    for (const name of Object.keys(parts))
      if (!PARTS.includes(name) && !all.includes(name)) this.wrongIn(name, name, [...PARTS, ...all].join("|"));
    const needed = (name: string, ids: readonly string[]): void => {
      const part = parts[name];
      if (!part) this.missing(name);
      parts[name] ??= { title: name, text: textFrom("").text, options: named([]) };
      const { options = named([]) } = parts[name] ?? {};
      for (const id of ids.filter((one) => !options[one])) {
        if (part) this.wrongIn(name, Object.keys(options).join(), `- \`${id}\` …`);
        options[id] = { text: textFrom(id).text, reply: textFrom("").text };
      }
      for (const id of Object.keys(options).filter((one) => !ids.includes(one)))
        if (part) this.wrongIn(name, id, ids.join("|") || "–");
    };
    needed("hook", []);
    for (const one of facts.asks) {
      needed(`ask ${one.id}`, namesOf(one));
      needed(`reveal ${one.id}`, comparedNames(one));
    }
    needed("explain", []);
    needed(
      "play",
      (facts.play.others ?? []).map(({ id }) => id),
    );
    // Neither is asked for where there is nothing to do in it.
    const goals = facts.goals.map(({ id }) => id);
    if (goals.length > 0) needed("try", goals);
    if (facts.transfer.options.length > 0) needed("transfer", facts.transfer.options);
    return parts;
  }
}

/** The lesson of a file, in a language, under an id. */
export function settle(file: LessonFile, id: string, lang: string, knows: KnownNames): Settled {
  const settling = new Settling(file, knows);
  const word = (name: string): string => (typeof file.front[name] === "string" ? String(file.front[name]) : "");
  const facts = settling.facts();
  const parts = settling.parts(facts);
  const words = { title: word("title"), idea: word("idea"), able: word("able") };
  const lesson = facts && { ...facts, id, lang, ...words, parts };
  // Whatever else is missing in settings that cannot be read follows from that.
  const unread = file.mistakes.some(({ place }) => place === FRONT);
  const mistakes = unread ? file.mistakes : settling.mistakes;
  const lineOf = ({ line }: Mistake): number => line ?? Number.POSITIVE_INFINITY;
  // Those without a line last; two such differ by NaN, which leaves them in order.
  return { lesson, title: words.title, parts, mistakes: mistakes.toSorted((a, b) => lineOf(a) - lineOf(b) || 0) };
}

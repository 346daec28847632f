/**
 * Every lesson against the engine: each band is a line, over the seeds 1 to 5; each goal fails where it begins and at both
 * ends of every control, and holds at its stated solution. Then the text: parts, names, length, words, every language whole.
 * `npm run lessons` prints the lines; `SAWTOOTH_LESSON=window npm run lessons` those of one.
 */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FORMS, factsOf, LANGUAGES, lessonFile, TEST, testQuestions } from "../../../scripts/lessons-data.ts";
import { controlsOf } from "../controls/control-names.ts";
import { sourceName } from "../engine/protocol.ts";
import { POINTS } from "../run_view/drawn-curve.ts";
import { looksOf } from "../session/facts.ts";
import { measure } from "../session/measures.ts";
import { type Scalar, valueAt } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { givenRun, ownRow } from "./compared.ts";
import { curveMeasure, featureOf } from "./curve.ts";
import { foundIt, stateAt } from "./find.ts";
import { GLOSSARY } from "./glossary.ts";
import { MISCONCEPTIONS } from "./misconceptions.ts";
import { BUSY, PICTURE_IDS } from "./pictures.ts";
import { LESSONS, TRACKS } from "./registry.ts";
import { comparisonOf, scenarioOf, steadyRun, unmet } from "./shown-runs.ts";
import { endsOf, valueText } from "./tell.ts";
import { asksOf } from "./test-kept.ts";
import { type Ran, ran } from "./testing/engine.ts";
import type { Ask, Band, Facts, Find, Goal, Row } from "./types.ts";

const root = join(import.meta.dirname, "../../..");
const SEEDS = [1, 2, 3, 4, 5];

/** Runs by scenario text: bands and goals share many. */
const known = new Map<string, Ran>();
function runOf(
  facts: Facts,
  what: { scenario: string; set?: Record<string, Scalar> },
  more: Record<string, Scalar>,
): Ran {
  const scenario = scenarioOf(facts.scenarios, what, more);
  const key = JSON.stringify(scenario);
  const found = known.get(key) ?? ran(scenario);
  known.set(key, found);
  return found;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** A value of a run or of its trace. */
function valueIn(run: Ran, of: string): number | null {
  const curve = curveMeasure(of);
  if (!curve) return measure(run, of);
  return curve.of(curve.sources.map((source) => run.curve(source, curve.signal, curve.t0_s, curve.t1_s)));
}

function valuesOf(facts: Facts, band: Band): number[] {
  return SEEDS.map((seed) => valueIn(runOf(facts, band, { seed }), band.of) ?? Number.NaN);
}

/** A row's value under a seed. */
function rowValue(facts: Facts, ask: Ask, id: string, seed: number): number {
  const row = ask.compared?.bars?.find((one) => one.id === id);
  return (row && valueIn(runOf(facts, row, { seed }), row.of)) ?? Number.NaN;
}

/** Whether a band is about the run and the value of a row. */
function sameRun(band: Band, row: Row): boolean {
  const of = (one: Band | Row): unknown => [one.scenario, one.set ?? {}, one.of];
  return JSON.stringify(of(band)) === JSON.stringify(of(row));
}

/** What a goal's run begins with. */
function begun(facts: Facts, goal: Goal): { scenario: string; set?: Record<string, Scalar> } {
  return { scenario: goal.scenario ?? facts.play.scenario, set: goal.set ?? facts.play.set };
}

/** For each unlocked control of a goal: the settings at each of its ends, or with each of its words. */
function ends(facts: Facts, goal: Goal): Record<string, Scalar>[] {
  const start = runOf(facts, begun(facts, goal), {});
  const looks = looksOf(start.settings, 1, tables);
  return facts.play.controls
    .filter((control) => !goal.lock?.includes(control.name))
    .flatMap((control) => {
      const { shown } = controlsOf([control.name], start.settings, looks);
      return shown.flatMap((each) => {
        if (each.kind !== "field") return [];
        const domain = tables.settingAt(each.paths[0] ?? "", start.settings)?.domain;
        const own = domain?.type === "number" ? [domain.min, domain.max] : [false, true];
        const paths = [...each.paths, ...(control.also ?? [])];
        return (control.ends ?? own).map((end) => Object.fromEntries(paths.map((path) => [path, end])));
      });
    });
}

/** What the lists of algorithms may set, one at a time. */
function offered(facts: Facts, settings: unknown): Record<string, Scalar>[] {
  return facts.play.controls.flatMap(({ name, kinds = [] }) => {
    const { shown } = controlsOf([name], settings, looksOf(settings, 1, tables));
    const paths = shown.flatMap((each) => (each.kind === "algorithm" ? each.paths : []));
    return paths.flatMap((path) => kinds.map((kind) => ({ [path]: kind })));
  });
}

/** Hundreds of runs: a shared machine may stall for a while. */
const PATIENCE_MS = 120_000;

/** The one lesson to run, while it is written: its author does not wait for all. */
const only = process.env.SAWTOOTH_LESSON;
for (const id of LESSONS.filter((each) => each === (only ?? each))) {
  const facts = factsOf(root, id);
  describe(id, { timeout: PATIENCE_MS }, () => {
    for (const band of facts.bands) {
      const values = valuesOf(facts, band);
      const { low, high, unit } = endsOf(band);
      const shown = values.map((value) => valueText(band.of, value, band.unit)).join(", ");
      test(`${id} ${band.id}: ${band.of} from ${low} to ${high} ${unit}; seeds 1 to 5: ${shown}`, () => {
        const [least, most] = band.band;
        for (const value of band.median ? [median(values)] : values) {
          expect(value).toBeGreaterThanOrEqual(least ?? Number.NEGATIVE_INFINITY);
          expect(value).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
        }
      });
    }

    for (const goal of facts.goals) {
      if (goal.find) {
        const { source, states, at_s } = goal.find;
        const holdsAt = (t_s: number): number =>
          SEEDS.filter((seed) => {
            const run = runOf(facts, begun(facts, goal), { seed });
            const { duration_s } = facts.scenarios[facts.play.scenario] as { duration_s: number };
            const words = states.map((signal) =>
              stateAt(run.curve(sourceName(source), signal, 0, duration_s), signal, t_s),
            );
            return foundIt(goal.find as Find, words);
          }).length;
        test(`${id} goal ${goal.id} is not met at 0 s, but at ${at_s} s`, () => {
          expect(holdsAt(0)).toBe(0);
          expect(holdsAt(at_s)).toBeGreaterThanOrEqual(3);
        });
        continue;
      }
      const holding = (more: Record<string, Scalar>): number =>
        SEEDS.filter((seed) => unmet(runOf(facts, begun(facts, goal), { ...more, seed }), goal.all).length === 0)
          .length;
      test(`${id} goal ${goal.id} fails where it begins`, () => expect(holding({})).toBe(0));
      test(`${id} goal ${goal.id} holds at ${JSON.stringify(goal.solution)}`, () =>
        expect(holding(goal.solution)).toBeGreaterThanOrEqual(3));
      if (!goal.more)
        test(`${id} goal ${goal.id} fails at both ends of every control`, () => {
          for (const end of ends(facts, goal)) expect(holding(end), JSON.stringify(end)).toBe(0);
        });
    }

    test(`${id}: what is asked has its band, its right option, its run`, () => {
      const explained = lessonFile(root, id, "en")?.parts.explain?.text ?? "";
      const told = [...explained.matchAll(/<saw-num of="([^"]+)"/g)].map((match) => match[1] ?? "");
      for (const [i, ask] of facts.asks.entries()) {
        // The text's numbers are of a run that keeps its settings.
        const steady = steadyRun(facts.asks, i, facts.scenarios, told);
        expect(steady).toBeGreaterThanOrEqual(0);
        if (ask.show.then) expect(steady).toBeLessThan(i);
        scenarioOf(facts.scenarios, ask.show);
        const comparison = comparisonOf(facts.scenarios, ask.show);
        for (const other of comparison?.others ?? []) expect(ran(other).summary).toBeDefined();
        if (ask.kind === "number") {
          const band = facts.bands.find((one) => one.id === ask.band) as Band;
          const { low, high } = endsOf(band);
          expect(low).toBeGreaterThan(ask.min);
          expect(high).toBeLessThan(ask.max);
          // The reader's number is drawn on the bar that it is of.
          if (ask.compared?.bars) expect(sameRun(band, ownRow(ask) as Row), ask.id).toBe(true);
        }
        if (ask.drops !== undefined)
          expect(runOf(facts, ask.show, {}).curve(sourceName(ask.drops), "drop_queue", 0, 1e3).length).toBeGreaterThan(
            0,
          );
        if (ask.kind === "choose") expect(ask.options).toContain(ask.right);
        if (ask.kind === "draw") {
          for (const values of Object.values(ask.sketches)) expect(values.length).toBe(POINTS);
          // What is judged holds of the run itself, read as a drawing is.
          for (const seed of SEEDS) {
            const curve = runOf(facts, ask.show, { seed }).curve(
              sourceName(ask.flow),
              ask.signal,
              ask.from_s,
              ask.to_s,
              ask.rate_s,
            );
            const values = curve.filter((_, i) => i % 2 === 1);
            for (const { name, band } of ask.features) {
              expect(featureOf(name, [...values], ask.max), name).toBeGreaterThanOrEqual(band[0]);
              expect(featureOf(name, [...values], ask.max), name).toBeLessThanOrEqual(band[1]);
            }
          }
        }
        if (ask.kind === "order") {
          expect([...ask.right].sort()).toEqual([...ask.cards].sort());
          expect(ask.right).not.toEqual(ask.cards);
          // The runs themselves are in that order, whether it falls or rises.
          for (const seed of SEEDS) {
            const values = ask.right.map((card) => rowValue(facts, ask, card, seed));
            const rising = (values.at(-1) as number) > (values[0] as number);
            expect([...values].sort((a, b) => (rising ? a - b : b - a))).toEqual(values);
          }
        }
        if (ask.kind === "points") {
          const rows = ask.compared.bars ?? [];
          expect(rows.filter((row) => ask.points.includes(row.id)).map((row) => row.id)).toEqual(ask.points);
          // What an earlier run has answered is shown as known (givenRun), not asked for.
          for (const row of rows) expect(ask.points.includes(row.id), row.id).toBe(givenRun(facts, ask, row) === null);
          for (const row of ask.compared.bars ?? [])
            expect(facts.bands.find((band) => sameRun(band, row))).toBeDefined();
        }
        for (const row of ask.compared?.bars ?? []) expect(rowValue(facts, ask, row.id, 1)).not.toBeNaN();
        for (const row of [...(ask.compared?.bars ?? []), ...(ask.compared?.traces ?? [])])
          if (row.note) expect(valueIn(runOf(facts, row, {}), row.note), row.note).not.toBeNull();
      }
      for (const control of facts.play.controls) {
        const known = Object.keys(facts.scenarios).some((scenario) => {
          const names = (settings: unknown): boolean =>
            controlsOf([control.name], settings, looksOf(settings, 1, tables)).unknown.length === 0;
          const { settings } = runOf(facts, { scenario }, {});
          // Some there are only with an algorithm that another one offers.
          return (
            names(settings) ||
            offered(facts, settings).some((set) => names(runOf(facts, { scenario, set }, {}).settings))
          );
        });
        expect(known, control.name).toBe(true);
      }
      expect(facts.asks.length).toBeGreaterThan(0);
      expect(facts.transfer.options).toContain(facts.transfer.right);
      for (const need of facts.needs) expect(LESSONS).toContain(need);
    });

    for (const lang of LANGUAGES) checkText(facts, id, lang);
  });
}

test("texts/values.csv has what the runs give: `npm run lessons -- -u` writes it anew", {
  timeout: PATIENCE_MS,
}, async () => {
  const lines = LESSONS.flatMap((id) => {
    const facts = factsOf(root, id);
    return facts.bands.map((band) => {
      const own = valueIn(runOf(facts, band, {}), band.of) ?? Number.NaN;
      const values = valuesOf(facts, band);
      const numbers = [own, Math.min(...values), Math.max(...values)].map((value) => Number(value.toPrecision(6)));
      return [id, band.id, ...numbers].join(",");
    });
  });
  const text = ["lesson,band,own seed,seeds 1 to 5 minimum,maximum", ...lines, ""].join("\n");
  await expect(text).toMatchFileSnapshot("texts/values.csv");
});

test("the glossary explains the same terms in every language", () => {
  for (const lang of LANGUAGES) expect(Object.keys(GLOSSARY[lang] ?? {})).toEqual(Object.keys(GLOSSARY.en ?? {}));
});

test("the glossary speaks in whole sentences, not in `term: words`", () => {
  for (const lang of LANGUAGES)
    for (const [term, meaning] of Object.entries(GLOSSARY[lang] ?? {})) {
      expect(meaning, term).toMatch(/^\p{Lu}.*\.$/u);
      expect(meaning, term).not.toMatch(/^(?!\S+ heißt:)\S+( \S+){0,2}: /);
    }
});

test("the ideas that lessons go against are worded in every language", () => {
  for (const lang of LANGUAGES)
    expect(Object.keys(MISCONCEPTIONS[lang] ?? {})).toEqual(Object.keys(MISCONCEPTIONS.en ?? {}));
});

describe("the test before and after", () => {
  const asked = testQuestions(root);
  const words = (markup: string): string =>
    markup.replaceAll(/<saw-n is="([^"]*)" unit="([^"]*)"><\/saw-n>/g, "$1 $2").replaceAll(/<[^>]+>/g, "");

  test("asks beginners ten questions, a course more, each of lessons on its path", () => {
    const of = (path: "newcomer" | "course" | "seminar"): number =>
      asked.filter((question) => asksOf(path, question)).length;
    expect([of("newcomer"), of("course"), of("seminar")]).toEqual([10, asked.length, 0]);
    for (const { lessons } of asked) {
      expect(lessons.length).toBeGreaterThan(0);
      for (const id of lessons) expect(LESSONS).toContain(id);
    }
    // Every lesson of the beginners is asked about.
    for (const id of TRACKS.newcomer) expect(asked.flatMap(({ lessons }) => lessons)).toContain(id);
  });

  for (const lang of LANGUAGES)
    test(`${lang}: two forms, four options each of like length, the right one with its reason, the others without`, () => {
      const parts = lessonFile(root, TEST, lang)?.parts ?? {};
      const names = asked.flatMap(({ id }) => FORMS.map((form) => `${id} ${form}`));
      expect(Object.keys(parts)).toEqual([...names, "seminar"]);
      for (const { id, right } of asked) {
        const forms = FORMS.map((form) => parts[`${id} ${form}`]);
        // Another form, not the same question again.
        expect(forms[0]?.title).not.toBe(forms[1]?.title);
        for (const form of forms) {
          const options = form?.options ?? [];
          expect(options.length).toBe(4);
          // Nothing on the page may give it away.
          expect(options.filter((option) => option.reply !== "").map((option) => option.id)).toEqual([right]);
          const lengths = options.map((option) => words(option.text).length);
          const own = lengths[options.findIndex((option) => option.id === right)] ?? 0;
          const others = lengths.filter((_, i) => options[i]?.id !== right);
          expect(own, `${id}: ${lengths}`).toBeLessThanOrEqual(1.15 * Math.max(...others));
          expect(Math.max(...lengths), `${id}: ${lengths}`).toBeLessThanOrEqual(2 * Math.min(...lengths));
          expect(options.map((option) => option.id)).toEqual(
            lessonFile(root, TEST, "en")?.parts[`${id} a`]?.options.map((option) => option.id),
          );
        }
      }
    });

  test("no question says that nothing is known: the page offers it with each", () => {
    for (const lang of LANGUAGES)
      for (const [name, part] of Object.entries(lessonFile(root, TEST, lang)?.parts ?? {}))
        expect(
          part.options.map((option) => option.id),
          name,
        ).not.toContain("unknown");
  });
});

test("the picture of the busy link shows the lesson's own link and window", () => {
  const { a } = factsOf(root, "window").scenarios;
  const run = runOf(factsOf(root, "window"), { scenario: "a" }, {});
  expect(BUSY.packets).toBe(valueAt(a, "flows.one.receive_window_packets"));
  expect(BUSY.rtt_ms).toBeCloseTo(valueIn(run, "flows.one.rtt_ms.p50") ?? 0, 1);
  // The link is busy for the window's packets, headers included.
  expect((BUSY.packets * BUSY.packet_ms) / BUSY.rtt_ms).toBeCloseTo(valueIn(run, "bottleneck.utilisation") ?? 0, 2);
});

/** Words that a lesson never says (lessons are for those to whom it is not obvious). */
const BANNED: Record<string, RegExp> = {
  en: /\b(simply|just|obviously|clearly|of course|trivial\w*|everybody knows|bandwidth|wrong)\b/i,
  de: /\b(einfach nur|offensichtlich|selbstverständlich|natürlich|trivial\w*|bekanntlich|Bandbreite|falsch)\b/i,
};

function checkText(facts: Facts, id: string, lang: string): void {
  const file = lessonFile(root, id, lang);
  test(`${id}.${lang}: the text is whole`, () => {
    expect(file, `${id}.${lang}.md`).not.toBeNull();
    if (!file) return;
    const { parts, front } = file;
    const asked = facts.asks.flatMap((ask) => [`ask ${ask.id}`, `reveal ${ask.id}`]);
    expect(Object.keys(parts)).toEqual([
      "hook",
      ...asked,
      "explain",
      "play",
      "try",
      "transfer",
      "discuss",
      "talk",
      "class",
    ]);
    for (const field of ["title", "idea", "able"]) expect(String(front[field] ?? ""), field).not.toBe("");
    const names = (part: string): string[] => parts[part]?.options.map((option) => option.id) ?? [];
    for (const ask of facts.asks) {
      const drawn = ask.kind === "draw" ? Object.keys(ask.sketches) : [];
      const rows = [...(ask.compared?.bars ?? []), ...(ask.compared?.traces ?? [])].map((row) => row.id);
      const asked =
        ask.kind === "choose"
          ? ask.options
          : ask.kind === "order"
            ? ask.cards
            : ask.kind === "points"
              ? ask.points
              : drawn;
      expect(names(`ask ${ask.id}`), ask.id).toEqual(asked);
      // What the question does not name of its figure, the reveal names.
      expect(names(`reveal ${ask.id}`), ask.id).toEqual(rows.filter((row) => !asked.includes(row)));
    }
    expect(names("play")).toEqual((facts.play.others ?? []).map((other) => other.id));
    expect(names("try")).toEqual(facts.goals.map((goal) => goal.id));
    expect(names("transfer")).toEqual(facts.transfer.options);
    expect(names("discuss").length).toBe(2);
    // What a teacher meets, and puts back (lessons/paper/teacher.ts).
    expect(names("class")).toEqual(["common", "hint"]);
    expect(parts.class?.options[0]?.reply).not.toBe("");
    for (const idea of facts.against) expect(MISCONCEPTIONS[lang]).toHaveProperty(idea);

    const markup = Object.values(parts).map((part) =>
      [part.title, part.text, ...part.options.flatMap((option) => [option.text, option.reply])].join(". "),
    );
    for (const [, band] of markup.join().matchAll(/<saw-band id="(\w+)"/g))
      expect(facts.bands.map((one) => one.id)).toContain(band);
    for (const [, picture = ""] of markup.join().matchAll(/<saw-figure id="(\w+)"/g))
      expect(PICTURE_IDS).toContain(picture);
    for (const [, term = ""] of markup.join().matchAll(/href="term:(\w+)"/g))
      expect(GLOSSARY[lang]).toHaveProperty(term);
    const telling = [...markup.join().matchAll(/<saw-num of="([^"]+)"/g)].map((match) => match[1] ?? "");
    const run = runOf(facts, facts.play, {});
    for (const of of telling) expect(valueIn(run, of), of).not.toBeNull();
    // Three to six short paragraphs, each but one or two with a live number.
    const text = markup.join(" ").replaceAll(/<math[\s\S]*?<\/math>|<[^>]+>/g, " ");
    expect(text).not.toMatch(BANNED[lang] ?? /$^/);
    const read = ["hook", ...asked, "explain", "play", "try", "transfer"].map((name) => parts[name]);
    const words = read
      .flatMap((part) => [part?.text ?? "", ...(part?.options.map((option) => option.text) ?? [])])
      .join(" ")
      .replaceAll(/<[^>]+>/g, " ")
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word));
    expect(words.length).toBeGreaterThanOrEqual(250);
    expect(words.length).toBeLessThanOrEqual(650);
    const sentences = text
      .split(/(?<=[.!?…:])\s+/)
      .map((one) => one.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    expect(sentences.filter((one) => one.length > 34).map((one) => one.join(" "))).toEqual([]);
  });
}

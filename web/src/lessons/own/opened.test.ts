/**
 * Lessons from outside as the page opens them: our own files give what the build makes of them, one with mistakes is said with place, found
 * and allowed while the rest opens, and nothing of a hostile one becomes markup.
 */
import { lessons } from "virtual:lessons";
import { afterEach, describe, expect, test } from "vitest";
import { addMessages, setLanguage } from "../../i18n/catalogue.ts";
import { markupOf } from "../../ui/testing/template.ts";
import { readLesson } from "../file/lesson-file.ts";
import { LESSONS } from "../registry.ts";
import { checked, engineOfOthers } from "../testing/engine.ts";
import type { Lesson, Part, Telling, Text } from "../types.ts";
import first from "./first.en.md?raw";
import { edited, inserted } from "./insert.ts";
import { idOf, type Opened, openText } from "./opened.ts";
import { sourceOf } from "./sources.ts";

const others = engineOfOthers();
const engine = {
  ask: async (name: string, argument: { scenario: string }) =>
    name === "check" ? checked(argument.scenario) : others.ask(name as never, argument as never),
} as never;
const opened = (text: string): Promise<Opened> => openText(text, engine, new Map());
const lesson = async (text: string): Promise<Lesson> => {
  const found = (await opened(text)).lesson;
  if (!found) throw new Error("no lesson");
  return found;
};

/** Says of each call what it was. */
const telling = new Proxy({} as Telling, {
  get: (_, name) => (asked: object) => ` ${String(name)} ${JSON.stringify(asked)} `,
});
const letters: Record<string, string> = { "&#39;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const plain = (text: Text): string =>
  markupOf(text(telling)).replace(/&(?:#39|quot|lt|gt|amp);/g, (letter) => letters[letter] ?? "");
const shown = ({ title, text, options }: Part): unknown => [
  title,
  plain(text),
  Object.entries(options).map(([id, option]) => [id, plain(option.text), plain(option.reply)]),
];

afterEach(() => setLanguage("en"));

describe.each(["en", "de"])("%s", (lang) => {
  test.each(LESSONS)("%s read by the page is what the build makes of it", async (id) => {
    addMessages(lang, {});
    setLanguage(lang);
    const built = (await lessons.get(id)?.[lang]?.())?.default as Lesson;
    const { lesson, mistakes } = await opened(await sourceOf(id, lang));
    expect(mistakes).toEqual([]);
    const { parts, bands, id: _, ...facts } = built;
    const { parts: own, bands: ownBands, id: __, ...ownFacts } = lesson as Lesson;
    expect(ownFacts).toEqual(facts);
    // The results of the runs are no part of the file.
    expect(ownBands).toEqual(bands.map(({ seen, ...band }) => band));
    expect(Object.entries(own).map(([name, part]) => [name, shown(part)])).toEqual(
      Object.entries(parts).map(([name, part]) => [name, shown(part)]),
    );
  });

  test("the short lesson to begin with has no mistake", async () => {
    const texts = import.meta.glob<string>("./first.*.md", { query: "?raw", import: "default", eager: true });
    expect((await opened(texts[`./first.${lang}.md`] ?? "")).mistakes).toEqual([]);
  });
});

describe("a file with a mistake is opened", () => {
  const planted = (there: string, instead: string): string => {
    expect(first).toContain(there);
    return first.replace(there, instead);
  };
  const said = async (text: string): Promise<string[]> =>
    (await opened(text)).mistakes.map(
      ({ line, place, found, allowed }) => `${line} ${place}: ${found}, not ${allowed}`,
    );

  test.each([
    ["0", "10", "1", []],
    ["200", "0", "1", ["max: 0, not > 200"]],
    ["0", "10", "0", ["step: 0, not > 0"]],
    ["0", "5", "1", ["max: 0 – 5, 1, not 9 – 9.74 Mbit/s"]],
    ["20", "30", "1", ["min: 20 – 30, 1, not 9 – 9.74 Mbit/s"]],
    // Offered are 0, 4 and 8.
    ["0", "10", "4", ["step: 0 – 10, 4, not 9 – 9.74 Mbit/s"]],
  ])("a slider from %s to %s in steps of %s has the right answer, or is named", async (min, max, step, lines) => {
    const ask = `"kind": "number", "min": ${min}, "max": ${max}, "step": ${step}, "band": "goodput",`;
    const all = await said(planted('"kind": "choose", "options": ["half", "link"], "right": "link",', ask));
    expect(all.flatMap((line) => /^\d+ asks\.0\.(.*)/.exec(line)?.[1] ?? [])).toEqual(lines);
  });

  test.each([
    [
      "a comma that is missing",
      '"minutes": 5,',
      '"minutes": 5',
      ['6 front matter: "minutes": 5, not JSON (CommaExpected)'],
    ],
    [
      "a mistyped field",
      '"needs": []',
      '"need": []',
      ['2 needs: undefined, not "needs"', '7 need: "need", not no field of this name'],
    ],
    [
      "an option that is not offered",
      '"right": "link"',
      '"right": "whole"',
      ['20 asks.0.right: "whole", not half|link'],
    ],
    [
      "a panel that there is none of",
      '"view": ["path", "cwnd", "goodput"]',
      '"view": ["path", "speed"]',
      [expect.stringMatching(/^25 play\.view\.1: "speed", not path\|/)],
    ],
    [
      "a setting that the engine refuses",
      '"rate_bps": 10000000',
      '"rate_bps": -1',
      [expect.stringMatching(/^12 scenarios\.a: bottleneck\.rate_bps: -1, not /)],
    ],
    [
      "a band that is none",
      '<saw-band id="goodput">',
      '<saw-band id="good">',
      ["49 [reveal speed]: good, not goodput"],
    ],
    [
      "a part of no question",
      "## [reveal speed]",
      "## [reveal sped]",
      [
        '19 ## [reveal speed] …: undefined, not "## [reveal speed] …"',
        expect.stringMatching(/^49 \[reveal sped\]: reveal sped, not hook\|/),
      ],
    ],
    [
      "a heading without a name",
      "## [play] Move",
      "## Move",
      ["58 [explain]: ## Move the link's rate, not ## [name] Title", 'null ## [play] …: undefined, not "## [play] …"'],
    ],
    [
      "an answer without words",
      "- `half` about half of that\n  - Nobody takes the other half.\n",
      "",
      ["40 [ask speed]: link, not - `half` …"],
    ],
    [
      "a number with commas",
      '"rate_bps": 10000000',
      '"rate_bps": 10,000,000',
      ["12 front matter: 10,000, not JSON (parted)"],
    ],
    ["no time", '"minutes": 5', '"minutes": -6', ["6 minutes: -6, not >=1"]],
    [
      "a lesson before it that is none",
      '"needs": []',
      '"needs": ["spam"]',
      [expect.stringMatching(/^7 needs\.0: "spam", not window\|/)],
    ],
    [
      "a beginning after the run's end",
      '"from_s": 0, "to_s": 5',
      '"from_s": 200, "to_s": 210',
      ["17 hook.to_s: 200 – 210, not 0 – 20"],
    ],
    [
      "a control of nothing",
      '{ "name": "bottleneck.rate_bps" }',
      '{ "name": "queue limit" }',
      ['26 play.controls.0.name: "queue limit", not loss|rate|queue|rtt|g|algorithm|seed|speed|path'],
    ],
    [
      "a curve of no flow",
      '"of": "one.cwnd',
      '"of": "two.cwnd',
      ['16 sketch.lines.0.of: "two.cwnd_packets", not flow'],
    ],
    [
      "an answer that is there twice",
      '"options": ["half", "link"]',
      '"options": ["half", "link", "half"]',
      ['20 asks.0.options: "half", not once'],
    ],
    [
      "a result that no run has, in a text",
      '<saw-num of="flows.one.goodput_bps">',
      '<saw-num of="flows.one.goodput">',
      ["53 [explain]: flows.one.goodput, not result"],
    ],
    [
      "a result that no run has",
      '"of": "flows.one.goodput_bps"',
      '"of": "flows.one.goodputs_bps"',
      ['31 bands.0.of: "flows.one.goodputs_bps", not result'],
    ],
    [
      "a result of no flow",
      '"of": "flows.one.goodput_bps"',
      '"of": "nonsense"',
      ['31 bands.0.of: "nonsense", not result'],
    ],
    [
      "a measure of no signal",
      '"of": "flows.one.goodput_bps"',
      '"of": "max one.cwnds 1 2"',
      ['31 bands.0.of: "max one.cwnds 1 2", not result'],
    ],
    [
      "a tolerance whose ends are reversed",
      "[9000000, 9740000]",
      "[9740000, 9000000]",
      ["31 bands.0.band: [9740000, 9000000], not ascending"],
    ],
    [
      "an answer drawn on no chart of its run",
      '"kind": "choose", "options": ["half", "link"], "right": "link",',
      '"kind": "number", "min": 0, "max": 10, "step": 1, "band": "goodput", "on": "nonsense",',
      ['20 asks.0.on: "nonsense", not goodput', "40 [ask speed]: half, not –", "40 [ask speed]: link, not –"],
    ],
    [
      "a challenge that asks for no result",
      '"goals": []',
      '"goals": [{ "id": "g", "all": [["flows.one.spam", ">=", 1]], "solution": {} }]',
      ['28 goals.0.all.0.0: "flows.one.spam", not result', 'null ## [try] …: undefined, not "## [try] …"'],
    ],
    ["a right answer that is missing", '"right": "link",', "", ["19 asks.0.right: undefined, not half|link"]],
    [
      "a list that is not closed",
      '"view": ["path", "cwnd"], "from_s"',
      '"view": ["path", "cwnd", "from_s"',
      [expect.stringMatching(/front matter: /)],
    ],
    ["a term of no glossary", "term:newreno", "term:newrino", ["36 [hook]: newrino, not term"]],
  ])("%s", async (_name, there, instead, lines) => {
    const text = planted(there, instead);
    expect(await said(text)).toEqual(lines);
    expect((await opened(text)).parts.explain?.title).toBe("The sender looks for the limit");
  });

  test.each([
    ["no chart in its run", { show: { scenario: "a", view: ["path"] } }, "show.view: path, not cwnd"],
    ["another curve's chart", { chart: "queue" }, 'chart: "queue", not cwnd'],
    ["no curve", { signal: "drop_queue" }, 'signal: "drop_queue", not drawn'],
    ["no flow", { flow: "two" }, 'flow: "two", not flow'],
    ["a stretch of no length", { from_s: 16 }, "from_s: 16, not 0 – 16"],
    ["a stretch after its run", { to_s: 30 }, "to_s: 30, not 0 – 20"],
  ])("a drawing with %s is named and left out", async (_, own, mistake) => {
    const ask = {
      ...{
        id: "curve",
        kind: "draw",
        flow: "one",
        signal: "cwnd_packets",
        chart: "cwnd",
        from_s: 8,
        to_s: 16,
        max: 100,
      },
      ...{ unit: "packets", features: [], sketches: {}, show: { scenario: "a", view: ["cwnd"] } },
    };
    const words = "## [ask curve] Go on\n\n## [reveal curve] So\n\n## [explain]";
    const text = (more: object): string =>
      planted('"asks": [', `"asks": [${JSON.stringify({ ...ask, ...more })},`).replace("## [explain]", words);
    expect(await said(text({}))).toEqual([]);
    expect((await lesson(text({}))).asks.length).toBe(2);
    const [first, ...more] = await said(text(own));
    expect(first).toMatch(new RegExp(`^\\d+ asks\\.0\\.${mistake.replaceAll(".", "\\.")}$`));
    expect(more).toEqual([]);
    expect((await lesson(text(own))).asks.length).toBe(1);
  });

  test("of a run that is refused nothing else that needs it is named", async () => {
    const other = JSON.stringify({ ...(await lesson(first)).scenarios.a, title: "Another" });
    const text = planted('"scenarios": {', `"scenarios": { "b": ${other},`).replace(
      '"rate_bps": 10000000',
      '"rate_bps": -1',
    );
    expect(text).toContain("-1");
    const refused = text.replace('"rate_bps": -1', '"spam": -1');
    expect((await said(refused)).map((line) => line.replace(/, not .*/, ""))).toEqual([
      "12 scenarios.a: bottleneck.spam: spam",
    ]);
  });

  test("a feature of a drawing that no drawing has is named", async () => {
    const text = edited(first, inserted(first, "draw", (key) => key)?.edits ?? []);
    expect(await said(text.replace("[0, 100]", "[250, 200]"))).toEqual([
      expect.stringMatching(/^\d+ asks\.1\.features\.0\.band: \[250, 200\], not ascending$/),
    ]);
    expect(await said(text.replace("[0, 100]", "[200, 250]"))).toEqual([
      expect.stringMatching(/^\d+ asks\.1\.features\.0\.band: 250, not 0 – 100$/),
    ]);
  });

  test("a question with a mistake is left out, and the others stay", async () => {
    const { asks, goals, play } = await lesson(planted('"right": "link"', '"right": "whole"'));
    expect([asks.length, goals.length, play.controls.length]).toEqual([0, 0, 2]);
  });

  test("without any run its texts are there", async () => {
    const found = await opened(planted('"duration_s": 20', '"duration_s": "long"'));
    expect(found.lesson).toBeNull();
    expect(plain(found.parts.transfer?.text as Text)).toContain("twice the link rate");
  });

  test.each([
    "",
    "---\n",
    "---\n[]\n---\n",
    "\0\u0001",
    "## [hook",
    "[".repeat(100_000),
    `---\n${"[".repeat(100_000)}\n---\n`,
    ">".repeat(50_000),
  ])("anything else is said to be no lesson: %#", async (text) => {
    const found = await opened(text);
    expect(found.lesson).toBeNull();
    expect(found.mistakes.length).toBeGreaterThan(0);
  });
});

describe("nothing of a file becomes markup but what a lesson consists of", () => {
  /** Parts of templates: ours, and none of the file's. */
  const strings = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(strings);
    if (typeof value !== "object" || value === null) return [];
    const { strings: own = [], values = [] } = value as { strings?: readonly string[]; values?: unknown[] };
    return [own.join("…"), ...values.flatMap(strings)];
  };
  const hostile = [
    "<script>alert(1)</script>",
    '<img src="x" onerror="alert(1)">',
    "<img src=x onerror=alert(1)>",
    '<iframe src="//elsewhere"></iframe>',
    '<a href="javascript:alert(1)">go</a>',
    `<p onclick="alert(1)" ${"style"}="position:fixed">all</p>`,
    '<svg onload="alert(1)"><a href="javascript:alert(1)">go</a></svg>',
    '<math><mtext><style><img src="x" onerror="alert(1)"></style></mtext></math>',
    "[go](javascript:alert(1))",
    "[go](&#106;avascript:alert(1))",
    "[go](data:text/html,alert)",
    "![picture](//elsewhere/x.png)",
    '<saw-num></saw-num> <saw-constructor></saw-constructor> <saw-n is="x"></saw-n>',
    "<!-- <script>alert(1)</script> -->",
    "<scr<script>ipt>alert(1)</script>",
    '<form action="//elsewhere"><input name="a"></form>',
  ];

  test.each(hostile)("%s", async (text) => {
    const { explain } = await lesson(
      first.replace("The sender does not know", `${text}\n\nThe sender does not know`),
    ).then((each) => each.parts);
    const drawn = explain?.text(telling);
    const markup = strings(drawn).join("\n");
    expect(markup).not.toMatch(
      /script|onerror|onclick|onload|style|iframe|<img|<form|<input|<svg|javascript|data:|elsewhere/i,
    );
    const links = [...JSON.stringify(drawn).matchAll(/(?:javascript|data):/gi)].length;
    // As text at most, where no link has it.
    expect(strings(drawn).filter((own) => own.includes("<a href")).length === 0 || links === 0).toBe(true);
    // The rest of the part is there.
    expect(plain(explain?.text as Text)).toContain("does not know the link's rate");
  });

  test.each(hostile.filter((text) => !text.startsWith("[")))("is named among the mistakes: %s", async (text) => {
    const { mistakes } = await opened(first.replace("The sender does not know", `${text}\n\nThe sender does not know`));
    expect(mistakes.some(({ place, allowed }) => place === "[explain]" && allowed === "markup")).toBe(true);
  });

  test("names of objects' own members are names like others", async () => {
    const text = first
      .replaceAll('"link"', '"constructor"')
      .replace("- `link`", "- `constructor`")
      .replace('"id": "speed"', '"id": "__proto__"')
      .replace("[ask speed]", "[ask __proto__]")
      .replace("[reveal speed]", "[reveal __proto__]");
    const { asks, parts } = await lesson(text);
    expect(asks.map(({ id }) => id)).toEqual(["__proto__"]);
    expect(Object.keys(parts["ask __proto__"]?.options ?? {})).toEqual(["half", "constructor"]);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test("a part, a scenario and an answer that are only objects' members are missing", async () => {
    const text = first
      .replace("## [transfer]", "## [constructor] Nothing\n\n## [transfer]")
      .replace('"options": ["half", "link"]', '"options": ["half", "link", "toString"]')
      .replace('"show": { "scenario": "a"', '"show": { "scenario": "valueOf"');
    const { mistakes, lesson } = await opened(text);
    const said = mistakes.map(({ place, found }) => `${place} ${found}`);
    expect(said).toContain("[constructor] constructor");
    expect(said).toContain('asks.0.show.scenario "valueOf"');
    expect(lesson?.asks).toEqual([]);
    const more = await opened(first.replace('"options": ["half", "link"]', '"options": ["half", "link", "toString"]'));
    expect(more.mistakes.map(({ place, allowed }) => `${place} ${allowed}`)).toEqual(["[ask speed] - `toString` …"]);
  });

  test("a value that is not closed keeps the words behind it", async () => {
    const { parts } = await opened(first.replace("Explore freely.", 'Now <saw-num of="duration_s"> is long.'));
    expect(plain(parts.play?.text as Text)).toMatch(/ num \{"of":"duration_s"\} {2}is long\./);
  });

  test("an element nested without end is text", async () => {
    const deep = `${"<em>".repeat(20_000)}deep`;
    const { parts } = await lesson(first.replace("The sender does not know", `${deep}\n\nThe sender does not know`));
    expect(plain(parts.explain?.text as Text)).toContain("deep");
  });
});

describe("a lesson's id is that of its runs and questions", () => {
  const idOfText = (text: string): string => idOf(readLesson(text));
  const other = (there: string | RegExp, instead: string): string => {
    const text = first.replace(there, instead);
    expect(text).not.toBe(first);
    return idOfText(text);
  };
  const id = idOfText(first);

  test.each([
    ["ends of lines", /\n/g, "\r\n"],
    ["a title", '"A lesson of my own"', '"My lesson"'],
    ["a run's title", '"title": "One flow"', '"title": "One sender"'],
    ["a sentence", "Nobody else", "No one else"],
    ["a tolerance", "[9000000, 9740000]", "[9000000, 9800000]"],
    ["what is right", '"right": "link"', '"right": "half"'],
    ["a panel", '["path", "goodput"]', '["goodput"]'],
    ["the order of fields", '"seed": 1, "duration_s": 20', '"duration_s": 20, "seed": 1'],
  ])("whatever is corrected of it: %s", (_, there, instead) => {
    expect(id).toMatch(/^own\.[0-9a-f]{16}$/);
    expect(other(there, instead)).toBe(id);
  });

  test.each([
    ["a question's name", '"id": "speed"', '"id": "fast"'],
    ["the order of answers", '["half", "link"]', '["link", "half"]'],
    ["the last question's answers", '["faster", "same"]', '["same", "faster"]'],
    ["a run", '"seed": 1', '"seed": 2'],
    ["a run's setting", '"show": { "scenario": "a"', '"show": { "scenario": "a", "set": { "title": "b" }'],
  ])("and another one with another: %s", (_, there, instead) => {
    expect(other(there, instead)).not.toBe(id);
  });
});

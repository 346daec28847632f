/** Scripts: what is refused and in which words, the presses of the key, what the recorder makes of what was done; our lecture. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { errorText } from "../i18n/errors.ts";
import type { LabDocument } from "../session/document.ts";
import { forked, setInBranch } from "../session/fork.ts";
import { asked, isEmpty, NO_WORDS, paused, revealed, type Seen, scriptFrom, withRight, worded } from "./recorder.ts";
import {
  leadingTo,
  leftOut,
  leftOutOf,
  panelsOf,
  planOf,
  pressesOf,
  type Script,
  type Step,
  speedFor,
} from "./script.ts";
import { readScript } from "./script-reader.ts";

const text = (lang: string): string => readFileSync(join(import.meta.dirname, `lecture.${lang}.json`), "utf8");
const lecture = (lang: string): Script => {
  const read = readScript(text(lang));
  if ("wrong" in read) throw new Error(read.wrong.map(errorText).join("\n"));
  return read.script;
};
const wrong = (value: unknown): string[] => {
  const read = readScript(typeof value === "string" ? value : JSON.stringify(value));
  return "wrong" in read ? read.wrong.map((each) => `${each.code} ${each.place}`) : [];
};
const step = { id: "one", set: { preset: "cdg_fig4" } };
const script = { schema: 1, kind: "script", steps: [step] };

describe("reading", () => {
  test("the smallest script is one", () => expect(wrong(script)).toEqual([]));

  test("all that is wrong is told at once, each with its place", () => {
    const bad = {
      ...{ schema: 2, kind: "scripts", title: 5, colour: "red" },
      steps: [
        { id: "a", set: { preset: "x", scenario: {} }, run_to: -1, view: ["cwnd", "queues"] },
        { set: {}, question: { kind: "choose", text: "?", options: ["a", "b"], answer: 2 } },
        { ...step, reveal: { branch: {}, speed: 0 }, reveals: {}, set: { preset: "x", values: { seed: [1] } } },
      ],
    };
    expect(wrong(bad).sort()).toEqual(
      [
        "unknown_name schema",
        "unknown_name kind",
        "wrong_type title",
        "unknown_field colour",
        "missing_field steps[0].set",
        "out_of_range steps[0].run_to",
        "unknown_name steps[0].view[1]",
        "missing_field steps[1].id",
        "missing_field steps[1].set",
        "out_of_range steps[1].question.answer",
        "missing_field steps[2].reveal.branch.values",
        "out_of_range steps[2].reveal.speed",
        "wrong_type steps[2].reveals",
        'wrong_type steps[2].set.values["seed"]',
      ].sort(),
    );
  });

  test("an order names each option once, a value has two ends at most", () => {
    const asked = (question: object) => wrong({ ...script, steps: [{ ...step, control: "loss", question }] });
    const order = { kind: "order", text: "?", options: ["a", "b", "c"] };
    expect(asked({ ...order, answer: [2, 0, 1] })).toEqual([]);
    expect(asked(order)).toEqual(["missing_field steps[0].question.answer"]);
    expect(asked({ ...order, answer: [2, 0] })).toEqual(["too_many steps[0].question.answer"]);
    expect(asked({ ...order, answer: [2, 2, 1] })).toEqual(["out_of_range steps[0].question.answer"]);
    expect(asked({ ...order, answer: [3, 0, 1] })).toEqual(["out_of_range steps[0].question.answer[0]"]);
    expect(asked({ ...order, answer: 1 })).toEqual(["wrong_type steps[0].question.answer"]);
    expect(asked({ kind: "number", text: "?", answer: [1, 2] })).toEqual([]);
    expect(asked({ kind: "number", text: "?", answer: [1, 2, 3] })).toEqual(["too_many steps[0].question.answer"]);
  });

  test("a mistyped field finds the one that was meant, in words", () => {
    const read = readScript(JSON.stringify({ ...script, steps: [{ ...step, run_too: 3 }] }));
    const [refusal] = "wrong" in read ? read.wrong : [];
    expect(refusal && errorText(refusal)).toMatch(
      /^`steps\[0\]\.run_too` is not a known field\. .* Did you mean `run_to`\?$/,
    );
  });

  test("what is no JSON, or no script, or too much, is refused", () => {
    for (const source of ["", "{", "null", "[]", '"script"']) expect(wrong(source)).not.toEqual([]);
    expect(wrong({ ...script, steps: [] })).toEqual(["too_many steps"]);
    expect(wrong({ ...script, steps: Array(201).fill(step) })).toEqual(["too_many steps"]);
    expect(wrong({ ...script, steps: [{ ...step, say: "x".repeat(301) }] })).toEqual(["out_of_range steps[0].say"]);
    expect(wrong(`{"__proto__": 1, "schema": 1, "kind": "script", "steps": [${JSON.stringify(step)}]}`)).toEqual([
      "unknown_field __proto__",
    ]);
  });
});

describe("presses", () => {
  test("set, ask, vote again, reveals, then the next step", () => {
    const question = { kind: "choose" as const, text: "?", options: ["a", "b"], answer: 0, second_vote: true };
    const steps: Step[] = [{ ...step, question, reveal: { run_to: 3 }, reveals: [{ run_to: 4 }] }, step];
    const presses = pressesOf({ ...script, schema: 1, kind: "script", steps });
    expect(presses.map((each) => each.act)).toEqual(["set", "ask", "again", "reveal", "reveal", "set"]);
    expect(leadingTo(presses, 3)).toEqual(presses.slice(0, 4));
    expect(leadingTo(presses, 5)).toEqual([presses[5]]);
    expect(leadingTo(presses, 6)).toEqual([]);
  });

  test("what would give the answer away stays hidden until it is given", () => {
    const own: Step = { ...step, view: ["path", "delay"], hide: ["delay"] };
    expect(panelsOf(own, [])).toEqual(["path"]);
    expect(panelsOf(own, [{ run_to: 1 }])).toEqual(["path", "delay"]);
    expect(panelsOf(own, [{ view: ["queue"] }, { run_to: 2 }])).toEqual(["queue"]);
    expect(panelsOf(step, [])).toBeNull();
  });

  test("of more than two charts the others are left out on a projector, the path is none", () => {
    expect(leftOut(["path", "cwnd", "queue", "rtt", "goodput"])).toEqual(["rtt", "goodput"]);
    expect(leftOut(["queue", "path", "rtt"])).toEqual([]);
    const reveals = [{ view: ["cwnd", "queue", "delay"] }, {}];
    expect(leftOutOf({ ...step, view: ["rtt"], reveal: { view: ["cwnd", "queue", "rtt"] }, reveals })).toEqual([
      ...["rtt", "delay"],
    ]);
  });

  test("a stretch without a speed takes twelve seconds at most", () => {
    expect(speedFor(6)).toBe(1);
    expect(speedFor(60)).toBe(5);
  });
});

describe("recording", () => {
  const document: LabDocument = {
    scenario: {
      duration_s: 60,
      bottleneck: { rate_bps: 1e7 },
      flows: [{ name: sourceName("a"), algorithm: { kind: "cdg" } }],
    },
    view: { charts: ["cwnd", "queue", "rtt"], focus: null },
  };
  const at = (t_s: number, own: LabDocument = document): Seen => ({ document: own, t_s, speed: 1, preset: null });
  const begun = paused("one", at(12.3456789));

  test("a pause is the run, its panels and its moment", () => {
    expect(begun).toEqual({
      ...{ id: "one", set: { scenario: document.scenario } },
      ...{ view: ["path", "cwnd", "queue", "rtt"], run_to: 12.346 },
    });
  });

  test("what was done since the pause becomes the reveal", () => {
    expect(revealed(begun, at(12), at(30)).reveal).toEqual({ run_to: 30 });
    const split = setInBranch(forked(document, 12), "flows.a.algorithm.kind", "cubic", 12);
    expect(revealed(begun, at(12), at(30, split)).reveal).toEqual({
      run_to: 30,
      branch: { from_s: 12, values: { "flows.a.algorithm.kind": "cubic" } },
    });
    const later = { at_s: 15, path: "bottleneck.rate_bps", value: 5e6 };
    const changed = { ...document, scenario: { ...document.scenario, interventions: [later] } };
    const goes = revealed(begun, at(12), at(30, changed));
    expect(goes.set.scenario?.interventions).toEqual([later]);
    expect(goes.reveal).toEqual({ run_to: 30 });
    const other = { ...document, scenario: { ...document.scenario, duration_s: 90 } };
    expect(revealed(begun, at(12), at(30, other)).reveal?.set).toEqual({ scenario: other.scenario });
  });

  test("words make a question, the star its answer; the whole is a script", () => {
    const words = { ...NO_WORDS, say: "Look.", question: "Which?", options: "this\n * that \n\nboth", reveal: "That." };
    const own = worded(revealed(begun, at(12), at(30)), words);
    expect(own.question).toEqual({ kind: "choose", text: "Which?", options: ["this", "that", "both"], answer: 1 });
    expect(own.reveal?.text).toBe("That.");
    const asks = (options: string) => worded(begun, { ...NO_WORDS, question: "?", options }).question;
    expect(asks("2. second\n3) third\n1. first")).toEqual({
      ...{ kind: "order", text: "?", options: ["second", "third", "first"], answer: [2, 0, 1] },
    });
    expect(asks("CDG 2.\nNewReno (1)")).toEqual({
      ...{ kind: "order", text: "?", options: ["CDG", "NewReno"], answer: [1, 0] },
    });
    expect(asks("2.2 - 2.3")).toEqual({ kind: "number", text: "?", answer: [2.2, 2.3] });
    expect(asks("2,3-2,2")).toEqual({ kind: "number", text: "?", answer: [2.2, 2.3] });
    expect(asks("41")).toEqual({ kind: "number", text: "?", answer: 41 });
    expect(asks("")).toEqual({ kind: "draw", text: "?" });
    expect(wrong(scriptFrom("Mine", [own, worded(begun, NO_WORDS)]))).toEqual([]);
    expect(worded(begun, words).reveal, "an answer is told, also where the run stays").toEqual({ text: "That." });
    expect(worded(begun, { ...words, reveal: "" }).reveal).toEqual({});
  });

  test("the right answer is the one that is marked, however; none is right unsaid", () => {
    const of = (options: string, question = "?") => asked({ ...NO_WORDS, question, options });
    const stars = [
      "a\n*b\nc",
      "a\n* b\nc",
      "a\nb*\nc",
      "a\nb *\nc",
      "1. a\n* 2. b\n3. c",
      "1. a\n2. *b\n3. c",
      "a 1.\nb* 2.\nc 3.",
    ];
    for (const options of stars)
      expect(of(options), options).toEqual({
        ...{ question: { kind: "choose", text: "?", options: ["a", "b", "c"], answer: 1 }, lack: null },
      });
    const free = { kind: "choose", text: "?" };
    expect(of("a\nb")).toEqual({ question: { ...free, options: ["a", "b"] }, lack: "right" });
    expect(of("* a\n* b")).toEqual({ question: { ...free, options: ["a", "b"] }, lack: "one_right" });
    expect(of("0.2 s\n1.3 s")).toEqual({ question: { ...free, options: ["0.2 s", "1.3 s"] }, lack: "right" });
    // Places that are none: they are part of the options.
    expect(of("1. a\n1. b")).toEqual({ question: { ...free, options: ["1. a", "1. b"] }, lack: "right" });
    expect(of("a").lack).toBe("options");
    expect(of("12 ms").question).toEqual({ kind: "number", text: "?", answer: 12, unit: "ms" });
    expect(of("2,2–2.3 Mbit/s").question).toMatchObject({ answer: [2.2, 2.3], unit: "Mbit/s" });
    expect(of("12-").lack).toBe("options");
    expect(of("a\n".repeat(9)).lack).toBe("many");
    expect(of("a\nb", " ").lack).toBe("text");
    expect(of("", "").lack).toBeNull();
    expect(withRight("a*\n\n b", 1)).toBe("a\n* b");
    expect(of(withRight("1. a\n2. b", 1)).question?.answer).toBe(1);
    expect([NO_WORDS, { ...NO_WORDS, say: " " }, { ...NO_WORDS, reveal: "x" }].map(isEmpty)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("our lecture", () => {
  /** Everything of it that is no text. */
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((each) => (typeof each === "string" && / /.test(each) ? "…" : bare(each)));
    if (typeof value !== "object" || value === null) return value;
    const words = ["say", "text", "title", "options"];
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        words.includes(name) ? (Array.isArray(each) ? each.length : typeof each) : bare(each),
      ]),
    );
  };

  test("nine steps, fifty minutes", () => {
    const { steps, minutes } = lecture("en");
    expect(steps).toHaveLength(9);
    expect(steps.reduce((sum, each) => sum + (each.minutes ?? 0), 0)).toBe(minutes);
  });

  test("each step is planned after the one before; without minutes nothing is said", () => {
    const script = lecture("en") as Script;
    const plans = script.steps.map((_, i) => planOf(script, i));
    expect(plans[0]).toEqual({ from: 0, to: 6, all: 50 });
    expect(plans[1]).toEqual({ from: 6, to: 9, all: 50 });
    expect(plans.at(-1)?.to).toBe(50);
    const { minutes: _, ...untimed } = script;
    expect(planOf(untimed, 8)?.all).toBe(50);
    expect(planOf({ ...script, steps: [{ id: "one", set: {} }] }, 0)).toBeNull();
  });

  test("what its steps say of the run is of the run that is shown: none speaks of the answer's before", () => {
    for (const lang of ["en", "de"])
      for (const { set, question, say = "" } of lecture(lang).steps) {
        if (question?.kind === "number") expect(question.unit, question.text).toBeTruthy();
        if (set.values?.["bottleneck.queue.discipline"] === "drop_tail") expect(say).toMatch(/drop[- ]tail/i);
      }
  });

  test("German is the same script in other words", () => expect(bare(lecture("de"))).toEqual(bare(lecture("en"))));
});

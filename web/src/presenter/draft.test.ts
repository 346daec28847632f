/** The recorder's draft: its steps opened, changed, moved, copied and deleted, undone; it is read back as it was written, and what was damaged in the browser's storage is none. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { History } from "../session/undo.ts";
import {
  copied,
  copyOf,
  type Draft,
  draftOf,
  laidDown,
  moved,
  opened,
  readDraft,
  removed,
  writeDraft,
} from "./draft.ts";
import { NO_WORDS, paused, type Seen, scriptFrom, type Words, worded, wordsOf, wrongIn } from "./recorder.ts";
import type { Script, Step } from "./script.ts";
import { readScript } from "./script-reader.ts";

const scenario = { schema: 1, duration_s: 60, flows: [] } as unknown as Seen["document"]["scenario"];
const seen: Seen = {
  document: { scenario, view: { charts: ["cwnd"], focus: null } },
  t_s: 26,
  speed: 1,
  preset: "cdg_fig4",
};
const step = paused("step_2", seen);
const draft: Draft = {
  ...draftOf("Mine", [{ id: "step_1", set: { preset: "cdg_fig4" }, say: "First." }]),
  step,
  before: seen,
  words: { ...wordsOf(step), question: "And then?", options: "a\n* b" },
};
const lecture = JSON.parse(readFileSync(join(import.meta.dirname, "lecture.en.json"), "utf8")) as Script;
const ids = ({ steps }: Draft): string => steps.map(({ id }) => id).join(" ");
const three = draftOf(
  "Mine",
  ["a", "b", "c"].map((id): Step => ({ id, set: { preset: "cdg_fig4" }, say: `${id}.` })),
);
const say = (of: Draft, text: string): Draft => ({ ...of, words: { ...of.words, say: text } });

describe("a draft as text", () => {
  test("is read back as it was written, also while a step is edited", () => {
    const bare = draftOf("Mine", draft.steps);
    for (const each of [draft, bare, say(opened(copyOf(lecture), 6), "Now")])
      expect(readDraft(writeDraft(each, true))).toEqual({ draft: each, saved: true });
  });

  test("that is no draft is none; what is damaged is dropped alone", () => {
    for (const text of ["", "{", "null", "[]", '{"kind":"script"}'])
      expect(readDraft(text), text.slice(0, 40)).toBeNull();
    const back = (change: object) => readDraft(writeDraft({ ...draft, ...change }, false))?.draft;
    expect(back({ steps: [{}] })).toBeUndefined();
    expect(back({ before: { ...seen, t_s: "26" } })).toEqual({ ...draft, before: null });
    expect(back({ step: { id: 5 } })).toMatchObject({ step: null, before: null, at: 1 });
    expect(back({ at: 7 })?.at).toBe(1);
    // The pause of a draft that an earlier page has kept is that of its step.
    expect(back({ words: { say: 5, reveal: "x", reveals: [1] } })?.words).toEqual({ ...wordsOf(step), reveal: "x" });
  });
});

describe("editing", () => {
  test("each step of the lecture opens with its words, and stays as it is without a change", () => {
    for (const [i, each] of lecture.steps.entries()) {
      const open = opened(copyOf(lecture), i);
      expect(laidDown(open).steps).toEqual(lecture.steps);
      expect(wrongIn(worded(each, open.words))).toEqual([]);
    }
    expect(opened(copyOf(lecture), 1).words).toMatchObject({
      question: "And with a window of 68 packets?",
      options: "twice as fast\nhalf as much again\n* same goodput, twice the RTT\nslower",
    });
    expect(opened(copyOf(lecture), 6).words).toMatchObject({
      options: "30–41 %",
      reveals: ["CDG on the same path: 72 %. It treats most of these losses as random."],
    });
  });

  test("what is changed is changed alone", () => {
    const change = (i: number, words: Partial<Words>): Step | undefined => {
      const open = opened(copyOf(lecture), i);
      return laidDown({ ...open, words: { ...open.words, ...words } }).steps[i];
    };
    const [, , start, saw, call, , radio] = lecture.steps;
    expect(change(3, { question: "And now?" })).toEqual({ ...saw, question: { ...saw?.question, text: "And now?" } });
    expect(change(4, { vote_s: "45", second_vote: false })?.question).toEqual({
      ...{ ...call?.question, vote_s: 45, second_vote: undefined },
    });
    expect(change(6, { options: "30,5 - 40 %", reveals: ["More."] })).toMatchObject({
      question: { ...radio?.question, answer: [30.5, 40] },
      reveals: [{ ...radio?.reveals?.[0], text: "More." }],
    });
    expect(change(2, { run_to: "0.1", reveal_to: "", minutes: "" })).toEqual({
      ...{ ...start, run_to: 0.1, minutes: undefined, reveal: { ...start?.reveal, run_to: undefined } },
    });
    expect(change(2, { say: "", question: "", options: "" })).toEqual({
      ...start,
      say: undefined,
      question: undefined,
    });
    // Parts of a file that the form does not have: no answer to a number, an answer that is never shown.
    const open = { id: "n", set: {}, question: { kind: "number" as const, text: "?", min: 0 } };
    expect(worded(open, { ...wordsOf(open), question: "How many?" }).question).toEqual({
      ...{ ...open.question, text: "How many?" },
    });
    const untold = { ...open, question: { ...open.question, answer: 3 } };
    expect(worded(untold, wordsOf(untold))).toEqual(untold);
    const order = { kind: "order" as const, text: "?", options: ["x", "y", "z"], answer: [2, 0, 1] };
    expect(wordsOf({ id: "o", set: {}, question: order }).options).toBe("2. x\n3. y\n1. z");
  });

  test("what is wrong is said of its field of the form, with what is allowed", () => {
    const wrong = (words: Partial<Words>, i = 4): string =>
      wrongIn(worded(lecture.steps[i] as Step, { ...wordsOf(lecture.steps[i] as Step), ...words }))
        .map(({ field, text }) => `${field}: ${text}`)
        .join(" ");
    expect(wrong({ vote_s: "0" })).toBe("vote_s: Enter a number from 1 to 600.");
    expect(wrong({ vote_s: "soon" })).toBe("vote_s: Enter a number from 1 to 600.");
    const late = wrongIn({ id: "s", set: { preset: "cdg_fig4" }, run_to: 99, reveal: { run_to: 999 } }, 60);
    expect(late.map(({ field }) => field)).toEqual(["run_to", "reveal_to"]);
    expect(late[0]?.text).toMatch(/after the end of the run.*60/);
    expect(wrongIn({ id: "s", set: { preset: "cdg_fig4" }, run_to: 60, reveal: { run_to: 60 } }, 60)).toEqual([]);
    const other = { preset: "cdg_fig4" };
    expect(wrongIn({ id: "s", set: other, run_to: 60, reveal: { set: other, run_to: 99 } }, 60)).toEqual([]);
    expect(wrong({ run_to: "-1" })).toBe("run_to: Enter a number from 0 to 100,000.");
    expect(wrong({ reveal: "x".repeat(301) })).toBe("reveal: Shorten the text to 300 characters.");
    expect(wrong({ options: `* a\n${"x".repeat(201)}` })).toBe("options: Shorten the text to 200 characters.");
    expect(wrong({ reveals: ["x".repeat(301)] }, 6)).toBe("reveals.0: Shorten the text to 300 characters.");
    expect(wrong({ vote_s: "30,5" })).toBe("");
  });

  test("an answer before the pause is said at its field; another run has moments of its own", () => {
    const wrong = (i: number, words: Partial<Words>): string[] =>
      wrongIn(worded(lecture.steps[i] as Step, { ...wordsOf(lecture.steps[i] as Step), ...words })).map(
        ({ field, text }) => `${field}: ${text}`,
      );
    const early = "reveal_to: This is before the run pauses. Enter 9\u202fs or more.";
    expect(wrong(4, { reveal_to: "8.9" })).toEqual([early]);
    expect(wrong(4, { reveal_to: "9" })).toEqual([]);
    expect(wrong(5, { reveal_to: "19" }), "the run that splits at its pause").toHaveLength(1);
    expect(wrong(8, { reveal_to: "1" }), "another run").toEqual([]);
  });

  test("steps move, and the one in hand with them", () => {
    expect(ids(moved(three, 0, 2))).toBe("b c a");
    expect(ids(moved(three, 2, 0))).toBe("c a b");
    for (const to of [-1, 0, 3]) expect(moved(three, 0, to)).toBe(three);
    const open = say(opened(three, 1), "changed");
    expect(moved(open, 1, 0)).toMatchObject({ at: 0, step: { id: "b" }, words: { say: "changed" } });
    expect(moved(open, 0, 2)).toMatchObject({ at: 0, step: { id: "b" } });
    expect(laidDown(moved(open, 1, 2)).steps.map((each) => each.say)).toEqual(["a.", "c.", "changed"]);
    expect(moved(draft, 0, 0)).toBe(draft);
  });

  test("a copy comes after its step, with an id of its own, in hand", () => {
    const copy = copied(three, 0);
    expect(ids(copy)).toBe("a step_4 b c");
    expect(copy).toMatchObject({ at: 1, words: { say: "a." } });
    expect(copied(say(opened(three, 0), "changed"), 0).steps.map((each) => each.say)).toEqual([
      ...["changed", "changed", "b.", "c."],
    ]);
    expect(ids(laidDown(say(copy, "Again.")))).toBe("a step_4 b c");
    expect(ids(copied(removed(copy, 0), 0)), "no id twice").toBe("step_4 step_5 b c");
  });

  test("a deleted step is gone; one in hand goes with it, another stays", () => {
    expect(ids(removed(three, 1))).toBe("a c");
    expect(removed(opened(three, 1), 1)).toMatchObject({ at: 2, step: null, words: NO_WORDS });
    expect(removed(opened(three, 2), 0)).toMatchObject({ at: 1, step: { id: "c" } });
    // A new step stays in hand, after the others.
    expect(removed(draft, 0)).toMatchObject({ at: 0, steps: [], step: { id: "step_2" } });
  });

  test("a new step is laid down after the others when another is opened; without words it is none", () => {
    expect(ids(opened(draft, 0))).toBe("step_1 step_2");
    expect(opened(draft, 0)).toMatchObject({ at: 0, words: { say: "First." } });
    expect(ids(opened({ ...draft, words: wordsOf(step) }, 0))).toBe("step_1");
  });

  test("every act is one step back, and forth", () => {
    const history = new History(three);
    const acts = [
      (of: Draft) => moved(of, 0, 2),
      (of: Draft) => removed(of, 0),
      (of: Draft) => copied(of, 0),
      (of: Draft) => say(of, "new"),
      laidDown,
    ];
    const seen = [
      three,
      ...acts.map((act) => {
        history.commit(act(history.present));
        return history.present;
      }),
    ];
    for (const each of seen.toReversed().slice(1)) expect(history.undo()).toBe(each);
    for (const each of seen.slice(1)) expect(history.redo()).toBe(each);
    expect(ids(history.present)).toBe("c step_3 a");
  });

  test("what is edited is a script", () => {
    const { title, steps } = laidDown(say(copied(copyOf(lecture), 8), "Once more."));
    const read = readScript(JSON.stringify(scriptFrom(title, steps)));
    expect("script" in read && read.script.steps).toHaveLength(10);
  });
});

/** The recorder's draft: it is read back as it was written, and what was damaged in the browser's storage is none. */
import { expect, test } from "vitest";
import { type Draft, readDraft, writeDraft } from "./draft.ts";
import { NO_WORDS, paused, type Seen } from "./recorder.ts";

const scenario = { schema: 1, duration_s: 60, flows: [] } as unknown as Seen["document"]["scenario"];
const seen: Seen = {
  document: { scenario, view: { charts: ["cwnd"], focus: null } },
  t_s: 26,
  speed: 1,
  preset: "cdg_fig4",
};
const draft: Draft = {
  title: "Mine",
  steps: [{ id: "step_1", set: { preset: "cdg_fig4" }, say: "First." }],
  step: paused("step_2", seen),
  before: seen,
  words: { ...NO_WORDS, question: "And then?", options: "a\n* b" },
  saved: false,
};

test("a draft is read back as it was written", () => {
  expect(readDraft(writeDraft(draft))).toEqual(draft);
  const bare: Draft = { ...draft, steps: [], step: null, before: null, words: NO_WORDS, saved: true };
  expect(readDraft(writeDraft(bare))).toEqual(bare);
});

test("what is no draft is none; a damaged step in hand is dropped alone", () => {
  for (const text of ["", "{", "null", "[]", '{"kind":"script"}', writeDraft({ ...draft, steps: [{} as never] })])
    expect(readDraft(text), text.slice(0, 40)).toBeNull();
  const damaged = readDraft(writeDraft({ ...draft, before: { ...seen, t_s: "26" as never } }));
  expect(damaged).toEqual({ ...draft, step: null, before: null });
  const words = readDraft(writeDraft({ ...draft, words: { say: 5, reveal: "x" } as never }))?.words;
  expect(words).toEqual({ ...NO_WORDS, reveal: "x" });
});

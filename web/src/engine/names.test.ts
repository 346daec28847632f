/** Names from outside: whatever a flow is called, a table by name has only what was put into it. */
import { describe, expect, test } from "vitest";
import { has, translate, translateSource } from "../i18n/catalogue.ts";
import { factsOf, kindsOf, looksOf } from "../session/facts.ts";
import { valueAt } from "../session/scenario.ts";
import { nameText, sourceName } from "./protocol.ts";

/** Names to which every object answers in JavaScript; each of them is a legal name of a flow. */
const EVERY_OBJECTS = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "then", "length"];

test("the compiler refuses to look a name up in an object", () => {
  const table: Record<string, number> = { a: 1 };
  // @ts-expect-error: a name indexes no object. If it did, this line would be an error of its own.
  expect(table[sourceName("a")]).toBe(1);
  // @ts-expect-error: nor is it a text that could be handed on to one that does.
  const text: string = sourceName("a");
  expect(nameText(sourceName("a"))).toBe(text);
});

describe.each(EVERY_OBJECTS)("a flow named %s", (text) => {
  const name = sourceName(text);
  const settings = JSON.parse(
    `{"flows":[{"name":"${text}","algorithm":{"kind":"cdg","g_ms":3},"base_rtt_ms":80},{"name":"b"}]}`,
  );
  const looks = looksOf(settings, 80, {
    titleOf: (_, kind) => kind,
    isKind: () => false,
    inkOf: () => undefined,
    wordOf: () => null,
  });

  test("has its own numbers, and another flow has none of them", () => {
    const moment = { focus: name, playhead_s: 1, reading_s: 1, computed_s: 80, duration_s: 80, t0_s: 0, t1_s: 80 };
    const facts = factsOf(settings, looks, { ...moment, old_g_ms: null });
    expect([...facts.g_ms]).toEqual([[text, 3]]);
    expect([...facts.base_rtt_ms]).toEqual([
      [text, 80],
      ["b", 40],
    ]);
  });

  test("changes its algorithm", () => {
    const interventions = [{ at_s: 5, path: `flows.${text}.algorithm.kind`, value: "cubic" }];
    expect(kindsOf({ duration_s: 80, ...settings, interventions }).get(name)).toEqual([
      { t_s: 0, kind: "cdg" },
      { t_s: 5, kind: "cubic" },
    ]);
  });
});

test.each(EVERY_OBJECTS)("a document's word %s finds nothing that was not put there", (word) => {
  expect(has(word)).toBe(false);
  expect(translate(word)).toBe(word);
  expect(translateSource(word)).toBe(word);
  expect(valueAt({ bottleneck: {} }, `bottleneck.${word}`)).toBeUndefined();
});

/**
 * Every setting that *Vary* offers of a preset, with the values that it has at first, and each picture make a sweep that the engine accepts;
 * the values lie around the present one.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Find, initSync, Sweep } from "../../pkg-figures/sawtooth_wasm_figures.js";
import { testEngine } from "../engine/testing/engine.ts";
import type { Refusal, SweepPlan } from "../ensemble/types.ts";
import courses from "../session/courses.ts";
import { looksOf } from "../session/facts.ts";
import { PRESETS } from "../session/presets.ts";
import { Session } from "../session/session.ts";
import { tables } from "../session/setting-tables.ts";
import { type Choice, choiceOfKind, USUAL_FIELDS } from "./choice.ts";
import { documentOf } from "./document.ts";
import { axisOf, pairOf, usualOf, variablesOf } from "./variables.ts";

initSync({ module: readFileSync(new URL("../../pkg-figures/sawtooth_wasm_figures_bg.wasm", import.meta.url)) });

const runs = [...PRESETS, ...courses].map(({ id, scenario }) => [id, scenario] as const);

/** Errors of a document; none is what is wanted. */
function errorsOf(text: string, searches: boolean): string {
  const sweep = searches ? new Find(text, new Uint8Array()) : new Sweep(text, new Uint8Array());
  const plan = JSON.parse(sweep.plan()) as SweepPlan | Refusal;
  sweep.free();
  return plan.ok ? "" : JSON.stringify(plan.errors);
}

test.each(runs)("%s", async (_, scenario) => {
  const document = { scenario, view: { charts: [], focus: null } };
  const session = new Session(
    testEngine(() => undefined),
    document,
    () => undefined,
  );
  expect(await session.open(document)).toBe(true);
  const looks = looksOf(session.settings, scenario.duration_s, tables);
  const variables = variablesOf(session.settings, scenario, looks);
  const of = (choice: Choice): string =>
    errorsOf(JSON.stringify(documentOf(choice, variables, scenario, looks)), choice.goal !== null);
  const usual = { seeds: 1, fields: USUAL_FIELDS, flow: 0, from_s: null, to_s: null, goal: null };
  const wrong = variables.flatMap((variable) => {
    const { label, face, least, most, value } = variable;
    const axis = axisOf(variable);
    const { from, to, logarithmic } = axis;
    const errors = of({ ...usual, axes: [axis] });
    const now = Number(value);
    const isInside = least < now && now < most;
    const middle = logarithmic ? Math.sqrt(from * to) : (from + to) / 2;
    const isAround = face === null || !isInside || (from <= now && now <= to);
    const isCentred = logarithmic || face === null || !isInside || Math.abs(middle - now) <= 0.01 * now;
    const isNear = face === null || to <= Math.max(face.max, now * 8, 100);
    const isOfRun = face?.unit !== "s" || most <= scenario.duration_s;
    const isGood = errors === "" && isAround && isCentred && isNear && isOfRun;
    return isGood ? [] : [`${label} ${value}: ${from} to ${to} of ${least} to ${most} ${errors}`];
  });
  expect(wrong).toEqual([]);

  const first = usualOf(variables);
  const curve: Choice = { ...usual, axes: first ? [axisOf(first)] : [] };
  const pairs = pairOf(variables).length === 2 ? (["pairs"] as const) : [];
  for (const kind of ["map", "find", ...pairs] as const)
    expect(of(choiceOfKind(kind, curve, variables, {})), kind).toBe("");
  // From the algorithms of two flows to a map over two other settings.
  for (const pair of pairs) {
    const map = choiceOfKind("map", choiceOfKind(pair, curve, variables, {}), variables, { curve });
    expect(map.axes[0]?.path).toBe(first?.paths[0]);
    expect(of(map)).toBe("");
  }
});

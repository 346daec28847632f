/** Transitions of what the laboratory's parts hold. */
import { expect, test, vi } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { Beginning } from "./beginning.ts";
import { Edits } from "./edits.ts";
import { Focus, focusAfter, unfolding } from "./focus.ts";
import { Problems } from "./problems.ts";

const page = { change: vi.fn(), renderNow: vi.fn(), says: vi.fn() };
const address = { touch: vi.fn() };
const lab = { run: {}, page, address } as unknown as ConstructorParameters<typeof Beginning>[0];
const nudge = { path: "flows.cdg.algorithm.g_ms", value: 9, pulse: true };

test("an act ends the opening's hints and lets the address follow", () => {
  const beginning = new Beginning(lab);
  beginning.update({ pointed: 2 });
  beginning.act();
  expect(beginning).toMatchObject({
    opening: null,
    pointed: null,
    acted: true,
  });
  expect(address.touch).toHaveBeenCalledOnce();
});

test("a nudge ends when its value is reached or another setting changes, not while its own slider is dragged", () => {
  const after = (begun: typeof nudge | null, path: string, value: number, done: boolean) => {
    const beginning = new Beginning(lab);
    beginning.update({ nudge: begun });
    beginning.changing(path, value, done);
    return beginning;
  };
  expect(after(nudge, nudge.path, 5, false)).toHaveProperty("nudge", nudge);
  expect(after(nudge, nudge.path, 9, false)).toHaveProperty("nudge", nudge);
  expect(after(nudge, nudge.path, 5, true)).toHaveProperty("nudge", nudge);
  expect(after(nudge, nudge.path, 9, true)).toHaveProperty("nudge", null);
  expect(after(nudge, "bottleneck.rate_bps", 9, false)).toHaveProperty("nudge", null);
  expect(after(null, nudge.path, 9, true)).toHaveProperty("nudge", null);
});

test("a change clears what was refused at fields", () => {
  const problems = new Problems(lab);
  problems.update({ unread: new Map([["seed", "no number"]]) });
  const session = { document: {}, clock: {}, set: vi.fn() };
  const parts = { beginning: new Beginning(lab), problems, focus: new Focus(lab), branches: { settings: () => null } };
  const edits = new Edits({
    ...lab,
    ...parts,
    run: { session, player: { facts: () => ({}) } },
  } as unknown as ConstructorParameters<typeof Edits>[0]);
  edits.setting(["seed"], 2, false);
  expect(problems.unread.size).toBe(0);
});

test("dismissing leaves nothing wrong", () => {
  const problems = new Problems(lab);
  problems.update({ wrong: ["a"], faults: ["b"], wrongFile: "c" });
  problems.clear();
  expect([problems.wrong, problems.faults, problems.wrongFile]).toEqual([[], [], null]);
});

test("parts unfold one by one, and the state before is not touched", () => {
  const before: ReadonlySet<string> = new Set();
  const one = unfolding(before, "a", true);
  expect([...unfolding(one, "b", true)]).toEqual(["a", "b"]);
  expect([...unfolding(one, "a", false)]).toEqual([]);
  expect([...before]).toEqual([]);
});

test("the focus goes round the flows", () => {
  const [a, b, c] = ["a", "b", "c"].map(sourceName);
  const flows = [a, b, c].flatMap((flow) => flow ?? []);
  expect(focusAfter(flows, null, 1)).toBe(a);
  expect(focusAfter(flows, null, -1)).toBe(c);
  expect(focusAfter(flows, c ?? null, 1)).toBe(a);
  expect(focusAfter(flows, a ?? null, -1)).toBe(c);
  expect(focusAfter([], null, 1)).toBeNull();
});

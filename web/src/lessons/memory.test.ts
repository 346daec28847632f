/** The memory of a device: a lesson that is opened again goes on, somebody else's does not mix with it, full storage is admitted. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askedOf } from "./answers.ts";
import { LessonMemory } from "./memory.ts";
import { lessonOf } from "./testing/files.ts";
import type { Lesson } from "./types.ts";

const lesson = lessonOf("window") as Lesson;
const goal = { id: "full", scenario: { duration_s: 5 } };
let isFull = false;

beforeEach(() => {
  const kept = new Map<string, string>();
  isFull = false;
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, value);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const opened = (answers: string, resumes = true, notes = new Map<number, string>()): LessonMemory =>
  new LessonMemory(lesson, askedOf(lesson), answers, resumes, notes, true);

/** An attempt with everything that is kept. */
function attempt(): void {
  const memory = opened("");
  memory.lock(0, "1n._._");
  memory.write(0, "a reason");
  memory.reach([goal]);
}

test("an address without answers goes on with those of this device: answers, notes, goals with their runs", () => {
  attempt();
  const again = opened("");
  expect([again.answers, again.note(0), again.goals, again.handed, again.some]).toEqual([
    "1n._._",
    "a reason",
    [goal],
    false,
    true,
  ]);
  // Before a room it begins.
  expect(opened("", false).answers).toBe("");
});

test("answers of somebody else come with their own notes, and change nothing here", () => {
  attempt();
  const other = opened("1f._._", true, new Map([[0, "another reason"]]));
  expect([other.handed, other.note(0), other.goals, other.some]).toEqual([true, "another reason", [], false]);
  other.write(0, "changed");
  other.reach([{ id: "full", scenario: null }]);
  expect([opened("").note(0), opened("").goals]).toEqual(["a reason", [goal]]);
});

test("where storage is full nothing is said to be kept", () => {
  attempt();
  isFull = true;
  const memory = opened("");
  expect(memory.some).toBe(false);
  memory.lock(1, "1n.c._");
  expect(memory.stores).toBe(false);
});

test("after it was deleted there is nothing to go on with", () => {
  attempt();
  opened("").forget();
  expect([opened("").answers, opened("").some]).toEqual(["", false]);
});

/** Announcements are grouped and do not flood. */
import { expect, test, vi } from "vitest";
import { Announcer } from "./live-region.ts";

test("what is said at once comes as one, the newest word on a subject wins, and pauses are kept", () => {
  vi.useFakeTimers();
  const spoken: string[] = [];
  const announcer = new Announcer(
    (text) => spoken.push(text),
    () => Date.now(),
  );
  announcer.say("Paused.", "play");
  announcer.say("Playing.", "play");
  announcer.say("Undone.");
  vi.advanceTimersByTime(60);
  expect(spoken).toEqual(["Playing. Undone."]);
  for (let i = 0; i < 50; i++) {
    announcer.say(`${i} drops.`, "drops");
    vi.advanceTimersByTime(40);
  }
  expect(spoken.length).toBe(1);
  vi.advanceTimersByTime(3000);
  expect(spoken).toEqual(["Playing. Undone.", "49 drops."]);
  vi.useRealTimers();
});

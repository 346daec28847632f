/** The run before a change is kept from where the change acts: from the playhead, or from the start. */
import { expect, test } from "vitest";
import { PendingEdit } from "../session/pending-edit.ts";
import type { Session } from "../session/session.ts";
import { Former } from "./former.ts";

/** Questions and drawing of the run before a change of a setting, with the playhead at 30 of 60 s. */
async function keptOf(path: string, fromStart: boolean) {
  const asked: unknown[] = [];
  const facts = { playhead_s: 30, computed_s: 60, flows: [] };
  const session = { acts_s: fromStart ? 0 : 30 } as Session;
  const pending = new PendingEdit(
    session,
    (name) => name === "live",
    () => false,
  );
  let done = (): void => undefined;
  const drawn = new Promise<void>((resolve) => {
    done = resolve;
  });
  const engine = {
    ask: async (_what: string, { t0_s }: { t0_s: number }) => {
      asked.push(t0_s);
      return { series: [] };
    },
  };
  const chartArea = { invalidateOverlay: () => undefined };
  const player = { facts: () => facts, touch: () => done() };
  const former = new Former({ run: { player, engine, chartArea, session } } as unknown as ConstructorParameters<
    typeof Former
  >[0]);
  former.keep(pending.acts(path, 1));
  await drawn;
  return { asked, from_s: former.overlay(facts as never)?.from_s };
}

test("a change that acts from here on is compared from here on", async () => {
  expect(await keptOf("live", false)).toEqual({ asked: [30], from_s: 30 });
});

test("a change that acts from the start is compared from the start", async () => {
  expect(await keptOf("live", true)).toEqual({ asked: [0], from_s: 0 });
  expect(await keptOf("not live", false)).toEqual({ asked: [0], from_s: 0 });
});

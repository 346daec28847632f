/** The laboratory's drawing in a frame, and its messages to path and charts. */
import { expect, test, vi } from "vitest";
import { FrameScheduler } from "../ui/frame-scheduler.ts";
import { FrameParts } from "./frame-parts.ts";

vi.stubGlobal("matchMedia", () => ({ matches: false }));

/** A laboratory that writes down what is done with it. */
function laboratory(state: object = {}) {
  const done: string[] = [];
  const clock = { t_s: 5, playing: true, speed: 1 };
  const look = (name: string, start_s: number) => ({ name, cross: false, start_s, stop_s: 10 });
  const player = {
    looks: [look("first", 0), look("second", 6)],
    facts: () => ({ flows: [] }),
    touch: () => done.push("touch"),
    focus: "",
    oldG_ms: 0 as number | null,
    overlay: null,
  };
  const chartArea = {
    span: [0, 10],
    glides: false,
    plot: () => null,
    update() {
      done.push("charts");
      return this.glides;
    },
  };
  const session = { settings: {} as object | null, described: true, clock };
  const lab = {
    run: { session, player, path: { update: () => done.push("path") }, chartArea },
    look: { theme: {}, ...state },
    focus: { hover: null, card: "card", arrive: () => done.push("arrive"), ...state },
    edits: { pending: { old: new Map<string, unknown>() }, former: { overlay: () => null } },
    branches: { split: null, repeat: null },
    address: { touch: () => done.push("address") },
    stage: { presenter: null },
  };
  const views = { render: () => done.push("words"), tick: () => done.push("clock") };
  const losses = { announce: () => done.push("losses") };
  const asked: ((now_ms: number) => void)[] = [];
  const scheduler = new FrameScheduler({
    request: (draw) => asked.push(draw),
    now: () => 0,
    fail: (error) => {
      throw error;
    },
  });
  const frame = (): void => {
    for (const draw of asked.splice(0)) draw(0);
  };
  const parts = new FrameParts(lab as unknown as ConstructorParameters<typeof FrameParts>[0], views, losses, scheduler);
  /** Acts since the last time. */
  const since = (): string => done.splice(0).join(" ");
  return { lab, parts, frame, since };
}

test("words are drawn once in a frame, and then what arrived with them", () => {
  const { parts, frame, since } = laboratory();
  parts.requestWords();
  parts.requestWords();
  expect(since()).toBe("");
  frame();
  expect(since()).toBe("words arrive");
  frame();
  expect(since()).toBe("");
});

test("path and charts get the moment at once; clock and losses are drawn in the frame, words only if flows joined or left", () => {
  const { lab, parts, frame, since } = laboratory();
  parts.show(false);
  expect(since()).toBe("path charts");
  frame();
  expect(since()).toBe("words arrive clock losses");
  parts.show(false);
  frame();
  expect(since()).toBe("path charts clock losses");
  lab.run.session.clock.t_s = 7;
  parts.show(false);
  frame();
  expect(since()).toBe("path charts words arrive clock losses");
});

test("the address follows a playhead that plays", () => {
  const { lab, parts, since } = laboratory();
  parts.show(true);
  expect(since()).toBe("path charts address");
  lab.run.session.clock.playing = false;
  parts.show(true);
  expect(since()).toBe("path charts");
});

test("while the charts' span glides, the next frame draws again", () => {
  const { lab, parts, since } = laboratory();
  lab.run.chartArea.glides = true;
  parts.show(false);
  expect(since()).toBe("path charts touch");
});

test("path and charts wait for the settings that hold, everything for a theme", () => {
  const { lab, parts, frame, since } = laboratory();
  lab.run.session.settings = null;
  lab.run.session.described = false;
  parts.show(false);
  expect(since()).toBe("");
  frame();
  const early = laboratory({ theme: null });
  early.parts.show(false);
  early.frame();
  expect(early.since()).toBe("");
});

test("the flow under the pointer is in focus before the open card's, and a dragged G keeps its old value", () => {
  const { lab, parts } = laboratory({ hover: "hovered" });
  lab.edits.pending.old.set("flows.first.start_s", 3).set("flows.first.algorithm.g_ms", 10);
  parts.show(false);
  expect([lab.run.player.focus, lab.run.player.oldG_ms]).toEqual(["hovered", 10]);
  const plain = laboratory();
  plain.parts.show(false);
  expect([plain.lab.run.player.focus, plain.lab.run.player.oldG_ms]).toEqual(["card", null]);
});

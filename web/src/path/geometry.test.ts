/**
 * Where things stand in the path: places to the byte, clamped words, the three forms, the switch to density.
 */

import { describe, expect, it } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { num } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { firstIn, fitted, nameOf, shortened } from "./chips.ts";
import {
  approach,
  DENSITY_FROM,
  DENSITY_UNTIL,
  drawnWidth,
  formOf,
  heldSpeed,
  isDense,
  LANE_TALL,
  type LayoutInput,
  lane,
  layout,
  lossGate,
  packetsPerScreenSecond,
  queuedSpan,
  readoutX,
  servicePlace,
  slotWidth,
  squeezeAt,
  waitingRows,
} from "./geometry.ts";
import { scaleTicks } from "./ground.ts";

const two = [
  { name: sourceName("cdg"), kind: "cdg" },
  { name: sourceName("newreno"), kind: "newreno" },
];
const input = (over: Partial<LayoutInput> = {}): LayoutInput => ({
  width: 1040,
  height: 188,
  sources: two,
  slots: 84,
  ratio: 1,
  ...over,
});
const flows = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ name: sourceName(`f${i}`), kind: i % 3 ? "cdg" : "newreno" }));

describe("the tray", () => {
  it("has slots of 2 to 7 whole px where they fit, and fills where they do not", () => {
    expect(slotWidth(357, 84, 1)).toEqual({ slot: 4, bricks: true });
    expect(slotWidth(357, 84, 2)).toEqual({ slot: 4, bricks: true });
    expect(slotWidth(380, 84, 2)).toEqual({ slot: 4.5, bricks: true });
    expect(slotWidth(357, 20, 1)).toEqual({ slot: 7, bricks: true });
    expect(slotWidth(252, 84, 1)).toEqual({ slot: 3, bricks: true });
    expect(slotWidth(200, 84, 1)).toEqual({ slot: 2, bricks: true });
    expect(slotWidth(160, 84, 1).bricks).toBe(false);
    expect(slotWidth(160, 84, 1).slot * 84).toBeCloseTo(160, 9);
  });

  it("is as long as its limit", () => {
    for (const slots of [3, 12, 84, 400, 10_000]) {
      const { tray } = layout(input({ slots }));
      expect(tray.x1 - tray.x0).toBeCloseTo(tray.slot * slots, 6);
    }
  });

  it("puts packets where their bytes are", () => {
    const { tray } = layout(input());
    const first = queuedSpan(tray, 1500, 0, 1500, 0);
    expect(first).toEqual({ x: tray.x1 - 4, width: 4 });
    const last = queuedSpan(tray, 1500, 83 * 1500, 1500, 0);
    expect(last.x).toBeCloseTo(tray.x0, 9);
    // A call's 200 bytes are 0.13 of a slot; what stands behind it moves up by exactly that.
    const call = queuedSpan(tray, 1500, 1500, 200, 0);
    expect(call.width).toBeCloseTo((4 * 200) / 1500, 9);
    expect(queuedSpan(tray, 1500, 1700, 1500, 0).x).toBeCloseTo(tray.x1 - (4 * 3200) / 1500, 9);
  });

  it("slides without a jump as the packet in service leaves", () => {
    const place = layout(input());
    const before = queuedSpan(place.tray, 1500, 1500, 1500, 1500);
    const after = queuedSpan(place.tray, 1500, 0, 1500, 0);
    expect(before.x).toBeCloseTo(after.x, 9);
    const head = queuedSpan(place.tray, 1500, 0, 1500, 1500);
    const service = servicePlace(place, 0, 4);
    expect(head.x).toBeCloseTo(service.x, 9);
    expect(squeezeAt(place, head.x, 4)).toBeCloseTo(service.squeeze, 9);
    expect(servicePlace(place, 1, 4).x).toBeCloseTo(place.pipe.x0, 9);
    expect(servicePlace(place, 1, 4).squeeze).toBe(1);
  });

  it("draws nothing under 1 px", () => {
    expect(drawnWidth(0.5)).toBe(1);
    expect(drawnWidth(2)).toBe(1);
    expect(drawnWidth(4)).toBe(3);
  });

  it("clamps the read-out inside", () => {
    const { tray } = layout(input());
    expect(readoutX(tray, 84, 150)).toBe(tray.x0);
    expect(readoutX(tray, 60, 150)).toBe(tray.x1 - 60 * 4);
    expect(readoutX(tray, 3, 150)).toBe(tray.x1 - 150);
    expect(readoutX(tray, 0, 150)).toBe(tray.x1 - 150);
    const small = layout(input({ slots: 12 })).tray;
    expect(readoutX(small, 11, 150)).toBe(small.x0);
    // The limit is written over the mouth of a long one.
    expect(readoutX(tray, 84, 150, tray.x0 + 100)).toBe(tray.x0 + 100);
  });
});

describe("lanes", () => {
  it("hang the first from the top and stand the last on the floor, 66 % high", () => {
    expect(lane(0, 2, 100)).toEqual({ offset: 0, height: 66 });
    expect(lane(1, 2, 100)).toEqual({ offset: 34, height: 66 });
    expect(lane(1, 3, 100).offset).toBe(17);
    expect(lane(0, 1, 100)).toEqual({ offset: 1, height: 98 });
  });
});

describe("forms", () => {
  it("change at 340 and 700 px", () => {
    expect([339, 340, 699, 700].map((width) => formOf(width, 122))).toEqual(["strip", "small", "small", "full"]);
    expect([63, 64].map((height) => formOf(1000, height))).toEqual(["strip", "full"]);
  });

  it("have senders of 94 x 26 in the full form", () => {
    const { chips } = layout(input());
    expect(chips.map((c) => [c.sender.width, c.sender.height])).toEqual([
      [94, 26],
      [94, 26],
    ]);
    expect(chips[0]?.receiver.width).toBe(94);
  });

  it("keep chips inside at 4 and 8 flows, low ones at 8, and count kinds above 8", () => {
    const four = layout(input({ sources: flows(4) })).chips;
    expect(four.map((c) => c.sender.height)).toEqual([26, 26, 26, 26]);
    const eight = layout(input({ sources: flows(8) })).chips;
    expect(eight.every((c) => c.sender.height >= 15 && c.sender.height <= 16)).toBe(true);
    for (const chip of [...four, ...eight]) {
      expect(chip.sender.y).toBeGreaterThanOrEqual(0);
      expect(chip.sender.y + chip.sender.height).toBeLessThanOrEqual(188);
    }
    const twenty = layout(input({ sources: flows(20) }));
    expect(twenty.chips.map((c) => [c.key, c.count])).toEqual([
      ["newreno", 7],
      ["cdg", 13],
    ]);
    expect(twenty.chipOf.slice(0, 4)).toEqual([0, 1, 1, 0]);
  });

  it("fit their parts in order at every width and height", () => {
    for (const width of [320, 345, 366, 390, 480, 616, 700, 736, 1040, 1130, 1800]) {
      for (const height of [46, 118, 128, 173, 188, 205]) {
        for (const slots of [1, 12, 84, 1000]) {
          const at = layout(input({ width, height, slots }));
          const { tray, pipe, gate } = at;
          expect(tray.x0).toBeGreaterThan(0);
          expect(tray.x1).toBeGreaterThan(tray.x0);
          expect(tray.x1).toBeLessThanOrEqual(width);
          if (at.form === "strip") continue;
          expect(gate.x).toBeLessThan(tray.x0);
          const after = lossGate(at, true);
          expect(lossGate(at, false)).toEqual(gate);
          expect(after.x).toBeGreaterThan(pipe.x0);
          expect(after.x).toBeLessThan(pipe.x1);
          expect(pipe.x0).toBeGreaterThan(tray.x1);
          expect(pipe.x1).toBeGreaterThan(pipe.x0);
          expect(at.chips[0]?.receiver.x).toBeGreaterThan(pipe.x1);
        }
      }
    }
  });
});

describe("a packet on its way to the queue", () => {
  const place = layout(input());
  const tail = place.tray.x1 - 40;
  it("starts at its sender, passes the gate, ends over the tail", () => {
    const sender = place.chips[1]?.sender;
    const start = approach(place, 1, 0, tail, false);
    expect(start.x).toBe((sender?.x ?? 0) + (sender?.width ?? 0));
    const end = approach(place, 1, 1, tail, false);
    expect(end.x).toBeCloseTo(tail, 9);
    expect(end.risen).toBe(1);
    expect(end.y).toBe(place.tray.top - 5.5);
  });
  it("is never within the tray: what is drawn there is queued", () => {
    for (const size of [
      { width: 390, height: 200 },
      { width: 760, height: 220 },
      { width: 1900, height: 420 },
    ]) {
      const place = layout(input(size));
      const { x0, x1, top } = place.tray;
      for (const to of [x0, (x0 + x1) / 2, x1])
        for (let share = 0; share <= 1; share += 0.005)
          for (const source of [0, 1]) {
            const { x, y, risen } = approach(place, source, share, to, false);
            const foot = y + (10 + (LANE_TALL - 10) * risen) / 2;
            if (x > x0) expect(foot, `${size.width} ${share}`).toBeLessThanOrEqual(top - 2);
          }
    }
  });
  it("goes on at one speed", () => {
    const step = 1e-4;
    const speed = (share: number): number => {
      const [a, b] = [approach(place, 1, share, tail, false), approach(place, 1, share + step, tail, false)];
      return Math.hypot(b.x - a.x, b.y - a.y) / step;
    };
    for (const share of [0.05, 0.5, 0.9]) expect(speed(share) / speed(0.02)).toBeCloseTo(1, 6);
  });
  it("ends at the gate when chance will take it", () => {
    expect(approach(place, 0, 1, tail, true)).toEqual({ x: place.gate.x, y: place.axis, risen: 0 });
  });
  it("stops over the mouth of a full queue", () => {
    expect(approach(place, 0, 1, place.tray.x0 - 3, false).x).toBeCloseTo(place.tray.x0, 9);
  });
});

describe("density", () => {
  it("begins above 60 packets a second of screen time", () => {
    // The opening's 0.05x on 10 Mbit/s is 42 a second; 1x is 833.
    expect(packetsPerScreenSecond(10e6, 1500, 0.05)).toBeCloseTo(41.67, 2);
    expect(isDense(false, packetsPerScreenSecond(10e6, 1500, 0.05))).toBe(false);
    expect(isDense(false, packetsPerScreenSecond(10e6, 1500, 1))).toBe(true);
    expect(isDense(false, DENSITY_FROM)).toBe(false);
    expect(isDense(false, DENSITY_FROM + 0.1)).toBe(true);
  });
  it("has 20 % of hysteresis", () => {
    expect(DENSITY_UNTIL).toBeCloseTo(DENSITY_FROM * 0.8, 9);
    expect(isDense(true, 50)).toBe(true);
    expect(isDense(false, 50)).toBe(false);
    expect(isDense(true, 47)).toBe(false);
  });
});

describe("the speed while the path is held", () => {
  it("is the first at which packets are seen to move", () => {
    expect([1e6, 10e6, 14e6, 100e6].map((rate) => heldSpeed(rate, 1500))).toEqual([0.05, 0.05, 0.05, 0.005]);
    expect(heldSpeed(10e9, 1500)).toBeNull();
  });
});

describe("the scale of the tray", () => {
  it("has round times, not quarters of the limit", () => {
    expect(scaleTicks(100.8, 380)).toEqual([0, 25, 50, 75, 100]);
    expect(scaleTicks(24, 380)).toEqual([0, 5, 10, 15, 20]);
    expect(scaleTicks(100.8, 160)).toEqual([0, 50, 100]);
    expect(scaleTicks(1200, 380).at(-1)).toBe(1000);
    expect(scaleTicks(0, 380)).toEqual([]);
  });
});

describe("rows under the tray", () => {
  it("are 14 px apart, as many as there is room for", () => {
    const rows = (height: number, width = 1054): number => waitingRows(layout(input({ height, width })));
    expect([122, 140, 180].map((height) => rows(height))).toEqual([2, 2, 3]);
    expect(rows(108, 366)).toBeLessThan(rows(176, 366));
    expect(rows(176, 366)).toBeGreaterThanOrEqual(4);
  });
});

describe("names in their boxes", () => {
  it("keep the end that tells them apart", () => {
    expect(shortened("NewReno 1", 9)).toBe("NewReno 1");
    expect(shortened("NewReno 12", 7)).toBe("NewR\u202612");
    expect(shortened("Background calls", 9)).toBe("Backg\u2026lls");
    expect(shortened("CUBIC × 1,000", 11)).toBe("CU\u2026 × 1,000");
  });
  it("of several flows lead to the first of them, of others to none", () => {
    const flows = [
      { name: sourceName("call"), kind: "", cross: true },
      { name: sourceName("a"), kind: "cdg", cross: false },
      { name: sourceName("b"), kind: "newreno", cross: false },
      { name: sourceName("c"), kind: "newreno", cross: false },
    ] as FlowLook[];
    const first = (flow: number, key: string) => firstIn({ flow, key }, flows)?.name;
    expect(first(-1, "newreno")).toBe("b");
    expect(first(2, "newreno")).toBeUndefined();
    expect(first(-1, "")).toBeUndefined();
    expect(first(-1, "ping")).toBeUndefined();
  });
  it("have room for how many there are of an algorithm", () => {
    const many = (width: number, count: number): string[] => {
      const sources = Array.from({ length: count }, (_, i) => ({ name: sourceName(`f${i}`), kind: "newreno" }));
      const flows = sources.map((source) => ({ ...source, title: "NewReno" }) as FlowLook);
      const place = layout(input({ width, sources, height: 188 }));
      return place.chips.map((chip) => fitted(nameOf(chip, flows), chip.sender, place.form, false).text);
    };
    for (const count of [1000, 10_000])
      for (const width of [720, 820, 1054]) expect(many(width, count)).toEqual([`NewReno × ${num(count)}`]);
    expect(many(366, 10_000)[0]).toMatch(/^N\w*… × 10,000$/);
  });
});

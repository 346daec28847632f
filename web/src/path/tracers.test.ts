/** Which packets are followed, and from where to where: the same packet from its sender until its ACK is home. */
import { describe, expect, it } from "vitest";
import { Place, sourceName } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Home, Tracers, tracedFlows } from "./tracers.ts";

type Row = [place: number, source: number, fraction: number, serial: number, since_s: number];
const at = (t_s: number, ...rows: Row[]) =>
  ({
    t_s,
    packets: Float64Array.from(
      rows.flatMap(([place, source, fraction, serial, since_s]) => [place, source, 1500, fraction, serial, since_s]),
    ),
  }) as Parameters<Tracers["follow"]>[0];

/** The places at which the followed packet of source 0 was seen, and what came home. */
function followed(...pictures: ReturnType<typeof at>[]) {
  const tracers = new Tracers();
  const home: Home[] = [];
  const seen = pictures.map((picture) => {
    home.push(...tracers.follow(picture, [0]));
    const [tracer] = tracers.all;
    return tracer ? [tracer.serial, tracer.packet?.place ?? "receiver", Number(tracer.waited_ms.toFixed(3))] : null;
  });
  return { seen, home };
}

describe("a followed packet", () => {
  const queued = [
    at(1, [Place.approaching, 0, 0.1, 7, 1.01], [Place.approaching, 0, 0.6, 6, 1.004]),
    at(1.03, [Place.queued, 0, 3000, 7, 1.01], [Place.approaching, 0, 0.1, 8, 1.04]),
    at(1.05, [Place.in_service, 0, 0.4, 7, 1.045]),
    at(1.06, [Place.link, 0, 0.2, 7, 1.0462]),
  ];
  it("is the last that left its sender; its waiting time grows and ends where its transmission begins", () => {
    expect(followed(...queued).seen).toEqual([
      [7, Place.approaching, 0],
      [7, Place.queued, 20],
      [7, Place.in_service, 35],
      [7, Place.link, 35],
    ]);
  });
  it("comes home as its ACK: the RTT runs from its arrival at the queue; then the next to leave is followed", () => {
    const { seen, home } = followed(
      ...queued,
      at(1.08, [Place.ack, 0, 0.5, 7, 1.07]),
      at(1.1, [Place.approaching, 0, 0.2, 9, 1.105]),
    );
    expect(seen.slice(4)).toEqual([
      [7, Place.ack, 35],
      [9, Place.approaching, 0],
    ]);
    expect(home).toHaveLength(1);
    expect(home[0]?.source).toBe(0);
    expect(home[0]?.t_s).toBeCloseTo(1.09, 9);
    expect(home[0]?.rtt_ms).toBeCloseTo(80, 9);
  });
  it("waits at its receiver where one ACK is for two packets", () => {
    const { seen, home } = followed(
      ...queued,
      at(1.07, [Place.ack, 0, 0.9, 6, 1.05]),
      at(1.075, [Place.ack, 0, 0.25, 8, 1.07], [Place.ack, 0, 0.05, 10, 1.074]),
      at(1.1),
    );
    expect(seen.slice(4)).toEqual([[7, "receiver", 35], [7, Place.ack, 35], null]);
    expect(home[0]?.t_s).toBeCloseTo(1.09, 9);
  });
  it("is forgotten when it is lost, and after a jump", () => {
    expect(followed(...queued.slice(0, 2), at(1.05)).seen.at(-1)).toBeNull();
    for (const t_s of [0.5, 9]) {
      const { seen, home } = followed(...queued, at(t_s, [Place.queued, 0, 0, 7, t_s]));
      expect(seen.at(-1)).toBeNull();
      expect(home).toEqual([]);
    }
  });
  it("is of each flow for itself, never of one that is not asked for", () => {
    const tracers = new Tracers();
    const picture = at(
      1,
      [Place.approaching, 0, 0.1, 7, 1.1],
      [Place.approaching, 1, 0.1, 8, 1.1],
      [Place.doomed, 2, 0.1, 9, 1.1],
    );
    tracers.follow(picture, [0, 1, 2]);
    expect(tracers.all.map(({ source }) => source)).toEqual([0, 1]);
    tracers.follow(picture, [1]);
    expect(tracers.all.map(({ source }) => source)).toEqual([1]);
  });
});

it("up to 4 flows all, up to 12 the focused and the first of each algorithm, of more the focused one; cross traffic never", () => {
  const flows = (n: number): FlowLook[] =>
    Array.from(
      { length: n },
      (_, i) => ({ name: sourceName(`f${i}`), kind: i % 3 === 2 ? "cdg" : "newreno", cross: false }) as FlowLook,
    );
  const call = { name: sourceName("call"), kind: "", cross: true } as FlowLook;
  expect(tracedFlows([call, ...flows(4)], null)).toEqual([1, 2, 3, 4]);
  expect(tracedFlows(flows(5), null)).toEqual([0, 2]);
  expect(tracedFlows(flows(12), sourceName("f4"))).toEqual([0, 2, 4]);
  expect(tracedFlows(flows(13), sourceName("f4"))).toEqual([4]);
  expect(tracedFlows(flows(13), null)).toEqual([]);
});

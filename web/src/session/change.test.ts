/** Changes in words: true of the run, the latest change of it, none where only its length is another. */

import { expect, test } from "vitest";
import { openingPreset } from "../address/from-address.ts";
import { sourceName } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { changeOf } from "./change.ts";
import { setCount } from "./copies.ts";
import {
  addFlows,
  addTraffic,
  extended,
  type LabDocument,
  removeFlow,
  setPart,
  setReverse,
  setSetting,
} from "./document.ts";
import { looksOf } from "./facts.ts";
import { tables } from "./setting-tables.ts";

addMessages("en", says);

const preset = openingPreset().scenario;
const start: LabDocument = { scenario: preset, view: { charts: [], focus: null } };
const change = ({ scenario }: LabDocument, before = preset) =>
  changeOf(scenario, before, scenario, looksOf(scenario, scenario.duration_s, tables));
const text = (document: LabDocument, before = preset): string | undefined =>
  change(document, before)?.text.replaceAll("\u202f", " ");

test("a changed setting is named with its value and its time", () => {
  const loss = setSetting(start, "bottleneck.loss.probability", 0.01, 30, true).document;
  expect(text(loss)).toBe("Random loss: 1 % from 30 s on.");
  expect(change(loss)).toMatchObject({ t_s: 30, path: "bottleneck.loss.probability", cause: "Random loss 1\u202f%" });
  const rate = setSetting(loss, "bottleneck.rate_bps", 5e6, 40, true).document;
  expect(text(rate)).toMatch(/rate: 5 Mbit\/s from 40 s on\.$/i);
  // Of the run before it a change is the only one, wherever it lies in the run.
  const early = setSetting(rate, "bottleneck.queue.limit_packets", 7, 20, true).document;
  expect(text(early, rate.scenario)).toMatch(/limit.*: 7 packets from 20 s on\.$/i);
  expect(text(setSetting(start, "bottleneck.loss.probability", 0.01, 0, true).document)).toBe("Random loss: 1 %.");
});

test("an application is named as such, beside the algorithm", () => {
  const name = preset.flows?.[1]?.name ?? "";
  const kind = setSetting(start, `flows.${name}.application.kind`, "on_off", 30, true).document;
  expect(text(kind)).toBe("Application, NewReno: on and off periods from 30 s on.");
  const paused = setSetting(start, `flows.${name}.application.kind`, "on_off", 0, false).document;
  const longer = setSetting(paused, `flows.${name}.application.on_s`, 4, 40, true).document;
  expect(text(longer)).toBe("On period, NewReno: 4 s from 40 s on.");
});

test("what one act set for all flows is named after none of them, of some after these", () => {
  const names = (preset.flows ?? []).map(({ name }) => name ?? "");
  const at = (of: readonly unknown[], t_s: number) =>
    of.reduce<LabDocument>(
      (document, name) => setSetting(document, `flows.${name}.base_rtt_ms`, 120, t_s, t_s > 0).document,
      start,
    );
  expect(text(at(names, 25.53))).toBe("Base RTT: 120 ms from 25.53 s on.");
  expect(change(at(names, 25.53))?.cause).toBe("Base RTT 120\u202fms");
  expect(text(at(names.slice(1), 25.53))).toBe("Base RTT, NewReno: 120 ms from 25.53 s on.");
  expect(text(at(names, 0))).toBe("Base RTT: 120 ms.");
  const three = addFlows(start, "cubic", 0);
  const two = names.reduce<LabDocument>(
    (document, name) => setSetting(document, `flows.${name}.base_rtt_ms`, 120, 25, true).document,
    three,
  );
  expect(text(two, three.scenario)).toBe("Base RTT, CDG, NewReno: 120 ms from 25 s on.");
});

test("any other setting of a flow ends the preset's own sentence, too", () => {
  const name = preset.flows?.[1]?.name ?? "";
  const { document } = setSetting(start, `flows.${name}.receive_window_packets`, 68, 0, true);
  expect(text(document)).toBe("Receive window, NewReno: 68 packets.");
});

test("whatever is changed from the start on is named, and nothing that was so before", () => {
  const two = addFlows(start, "newreno", 20);
  const of = (document: LabDocument, before = two) => text(document, before.scenario);
  const set = (path: string, value: number | string) => setSetting(two, path, value, 0, true).document;
  // The preset has one flow less: what joins is not the change.
  expect(of(set("bottleneck.queue.discipline", "red"))).toBe("Queue discipline: RED.");
  expect(of(set("packet_bytes", 576))).toBe("Packet size: 576 bytes.");
  const jitter = (two.scenario.flows ?? []).reduce<LabDocument>(
    (document, { name }) => setSetting(document, `flows.${name}.send_jitter_ms`, 1, 0, true).document,
    two,
  );
  expect(of(jitter)).toBe("Send jitter: 1 ms.");
  expect(of(setReverse(two, true))).toBe("The path was changed from the start on.");
  expect(of(setPart(two, "bottleneck", "policer", true))).toBe("The path was changed from the start on.");
});

test("cross traffic that is added, changed or removed is named", () => {
  const fetching = addTraffic(start, "fetch", 20);
  expect(text(fetching)).toMatch(/^fetch.* joins at 20 s\.$/i);
  expect(change(fetching)?.joined).toEqual([]);
  const larger = setSetting(fetching, "cross_traffic.fetch.transfer_bytes", 100_000, 0, true).document;
  expect(text(larger, fetching.scenario)).toMatch(/^Transfer size, fetch: 100.000 bytes\.$/i);
  expect(text(start, fetching.scenario)).toBe("fetch was removed.");
  expect(text(addTraffic(addTraffic(start, "ping", 20), "ping", 20))).toMatch(/^ping 1, ping 2 join at 20 s\.$/i);
});

test("copies that are no more are counted, not the last one named", () => {
  const [flow] = preset.flows ?? [];
  const answers = (count: number): LabDocument => ({
    ...start,
    scenario: { ...preset, flows: [{ ...flow, name: sourceName("answer"), count }] },
  });
  const twenty = answers(20);
  const ten = setCount(twenty, sourceName("answer 1"), 10);
  expect(text(ten, twenty.scenario)).toBe("10 CDG flows were removed.");
  expect(text(twenty, ten.scenario)).toBe("10 CDG flows join at 0 s.");
});

test("flows that join and stop are named, and a longer run is no change", () => {
  expect(text(addFlows(start, "newreno", 20))).toMatch(/NewReno.* joins at 20 s\.$/);
  expect(text(removeFlow(start, preset.flows?.[1]?.name ?? sourceName(""), 25))).toBe("NewReno stops at 25 s.");
  expect(text(start)).toBeUndefined();
  expect(text(extended(start))).toBeUndefined();
});

test("flows that one act adds are one change, with their number", () => {
  const many = addFlows(start, "cubic", 18, 14);
  expect(text(many)).toBe("14 CUBIC flows join at 18 s.");
  expect(change(many)).toMatchObject({ cause: "14 CUBIC flows join", joined: { length: 14 } });
  expect(text(addFlows(addFlows(start, "cubic", 18), "bbr", 18))).toBe("2 flows join at 18 s.");
  // Of flows that join at different times the last ones.
  expect(text(addFlows(addFlows(start, "cubic", 18, 3), "bbr", 20))).toMatch(/^BBR.* joins at 20 s\.$/);
});

test("a flow under another name is the same flow, at its place", () => {
  const [first, second] = preset.flows ?? [];
  const renamed = (changed: object) => ({
    ...start,
    scenario: { ...preset, flows: [{ ...first, name: sourceName("tcp"), ...changed }, { ...second }] },
  });
  expect(text(renamed({}))).toBeUndefined();
  expect(text(renamed({ algorithm: { kind: "cubic" } }))).toBe("CUBIC instead of CDG (flow tcp).");
  const one = { ...preset, flows: [{ ...first }] };
  const cubic = { ...start, scenario: { ...preset, flows: [{ ...first, algorithm: { kind: "cubic" } }] } };
  expect(text(cubic, one)).toBe("CUBIC instead of CDG.");
  // One flow less, and the other renamed: the one without a successor is gone.
  const alone = { ...start, scenario: { ...preset, flows: [{ ...first, name: sourceName("tcp") }] } };
  expect(text(alone)).toBe("NewReno was removed.");
});

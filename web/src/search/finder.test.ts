/** Finding entries: their order, what of a name is underlined, how many are listed. */
import { expect, test } from "vitest";
import type { Entry, Group } from "./entry.ts";
import { Finder } from "./finder.ts";

const entry = (group: Group, name: string, more: Partial<Entry> = {}): Entry => ({
  ...{ group, id: name, name, place: "", act: () => undefined },
  ...more,
});
const names = (entries: Entry[], query: string): string[] =>
  new Finder(entries).find(query).flatMap(({ hits }) => hits.map((hit) => hit.entry.name));

test("what is called so comes first, then what begins so, contains it, is at such a place, or is explained by it", () => {
  const entries = [
    entry("settings", "Explained", { help: "the buffer of a link" }),
    entry("settings", "Placed", { place: "Buffer" }),
    entry("settings", "Rebuffering"),
    entry("settings", "Playback buffer"),
    entry("settings", "Absent buffer", { absent: true }),
    entry("settings", "Queue limit", { also: "queue size, buffer" }),
    entry("settings", "Inside", { help: "rebuffering" }),
  ];
  const order = ["Queue limit", "Playback buffer", "Rebuffering", "Placed", "Absent buffer", "Explained"];
  expect(names(entries, " Buffer ")).toEqual(order);
});

test("of several that are called so, settings come before charts, and what the run has before what it has not", () => {
  const entries = [
    entry("charts", "Delay"),
    entry("settings", "Delay", { id: "b", absent: true }),
    entry("settings", "Base RTT", { also: "delay" }),
  ];
  expect(names(entries, "delay")).toEqual(["Base RTT", "Delay", "Delay"]);
});

test("words are found in any order, a group's best ones are listed, and all are counted", () => {
  const flows = Array.from({ length: 60 }, (_, i) => entry("flows", `CUBIC ${i + 1}`));
  const [found] = new Finder(flows).find("4 cubic");
  expect([found?.group, found?.total, found?.hits.length]).toEqual(["flows", 15, 6]);
  expect(found?.hits.slice(0, 2).map((hit) => hit.entry.name)).toEqual(["CUBIC 4", "CUBIC 40"]);
});

test("words of name and place in any order come before the same words in the help", () => {
  const entries = [
    entry("settings", "Slow start", { place: "Flows › CDG", help: "when it stops" }),
    entry("settings", "Stop", { place: "Flows › CDG", help: "when it stops" }),
  ];
  expect(names(entries, "flows cdg stop")).toEqual(["Stop", "Slow start"]);
});

test("what matches of a name, a place or a synonym is underlined, a synonym only where nothing of the name is", () => {
  const ack = entry("settings", "Verzögerung der ACKs", { place: "Pfad", also: "Puffer, späte Quittung" });
  const find = (text: string): unknown => {
    const { name, place, synonym } = new Finder([ack]).find(text)[0]?.hits[0] ?? {};
    return [name?.marks, place?.marks, synonym?.text, synonym?.marks];
  };
  expect(find("zöger")).toEqual([[3, 8], [], undefined, undefined]);
  expect(find("zoger acks")).toEqual([[3, 8, 16, 20], [], undefined, undefined]);
  expect(find("acks pfad")).toEqual([[16, 20], [0, 4], undefined, undefined]);
  expect(find("quittung")).toEqual([[], [], "späte Quittung", [6, 14]]);
});

test("variables are found by their letters, and signs of the matcher are letters", () => {
  const entries = [entry("settings", "Decrease factor (β)"), entry("settings", "Upper threshold (α)")];
  expect(names(entries, "β")).toEqual(["Decrease factor (β)"]);
  for (const query of ["", "  ", "-", '"', "(", "\\", "zzz"]) expect(names(entries, query), query).toEqual([]);
});

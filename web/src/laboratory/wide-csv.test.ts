/** The wide form of a trace: what holds is repeated, what happens is in its own row alone. */
import { expect, test } from "vitest";
import { renamed, wideOf } from "./wide-csv.ts";

const csv = (rows: readonly string[]): string => ["time_s,source,signal,value", ...rows, ""].join("\n");

test("one signal of two flows is a column for each, and holds between its values", () => {
  const rows = [
    "0,A,cwnd_packets,3",
    "0.5,B,cwnd_packets,2",
    "0.5,B,cwnd_packets,4",
    "1,A,cwnd_packets,5",
    "2,bottleneck,end,4",
  ];
  expect(wideOf(csv(rows))).toBe("time_s,A,B\n0,3,\n0.5,3,4\n1,5,4\n");
});

test("several signals name their columns; samples and events are in their own rows", () => {
  const rows = [
    "0,my flow,cwnd_packets,3",
    "0.1,my flow,rtt_ms,40.5",
    "0.2,my flow,window_cut,9",
    "0.3,bottleneck,queue_packets,0",
    "0.4,my flow,queue_state,full",
    "1,bottleneck,queue_packets,2",
  ];
  expect(wideOf(csv(rows)).split("\n")).toEqual([
    "time_s,my flow cwnd_packets,my flow rtt_ms,my flow window_cut,bottleneck queue_packets,my flow queue_state",
    "0,3,,,,",
    "0.1,3,40.5,,,",
    "0.2,3,,9,,",
    "0.3,3,,,0,",
    "0.4,3,,,0,full",
    "1,3,,,2,full",
    "",
  ]);
});

test("columns come source by source where their order is given, those of no such source last", () => {
  const rows = [
    "0,bottleneck,queue_packets,0",
    "0,C,cwnd_packets,3",
    "1,A,cwnd_packets,2",
    "2,C,window_cut,9",
    "3,A,window_cut,7",
  ];
  expect(wideOf(csv(rows), ["A", "B", "C"]).split("\n").slice(0, 5)).toEqual([
    "time_s,A cwnd_packets,A window_cut,C cwnd_packets,C window_cut,bottleneck queue_packets",
    "0,,,3,,0",
    "1,2,,3,,0",
    "2,2,,3,9,0",
    "3,2,7,3,,0",
  ]);
});

test("sources get the names of the screen, no value does", () => {
  const rows = ["0,CDG,cwnd_packets,3", "0,other,queue_state,CDG"];
  expect(renamed(csv(rows), new Map([["CDG", "NewReno 1"]]))).toBe(
    csv(["0,NewReno 1,cwnd_packets,3", "0,other,queue_state,CDG"]),
  );
});

/** Refusals name the setting as its field does, in the field's unit. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { refusalText, unreadText } from "./refusals.ts";
import type { FlowLook } from "./run-facts.ts";

const settings = {
  bottleneck: { rate_bps: 10e6, queue: { discipline: "drop_tail", limit_packets: 84 } },
  flows: [{ name: "cdg", algorithm: { kind: "cdg" } }],
};
const error = { code: "out_of_range", place: "", found: "", allowed: "", nearest: "" };
const plain = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u2212", "-");

test("found and allowed stand in the field's unit, the path last", () => {
  const place = "interventions[1]: bottleneck.rate_bps";
  expect(plain(refusalText({ ...error, place, found: "-5000000" }, settings, []))).toMatch(
    /^Rate cannot be -5 Mbit\/s\. Allowed: 0\.001 to .* \(bottleneck\.rate_bps\)\.$/,
  );
  expect(plain(refusalText({ ...error, place: "flows[0].base_rtt_ms", found: "-1" }, settings, []))).toMatch(
    /^Base RTT cannot be -1 ms\. Allowed: .*\(flows\.cdg\.base_rtt_ms\)\.$/,
  );
});

test("a setting on the wrong side of another is told with that one's name and value", () => {
  const place = "interventions[0]: flows[0].algorithm.alpha";
  const vegas = { ...settings, flows: [{ name: "v", algorithm: { kind: "vegas" } }] };
  const wrong = { ...error, code: "wrong_order", place, found: "5", allowed: "x <= 3 (beta)" };
  const look: FlowLook = {
    name: sourceName("v"),
    label: "v",
    index: 0,
    sign: 0,
    kind: "vegas",
    cross: false,
    start_s: 0,
    stop_s: 9,
  };
  expect(plain(refusalText(wrong, vegas, [look]))).toBe(
    "Lower threshold (α) cannot be 5 packets while Upper threshold (β) is 3 packets (flows.v.algorithm.alpha).",
  );
});

test("what is no number of a setting keeps its sentence, without signs of code", () => {
  const taken = { ...error, code: "duplicate_name", place: "flows[1].name", found: '"a"', allowed: '≠ "a"' };
  const text = refusalText(taken, settings, []);
  expect(text).toBe('flows[1].name: this name is already used ("a").');
});

test("letters in a field of numbers are told what it takes", () => {
  expect(plain(unreadText("bottleneck.rate_bps", "abc", settings))).toMatch(
    /^“abc” is not a number\. Allowed: 0\.001 to .*Mbit\/s\.$/,
  );
});

/** Another origin of a link's rate takes the place of the one before; traces that an address does not carry are found. */
import { expect, test } from "vitest";
import { fileOf, setLink, tooLong } from "./link-rate.ts";

const view = { charts: [], focus: null };
const queue = { limit_packets: 84 };
const of = (bottleneck: object) => ({
  scenario: { duration_s: 10, bottleneck: { rate_bps: 1e6, queue, ...bottleneck } },
  view,
});

test("one origin at a time, and none for a constant rate", () => {
  const model = { rate_model: { model: "leo", outage_ms: 50 } };
  const trace = { rate_trace_ms: [3, 7], rate_trace_repeat: false };
  const file = { rate_trace_file: { name: "a.down", entries: 30_000, digest: "0123456789abcdef" } };
  for (const before of [{}, model, trace, file])
    for (const after of [model, trace, file]) expect(setLink(of(before), "bottleneck", after)).toEqual(of(after));
  expect(setLink(of(file), "bottleneck", null)).toEqual(of({}));
  expect(setLink(of(file), "reverse_bottleneck", model)).toEqual(of(file));
});

test("a file is read from a document as it is named there", () => {
  expect(fileOf(of({}).scenario, "bottleneck")).toBeNull();
  const named = of({ rate_trace_file: { name: "a.down" } }).scenario;
  expect(fileOf(named, "bottleneck")).toEqual({ name: "a.down", entries: null, digest: null });
});

test("a trace of more than 20,000 entries is too long for an address, in either direction", () => {
  const long = Array(20_001).fill(1);
  expect(tooLong(of({ rate_trace_ms: long.slice(1) }).scenario)).toBeNull();
  expect(tooLong(of({ rate_trace_ms: long }).scenario)?.side).toBe("bottleneck");
  const reverse = { ...of({}).scenario, reverse_bottleneck: { rate_trace_ms: long } };
  expect(tooLong(reverse)).toEqual({ side: "reverse_bottleneck", times_ms: long });
  expect(tooLong(null)).toBeNull();
});

/**
 * How far from the limit: what it costs merely to push and pop as many events as a run has.
 */
import { eventQueue, timer } from "../native.mjs";
import { yardstick } from "../scenarios.mjs";
import { each, table, times } from "../table.mjs";

const RUNS = 5;

export function measure() {
  const [native, merely] = [timer(), eventQueue()];
  return yardstick.map(({ name, path, scenario }) => {
    const { packets, events, silent_s } = native(scenario, RUNS, "silent");
    const [flows, rate, rtt, , limit] = path;
    const under_way = Math.round((rate * rtt) / 1000 / 12000) + limit;
    return { name, packets, events, silent_s, queue_s: merely(events, under_way, flows) };
  });
}

export function print(/** @type {ReturnType<typeof measure>} */ rows) {
  table(
    "Events: a silent run, and merely pushing and popping as many",
    ["", "events a packet", "ns an event", "of which push and pop", "share"],
    rows.map(({ name, packets, events, silent_s, queue_s }) => [
      name,
      times(events, packets),
      each(silent_s, events),
      each(queue_s, events),
      times(queue_s, silent_s),
    ]),
  );
}

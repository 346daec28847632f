/**
 * Reading a chart by keyboard: from mark to mark, from flow to flow (design 8). Pure: takes marks, says which one comes
 * next. Not here: keys, crosshair, speech (stack.ts).
 */
import type { Hit } from "./chart.ts";

/** Where a key goes. */
export type Step = "next" | "before" | "first" | "last" | "up" | "down";

/**
 * The mark to go to. Left and right stay with the flow of the present mark, up and down go to the nearest mark in time of
 * the next flow. Without a present mark the search begins at `from_s`.
 */
export function goTo(hits: readonly Hit[], present: Hit | null, step: Step, from_s: number): Hit | null {
  if (hits.length === 0) return null;
  const flows = [...new Set(hits.map((hit) => hit.flow))];
  const flow = present && flows.includes(present.flow) ? present.flow : flows[0];
  const own = present ? hits.filter((hit) => hit.flow === flow) : [...hits];
  const at = present?.t_s ?? from_s;
  switch (step) {
    case "first":
      return own[0] ?? null;
    case "last":
      return own[own.length - 1] ?? null;
    case "next":
      return after(own, present, at) ?? own[own.length - 1] ?? null;
    case "before":
      return before(own, present, at) ?? own[0] ?? null;
    default: {
      const place = flow === undefined ? -1 : flows.indexOf(flow);
      const other = flows[(place + (step === "down" ? 1 : flows.length - 1)) % flows.length];
      return nearest(
        hits.filter((hit) => hit.flow === other),
        at,
      );
    }
  }
}

function after(hits: readonly Hit[], present: Hit | null, at: number): Hit | undefined {
  const place = indexOf(hits, present);
  return place >= 0 ? hits[place + 1] : hits.find((hit) => hit.t_s >= at);
}

function before(hits: readonly Hit[], present: Hit | null, at: number): Hit | undefined {
  const place = indexOf(hits, present);
  return place >= 0 ? hits[place - 1] : [...hits].reverse().find((hit) => hit.t_s <= at);
}

/** Marks are made anew with each frame: the same one is known by its instant, flow and signal. */
function indexOf(hits: readonly Hit[], present: Hit | null): number {
  if (!present) return -1;
  return hits.findIndex((h) => h.t_s === present.t_s && h.signal === present.signal && h.flow === present.flow);
}

function nearest(hits: readonly Hit[], at: number): Hit | null {
  let best: Hit | null = null;
  for (const hit of hits) if (!best || Math.abs(hit.t_s - at) < Math.abs(best.t_s - at)) best = hit;
  return best;
}

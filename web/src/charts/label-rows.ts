/**
 * Where the labels at the right stand: fixed rows that never overlap, in the order of the lines (design 5). Not here:
 * how they are written (direct-labels.ts).
 */
import type { Slot } from "./chart.ts";

/** Height of a row, and the least that still can be read, px. */
const ROW = 17;
const LEAST = 12;
/** How far over the plot's ends a row may stand, px. */
const OVER = 7;

/** The names of two runs stand so far over the first row, px. */
const HEAD = 16;

/** A slot with the middle of its row. */
export interface Row {
  slot: Slot;
  y: number;
}

/** The order of the free slots: by the place of their lines, those without a line last, as they came. */
export function orderOf(slots: readonly Slot[]): string[] {
  let above = Number.POSITIVE_INFINITY;
  return slots
    .map((slot, i) => {
      above = slot.under ? above : (slot.y ?? Number.POSITIVE_INFINITY);
      return { key: keyOf(slot), y: above, i };
    })
    .sort((a, b) => a.y - b.y || a.i - b.i)
    .map((entry) => entry.key);
}

/** The order while the run plays: who has a place keeps it; a new slot comes after the one that it follows by its line. */
export function orderKept(order: readonly string[], slots: readonly Slot[]): string[] {
  const now = orderOf(slots);
  const kept = order.filter((key) => now.includes(key));
  for (const [i, key] of now.entries()) {
    if (!kept.includes(key)) kept.splice(kept.indexOf(now[i - 1] ?? "") + 1, 0, key);
  }
  return kept;
}

/** Tells slots apart while their values change. */
export function keyOf(slot: Slot): string {
  return `${slot.flow ?? ""}|${slot.key ?? ""}|${slot.label}`;
}

/**
 * Rows of a chart's slots in a plot of `height` px. Slots with a place of their own keep it; the others are in one
 * block, in `order`, centred in the room below them. Where there is no room, the last are left out and counted.
 */
export function layoutSlots(
  slots: readonly Slot[],
  order: readonly string[],
  height: number,
  unit: number,
  more: (count: number) => string,
): Row[] {
  const fixed = slots.filter((slot) => slot.at !== undefined).map((slot) => ({ slot, y: slot.at as number }));
  fixed.sort((a, b) => a.y - b.y);
  for (let i = 1; i < fixed.length; i++) {
    const before = fixed[i - 1] as Row;
    const here = fixed[i] as Row;
    here.y = Math.max(here.y, before.y + LEAST * unit);
  }
  let free = slots.filter((slot) => slot.at === undefined);
  free.sort((a, b) => rank(order, a) - rank(order, b));
  const lowest = fixed[fixed.length - 1];
  const top = lowest ? lowest.y + LEAST * unit : -OVER + LEAST / 2;
  const bottom = height + OVER;
  const fits = Math.max(1, Math.floor((bottom - top) / (LEAST * unit)));
  if (free.length > fits) {
    const left = free.length - fits + 1;
    free = free.slice(0, fits - 1);
    free.push({ label: more(left), value: "", swatch: null, y: null });
  }
  const row = Math.max(LEAST * unit, Math.min(ROW * unit, (bottom - top) / Math.max(1, free.length)));
  const block = (free.length - 1) * row;
  const middle = lowest ? (top + bottom) / 2 : height / 2;
  const first = Math.max(lowest ? lowest.y + row : Number.NEGATIVE_INFINITY, middle - block / 2);
  return [...fixed, ...free.map((slot, i) => ({ slot, y: first + i * row }))];
}

function rank(order: readonly string[], slot: Slot): number {
  const place = order.indexOf(keyOf(slot));
  return place < 0 ? order.length : place;
}

/** The y of the two runs' names over their values; null if no slot has two values, or if there is no room. `top`: of the plot within its canvas. */
export function headOf(rows: readonly Row[], top: number, unit: number): number | null {
  const at = rows.findIndex(({ slot }) => slot.other !== undefined && slot.at === undefined);
  const free = rows[at];
  if (!free) return null;
  const over = rows[at - 1]?.y ?? -top / unit;
  return free.y - over >= 2 * HEAD * unit - 4 ? free.y - HEAD * unit : null;
}

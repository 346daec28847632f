/**
 * Where the labels at the right stand: fixed rows that never overlap, in an order that no value changes (design 5). Not here:
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

/** Key of the head over labels that are read at the playhead. */
export const NOW = "now";

/** A slot with the middle of its row. */
export interface Row {
  slot: Slot;
  y: number;
}

/** Tells slots apart while their values change. */
export function keyOf(slot: Slot): string {
  return `${slot.flow ?? ""}|${slot.key ?? ""}|${slot.label}`;
}

/**
 * Rows of a chart's slots in a plot of `height` px. Slots with a place of their own keep it; the others are in one block in the chart's own
 * order, whatever their values, centred in the room below them, under the names of two runs where there are two. Where there is no room, or
 * are more than `most`, the last are left out and counted.
 */
export function layoutSlots(
  slots: readonly Slot[],
  height: number,
  unit: number,
  more: (count: number) => string,
  most = Number.POSITIVE_INFINITY,
): Row[] {
  const fixed = slots.filter((slot) => slot.at !== undefined).map((slot) => ({ slot, y: slot.at as number }));
  fixed.sort((a, b) => a.y - b.y);
  for (let i = 1; i < fixed.length; i++) {
    const before = fixed[i - 1] as Row;
    const here = fixed[i] as Row;
    here.y = Math.max(here.y, before.y + LEAST * unit);
  }
  let free = slots.filter((slot) => slot.at === undefined);
  const head = free.some(({ other }) => other !== undefined) ? HEAD * unit : 0;
  const lowest = fixed[fixed.length - 1];
  const top = (lowest ? lowest.y + LEAST * unit : -OVER + LEAST / 2) + head;
  const bottom = height + OVER;
  const fits = Math.min(most, Math.max(1, Math.floor((bottom - top) / (LEAST * unit))));
  if (free.length > fits) {
    const left = free.length - fits + 1;
    free = free.slice(0, fits - 1);
    free.push({ label: more(left), value: "", swatch: null, y: null });
  }
  const row = Math.max(LEAST * unit, Math.min(ROW * unit, (bottom - top) / Math.max(1, free.length)));
  const block = (free.length - 1) * row;
  const middle = lowest || head > 0 ? (top + bottom) / 2 : height / 2;
  const highest = lowest ? lowest.y + head + row : head > 0 ? top : Number.NEGATIVE_INFINITY;
  const first = Math.max(highest, middle - block / 2);
  return [...fixed, ...free.map((slot, i) => ({ slot, y: first + i * row }))];
}

/** Whether a label has the values of two runs, and is of a line: a limit's stands where it is. */
export const isOfTwo = ({ other, at, end }: Slot): boolean =>
  other !== undefined && (at === undefined || end !== undefined);

/** The y of the two runs' names over their values; null if no slot has two values. */
export function headOf(rows: readonly Row[], unit: number): number | null {
  const first = rows.find(({ slot }) => isOfTwo(slot));
  return first ? first.y - HEAD * unit : null;
}

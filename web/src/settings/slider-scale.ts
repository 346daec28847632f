/**
 * How a slider spreads a face: place on the track (0 to 1) and value, steps of the keys, snapping of a drag. On a log
 * scale that allows zero, zero has a first stop of its own, as far from the least value as the ticks are from each other.
 * Pure; all values in the screen's unit.
 */
import type { Face } from "./setting.ts";

/** Width of the zero stop, as a share of the track: that of one decade. */
function zeroGap(face: Face): number {
  return face.zero ? 1 / (Math.log10(face.max / face.min) + 1) : 0;
}

/** Place of a value on the track, 0 to 1; values beyond the ends are at the ends. */
export function placeOf(face: Face, value: number): number {
  let place: number;
  if (face.scale === "linear") {
    place = (value - face.min) / (face.max - face.min);
  } else if (value < face.min && face.zero) {
    place = value <= 0 ? 0 : (zeroGap(face) * value) / face.min;
  } else {
    const gap = zeroGap(face);
    place = gap + ((1 - gap) * Math.log(value / face.min)) / Math.log(face.max / face.min);
  }
  return Math.min(1, Math.max(0, Number.isFinite(place) ? place : 0));
}

/** Value at a place, unrounded. Within the zero stop's reach it is zero or the least value, whichever is nearer. */
export function valueAt(face: Face, place: number): number {
  if (face.scale === "linear") {
    return face.min + (face.max - face.min) * place;
  }
  const gap = zeroGap(face);
  if (place < gap) {
    return place < gap / 2 ? 0 : face.min;
  }
  return face.min * (face.max / face.min) ** ((place - gap) / (1 - gap));
}

/** A number free of the dust of binary fractions. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

/** The step of one arrow key at a value: on a log scale one unit of the second digit, else a 200th of the range or so. */
export function stepAt(face: Face, value: number): number {
  let step: number;
  if (face.scale === "log") {
    step = 10 ** (Math.floor(Math.log10(Math.max(Math.abs(value), face.min)) + 1e-9) - 1);
  } else {
    const raw = (face.max - face.min) / 200;
    const decade = 10 ** Math.floor(Math.log10(raw));
    const digit = raw / decade;
    step = decade * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }
  return face.integer ? Math.max(1, Math.round(step)) : step;
}

/** Rounds to the step there, and holds within the slider's ends. */
function settle(face: Face, value: number): number {
  if (face.zero && value <= 0) return 0;
  const step = stepAt(face, value);
  const rounded = clean(Math.round(value / step) * step);
  return Math.min(face.max, Math.max(face.min, rounded));
}

/** Share of the track within which a tick or the default catches a drag. */
const REACH = 0.012;

/** Value for a drag to a place: rounded, and caught by a tick or the default that is near. */
export function dragTo(face: Face, place: number, stops: readonly number[]): number {
  for (const stop of stops) {
    if (Math.abs(placeOf(face, stop) - place) <= REACH && (face.zero || stop >= face.min)) {
      return stop;
    }
  }
  return settle(face, valueAt(face, place));
}

/** Value after `count` arrow steps (negative: down). From zero the first step up is the least value. */
export function stepBy(face: Face, value: number, count: number): number {
  let next = value;
  for (let i = 0; i < Math.abs(count); i++) {
    if (count > 0) {
      next = face.zero && next < face.min ? face.min : settle(face, next + stepAt(face, next));
    } else {
      // The step below a power of ten is the finer one.
      const step = stepAt(face, next - stepAt(face, next) / 2);
      const down = clean(next - step);
      next = face.zero && down < face.min * (1 - 1e-9) ? 0 : settle(face, down);
    }
  }
  return next;
}

/** The next tick above or below a value; the slider's end where there is none. */
export function tickBeyond(face: Face, value: number, up: boolean): number {
  const ticks = [...face.ticks].sort((a, b) => a - b);
  const found = up ? ticks.find((t) => t > value) : ticks.reverse().find((t) => t < value);
  return found ?? (up ? face.max : face.zero ? 0 : face.min);
}

/** Value that a key on the slider sets; null for other keys. `shown` is the value in the screen's unit. */
export function keyValue(
  face: Face,
  shown: number,
  fallback: number | null,
  key: string,
  shift: boolean,
): number | null {
  const count = shift ? 10 : 1;
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return stepBy(face, shown, count);
    case "ArrowDown":
    case "ArrowLeft":
      return stepBy(face, shown, -count);
    case "PageUp":
      return tickBeyond(face, shown, true);
    case "PageDown":
      return tickBeyond(face, shown, false);
    case "Home":
      return face.zero ? 0 : face.min;
    case "End":
      return face.max;
    case "Delete":
    case "Backspace":
      return fallback;
    default:
      return null;
  }
}

/**
 * Which words are where in the path. Fixed places: only the read-out moves, with the queue's tail. Not here: the words'
 * own making (readings.ts), their nodes (labels.ts), nor how they look (design/path.css; picture.ts for an exported picture).
 */

import { decimals, num, translate } from "../i18n/catalogue.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Layout, lossGate, readoutX } from "./geometry.ts";
import { scaleShares } from "./ground.ts";
import type { Spot } from "./labels.ts";
import { delayOf, delaysText, limitText, percentText, rateText, type Setup, timeScaleText } from "./readings.ts";

/** What the words are made from. */
export interface Caption {
  layout: Layout;
  facts: RunFacts;
  setup: Setup;
  screen_second_s: number;
  /** The read-out's text, its width in px of the layout, and the queue's length in slots. */
  readout: string;
  readout_width: number;
  queued_slots: number;
  /** Lost packets now on the stage, or a second in density mode. */
  drops: number;
  losses: number;
  dense: boolean;
  /** The queueing delay is not shown. */
  untimed: boolean;
}

/** Kinds of words: what they are, whether they are over the loop's line, and whether a narrow page that shows them elsewhere omits them. */
export type Kind =
  | "is-readout"
  | "is-quiet"
  | "is-axis"
  | "is-strong"
  | "is-drop"
  | "is-random"
  | "is-quiet is-over"
  | "is-quiet is-over is-narrow";

/** Takes one text: its key, kind and words, its anchor's x and its middle's y in px of the layout. */
export type Put = (key: string, kind: Kind, text: string, x: number, y: number, anchor: Spot["anchor"]) => void;

/** A letter of quiet words, and half of a line, px. */
const LETTER = 5.9;
const HALF = 6.5;

const wide = (text: string): number => text.length * LETTER;

/** Places words one after the other, the more important ones first: none lies on another, and what has no place is left out. */
class Places {
  private readonly taken: [x0: number, x1: number, y: number][] = [];

  constructor(private readonly to: Put) {}

  /** Keeps a place free for words that come and go. */
  keep(text: string, x: number, y: number): void {
    this.taken.push([x, x + wide(text), y]);
  }

  /** Puts words at the first place that is free; `width` if they are not quiet ones. */
  at(
    key: string,
    kind: Kind,
    text: string,
    places: readonly [x: number, y: number, anchor: Spot["anchor"]][],
    width = wide(text),
  ): void {
    for (const [x, y, anchor] of places) {
      const x0 = anchor === "left" ? x : anchor === "right" ? x - width : x - width / 2;
      if (this.taken.some(([a, b, row]) => x0 < b && a < x0 + width && Math.abs(y - row) < 2 * HALF)) continue;
      this.taken.push([x0, x0 + width, y]);
      this.to(key, kind, text, x, y, anchor);
      return;
    }
  }

  readonly put: Put = (key, kind, text, x, y, anchor) => this.at(key, kind, text, [[x, y, anchor]]);
}

/** Puts all words. */
export function putCaptions(to: Put, c: Caption): void {
  const { layout } = c;
  const places = new Places(to);
  const { put } = places;
  if (layout.form === "strip") {
    places.at("readout", "is-readout", c.readout, [[1, 10, "left"]], c.readout_width);
    put("limit", "is-quiet", limitText(c.setup, !c.untimed), layout.width - 1, 10, "right");
    return;
  }
  // Over the lane in which packets come.
  const top = layout.tray.top - 20;
  const x = readoutX(layout.tray, c.queued_slots, c.readout_width);
  places.at("readout", "is-readout", c.readout, [[x, top, "left"]], c.readout_width);
  setDrops(places, c);
  setGate(put, c);
  if (layout.form === "full") setLink(put, c);
  if (!c.untimed) setScale(put, c);
  setLosses(places, c);
  setTime(places, c);
}

/** Under the tray: ms from its head. */
function setScale(put: Put, { layout, setup }: Caption): void {
  const { tray, form } = layout;
  const full_ms = delayOf(tray.slots * setup.packet_bytes, setup.rate_bps);
  const narrow = tray.x1 - tray.x0 < (form === "full" ? 190 : 110);
  // Of two that do not fit beside each other the longer time says more.
  const shares = scaleShares(form)
    .filter((share) => !narrow || share === 0 || share === 1)
    .reverse();
  const digits = decimals(full_ms, full_ms < 20 ? 1 : 0);
  const y = tray.bottom + 15;
  for (const share of shares) {
    const x = tray.x1 - share * (tray.x1 - tray.x0);
    const text = num(full_ms * share, share === 0 ? 0 : digits);
    if (share === 1) put("ms-1", "is-axis", `${text}\u202fms`, x + 3, y, "left");
    else put(`ms-${share}`, "is-axis", text, x, y, "center");
  }
}

/** Row of the words of a random loss: over the limit's; null in a low path, where they take the place of "chance". */
function lossRow(layout: Layout): number | null {
  const own = layout.tray.top - 31;
  return own >= 8 ? own : null;
}

function lossText(c: Caption): string {
  const n = num(c.losses, c.dense && c.losses < 10 ? 1 : 0);
  return translate(c.dense ? "path.lost.rate" : c.losses > 1 ? "path.lost.many" : "path.lost", { n });
}

function setGate(put: Put, c: Caption): void {
  const { layout, setup } = c;
  const { axis, tray } = layout;
  const after = setup.loss_after_queue > 0;
  const gate = lossGate(layout, after);
  const chance = percentText(setup.loss_probability);
  if (layout.form === "full") {
    // Behind the tray the words begin at the gate: left of it is the tray's scale.
    const side = after ? "left" : "center";
    if (c.losses > 0 && lossRow(layout) === null) put("lost", "is-random", lossText(c), gate.x, axis + 28, side);
    else put("chance", "is-quiet", translate("path.chance"), gate.x, axis + 28, side);
    put("chance-value", "is-strong", chance, gate.x, axis + 43, side);
    put("limit", "is-quiet", limitText(setup, false), tray.x0 - 8, tray.top - 14, "right");
    return;
  }
  if (after) {
    if (setup.loss_probability > 0) put("chance-value", "is-strong", chance, gate.x + 5, axis + 16, "left");
    return;
  }
  // Under the boxes, where neither they nor the limit's line are; with its name where the queue leaves room for it.
  const y = Math.max(axis + 18, ...layout.chips.map(({ sender }) => sender.y + sender.height)) + 10;
  if (y > layout.loop.y - 9) return;
  const name = translate("path.chance");
  const room = tray.x0 - 8;
  const x = (text: string): number => Math.max(gate.x + 5, wide(text));
  const named = `${name} ${chance}`;
  // The loop's bend is under them.
  if (wide(named) <= room) put("chance-value", "is-quiet is-over", named, x(named), y, "right");
  else if (wide(name) <= room && y + 13 <= layout.loop.y - 9) {
    put("chance", "is-quiet is-over", name, x(name), y, "right");
    put("chance-value", "is-quiet is-over", chance, x(name), y + 13, "right");
  } else if (setup.loss_probability > 0) put("chance-value", "is-strong", chance, gate.x + 5, y, "right");
}

function setLink(put: Put, { layout, setup, facts }: Caption): void {
  const { pipe, loop } = layout;
  const middle = (pipe.x0 + pipe.x1) / 2;
  const delay = delaysText(facts);
  const rate = rateText(setup.rate_bps);
  put("link", "is-quiet", delay ? translate("path.link", { rate, delay }) : rate, middle, pipe.top - 14, "center");
  if (delay)
    put("acks", "is-quiet is-over", translate("path.acknowledgements", { delay }), middle, loop.y - 13, "center");
}

/** Down at the mouth, in the event's colour; without drops the place stays free for them. */
function setDrops(places: Places, c: Caption): void {
  const { tray } = c.layout;
  const n = num(c.drops, c.dense && c.drops < 10 ? 1 : 0);
  // Only drop tail drops for want of room alone.
  const { discipline = "", policed } = c.facts;
  const active = discipline !== "" && discipline !== "drop_tail";
  const cause = policed ? ".before" : active ? ".by" : "";
  // A rate is a mean over the last half second of the screen: the queue may have become shorter since.
  const key = `path.dropped${cause}${c.dense ? ".rate" : c.drops > 1 ? ".many" : ""}`;
  const text = translate(key, { n, discipline: active ? translate(`setting.discipline.${discipline}`) : "" });
  const [x, y] = [tray.x0 + 4, lowRow(c.layout)];
  if (c.drops > 0) places.put("dropped", "is-drop", text, x, y, "left");
  else places.keep(text, x, y);
}

/** Up at the gate, wherever that is. */
function setLosses(places: Places, c: Caption): void {
  const { layout } = c;
  if (c.losses === 0) return;
  const after = c.setup.loss_after_queue > 0;
  const row = lossRow(layout);
  const put = (x: number, y: number, anchor: Spot["anchor"]): void =>
    places.at("lost", "is-random", lossText(c), [
      [x, y, anchor],
      [x, y - 2 * HALF, anchor],
    ]);
  if (layout.form === "small") {
    const y = smallLossRow(layout);
    // Over many boxes there is no row left.
    if (y > topOfChips(layout) - 9) return;
    if (after) put(layout.width - 1, y, "right");
    else put(1, y, "left");
  } else if (row !== null && after) put(lossGate(layout, true).x + 14, row, "left");
  else if (row !== null) put(layout.tray.x0 - 8, row, "right");
}

/** On phones the words are over the chips, and over the risen mark where there is room. */
function smallLossRow(layout: Layout): number {
  return Math.max(8, Math.min(topOfChips(layout) - 10, layout.axis - 55));
}

function topOfChips(layout: Layout): number {
  return Math.min(layout.tray.top, ...layout.chips.map((chip) => chip.sender.y));
}

/** The row between scale and loop, or, where there is none, the one under the loop. */
function lowRow(layout: Layout): number {
  const own = layout.tray.bottom + 33;
  return own <= layout.loop.y - 9 ? own : layout.loop.y + 11;
}

/** Room for the words of the time's scale, px; a smaller path has room for them from this width on. */
const TIME_WIDTH = 150;
const TIME_ROOM = 440;

function setTime(places: Places, c: Caption): void {
  const { tray, loop, form, width } = c.layout;
  const [above, under] = [loop.y - 13, loop.y + 11];
  const free = above >= tray.bottom + 27;
  const full = form === "full" || width >= 560;
  // Of a short queue it is beside the way back's bend, not over it.
  const x = full ? Math.max(form === "full" ? tray.x1 : tray.x1 - 26, loop.x0 + TIME_WIDTH) : loop.x1;
  // In short where there is little room. In the laboratory on a phone the bar shows it.
  const text = timeScaleText(c.screen_second_s, !full && width < TIME_ROOM);
  const rows = free ? [above, under] : [under];
  const spots = [x, loop.x1].flatMap((at) => rows.map((y): [number, number, "right"] => [at, y, "right"]));
  places.at("time", full ? "is-quiet is-over" : "is-quiet is-over is-narrow", text, spots);
}

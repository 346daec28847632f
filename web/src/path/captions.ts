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

/** Puts all words. */
export function putCaptions(put: Put, c: Caption): void {
  const { layout } = c;
  if (layout.form === "strip") {
    put("readout", "is-readout", c.readout, 1, 10, "left");
    put("limit", "is-quiet", limitText(c.setup, !c.untimed), layout.width - 1, 10, "right");
    return;
  }
  // Over the lane in which packets come.
  const top = layout.tray.top - 20;
  put("readout", "is-readout", c.readout, readoutX(layout.tray, c.queued_slots, c.readout_width), top, "left");
  if (!c.untimed) setScale(put, c);
  setGate(put, c);
  if (layout.form === "full") setLink(put, c);
  setLosses(put, c);
  setTime(put, c);
}

/** Under the tray: ms from its head. */
function setScale(put: Put, { layout, setup }: Caption): void {
  const { tray, form } = layout;
  const full_ms = delayOf(tray.slots * setup.packet_bytes, setup.rate_bps);
  const narrow = tray.x1 - tray.x0 < (form === "full" ? 190 : 110);
  const shares = scaleShares(form).filter((share) => !narrow || share === 0 || share === 1);
  const digits = decimals(full_ms, full_ms < 20 ? 1 : 0);
  const y = tray.bottom + 15;
  for (const share of shares) {
    const x = tray.x1 - share * (tray.x1 - tray.x0);
    const text = num(full_ms * share, share === 0 ? 0 : digits);
    if (share === 1) put("ms-1", "is-axis", `${text}\u202fms`, x + 3, y, "left");
    else put(`ms-${share}`, "is-axis", text, x, y, "center");
  }
}

/** A letter of quiet words, px. */
const LETTER = 5.9;

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
  const wide = (text: string): number => text.length * LETTER;
  const x = (text: string): number => Math.max(gate.x + 5, wide(text));
  const named = `${name} ${chance}`;
  if (wide(named) <= room) put("chance-value", "is-quiet", named, x(named), y, "right");
  else if (wide(name) <= room && y + 13 <= layout.loop.y - 9) {
    put("chance", "is-quiet", name, x(name), y, "right");
    put("chance-value", "is-strong", chance, x(name), y + 13, "right");
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

/** Down at the mouth, up at the gate, wherever that is: words in the event's colour. */
function setLosses(put: Put, c: Caption): void {
  const { layout } = c;
  if (c.drops > 0) {
    const n = num(c.drops, c.dense && c.drops < 10 ? 1 : 0);
    // Only drop tail drops for want of room alone.
    const { discipline = "", policed } = c.facts;
    const active = discipline !== "" && discipline !== "drop_tail";
    const cause = policed ? ".before" : active ? ".by" : "";
    // A rate is a mean over the last half second of the screen: the queue may have become shorter since.
    const key = `path.dropped${cause}${c.dense ? ".rate" : c.drops > 1 ? ".many" : ""}`;
    const text = translate(key, { n, discipline: active ? translate(`setting.discipline.${discipline}`) : "" });
    put("dropped", "is-drop", text, layout.tray.x0 + 4, lowRow(layout), "left");
  }
  if (c.losses === 0) return;
  const row = lossRow(layout);
  if (layout.form === "small") {
    const y = smallLossRow(layout);
    // Over many boxes there is no row left.
    if (y > topOfChips(layout) - 9) return;
    if (c.setup.loss_after_queue > 0) put("lost", "is-random", lossText(c), layout.width - 1, y, "right");
    else put("lost", "is-random", lossText(c), 1, y, "left");
  } else if (row !== null && c.setup.loss_after_queue > 0) {
    put("lost", "is-random", lossText(c), lossGate(layout, true).x + 14, row, "left");
  } else if (row !== null) put("lost", "is-random", lossText(c), layout.tray.x0 - 8, row, "right");
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

function setTime(put: Put, c: Caption): void {
  const { tray, loop, form, width } = c.layout;
  const above = loop.y - 13;
  const free = above >= tray.bottom + 27;
  if (form === "full" || width >= 560) {
    // Of a short queue it is beside the way back's bend, not over it.
    const x = Math.max(form === "full" ? tray.x1 : tray.x1 - 26, loop.x0 + TIME_WIDTH);
    put("time", "is-quiet is-over", timeScaleText(c.screen_second_s), x, free ? above : loop.y + 11, "right");
    return;
  }
  // At the loop's end, in short where there is little room, clear of the words about drops. In the laboratory on a phone the bar shows it.
  const y = free && above >= lowRow(c.layout) + 14 ? above : loop.y + 11;
  put("time", "is-quiet is-over is-narrow", timeScaleText(c.screen_second_s, width < TIME_ROOM), loop.x1, y, "right");
}

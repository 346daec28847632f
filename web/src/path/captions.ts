/**
 * Which words are where in the path. Fixed places: only the read-out moves, with the queue's tail. Not here: the words'
 * own making (readings.ts), their nodes (labels.ts), nor how they look (design/path.css; picture.ts for an exported picture).
 */

import { rateText, speedText } from "../i18n/amounts.ts";
import { decimals, num, translate, withUnit } from "../i18n/catalogue.ts";
import { lossIsPlanned, type RunFacts } from "../session/run-facts.ts";
import { captionRow, firstRow, type Layout, lossGate, ROW, readoutX } from "./geometry.ts";
import type { Spot } from "./labels.ts";
import { delaysText, limitText, percentText, type Setup, timeScaleText, timeText, usedText } from "./readings.ts";

/** Facts that the words are made from. */
export interface Caption {
  layout: Layout;
  facts: RunFacts;
  setup: Setup;
  screen_second_s: number;
  /** Speed at which the path plays while it is held; null: it cannot be held, or is. */
  hold: number | null;
  /** Packets are seen to move: what they have waited is written under the tray, not its scale. */
  moving: boolean;
  /** The read-out's text, its width in px of the layout, and the queue's length in slots. */
  readout: string;
  readout_width: number;
  queued_slots: number;
  /** Ticks of the tray's scale, ms, and how long the tray is. */
  ticks_ms: readonly number[];
  full_ms: number;
  /** How much of the time the link is in use; null where its packets show it. */
  used: number | null;
  /** Waiting time of followed packets: the words' place, and the time. */
  waits: readonly Wait[];
  /** Lost packets now on the stage, or a second where shares are shown. */
  drops: number;
  losses: number;
  dense: boolean;
  /** The queueing delay is not shown. */
  untimed: boolean;
}

/** The waiting time of a packet that is followed, as a bar under the tray. */
export interface Wait {
  source: number;
  x0: number;
  x1: number;
  y: number;
  ms: number;
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

/** The key of the words that can be pressed and held. */
export const HOLD = "hold";

/** Takes one text: its key, kind and words, its anchor's x and its middle's y in px of the layout. */
export type Put = (key: string, kind: Kind, text: string, x: number, y: number, anchor: Spot["anchor"]) => void;

/** A letter of quiet words, and half of a line, px. */
const LETTER = 5.9;
const HALF = 6.5;
/** Room around words over the loop's line, px. */
const EDGES = 6;

const wide = (text: string): number => text.length * LETTER;

/** Places words one after the other, the more important ones first: none lies on another, and what has no place is left out. */
class Places {
  private readonly taken: [x0: number, x1: number, y: number][] = [];

  constructor(private readonly to: Put) {}

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
  const places = new Places(to);
  const { put } = places;
  const { layout } = c;
  if (layout.form === "strip") {
    places.at("readout", "is-readout", c.readout, [[1, 10, "left"]], c.readout_width);
    put("limit", "is-quiet", limitText(c.setup, !c.untimed), layout.width - 1, 10, "right");
    return;
  }
  const limit = limitOf(c);
  const x = readoutX(layout.tray, c.queued_slots, c.readout_width, limit.until);
  places.at("readout", "is-readout", c.readout, [[x, wordsRow(layout), "left"]], c.readout_width);
  if (layout.form === "full") put("limit", "is-quiet", limit.text, limit.x, wordsRow(layout), limit.anchor);
  setRow(put, c);
  setGate(put, c);
  if (layout.form === "full") setLink(put, c);
  if (!c.untimed && !c.moving) setScale(places, c);
  setWaits(places, c);
  setLosses(places, c);
}

/** Row of the read-out: over the lane in which packets come. */
const wordsRow = ({ tray }: Layout): number => tray.top - 17;

/** Where the limit and the longest read-out fit over the tray, px; from its beginning on the read-out then has the rest. */
const ROOMY = 240;

/** The limit in words: over the tray's mouth, or left of it; and where the read-out may begin. */
function limitOf({ layout, setup, untimed }: Caption): Pick<Spot, "x" | "anchor"> & { text: string; until: number } {
  const { x0, x1 } = layout.tray;
  if (layout.form !== "full" || x1 - x0 < ROOMY)
    return { text: limitText(setup, false), x: x0 - 8, anchor: "right", until: x0 };
  const text = limitText(setup, !untimed);
  return { text, x: x0, anchor: "left", until: x0 + wide(text) + 10 };
}

/** Under the tray: ms from its head, where there is a row for them. */
function setScale(places: Places, { layout, ticks_ms, full_ms }: Caption): void {
  const { tray } = layout;
  const y = firstRow(layout) + 3;
  if (y > captionRow(layout) - ROW + 1) return;
  const digits = decimals(full_ms, full_ms < 20 ? 1 : 0);
  const last = ticks_ms.length - 1;
  // Of two that do not fit beside each other the longer time says more.
  for (const [i, ms] of [...ticks_ms.entries()].reverse()) {
    const x = tray.x1 - (ms / full_ms) * (tray.x1 - tray.x0);
    const text = num(ms, i === 0 ? 0 : digits);
    const unit = `${text}\u202fms`;
    if (i < last || i === 0) places.put(`ms-${i}`, "is-axis", text, x, y, "center");
    // Its letters are the widest ones, and it needs a gap to the next time.
    else places.at(`ms-${i}`, "is-axis", unit, [[x - (wide(text) - 6) / 2, y, "left"]], wide(unit) + 8);
  }
}

/** Beside each bar how long the packet over it has waited. */
function setWaits(places: Places, { layout, waits, full_ms }: Caption): void {
  for (const { source, x0, x1, y, ms } of waits) {
    // One unit while it grows, that of a full queue.
    const time = full_ms < 10 ? timeText(ms) : withUnit(ms, "ms", ms < 10 ? 1 : 0);
    const text = translate("path.waited", { time });
    const fits = x1 + 8 + wide(text) < layout.width;
    places.at(`waited-${source}`, "is-strong", text, [fits ? [x1 + 8, y, "left"] : [x0 - 6, y, "right"]]);
  }
}

/** A random loss is named over the gate, left of the tray, where the limit is not. */
const overGate = ({ tray }: Layout): boolean => tray.x1 - tray.x0 >= ROOMY;

function lossText(c: Caption): string {
  const n = num(c.losses, c.dense && c.losses < 10 ? 1 : 0);
  const planned = lossIsPlanned(c.facts) ? ".planned" : "";
  return translate(`path.lost${planned}${c.dense ? ".rate" : c.losses > 1 ? ".many" : ""}`, { n });
}

function dropText({ drops, dense, facts }: Caption): string {
  const n = num(drops, dense && drops < 10 ? 1 : 0);
  // Only drop tail drops for want of room alone.
  const { discipline = "", policed } = facts;
  const active = discipline !== "" && discipline !== "drop_tail";
  const cause = policed ? ".before" : active ? ".by" : "";
  // A rate is a mean over the last half second of the screen: the queue may have become shorter since.
  const key = `path.dropped${cause}${dense ? ".rate" : drops > 1 ? ".many" : ""}`;
  return translate(key, { n, discipline: active ? translate(`setting.discipline.${discipline}`) : "" });
}

function setGate(put: Put, c: Caption): void {
  const { layout, setup } = c;
  const { axis, tray } = layout;
  const after = setup.loss_after_queue > 0;
  const gate = lossGate(layout, after);
  // Loss by a plan is not random: the path says how much of it is due now.
  const name = translate(lossIsPlanned(c.facts) ? "path.planned" : "path.chance");
  const one = setup.loss_probability > 0 ? 1 / setup.loss_probability : 0;
  const chance =
    c.facts.loss_model === "schedule"
      ? translate(one > 0 ? "path.planned.due" : "path.planned.none", { n: num(one) })
      : percentText(setup.loss_probability);
  if (layout.form === "full") {
    // Behind the tray the words begin at the gate: left of it is the tray's scale.
    const side = after ? "left" : "center";
    if (c.losses > 0 && !after && !overGate(layout)) put("lost", "is-random", lossText(c), gate.x, axis + 26, side);
    else put("chance", "is-quiet", name, gate.x, axis + 26, side);
    put("chance-value", "is-strong", chance, gate.x, axis + 41, side);
    return;
  }
  if (after) {
    if (setup.loss_probability > 0) put("chance-value", "is-strong", chance, gate.x + 5, axis + 16, "left");
    return;
  }
  // Under the boxes, where neither they nor the limit's line are; with its name where the queue leaves room for it.
  const y = Math.max(axis + 18, ...layout.chips.map(({ sender }) => sender.y + sender.height)) + 10;
  if (y > layout.loop.y - 9) return;
  const room = tray.x0 - 8;
  const x = (text: string): number => Math.max(gate.x + 5, wide(text) + EDGES);
  const named = `${name} ${chance}`;
  // The loop's bend is under them.
  if (wide(named) + EDGES <= room) put("chance-value", "is-quiet is-over", named, x(named), y, "right");
  else if (wide(name) + EDGES <= room && y + 13 <= layout.loop.y - 9) {
    put("chance", "is-quiet is-over", name, x(name), y, "right");
    put("chance-value", "is-quiet is-over", chance, x(name), y + 13, "right");
  } else if (setup.loss_probability > 0) put("chance-value", "is-strong", chance, gate.x + 5, y, "right");
}

function setLink(put: Put, { layout, setup, facts, used }: Caption): void {
  const { pipe } = layout;
  const middle = (pipe.x0 + pipe.x1) / 2;
  const delay = delaysText(facts);
  const rate = rateText(setup.rate_bps);
  const link = delay ? translate("path.link", { rate, delay }) : rate;
  const text = used === null ? link : usedText(link, used);
  put("link", "is-quiet", text, middle, pipe.top - 13, "center");
  if (delay) put("acks", "is-quiet is-over", acksText(delay), middle, captionRow(layout), "center");
}

const acksText = (delay: string): string => translate("path.acknowledgements", { delay });

/** Random losses, up at the gate, wherever that is: words in the event's colour. */
function setLosses(places: Places, c: Caption): void {
  const { layout } = c;
  if (c.losses === 0) return;
  const after = c.setup.loss_after_queue > 0;
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
  } else if (after) put(lossGate(layout, true).x + 14, wordsRow(layout), "left");
  else if (overGate(layout)) put(layout.tray.x0 - 8, wordsRow(layout), "right");
}

/** On phones the words are over the chips, and over the risen mark where there is room. */
function smallLossRow(layout: Layout): number {
  return Math.max(8, Math.min(topOfChips(layout) - 10, layout.axis - 55));
}

function topOfChips(layout: Layout): number {
  return Math.min(layout.tray.top, ...layout.chips.map((chip) => chip.sender.y));
}

/** Px between two texts of a row. */
const APART = 16;

/** The row over the ACK path: the time's scale, or how to see packets; and what is dropped, which takes all of a short row. */
function setRow(put: Put, c: Caption): void {
  const { layout, hold } = c;
  const { tray, loop, width, form } = layout;
  const y = captionRow(layout);
  const full = form === "full";
  const from = full ? tray.x0 : tray.x0 + 4;
  const delay = full ? delaysText(c.facts) : "";
  const until = delay ? (layout.pipe.x0 + layout.pipe.x1 - wide(acksText(delay))) / 2 - APART : loop.x1;
  const time =
    hold === null
      ? timeScaleText(c.screen_second_s, !full && width < TIME_ROOM)
      : translate(c.dense ? "path.hold" : "path.hold.still", { speed: speedText(hold) });
  const drop = c.drops > 0 ? dropText(c) : "";
  const both = from + wide(time) + APART + wide(drop) <= until;
  const narrow = hold === null && !full && width < 560;
  const kind = narrow ? "is-quiet is-over is-narrow" : "is-quiet is-over";
  // Of a narrow page whose bar has the time's scale the drop alone is there.
  if (drop === "" || both) put(hold === null ? "time" : HOLD, kind, time, from, y, "left");
  if (drop !== "") put("dropped", "is-drop", drop, both ? from + wide(time) + APART : from, y, "left");
}

/** A smaller path has room for the words of the time's scale from this width on. */
const TIME_ROOM = 440;

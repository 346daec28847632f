/**
 * Where everything of the path stands, in px of the picture: pure functions of size, sources and limit. Length is bytes
 * is delay: one scale holds for the tray, its bricks and its milliseconds. Not here: colours, words, time.
 */

import { nameText, type SourceName } from "../engine/protocol.ts";
import { MOST_FLOWS } from "../session/run-facts.ts";

/** Full from 700 px, the strip under 340, or where it is low, small between (design 4). */
export type Form = "full" | "small" | "strip";

/** A box with its middle and its half height known. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A sender's (and receiver's) box: one flow, or all of a kind. */
export interface Chip {
  /** Index of the flow; -1 for a group. */
  flow: number;
  /** Name, or the kind of a group. */
  key: string;
  /** Sources that it stands for. */
  count: number;
  sender: Box;
  receiver: Box;
}

/** Input of the layout. */
export interface LayoutInput {
  width: number;
  height: number;
  /** Name and kind of each source, in the picture's order. */
  sources: readonly { name: SourceName; kind: string }[];
  /** Queue limit in full packets, a fraction where it counts bytes. */
  slots: number;
  /** Device pixels per px: slots are whole ones of these. */
  ratio: number;
}

/** Everything in place. */
export interface Layout {
  form: Form;
  width: number;
  height: number;
  chips: Chip[];
  /** Chip of each source. */
  chipOf: number[];
  /** Where the access links meet. */
  junction: { x: number; y: number };
  gate: { x: number; top: number; bottom: number };
  /** `slot` = px of one full packet; `bricks` = wide enough to draw packets one by one. */
  tray: { x0: number; x1: number; top: number; bottom: number; slot: number; slots: number; bricks: boolean };
  pipe: { x0: number; x1: number; top: number; bottom: number };
  /** Height of the axis of tray and pipe. */
  axis: number;
  /** The acknowledgements' straight stretch and its height; the loop's outer ends. */
  loop: { x0: number; x1: number; y: number; left: number; right: number };
  /** Width of a full packet where it is not in the tray. */
  brick: number;
  sourceCount: number;
}

/** A packet is drawn from this width on, px. */
export const PACKET_LEAST = 2;
/** Widest slot, and narrowest packet outside the tray, px. */
const SLOT_MOST = 7;
const BRICK_LEAST = 3;
/** Over the tray the read-out and the lane of arriving packets; under it scale or waiting times, and a row of words over the ACK path, px. */
const HEAD = 26;
const UNDER = { full: 50, small: 34 };
/** From the ACK path to the picture's lower edge, px. */
const FOOT = 7;
/** Height of the tray, px; it grows beyond its usual height where so much is free under it. */
const TALL_LEAST = 16;
const TALL = { full: 84, small: 44 };
const UNDER_MOST = 100;
/** Height of the link, px, and its share of a taller tray's. */
const LINK_TALL = { full: 18, small: 12 };
const LINK_SHARE = 0.2;
/** Bricks' share of the tray's height when there are several lanes. */
const BRICK_SHARE = 0.66;
/** From this width on, a screen's of 1920 px, letters are larger and boxes wider, px. */
const WIDE = 1060;
/** Least distance of two chips' middles at which a name still fits. */
const CHIP_PITCH_LEAST = 14;

/** Width that each digit of a group's count beyond the third takes, with what separates thousands, px. */
const DIGIT = 12;

/** Lower than this nothing but the strip has room, px. */
const LOW = 64;

/** The form for a size. */
export function formOf(width: number, height: number): Form {
  return width < 340 || height < LOW ? "strip" : width < 700 ? "small" : "full";
}

/** Width of a slot for the room there is; under `PACKET_LEAST` the tray takes all of the room and is filled. */
export function slotWidth(room: number, slots: number, ratio: number): { slot: number; bricks: boolean } {
  const wanted = Math.min(SLOT_MOST, room / slots);
  if (wanted < PACKET_LEAST) return { slot: room / slots, bricks: false };
  return { slot: Math.floor(wanted * ratio + 1e-6) / ratio, bricks: true };
}

interface Groups {
  groups: { flow: number; key: string; count: number }[];
  chipOf: number[];
}

/** One chip for each source, or one for each kind. */
function groupsOf(sources: LayoutInput["sources"], byKind: boolean): Groups {
  if (!byKind) {
    return {
      groups: sources.map((s, i) => ({ flow: i, key: nameText(s.name), count: 1 })),
      chipOf: sources.map((_, i) => i),
    };
  }
  const groups: Groups["groups"] = [];
  const chipOf = sources.map(({ kind }) => {
    let at = groups.findIndex((g) => g.key === kind);
    if (at < 0) at = groups.push({ flow: -1, key: kind, count: 0 }) - 1;
    const group = groups[at];
    if (group) group.count += 1;
    return at;
  });
  return { groups, chipOf };
}

/** Distance of the chips' middles. */
function chipPitch(count: number, height: number, small: boolean): number {
  if (count <= 2) return Math.min(small ? 34 : 46, height * 0.3);
  const room = count > 8 ? (height - 4) / count : (height * 0.8) / count;
  return Math.min(small ? 34 : 46, room);
}

function chipsOf(input: LayoutInput, axis: number, small: boolean): { chips: Chip[]; chipOf: number[] } {
  const { sources, width, height } = input;
  const crowded =
    sources.length > MOST_FLOWS || (sources.length > 4 && chipPitch(sources.length, height, small) < CHIP_PITCH_LEAST);
  const { groups, chipOf } = groupsOf(sources, crowded);
  const n = groups.length;
  const pitch = chipPitch(n, height, small);
  const tall = Math.min(26, Math.max(12, pitch - 3));
  const middle = n > 2 ? Math.max(axis, tall / 2 + 1 + ((n - 1) / 2) * pitch) : axis;
  const usual = small ? (width < 420 ? 62 : 64) : width < WIDE ? 94 : 104;
  const wide = usual + DIGIT * Math.max(0, ...groups.map(({ count }) => String(count).length - 3));
  const chips = groups.map((group, i) => {
    const y = Math.round(middle + (i - (n - 1) / 2) * pitch - tall / 2);
    const receiver = small
      ? { x: width - 21, y: Math.round(y + tall / 2 - Math.min(9, tall / 2)), width: 20, height: Math.min(18, tall) }
      : { x: width - 1 - wide, y, width: wide, height: tall };
    return { ...group, sender: { x: 1, y, width: wide, height: tall }, receiver };
  });
  return { chips, chipOf };
}

/** The strip: the tray alone under one line of words. */
function strip(input: LayoutInput): Layout {
  const { width, height, slots, sources } = input;
  const top = Math.min(22, height * 0.48);
  const slot = (width - 4) / slots;
  const tray = { x0: 2, x1: width - 2, top, bottom: height - 3, slot, slots, bricks: slot >= PACKET_LEAST };
  const axis = (tray.top + tray.bottom) / 2;
  return {
    form: "strip",
    width,
    height,
    chips: [],
    chipOf: sources.map(() => -1),
    junction: { x: 0, y: axis },
    gate: { x: 0, top: axis, bottom: axis },
    tray,
    pipe: { x0: tray.x1, x1: tray.x1, top: axis, bottom: axis },
    axis,
    loop: { x0: 0, x1: 0, y: height, left: 0, right: 0 },
    brick: Math.max(BRICK_LEAST, slot),
    sourceCount: sources.length,
  };
}

/** Length of the tray in the full form: 44 % of what the boxes leave, or up to 58 % where that saves the bricks. */
function roomInFull(width: number, slots: number): number {
  const free = width - 227;
  const needed = PACKET_LEAST * slots;
  return free * 0.44 < needed && needed <= free * 0.58 ? needed : free * 0.44;
}

/** The whole path for a size. */
export function layout(input: LayoutInput): Layout {
  const form = formOf(input.width, input.height);
  if (form === "strip") return strip(input);
  const { width, height, slots, ratio, sources } = input;
  const small = form === "small";
  const bottom = height - FOOT;
  const most = Math.max(TALL[form], bottom - UNDER_MOST - HEAD);
  const tall = 2 * Math.round(Math.min(most, Math.max(TALL_LEAST, bottom - UNDER[form] - HEAD)) / 2);
  const axis = HEAD + tall / 2;
  const { chips, chipOf } = chipsOf(input, axis, small);
  const edge = 1 + (chips[0]?.sender.width ?? 94);
  const junction = small ? edge + 5 : edge + 48;
  const gate = small ? junction + 8 : junction + 14;
  const x0 = small ? gate + (width < 420 ? 14 : 20) : gate + 66;
  const room = small ? Math.max(60, width - x0 - (width < 420 ? 80 : 92)) : roomInFull(width, slots);
  const { slot, bricks } = slotWidth(room, slots, ratio);
  const x1 = x0 + slot * slots;
  const pipeTall = Math.max(LINK_TALL[form], tall * LINK_SHARE);
  const receiver = chips[0]?.receiver.x ?? width - 95;
  return {
    form,
    width,
    height,
    chips,
    chipOf,
    junction: { x: junction, y: axis },
    gate: { x: gate, top: axis - 18, bottom: axis + 18 },
    tray: { x0, x1, top: axis - tall / 2, bottom: axis + tall / 2, slot, slots, bricks },
    pipe: {
      x0: x1 + (small ? 8 : 10),
      x1: receiver - (small ? 6 : 18),
      top: axis - pipeTall / 2,
      bottom: axis + pipeTall / 2,
    },
    axis,
    loop: {
      x0: small ? 44 : 60,
      x1: receiver - (small ? 12 : 20),
      y: bottom,
      left: small ? 11 : 25,
      right: receiver + (small ? 10 : 22),
    },
    brick: Math.max(BRICK_LEAST, Math.min(SLOT_MOST, slot)),
    sourceCount: sources.length,
  };
}

/** Where random loss strikes: at the gate, or, after the link has sent a packet, at the beginning of the pipe. */
export function lossGate({ gate, pipe }: Layout, after: boolean): Layout["gate"] {
  return after ? { ...gate, x: pipe.x0 + 8 } : gate;
}

/** A lane within a band of a height: the first hangs from the top, the last is on the floor. */
export function lane(index: number, count: number, height: number): { offset: number; height: number } {
  if (count <= 1) return { offset: 1, height: height - 2 };
  const tall = height * BRICK_SHARE;
  return { offset: (height - tall) * (index / (count - 1)), height: tall };
}

/**
 * Left edge and width of a queued packet, in px: `before` = bytes between it and the head, `sent` = bytes of the packet in
 * service that have left. So the queue slides on by as much as the link has sent, and places stay exact.
 */
export function queuedSpan(
  tray: Layout["tray"],
  packet_bytes: number,
  before: number,
  bytes: number,
  sent: number,
): { x: number; width: number } {
  const scale = tray.slot / packet_bytes;
  const right = tray.x1 - (before - sent) * scale;
  return { x: right - bytes * scale, width: bytes * scale };
}

/** Width that is drawn: a gap of 1 px after each brick, nothing under 1 px. */
export function drawnWidth(width: number): number {
  return Math.max(1, width - 1);
}

/** Left edge of the read-out: over the tail, within the tray where that is wide enough, else from `least` on. */
export function readoutX(tray: Layout["tray"], queued_slots: number, text_width: number, least = tray.x0): number {
  const tail = tray.x1 - queued_slots * tray.slot;
  return Math.max(least, Math.min(tail, tray.x1 - text_width));
}

/** Place and squeeze of a packet in service: from the tray's head through the funnel. */
export function servicePlace(layout: Layout, fraction: number, width: number): { x: number; squeeze: number } {
  const { tray, pipe } = layout;
  const x = tray.x1 + (pipe.x0 - tray.x1) * fraction;
  return { x, squeeze: squeezeAt(layout, x, width) };
}

/** How far a brick whose left edge is at `x` has gone from the tray's height (0) to the pipe's (1). */
export function squeezeAt(layout: Layout, x: number, width: number): number {
  const start = layout.tray.x1 - width;
  return Math.min(1, Math.max(0, (x - start) / (layout.pipe.x0 - start)));
}

/** Place on the link at a fraction of its delay: left edge of a brick so wide. */
export function linkX(layout: Layout, fraction: number, width: number): number {
  const { pipe } = layout;
  return pipe.x0 + (pipe.x1 - pipe.x0 - width) * fraction;
}

/** Place on the loop at a fraction of the way back. */
export function ackX(layout: Layout, fraction: number): number {
  return layout.loop.x1 + (layout.loop.x0 - layout.loop.x1) * fraction;
}

/** Middle of the words over the ACK path, and of the first row under the tray; distance of its rows; px. */
export const captionRow = ({ loop }: Layout): number => loop.y - 12;
export const firstRow = ({ tray }: Layout): number => tray.bottom + 11;
export const ROW = 14;

/** Rows under the tray for waiting times. */
export function waitingRows(at: Layout): number {
  if (at.form === "strip") return 0;
  return Math.max(0, Math.floor((captionRow(at) - firstRow(at)) / ROW + 0.15));
}

/** Height of a brick in the lane over the tray, along which packets come to the tail, px. */
export const LANE_TALL = 5;
/** Space between the lane and the tray, px. */
const LANE_GAP = 3;

/**
 * A packet on its way to the queue: from its sender to the junction and through the gate, then over the tray to the tail, at one
 * speed: what is drawn within the tray is queued. `risen` is its height between the axis (0) and the lane (1). A packet that
 * random loss will take ends at the gate.
 */
export function approach(
  layout: Layout,
  source: number,
  fraction: number,
  tail_x: number,
  doomed: boolean,
): { x: number; y: number; risen: number } {
  const sender = layout.chips[layout.chipOf[source] ?? -1]?.sender;
  const from = sender ? { x: sender.x + sender.width, y: sender.y + sender.height / 2 } : layout.junction;
  const { junction, gate, tray, axis } = layout;
  const lane_y = tray.top - LANE_GAP - LANE_TALL / 2;
  const first = Math.hypot(junction.x - from.x, junction.y - from.y);
  const second = gate.x - junction.x;
  const rise = doomed ? 0 : Math.hypot(tray.x0 - gate.x, axis - lane_y);
  const along = doomed ? 0 : Math.max(0, tail_x - tray.x0);
  let s = Math.min(1, Math.max(0, fraction)) * (first + second + rise + along);
  if (s <= first) {
    const share = first > 0 ? s / first : 1;
    return { x: from.x + (junction.x - from.x) * share, y: from.y + (junction.y - from.y) * share, risen: 0 };
  }
  s -= first;
  if (doomed || s <= second) return { x: junction.x + Math.min(s, second), y: axis, risen: 0 };
  s -= second;
  if (s >= rise) return { x: tray.x0 + (s - rise), y: lane_y, risen: 1 };
  const risen = s / rise;
  return { x: gate.x + (tray.x0 - gate.x) * risen, y: axis + (lane_y - axis) * risen, risen };
}

/** Full packets that the link, busy, sends in a second on screen. */
export function packetsPerScreenSecond(rate_bps: number, packet_bytes: number, screen_second_s: number): number {
  return (rate_bps * screen_second_s) / (8 * packet_bytes);
}

/** Speeds at which packets can be seen to move, the usual one first: 42 packets a second on a link of 10 Mbit/s. */
const SLOW = [0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Speed while the path is held: the first at which packets move; null if there is none. */
export function heldSpeed(rate_bps: number, packet_bytes: number): number | null {
  return SLOW.find((speed) => packetsPerScreenSecond(rate_bps, packet_bytes, speed) <= DENSITY_FROM) ?? null;
}

/** Above this many packets a second of screen time bricks give way to fills. */
export const DENSITY_FROM = 60;
/** Below this they come back: 20 % of hysteresis. */
export const DENSITY_UNTIL = 48;

/** Whether fills are shown, given whether they are now. */
export function isDense(now: boolean, packets_per_s: number): boolean {
  return now ? packets_per_s >= DENSITY_UNTIL : packets_per_s > DENSITY_FROM;
}

/** Distance on the link of two packets sent back to back, in px; marks nearer than this rule become bands. */
export function wireSpacing(layout: Layout, rate_bps: number, packet_bytes: number, delay_ms: number): number {
  if (delay_ms <= 0) return layout.brick;
  const service_ms = (packet_bytes * 8000) / rate_bps;
  return ((layout.pipe.x1 - layout.pipe.x0) * service_ms) / delay_ms;
}

/**
 * The path at one moment: a drawing for any surface, and the parts of its words. The same on the screen
 * and in an exported picture. Not here: what the screen remembers from one moment to the next (dumbbell.ts).
 */
import type { Theme } from "../design/theme.ts";
import { type Picture, Place } from "../engine/protocol.ts";
import type { Surface } from "../plot/surface.ts";
import { type FlowLook, hasTwoQueues, type RunFacts } from "../session/run-facts.ts";
import { drawLinkBand, drawLoopBand, drawQueueFill } from "./bands.ts";
import { drawPackets, drawRinged, placing, type Spacing } from "./bricks.ts";
import type { Caption, Wait } from "./captions.ts";
import { fillsOf } from "./fills.ts";
import {
  type Box,
  firstRow,
  heldSpeed,
  isDense,
  type Layout,
  PACKET_LEAST,
  packetsPerScreenSecond,
  ROW,
  waitingRows,
  wireSpacing,
} from "./geometry.ts";
import { drawFront, drawGround, drawWait, flowColour, type Pen, scaleTicks } from "./ground.ts";
import { countLosses, drawLosses, drawLossRates, seenLosses } from "./losses.ts";
import type { Packet } from "./packets.ts";
import { delayOf, delaysOf, readout, type Setup, slotsOf } from "./readings.ts";
import type { Tracer } from "./tracers.ts";

/** Input that the path is drawn from. */
export interface PathInput {
  /** The picture whose numbers are written: all is of its instant. Null before the first one has come: the empty path is drawn from the facts. */
  picture: Picture | null;
  facts: RunFacts;
  /** The flows with the signs of their algorithms, where these are too many to have one each. */
  signed?: readonly FlowLook[] | undefined;
  theme: Theme;
  /** Run seconds that pass in one second on screen. */
  screen_second_s: number;
  /** The run plays: what is drawn is seen to move. */
  playing: boolean;
  /** It plays slowly because the path is held; and whether holding it would play. */
  held?: boolean;
  holds?: boolean;
  reducedMotion: boolean;
  /** The queueing delay is not shown. */
  untimed?: boolean;
  /** The queue is drawn short, without numbers: no packet waits in it. */
  unqueued?: boolean;
}

/** Scene on a screen: the colours and the size are its own. */
export interface PathShown extends Omit<PathInput, "theme"> {
  /** Shares are drawn, not packets. */
  dense: boolean;
  /** The packets that are followed. */
  tracers: readonly Tracer[];
}

/** One moment, in place. */
export interface Scene {
  input: PathInput;
  setup: Setup;
  layout: Layout;
  /** More packets pass than can be seen to move: shares are drawn. */
  dense: boolean;
  tracers: readonly Tracer[];
}

/** Packets for which a queue has room that is drawn short. */
const UNQUEUED_SLOTS = 10;

/** Packets for which the drawn queue has room. */
export function slotsShown(input: PathInput, setup: Setup): number {
  return input.unqueued ? UNQUEUED_SLOTS : slotsOf(setup);
}

/** Packets a second on the screen. */
const pace = ({ screen_second_s }: PathInput, { rate_bps, packet_bytes }: Setup): number =>
  packetsPerScreenSecond(rate_bps, packet_bytes, screen_second_s);

/** Whether too many packets pass to be drawn one by one, given whether shares are drawn now; at rest nothing passes. */
export function showsShares(input: PathInput, setup: Setup, now: boolean): boolean {
  return input.playing && isDense(now, pace(input, setup));
}

/** Whether the tray's scale of time holds: it is not hidden, and the rate is one. */
const isTimed = ({ untimed, unqueued, facts }: PathInput): boolean =>
  !(untimed || unqueued || facts.varies || hasTwoQueues(facts));

/** Distances of packets, px; 0 where there is no room for them, or too many of them pass. */
function spacingOf({ input, setup, layout, dense }: Scene): Spacing {
  const link = wireSpacing(layout, setup.rate_bps, setup.packet_bytes, delaysOf(input.facts)?.[0] ?? 0);
  const loop = (link * (layout.loop.x1 - layout.loop.x0)) / Math.max(1, layout.pipe.x1 - layout.pipe.x0);
  const shown = (px: number): number => (!dense && px >= PACKET_LEAST ? px : 0);
  return { tray: shown(layout.tray.slot), link: shown(link), loop: shown(loop) };
}

/** Width of a full packet on the link, px: under its distance to the next. */
const linkPx = ({ layout }: Scene, { link }: Spacing): number => Math.min(layout.brick, Math.max(1, link * 0.75));

/** Length of the tray, ms. */
const fullMs = ({ layout, setup }: Scene): number => delayOf(layout.tray.slots * setup.packet_bytes, setup.rate_bps);

const ticksMs = (scene: Scene): number[] =>
  isTimed(scene.input) ? scaleTicks(fullMs(scene), scene.layout.tray.x1 - scene.layout.tray.x0) : [];

/** Draws everything but words. */
export function drawScene(surface: Surface, scene: Scene): void {
  const { input, layout } = scene;
  const { picture, facts, theme } = input;
  const flows = input.signed ?? facts.flows;
  const after = scene.setup.loss_after_queue > 0;
  const full_ms = fullMs(scene);
  const ticks = ticksMs(scene).map((ms) => ms / full_ms);
  const pen: Pen = { surface, layout, theme, flows, grouped: flows !== facts.flows, after, ticks };
  const t_s = picture?.t_s ?? facts.playhead_s;
  drawGround(pen, t_s);
  if (picture) drawTraffic(pen, scene, picture);
  drawFront(pen, t_s);
  if (!picture) return;
  // Losses are counted by the second where packets are not seen one by one.
  if (scene.dense) {
    const { drops, losses } = fillsOf(picture, layout.sourceCount);
    drawLossRates(pen, drops, losses);
  } else drawLosses(pen, seenLosses(picture, input.screen_second_s, input.reducedMotion));
}

/** Packets where they have room, and shares where they have not; then the packets that are followed, over the others. */
function drawTraffic(pen: Pen, scene: Scene, picture: Picture): void {
  const { layout, setup } = scene;
  const fills = fillsOf(picture, layout.sourceCount);
  const spacing = spacingOf(scene);
  const boxOf = placing(layout, picture, linkPx(scene, spacing));
  if (spacing.tray === 0) drawQueueFill(pen, fills, picture.queue_bytes / setup.packet_bytes);
  if (layout.form !== "strip") {
    if (spacing.link === 0) drawLinkBand(pen, fills);
    if (spacing.loop === 0) drawLoopBand(pen, fills);
  }
  if (!scene.dense) drawPackets(pen, picture, boxOf, spacing);
  for (const { packet } of scene.tracers) if (packet) drawRinged(pen, packet, boxOf(packet));
  for (const wait of waitsOf(scene, boxOf))
    drawWait(pen, wait, flowColour(pen.theme, pen.flows[wait.source]?.sign ?? wait.source));
}

/** Bars of the waiting times on the tray's scale, each under its packet, up to its receiver. */
function waitsOf(scene: Scene, boxOf: (packet: Packet) => Box): Wait[] {
  const { input, layout, tracers } = scene;
  if (!isTimed(input)) return [];
  const px = (layout.tray.x1 - layout.tray.x0) / fullMs(scene);
  return tracers.flatMap(({ packet, source, row, waited_ms: ms }) => {
    if (row >= waitingRows(layout) || !packet || packet.place === Place.ack || ms <= 0) return [];
    const { x, width } = boxOf(packet);
    const x1 = x + width / 2;
    return [{ source, ms, x0: x1 - ms * px, x1, y: firstRow(layout) + row * ROW }];
  });
}

/** Parts of the words. `widthOf`: width of the read-out's text, px of the layout. */
export function captionOf(scene: Scene, widthOf: (text: string) => number): Caption {
  const { input, setup, layout, dense, tracers } = scene;
  const { facts, screen_second_s, reducedMotion, picture, playing } = input;
  const untimed = input.untimed || facts.varies || hasTwoQueues(facts);
  // The picture may be of another moment, or of another run, until this one is computed.
  const computed = facts.playhead_s <= facts.computed_s;
  const text = picture && !input.unqueued ? (computed ? readout(picture, untimed) : "\u2013") : "";
  const fills = dense && picture ? fillsOf(picture, layout.sourceCount) : null;
  const seen = countLosses(picture ? seenLosses(picture, screen_second_s, reducedMotion) : []);
  return {
    layout,
    facts,
    setup,
    screen_second_s,
    hold: input.holds && !input.held && (dense || !playing) ? heldSpeed(setup.rate_bps, setup.packet_bytes) : null,
    moving: tracers.length > 0,
    readout: text,
    readout_width: widthOf(text),
    queued_slots: (picture?.queue_bytes ?? 0) / setup.packet_bytes,
    ticks_ms: ticksMs(scene),
    full_ms: fullMs(scene),
    used: computed && fills ? fills.use : null,
    waits: picture ? waitsOf(scene, placing(layout, picture, linkPx(scene, spacingOf(scene)))) : [],
    drops: fills?.drops ?? seen.drops,
    losses: fills?.losses ?? seen.random,
    dense,
    untimed: (untimed || input.unqueued) ?? false,
  };
}

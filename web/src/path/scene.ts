/**
 * What the path shows at one moment: a drawing for any surface, and what its words are made from. The same on the screen
 * and in an exported picture. Not here: what the screen remembers from one moment to the next (dumbbell.ts).
 */
import type { Theme } from "../design/theme.ts";
import type { Picture } from "../engine/protocol.ts";
import type { Surface } from "../plot/surface.ts";
import { type FlowLook, hasTwoQueues, type RunFacts } from "../session/run-facts.ts";
import { drawLinkBand, drawLoopBand, drawQueueFill } from "./bands.ts";
import { drawPackets, type Parts } from "./bricks.ts";
import type { Caption } from "./captions.ts";
import type { Fills } from "./fills.ts";
import { type Layout, wireSpacing } from "./geometry.ts";
import { drawFront, drawGround, type Pen } from "./ground.ts";
import { countLosses, drawLosses, drawLossRates, seenLosses } from "./losses.ts";
import { delaysOf, readout, type Setup, slotsOf } from "./readings.ts";

/** What the path is drawn from. */
export interface PathInput {
  /** Null before the first one has come: the empty path is drawn from the facts. */
  picture: Picture | null;
  /** The picture whose numbers are written, and whose queue is drawn, where that is another. */
  said?: Picture | null;
  facts: RunFacts;
  /** The flows with the signs of their algorithms, where these are too many to have one each. */
  signed?: readonly FlowLook[] | undefined;
  theme: Theme;
  /** Run seconds that pass in one second on screen. */
  screen_second_s: number;
  reducedMotion: boolean;
  /** The queueing delay is not shown. */
  untimed?: boolean;
  /** The queue is drawn short, without numbers: no packet waits in it. */
  unqueued?: boolean;
}

/** The picture whose queue is drawn: that whose numbers are written. */
export const saidOf = ({ said, picture }: PathInput): Picture | null => said ?? picture;

/** What is drawn of it: packet by packet all is of the instant of the numbers, and of shares the queue. */
export const shownOf = <Input extends PathInput>(input: Input, dense: boolean): Input =>
  dense ? input : { ...input, picture: saidOf(input) };

/** What a screen shows: the colours and the size are its own. */
export interface PathShown extends Omit<PathInput, "theme"> {
  /** Shares are drawn, not packets. */
  dense: boolean;
}

/** One moment, in place. */
export interface Scene {
  input: PathInput;
  setup: Setup;
  layout: Layout;
  fills: Fills;
  /** How far the fills have come in: 0 packets one by one, 1 fills. */
  density: number;
}

/** Packets for which a queue has room that is drawn short. */
const UNQUEUED_SLOTS = 10;
/** Marks on the link nearer than this become a band; arrowheads on the loop likewise. */
const LEAST_SPACING = 2;
const LEAST_ARROW_SPACING = 7;

/** Packets for which the drawn queue has room. */
export function slotsShown(input: PathInput, setup: Setup): number {
  return input.unqueued ? UNQUEUED_SLOTS : slotsOf(setup);
}

/** Draws everything but words. */
export function drawScene(surface: Surface, scene: Scene): void {
  const { input, layout, fills, density } = scene;
  const { picture, facts, theme } = input;
  const flows = input.signed ?? facts.flows;
  const after = scene.setup.loss_after_queue > 0;
  const pen: Pen = { surface, layout, theme, flows, grouped: flows !== facts.flows, after };
  const t_s = picture?.t_s ?? facts.playhead_s;
  drawGround(pen, t_s);
  if (picture) drawTraffic(pen, scene, picture);
  drawFront(pen, t_s);
  if (!picture) return;
  if (density < 0.5) drawLosses(pen, seenLosses(picture, input.screen_second_s, input.reducedMotion));
  else drawLossRates(pen, fills.drops, fills.losses);
}

/** Packets under 1 - density, fills under density; what is too narrow for packets is filled at any speed. */
function drawTraffic(pen: Pen, { input, setup, layout, fills, density }: Scene, picture: Picture): void {
  const delay_ms = delaysOf(input.facts)?.[0] ?? 0;
  const spacing = wireSpacing(layout, setup.rate_bps, setup.packet_bytes, delay_ms);
  const arrows = (spacing * (layout.loop.x1 - layout.loop.x0)) / Math.max(1, layout.pipe.x1 - layout.pipe.x0);
  const parts: Parts = {
    tray: layout.tray.bricks,
    link: spacing >= LEAST_SPACING,
    loop: arrows >= LEAST_ARROW_SPACING,
    link_px: Math.min(layout.brick, Math.max(1, spacing * 0.75)),
    still: input.reducedMotion,
  };
  const said = saidOf(input) ?? picture;
  if (density < 1 && said === picture) drawPackets(pen, picture, parts, 1 - density);
  else if (density < 1) {
    drawPackets(pen, picture, { ...parts, tray: false }, 1 - density);
    drawPackets(pen, said, { ...parts, link: false, loop: false }, 1 - density);
  }
  const under = (packets: boolean, draw: (alpha: number) => void): void => {
    const alpha = packets ? density : 1;
    if (alpha > 0) draw(alpha);
  };
  under(parts.tray, (alpha) => drawQueueFill(pen, fills, setup.packet_bytes, alpha));
  if (layout.form === "strip") return;
  under(parts.link, (alpha) => drawLinkBand(pen, fills, alpha));
  under(parts.loop, (alpha) => drawLoopBand(pen, fills, alpha));
}

/** What the words are made from. `widthOf`: width of the read-out's text, px of the layout. */
export function captionOf(scene: Scene, widthOf: (text: string) => number): Caption {
  const { input, setup, layout, fills, density } = scene;
  const dense = density >= 0.5;
  const { facts, screen_second_s, reducedMotion } = input;
  const picture = saidOf(input);
  const untimed = input.untimed || facts.varies || hasTwoQueues(facts);
  const text = picture && !input.unqueued ? readout(picture, untimed) : "";
  const seen = countLosses(picture ? seenLosses(picture, screen_second_s, reducedMotion) : []);
  return {
    layout,
    facts,
    setup,
    screen_second_s,
    readout: text,
    readout_width: widthOf(text),
    queued_slots: (picture?.queue_bytes ?? 0) / setup.packet_bytes,
    drops: dense ? fills.drops : seen.drops,
    losses: dense ? fills.losses : seen.random,
    dense,
    untimed: (untimed || input.unqueued) ?? false,
  };
}

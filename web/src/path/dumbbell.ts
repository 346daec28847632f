/**
 * The path as a picture that moves: one canvas and DOM text over it, drawn anew for each picture of the engine, all words with what they
 * name. It keeps only what the screen itself remembers: the packets that are followed.
 * Not here: where things stand (geometry.ts), what is drawn (scene.ts), what the words say (readings.ts, captions.ts).
 */

import { readUnit } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { canvasDrawing } from "../plot/canvas-drawing.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { HOLD, putCaptions } from "./captions.ts";
import { ChipButtons } from "./chips.ts";
import { ackX, type Layout, layout, waitingRows } from "./geometry.ts";
import { Hold } from "./hold.ts";
import { Labels } from "./labels.ts";
import { opener } from "./opener.ts";
import { type Setup, setupOf, summary } from "./readings.ts";
import { captionOf, drawScene, type PathInput, type PathShown, type Scene, showsShares, slotsShown } from "./scene.ts";
import { type Home, Tracers, tracedFlows } from "./tracers.ts";

/** Input that the view is drawn from. */
export interface ViewInput extends PathInput {
  /** Scale of everything drawn, if not the page's own: 2 in the projector profile. */
  scale?: number;
}

/** Events of the path for the page. */
export interface PathEvents {
  /** The pointer or the focus is on a sender (its name), or has left (null). */
  onFocusFlow(name: SourceName | null): void;
  /** A sender was pressed: its flow stays in front, or no longer. */
  onPickFlow?(name: SourceName): void;
  /** The name of several flows was pressed; `name`: the first of them. */
  onOpenFlow?(name: SourceName): void;
  /** The path is pressed and held, or let go; without it it cannot be held. */
  onHold?(on: boolean): void;
  /** Where it is low, it can be opened. */
  readonly opens?: boolean;
  /** The ACK of a packet that was followed is home, at this place of the host, px. */
  onHome?(home: Home, x: number, y: number): void;
}

/** The summary is renewed at most this often. */
const SUMMARY_MS = 5000;

/** The moment at which the first simulated packet is drawn, among the page's marks of time (`npm run budgets` reads it). */
const FIRST_PACKET = "first-packet";

/** The path in its host element; the host's size decides its form. */
export class PathView {
  private readonly canvas = document.createElement("canvas");
  private readonly labels: Labels;
  private readonly chips: ChipButtons;
  private readonly hold: Hold | null;
  private readonly tracers = new Tracers();
  private input: ViewInput | null = null;
  private width = 0;
  private height = 0;
  private place: Layout | null = null;
  private placeKey = "";
  private names = "";
  private scale = 1;
  private dense = false;
  private seen = false;
  private readonly part: FramePart = { priority: "path", draw: ({ now_ms }) => this.redraw(now_ms) };
  /** Another instant is drawn in this frame, whatever its time: the charts' labels are of it, too. */
  private readonly instant: FramePart = {
    priority: "text",
    draw: ({ now_ms }) => {
      frames.cancel(this.part);
      this.redraw(now_ms);
    },
  };
  private summary_ms = Number.NEGATIVE_INFINITY;
  private summaryTimer = 0;
  private summaryPackets: number | null = null;
  private readoutFont = { key: "", font: "", widths: new Map<string, number>() };

  constructor(
    private readonly host: HTMLElement,
    private readonly events: PathEvents,
  ) {
    host.classList.add("path");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", translate("path.name"));
    const layer = document.createElement("div");
    layer.className = "path-words";
    layer.setAttribute("aria-hidden", "true");
    const buttons = document.createElement("div");
    buttons.className = "path-chips";
    host.replaceChildren(this.canvas, layer, buttons);
    this.labels = new Labels(layer);
    this.chips = new ChipButtons(buttons, events);
    const onTap = events.opens ? opener(host) : () => undefined;
    this.hold = events.onHold ? new Hold(host, (on) => events.onHold?.(on), onTap) : null;
    new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.height = entry?.contentRect.height ?? 0;
      this.readoutFont.key = "";
      this.redraw();
    }).observe(host);
  }

  /** Has the picture drawn in this frame, if it has time. Call it once for each frame while playing, and once after any change. */
  update(input: ViewInput): void {
    // A profile renews the theme.
    if (this.input?.theme !== input.theme) {
      this.readoutFont.key = "";
      this.scale = input.scale ?? readUnit();
    }
    const before = this.input?.picture;
    this.input = input;
    this.chips.press(input.facts.picked ?? null);
    frames.request(input.picture === before ? this.part : this.instant);
  }

  /** State on the screen, to be drawn elsewhere; null: nothing yet. */
  get shown(): PathShown | null {
    return this.input && { ...this.input, dense: this.dense, tracers: this.tracers.all };
  }

  /** `now`: when the frame began, the same for all paths that are drawn in it, ms. */
  private redraw(now = performance.now()): void {
    const { input, scale } = this;
    if (!input || this.width < 40 || this.height < 20) return;
    const setup = setupOf(input.picture, input.facts);
    const place = this.arrange(input, setup, scale);
    this.advance(input, setup, place);
    const scene: Scene = { input, setup, layout: place, dense: this.dense, tracers: this.tracers.all };
    this.paint(scene, scale);
    if (!this.seen && input.picture && input.picture.packets.length > 0) {
      this.seen = true;
      performance.mark(FIRST_PACKET);
    }
    this.write(scene, scale);
    this.renewSummary(input, now);
  }

  /** The layout, made again only when something that it depends on changed. */
  private arrange(input: PathInput, setup: Setup, scale: number): Layout {
    const ratio = (devicePixelRatio || 1) * scale;
    const { flows } = input.facts;
    const slots = slotsShown(input, setup);
    const names = flows.map((f) => `${f.name}/${f.kind}/${f.label}`).join();
    if (names !== this.names) {
      // Other flows are another run: what is said of the one before does not stay.
      this.names = names;
      this.summary_ms = Number.NEGATIVE_INFINITY;
      this.summaryPackets = null;
    }
    const key = `${this.width} ${this.height} ${scale} ${ratio} ${slots} ${names}`;
    if (this.place && key === this.placeKey) return this.place;
    this.placeKey = key;
    const place = layout({ width: this.width / scale, height: this.height / scale, sources: flows, slots, ratio });
    this.place = place;
    this.canvas.width = Math.round(this.width * (ratio / scale));
    this.canvas.height = Math.round(this.height * (ratio / scale));
    this.host.dataset.form = place.form;
    this.chips.arrange(place, flows, scale);
    this.chips.press(input.facts.picked ?? null);
    return place;
  }

  /** Moves what the screen remembers on to this frame. */
  private advance(input: PathInput, setup: Setup, place: Layout): void {
    const { picture, facts } = input;
    this.dense = showsShares(input, setup, this.dense);
    if (!picture) return;
    // A packet is followed where it is seen to move.
    if (!input.playing || this.dense || waitingRows(place) === 0) this.tracers.clear();
    else
      for (const home of this.tracers.follow(picture, tracedFlows(facts.flows, facts.focus))) this.arrive(home, place);
  }

  private arrive(home: Home, place: Layout): void {
    this.events.onHome?.(home, ackX(place, 1) * this.scale, place.loop.y * this.scale);
  }

  private paint(scene: Scene, scale: number): void {
    const g = this.canvas.getContext("2d");
    if (!g) return;
    const ratio = (devicePixelRatio || 1) * scale;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawScene(canvasDrawing(g, scene.input.theme, 1, ratio, traceStraight), scene);
  }

  /** The words of what was just drawn. */
  private write(scene: Scene, scale: number): void {
    const caption = captionOf(scene, (text) => this.textWidth(text) / scale);
    this.labels.begin();
    let isOffered = false;
    putCaptions((key, kind, text, x, y, anchor) => {
      const spot = { x: x * scale, y: y * scale, anchor };
      if (key === HOLD) {
        isOffered = true;
        this.hold?.put(text, spot);
      } else this.labels.set(key, kind, text, spot);
    }, caption);
    this.hold?.show(isOffered);
    this.labels.end();
  }

  /** Width of the read-out in px of the host, measured without asking for the page's layout. */
  private textWidth(text: string): number {
    const { readoutFont: held } = this;
    if (held.key === "") {
      const style = getComputedStyle(this.host);
      const size = style.getPropertyValue("--type-readout").trim() || "16px";
      held.key = size;
      held.font = `600 ${size} ${style.fontFamily}`;
      held.widths.clear();
    }
    const shape = text.replace(/\d/g, "0");
    const known = held.widths.get(shape);
    if (known !== undefined) return known;
    const g = this.canvas.getContext("2d");
    if (!g) return 0;
    g.save();
    g.font = held.font;
    const width = g.measureText(shape).width;
    g.restore();
    held.widths.set(shape, width);
    return width;
  }

  private renewSummary(input: PathInput, now: number): void {
    const wait = this.summary_ms + SUMMARY_MS - now;
    window.clearTimeout(this.summaryTimer);
    if (wait > 0) {
      this.summaryTimer = window.setTimeout(() => this.input && this.renewSummary(this.input, performance.now()), wait);
      return;
    }
    const packets = input.picture?.queue_packets ?? null;
    const trend = packets === null || this.summaryPackets === null ? null : packets - this.summaryPackets;
    this.summaryPackets = packets;
    const text = summary(input.picture, input.facts, trend);
    // Before there is a run nothing is said of it, and what the first picture shows does not wait.
    if (text !== "") this.summary_ms = now;
    this.canvas.setAttribute("aria-label", text || translate("path.name"));
  }
}

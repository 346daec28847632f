/**
 * The path as a picture that moves: one canvas and DOM text over it, drawn anew for each picture of the engine. It keeps
 * only what the screen itself remembers: the fade between bricks and fills, smoothed rates, when words last changed.
 * Not here: where things stand (geometry.ts), what is drawn (scene.ts), what the words say (readings.ts, captions.ts).
 */

import { readUnit } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { canvasDrawing } from "../plot/canvas-drawing.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { binBytes, binsOf } from "./bands.ts";
import { putCaptions } from "./captions.ts";
import { ChipButtons } from "./chips.ts";
import { Fills } from "./fills.ts";
import { isDense, type Layout, layout, packetsPerScreenSecond } from "./geometry.ts";
import { Labels } from "./labels.ts";
import { type Setup, setupOf, summary } from "./readings.ts";
import {
  captionOf,
  drawScene,
  type PathInput,
  type PathShown,
  type Scene,
  saidOf,
  shownOf,
  slotsShown,
} from "./scene.ts";

/** What the view is drawn from. */
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
}

/** Cross-fade between bricks and fills, in ms. */
const FADE_MS = 180;
/** Without a new picture for so long, ms of the screen, the path rests. */
const REST_MS = 200;
/** Words that have no instant of their own (names, limits, losses) change ten times a second at most. */
const WORDS_MS = 100;
/** The summary is renewed at most this often. */
const SUMMARY_MS = 5000;

/** The moment at which the first simulated packet is drawn, among the page's marks of time (`npm run budgets` reads it). */
const FIRST_PACKET = "first-packet";

/** The path in its host element; the host's size decides its form. */
export class PathView {
  private readonly canvas = document.createElement("canvas");
  private readonly labels: Labels;
  private readonly chips: ChipButtons;
  private readonly fills = new Fills();
  private input: ViewInput | null = null;
  private width = 0;
  private height = 0;
  private place: Layout | null = null;
  private placeKey = "";
  private names = "";
  private scale = 1;
  /** The look: where it goes, how far the fills have come in (0 to 1), when it was last moved. */
  private dense = false;
  private density = 0;
  private frame_ms = 0;
  private last_t_s = Number.NaN;
  private seen = false;
  private words_ms = Number.NEGATIVE_INFINITY;
  private wordsTimer = 0;
  private readonly part: FramePart = { priority: "path", draw: ({ now_ms }) => this.redraw(now_ms) };
  /** Numbers that have changed are written in this frame, whatever its time, and with them the queue that they are of. */
  private readonly words: FramePart = {
    priority: "text",
    draw: ({ now_ms }) => {
      frames.cancel(this.part);
      this.redraw(now_ms);
    },
  };
  /** The next drawing writes the words, however short the time since they last changed. */
  private wordsDue = false;
  private restTimer = 0;
  private summary_ms = Number.NEGATIVE_INFINITY;
  private summaryTimer = 0;
  private summaryPackets: number | null = null;
  private readoutFont = { key: "", font: "", widths: new Map<string, number>() };

  constructor(
    private readonly host: HTMLElement,
    events: PathEvents,
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
    new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.height = entry?.contentRect.height ?? 0;
      this.readoutFont.key = "";
      this.wordsDue = true;
      this.redraw();
    }).observe(host);
  }

  /** Has the picture drawn in this frame, if it has time. Call it once for each frame while playing, and once after any change. */
  update(input: ViewInput): void {
    // A profile renews the theme.
    const renewed = this.input?.theme !== input.theme;
    if (renewed) {
      this.readoutFont.key = "";
      this.scale = input.scale ?? readUnit();
    }
    // The scale of time is the reader's own hand: its words never lag behind.
    const paced = this.input?.screen_second_s !== input.screen_second_s;
    const said = this.input?.said !== input.said;
    this.input = input;
    this.chips.press(input.facts.picked ?? null);
    this.wordsDue ||= renewed || paced || said;
    frames.request(said ? this.words : this.part);
  }

  /** What is on the screen, to be drawn elsewhere; null: nothing yet. */
  get shown(): PathShown | null {
    return this.input && { ...this.input, dense: this.dense };
  }

  /** `now`: when the frame began, the same for all paths that are drawn in it, ms. */
  private redraw(now = performance.now()): void {
    const { scale } = this;
    const input = this.input && shownOf(this.input, this.dense);
    if (!input || this.width < 40 || this.height < 20) return;
    const setup = setupOf(input.picture, input.facts);
    const place = this.arrange(input, setup, scale);
    this.advance(input, setup, place, now);
    const scene: Scene = { input, setup, layout: place, fills: this.fills, density: this.density };
    this.paint(scene, scale);
    if (!this.seen && input.picture && input.picture.packets.length > 0) {
      this.seen = true;
      performance.mark(FIRST_PACKET);
    }
    this.write(scene, scale, now);
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
  private advance(input: PathInput, setup: Setup, place: Layout, now: number): void {
    const { picture } = input;
    const dt_s = (now - this.frame_ms) / 1000;
    const first = this.frame_ms === 0;
    this.frame_ms = now;
    const perSecond = packetsPerScreenSecond(setup.rate_bps, setup.packet_bytes, input.screen_second_s);
    this.dense = isDense(this.dense, perSecond);
    const aim = this.dense ? 1 : 0;
    const step = first || input.reducedMotion ? 1 : (dt_s * 1000) / FADE_MS;
    this.density += Math.max(-step, Math.min(step, aim - this.density));
    if (!picture) return;
    const still = picture.t_s === this.last_t_s;
    this.last_t_s = picture.t_s;
    const snap = first || still || input.reducedMotion || dt_s > 0.5;
    this.fills.take(
      picture,
      saidOf(input) ?? picture,
      place.sourceCount,
      binsOf(place),
      binBytes(place, setup.packet_bytes),
      dt_s,
      snap,
    );
    window.clearTimeout(this.restTimer);
    // The last picture of a run that stops is shown as it is, not on the way to it.
    if (!snap && this.dense) this.restTimer = window.setTimeout(() => this.redraw(), REST_MS);
    // The fade ends even if nobody plays on.
    if (this.density !== aim) frames.request(this.part);
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

  /** Words follow the picture, but no faster than they can be read. */
  private write(scene: Scene, scale: number, now: number): void {
    // At common instants, so that two paths beside each other change their words together.
    const wait = WORDS_MS * (Math.floor(this.words_ms / WORDS_MS) + 1) - now;
    window.clearTimeout(this.wordsTimer);
    if (wait > 0 && !this.wordsDue) {
      this.wordsTimer = window.setTimeout(() => {
        this.wordsDue = true;
        this.redraw();
      }, wait);
      return;
    }
    this.wordsDue = false;
    this.words_ms = now;
    const caption = captionOf(scene, (text) => this.textWidth(text) / scale);
    this.labels.begin();
    putCaptions((key, kind, text, x, y, anchor) => {
      this.labels.set(key, kind, text, { x: x * scale, y: y * scale, anchor });
    }, caption);
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

/**
 * A page's work in each frame of a run: it moves the clock on, asks for the picture of the path, and has whoever
 * shows the run draw it where it is another. It holds no wish of the reader's. Not here: controls, address, the opening, when
 * a frame is drawn (ui/frame-scheduler.ts).
 */

import type { Overlay } from "../charts/chart.ts";
import { reducedMotion } from "../design/theme.ts";
import type { Picture, SourceName } from "../engine/protocol.ts";
import { move } from "../offline/busy.ts";
import { heldSpeed, isDense, packetsPerScreenSecond } from "../path/geometry.ts";
import type { PathInput } from "../path/scene.ts";
import { factsOf, kindsOf, limitsOf, looksOf } from "../session/facts.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import { inOrder, type Scenario } from "../session/scenario.ts";
import type { Engine, Session } from "../session/session.ts";
import { tables } from "../session/setting-tables.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";

/** Events of the loop for the page. */
export interface PlayerEvents {
  /** Before anything of the frame: rules that move the playhead. */
  onFrame?(now_ms: number): void;
  /** Something of the run is to be drawn; `moved`: the playhead has moved. */
  onDraw(moved: boolean, now_ms: number): void;
  /** Playing has ended at the run's end. */
  onEnd(): void;
}

/**
 * Least time between two changes of the numbers, and of the drawn queue, where shares are drawn while it plays, ms; where packets are drawn
 * one by one, numbers change with each picture. No faster than the eye may be asked to bear (WCAG 2.3.1).
 */
const WORDS_DENSE_MS = 200;
/** Time between two changes of numbers and packets with reduced motion, at any speed, ms. */
const CALM_MS = 250;
/** At rest packets that arrive, and what was lost just now, are shown as at this speed. */
const AT_REST_S = 0.05;
/** Numbers that have not come by then are not waited for, ms. */
const PATIENCE_MS = 100;
const PATIENCE_DENSE_MS = 1000;

export class Player {
  /** Last picture of the path. */
  picture: Picture | null = null;
  /** The picture whose numbers are written, and whose queue is drawn: while it plays all change at once, of path and charts. */
  said: Picture | null = null;
  /** The run that is laid over this one: its pictures are of the same instants, and come with this one's. */
  beside: Player | null = null;
  /** Whether the charts have the values of an instant, or do not ask for them. */
  hasRead: (t_s: number) => boolean = () => true;
  looks: FlowLook[] = [];
  /** Time of the crosshair, where there is one. */
  reading_s: number | null = null;
  /** Flow in focus. */
  focus: SourceName | null = null;
  /** Flow that the reader keeps in front. */
  picked: SourceName | null = null;
  oldG_ms: number | null = null;
  /** Queue and capacity, which no real sender can know, are hidden. */
  hidden = false;
  /** Scores of loss discriminators, where something computes them. */
  judging: RunFacts["judging"];
  overlay: Overlay | null = null;
  span: readonly [number, number] = [0, 1];

  private base: RunFacts | null = null;
  /** The own times that `looks` have. */
  private own: Session["own"] = [];
  private last_ms = 0;
  private asking = false;
  /** Request of the last picture. */
  private asked = "";
  /** Counts the pictures that were put away. */
  private turn = 0;
  /** The next instant whose numbers are written, once all are there; since when it is the next, and when they last changed. */
  private next: { picture: Picture; beside: Picture | null } | null = null;
  private next_ms = 0;
  private said_ms = Number.NEGATIVE_INFINITY;
  private dense = false;
  private stale = true;
  private resting = false;
  private readonly part: FramePart = { priority: "input", draw: ({ now_ms }) => this.frame(now_ms) };

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly events: PlayerEvents,
  ) {}

  /** From now on it does so in each frame. */
  start(): void {
    this.last_ms = performance.now();
    frames.request(this.part);
  }

  /** Off screen the page rests, drawing and engine; on screen it goes on. */
  rest(resting: boolean): void {
    if (resting === this.resting) return;
    this.resting = resting;
    void this.engine.ask("rest", { resting }).catch(() => undefined);
    if (resting) frames.cancel(this.part);
    else this.start();
  }

  /** Settings, run or names are others. */
  renew(): void {
    const { settings, clock, document } = this.session;
    this.own = this.session.own;
    this.looks = looksOf(settings, clock.duration_s, tables, kindsOf(document.scenario), this.own);
    this.base = null;
    this.stale = true;
  }

  /** Something besides the playhead has changed. */
  touch(): void {
    this.stale = true;
  }

  /** Puts the picture of the path away, also one that is on its way: it is of a moment that is not to be seen any more. */
  forget(): void {
    this.picture = null;
    this.said = null;
    this.next = null;
    this.asked = "";
    this.turn += 1;
    this.stale = true;
  }

  /** The instant of the numbers, and the next one, s. */
  get words(): { at_s: number; next_s: number } {
    const at_s = this.said?.t_s ?? this.session.clock.t_s;
    return { at_s, next_s: this.next?.picture.t_s ?? at_s };
  }

  /** State that the path shows: all of the instant whose numbers are written. */
  get onPath(): Pick<PathInput, "picture" | "screen_second_s" | "playing" | "held" | "holds"> {
    const { playing, held, pace, atEnd } = this.session.clock;
    return { picture: this.shown, screen_second_s: pace, playing, held: held !== null, holds: !atEnd };
  }

  /** The picture that is on the screen. */
  get shown(): Picture | null {
    return this.said ?? this.picture;
  }

  /** The path is held, or let go: then it plays so slowly that packets are seen to move. */
  hold(on: boolean): void {
    const { clock } = this.session;
    const speed = this.picture && heldSpeed(this.picture.rate_bps, this.picture.packet_bytes);
    if (on && speed !== null) clock.hold(speed);
    if (!on) clock.release();
    this.stale = true;
  }

  /** Facts as they stand this frame. */
  facts(): RunFacts {
    const { clock, settings, own } = this.session;
    if (own !== this.own) this.renew();
    const moment = {
      playhead_s: clock.t_s,
      reading_s: this.reading_s ?? clock.t_s,
      computed_s: clock.computed_s,
      duration_s: clock.duration_s,
      t0_s: this.span[0],
      t1_s: this.span[1],
      focus: this.focus,
      picked: this.picked,
      old_g_ms: this.oldG_ms,
      hidden: this.hidden,
      judging: this.judging,
      drawn: this.said,
    };
    this.base ??= { ...factsOf(settings, this.looks, moment), ...this.changes() };
    return { ...this.base, ...moment };
  }

  /** The changes of a scenario, read once: there may be a hundred thousand. */
  private changed: {
    of: Scenario;
    run: Session["run"];
    facts: Pick<RunFacts, "limits" | "kinds" | "interventions">;
  } | null = null;

  /** The reader's changes over the whole run. */
  private changes(): Pick<RunFacts, "limits" | "kinds" | "interventions"> {
    const { run } = this.session;
    const { scenario } = this.session.document;
    if (this.changed?.of === scenario && this.changed.run === run) return this.changed.facts;
    const facts = {
      limits: limitsOf(scenario, run?.document),
      kinds: kindsOf(scenario),
      interventions: inOrder(scenario).map((each) => each.at_s),
    };
    this.changed = { of: scenario, run, facts };
    return facts;
  }

  private frame(now_ms: number): void {
    frames.request(this.part);
    const { session } = this;
    const { clock } = session;
    const dt_s = (now_ms - this.last_ms) / 1000;
    this.last_ms = now_ms;
    if (!session.run) return;
    this.events.onFrame?.(now_ms);
    const playing = clock.playing;
    const moved = clock.advance(dt_s);
    // The widget keeps no copy.
    if (playing && import.meta.env.MODE !== "embed") move();
    if (playing && !clock.playing && clock.atEnd) this.events.onEnd();
    session.watch();
    this.askPicture();
    this.say(now_ms);
    const draw = moved || this.stale;
    this.stale = false;
    if (draw) this.events.onDraw(moved, now_ms);
  }

  /**
   * Moves the numbers on: at rest with the picture; while it plays from time to time to an instant of which path and charts, of both
   * runs, have all.
   */
  private say(now_ms: number): void {
    const { picture, beside } = this;
    const { playing, pace } = this.session.clock;
    if (!picture || !playing) {
      this.next = null;
      this.write({ picture, beside: beside?.picture ?? null });
      return;
    }
    this.dense = isDense(this.dense, packetsPerScreenSecond(picture.rate_bps, picture.packet_bytes, pace));
    const patience_ms = this.dense ? PATIENCE_DENSE_MS : PATIENCE_MS;
    if (this.next && (this.hasRead(this.next.picture.t_s) || now_ms - this.next_ms > patience_ms)) {
      this.write(this.next);
      this.next = null;
      this.said_ms = now_ms;
    }
    const pause_ms = reducedMotion() ? CALM_MS : this.dense ? WORDS_DENSE_MS : 0;
    const early = now_ms - this.said_ms < pause_ms;
    if (this.next || early || picture === this.said) return;
    this.next = { picture, beside: beside?.picture ?? null };
    this.next_ms = now_ms;
  }

  private write({ picture, beside }: { picture: Picture | null; beside: Picture | null }): void {
    this.said = picture;
    if (this.beside) this.beside.said = beside;
  }

  /** Asks for the path at the playhead, of both runs where both are computed so far; at most one picture is on its way. */
  private askPicture(): void {
    const { clock, generation } = this.session;
    if (this.asking || clock.t_s > clock.computed_s) return;
    const { turn, beside } = this;
    const other = beside?.session.run && clock.t_s <= beside.session.clock.computed_s ? beside : null;
    const screen_second_s = clock.playing ? clock.pace : Math.min(clock.pace, AT_REST_S);
    const key = `${generation} ${other?.session.generation} ${clock.t_s} ${screen_second_s}`;
    if (key === this.asked) return;
    this.asked = key;
    this.asking = true;
    const wanted = { t_s: clock.t_s, screen_second_s };
    void Promise.all([this.engine.ask("picture", wanted), other?.engine.ask("picture", wanted)])
      .then(
        ([picture, second]) => {
          if (turn !== this.turn) return;
          this.picture = picture;
          if (other && second) other.picture = second;
          this.stale = true;
        },
        () => {
          // Given up with the run that it was about.
          this.asked = "";
        },
      )
      .finally(() => {
        this.asking = false;
      });
  }
}

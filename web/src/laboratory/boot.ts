/**
 * The first picture: the run that the address names begins, and its path moves, before anything else of the laboratory is there.
 * Every reader waits for all that this file imports (`scripts/sizes.mjs` bounds it); the laboratory is fetched after it, and takes
 * over what is here. Not here: anything that a reader can touch, nor what only the laboratory opens (a script to present,
 * a text that is no run).
 */

import { render } from "lit";
import { type Begun, begin, setOff } from "../address/begin.ts";
import { type Address, isPacked, readFields } from "../address/fields.ts";
import { documentOf, type Opened, opened, openingPreset } from "../address/from-address.ts";
import { scriptIn } from "../address/script.ts";
import { readTheme, reducedMotion, type Theme } from "../design/theme.ts";
import type { Crash, EngineClient, Halted } from "../engine/client.ts";
import type { SourceName } from "../engine/protocol.ts";
import { PathView } from "../path/dumbbell.ts";
import type { Home } from "../path/tracers.ts";
import { before } from "../run_view/introduction.ts";
import { Player } from "../run_view/player.ts";
import type { LabDocument } from "../session/document.ts";
import type { Opening } from "../session/opening.ts";
import { fetchMore, presetLike, wantsMore, whoIn, words } from "../session/presets.ts";
import { type News, Session } from "../session/session.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { tracksAtFirst } from "../ui/screens.ts";
import { recall } from "../ui/storage.ts";

/** A run of which the engine has no picture yet, because its moment is far ahead, keeps the laboratory waiting no longer, ms. */
const PATIENCE_MS = 1000;

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Events of the run for the laboratory; it also receives the earlier ones. */
export interface RunEvents {
  heard(news: News): void;
  frame(now_ms: number): void;
  draw(moved: boolean): void;
  ended(): void;
  halted(halt: Halted): void;
  crashed(crash: Crash): void;
  setHover(flow: SourceName | null): void;
  pick(flow: SourceName): void;
  openCard(flow: SourceName): void;
  hold(on: boolean): void;
  home(home: Home, x: number, y: number): void;
}

/** Whether few things are shown where the address does not say: until the reader has asked for all. */
export const isReduced = (): boolean => recall("show") !== "all";

/** The run that an address opens. One of no known preset may be an exercise that was changed, and is named so; else it has its own title. */
export async function openedBy(address: Address): Promise<Opened> {
  const found = opened(address, tracksAtFirst());
  if (found.preset) return found;
  await fetchMore().catch(() => undefined);
  return opened(address, tracksAtFirst());
}

/** The sentence of a run that opens, before the engine is there. */
export function greet({ scenario }: LabDocument): void {
  const preset = presetLike(scenario);
  if (!preset) return;
  const point = preset.nudge ? { text: words(preset, "nudge"), drags: true, waits: true } : null;
  render(before({ sentence: words(preset, "hook"), who: whoIn(preset, scenario), point }), element("hook"));
}

export class FirstPicture {
  readonly session: Session;
  readonly player: Player;
  readonly path: PathView;
  /** The address that the page was opened with. */
  readonly hash = location.hash;
  /** The opened run, and how it began; null: only the laboratory can open it. */
  readonly begun: Promise<(Begun & { found: Opened }) | null>;
  /** Keys that were pressed before the laboratory could answer them. */
  readonly keys: KeyboardEvent[] = [];
  private page: RunEvents | null = null;
  /** Messages that the laboratory has still to hear. */
  private readonly untold: ((page: RunEvents) => void)[] = [];
  private opening: Opening | null = null;
  private theme: Theme | null = null;
  private painted: () => void = () => undefined;
  /** The browser has painted the picture of the moment that opens. */
  private readonly picture = new Promise<void>((resolve) => {
    this.painted = resolve;
  });
  private readonly afterPath: FramePart = { priority: "charts", draw: () => void setTimeout(this.painted) };

  constructor(readonly engine: EngineClient) {
    this.session = new Session(engine, documentOf(openingPreset()), (news) => this.heard(news));
    this.player = new Player(engine, this.session, {
      onFrame: (now_ms) => this.frame(now_ms),
      onDraw: (moved) => this.draw(moved),
      onEnd: () => this.tell((page) => page.ended()),
    });
    this.path = new PathView(element("path"), {
      onFocusFlow: (name) => this.tell((page) => page.setHover(name)),
      onPickFlow: (name) => this.tell((page) => page.pick(name)),
      onOpenFlow: (name) => this.tell((page) => page.openCard(name)),
      opens: true,
      onHold: (on) => this.tell((page) => page.hold(on)),
      // Data that arrived before the charts were there are kept.
      onHome: (home, x, y) => this.page?.home(home, x, y),
    });
    engine.onProgress((news) => this.session.progress({ stream: "progress", ...news }));
    engine.onHalted((halt) => this.tell((page) => page.halted(halt)));
    engine.onError((crash) => {
      this.session.crashed(crash);
      this.tell((page) => page.crashed(crash));
    });
    this.begun = this.open();
    this.player.start();
    document.addEventListener("keydown", this.keep);
    document.addEventListener("pointerdown", this.forget, true);
  }

  /** Once the first picture is painted, or will not be before the laboratory: what is fetched from now on delays it no more. */
  async drawn(): Promise<void> {
    const begun = await this.begun.catch(() => null);
    if (begun?.taken) await Promise.race([this.picture, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
  }

  /** The laboratory takes over. */
  handTo(page: RunEvents): void {
    this.page = page;
    this.forget();
    for (const tell of this.untold.splice(0)) tell(page);
  }

  private readonly keep = (event: KeyboardEvent): void => void this.keys.push(event);

  /** Keeps no more keys: after a press of what cannot answer yet, letters are meant for it, a field perhaps. */
  private readonly forget = (): void => {
    document.removeEventListener("keydown", this.keep);
    document.removeEventListener("pointerdown", this.forget, true);
  };

  private async open(): Promise<(Begun & { found: Opened }) | null> {
    const { named, hash } = scriptIn(this.hash);
    if (named) return null;
    if (wantsMore(hash)) await fetchMore();
    const read = isPacked(hash) ? (await import("../address/link.ts")).unpack : () => ({ text: "" });
    const found = await openedBy(readFields(hash, read));
    if (found.unread !== null) return null;
    document.body.classList.toggle("few", found.few ?? isReduced());
    greet(found.document);
    const begun = await begin(this.session, found);
    this.opening = begun.opening;
    return { ...begun, found };
  }

  private tell(what: (page: RunEvents) => void): void {
    if (this.page) what(this.page);
    else this.untold.push(what);
  }

  private heard(news: News): void {
    this.tell((page) => page.heard(news));
    if (this.page) return;
    if (news === "run" || news === "settings") this.player.renew();
    this.player.touch();
  }

  private frame(now_ms: number): void {
    this.page?.frame(now_ms);
    if (this.page || !this.opening?.waits) return;
    const act = this.opening.next(this.session.clock, now_ms);
    if (act?.act !== "begin") return;
    setOff(this.session.clock, act);
    // That of the run's start is not the one to wait for.
    this.player.picture = null;
  }

  private draw(moved: boolean): void {
    const { page, player, session } = this;
    if (page) page.draw(moved);
    // Names and places on the path come with what holds: drawn before, they would move.
    else if (session.settings !== null) {
      // The picture of the run's start is not to be seen where the opening begins elsewhere.
      const waits = this.opening?.waits ?? false;
      if (player.picture && !waits) frames.request(this.afterPath);
      this.theme ??= readTheme();
      player.focus = session.run?.flows[0] ?? null;
      this.path.update({
        ...player.onPath,
        ...(waits && { picture: null }),
        facts: player.facts(),
        theme: this.theme,
        reducedMotion: reducedMotion(),
      });
    }
  }
}

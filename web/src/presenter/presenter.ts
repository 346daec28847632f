/**
 * A run, or a script's runs, before a room: full screen, large type, controls out of the way; arrow keys, Page keys or a
 * clicker go from press to press. It moves the laboratory as a reader would. Not here: what a script is (web/src/presenter), how
 * it is drawn (view.ts), the choice of what to present (choose-dialog.ts).
 */

import type { Opened } from "../address/from-address.ts";
import { pack } from "../address/link.ts";
import type { NamedScript } from "../address/script.ts";
import { reducedMotion } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { forked, setInBranch } from "../session/fork.ts";
import { askToLeave, blacken, isBlack, listenInRoom, WholeScreen } from "../shell/presentation-mode.ts";
import type { Laboratory } from "./laboratory.ts";
import { keepLecture, recallLecture } from "./position.ts";
import { putAside, takeBack } from "./saved-run.ts";
import {
  chartsIn,
  leadingTo,
  type Press,
  panelsOf,
  pressesOf,
  type Reveal,
  revealsOf,
  type Script,
  type Step,
  speedFor,
} from "./script.ts";
import { firstPanels, givenDocument, openedAt, scriptOf } from "./script-sources.ts";
import { showRunCode } from "./share-code.ts";
import { PresenterView } from "./view.ts";

/** Events that show that somebody is there. */
const PRESSES = ["keydown", "pointerdown"];

/** Goes back to the editor, which is open under the presenting; null: none is. */
let editor: (() => void) | null = null;

/** Where the end of a script leads, besides the reader's run. */
export function leadBackTo(then: (() => void) | null): void {
  editor = then;
}

export class Presenter {
  /** The presses of the script; none: a run is presented as it is. */
  readonly presses: readonly Press[];
  at = 0;
  readonly screen = new WholeScreen(
    () => this.view.draw(),
    () => this.askToLeave(),
  );
  private readonly view: PresenterView;
  private readonly unlisten: () => void;
  private turn = 0;
  /** The press that is being gone back to, while what leads to it is done: a second press of the key counts from there. */
  private goal: number | null = null;
  /** A press is being done: its run is still opening. */
  private doing = false;
  /** The run that opens, or the last that has. */
  private opening: Promise<unknown> = Promise.resolve();
  private left = false;
  /** When the first press went on from the beginning, ms since 1970; null: it has not yet. */
  private began_ms: number | null = null;

  constructor(
    readonly lab: Laboratory,
    readonly script: Script | null,
    /** The script in an address. */
    private readonly name: string | null,
  ) {
    this.presses = script ? pressesOf(script) : [];
    lab.stage.presenter?.leave(true);
    if (script) putAside(lab, name);
    lab.stage.presenter = this;
    lab.look.setProjector(true);
    document.body.classList.add("presenting");
    document.body.classList.toggle("scripted", script !== null);
    this.view = new PresenterView(this);
    // Without a script the arrows are the laboratory's.
    const ways = {
      forth: () => void this.forth(),
      back: () => void this.back(),
      leap: (by: 1 | -1) => void this.leap(by),
      end: (which: "first" | "last") => void this.begin(which === "first" ? 0 : (script?.steps.length ?? 1) - 1),
    };
    const unlisten = listenInRoom({
      letters: () => lab.look.letters,
      ways: script && ways,
      onCode: () => showRunCode(lab.run.session),
      onLeave: () => this.askToLeave(),
    });
    const unhold = script ? this.holdBack() : () => undefined;
    this.unlisten = () => {
      unlisten();
      unhold();
    };
    lab.page.change();
  }

  /** The browser's Back goes back in the script, once something was pressed: before that no browser lets a page have it. */
  private holdBack(): () => void {
    const { address } = this.lab;
    const hold = (): void => {
      stop();
      address.hold(() => this.wayBack());
    };
    const stop = (): void => {
      for (const kind of PRESSES) removeEventListener(kind, hold, { capture: true });
    };
    if (address.isHeld || navigator.userActivation?.hasBeenActive) hold();
    else for (const kind of PRESSES) addEventListener(kind, hold, { capture: true });
    return stop;
  }

  /** The browser's Back: brings the picture back, puts a sheet away, goes a press back; before the first press it asks, as Escape does. */
  private wayBack(): void {
    const sheet = document.querySelector<HTMLDialogElement>("dialog[open]");
    if (isBlack()) blacken(false);
    else if (sheet) sheet.close();
    else if ((this.goal ?? this.at) > 0) void this.back();
    else this.askToLeave();
  }

  /** How long the lecture has lasted, ms. */
  get elapsed_ms(): number {
    return this.began_ms === null ? 0 : Math.max(0, Date.now() - this.began_ms);
  }

  get press(): Press | null {
    return this.presses[this.at] ?? null;
  }
  get step(): Step | null {
    return this.script?.steps[this.press?.step ?? -1] ?? null;
  }
  /** Reveals up to this press. */
  get revealed(): Reveal[] {
    const { press, step } = this;
    return step && press?.act === "reveal" ? revealsOf(step).slice(0, press.reveal + 1) : [];
  }

  /** The laboratory has drawn itself. */
  tick(): void {
    this.view.tick();
  }

  /** Its charts were drawn: the pad over them follows. */
  follow(): void {
    this.view.follow();
  }

  /** Place in the address. */
  place(): NamedScript | null {
    return this.name === null ? null : { script: this.name, step: (this.press?.step ?? 0) + 1 };
  }

  /** The next press; while a stretch still plays, its end. */
  async forth(): Promise<void> {
    // While a press is still being done, what leads to the next one is done at once: its run would stay where it opened.
    const from = this.goal ?? (this.doing ? this.at : null);
    if (from !== null) {
      this.began_ms ??= Date.now();
      await this.to(Math.min(from + 1, this.presses.length - 1));
      return;
    }
    if (this.hurry() || this.at + 1 >= this.presses.length) return;
    this.began_ms ??= Date.now();
    this.at += 1;
    await this.perform(false);
  }

  /** The press before, as it stood when it was done. */
  async back(): Promise<void> {
    const from = this.goal ?? this.at;
    if (from > 0) await this.to(from - 1);
  }

  /** A press, with what leads to it done at once. */
  async to(at: number): Promise<void> {
    const lead = leadingTo(this.presses, at);
    this.goal = at;
    for (const press of lead) {
      this.at = this.presses.indexOf(press);
      if (!(await this.perform(true))) return;
    }
    this.goal = null;
  }

  /** The lecture goes on that this tab has left: since when it lasts. */
  resume(): void {
    const before = recallLecture();
    if (before && before.script === this.name) this.began_ms = before.began_ms;
  }

  /** A step from its beginning, by its number from 0; it plays. */
  async begin(step: number): Promise<void> {
    this.goal = null;
    this.at = Math.max(
      0,
      this.presses.findIndex((press) => press.step === step),
    );
    await this.perform(false);
  }

  /** The step before or after, from its beginning. */
  private async leap(by: 1 | -1): Promise<void> {
    const step = (this.press?.step ?? 0) + by;
    if (this.script?.steps[step]) await this.begin(step);
  }

  /** Whether a stretch plays to its end: another press brings it there. */
  get plays(): boolean {
    const { clock } = this.lab.run.session;
    return clock.playing && Number.isFinite(clock.until_s);
  }

  /** A stretch that plays is brought to its end. */
  private hurry(): boolean {
    const { clock } = this.lab.run.session;
    if (!this.plays) return false;
    clock.seek(clock.until_s);
    clock.playing = false;
    clock.until_s = Number.POSITIVE_INFINITY;
    this.lab.page.change();
    return true;
  }

  /** Keeps where the lecture stands, so that it can go on from there once it was left. */
  private keep(): void {
    const { name, script, at, press, began_ms } = this;
    if (name === null || !script) return;
    keepLecture({ script: name, title: script.title ?? "", at, step: (press?.step ?? 0) + 1, began_ms });
  }

  /** Does the present press; false if another has begun meanwhile. */
  private async perform(atOnce: boolean): Promise<boolean> {
    const { press, step, lab } = this;
    if (!press || !step) return true;
    this.keep();
    const turn = ++this.turn;
    this.doing = true;
    if (press.act === "set") await this.set(step, atOnce, turn);
    else if (press.act === "reveal") await this.reveal(step, press.reveal, atOnce, turn);
    if (turn !== this.turn || this.left) return false;
    this.doing = false;
    lab.beginning.act();
    this.view.draw();
    const text = this.view.said();
    if (text !== "") lab.page.says(text, "step");
    return true;
  }

  private async set(step: Step, atOnce: boolean, turn: number): Promise<void> {
    await this.open(step.set, step, []);
    if (turn !== this.turn) return;
    const { run_to = 0 } = step;
    // The part after the pause is not shown while there is something to reveal.
    this.limit(revealsOf(step).length > 0 ? run_to : undefined);
    this.run(run_to, step.speed, atOnce);
  }

  private async reveal(step: Step, which: number, atOnce: boolean, turn: number): Promise<void> {
    const { lab } = this;
    const { session } = lab.run;
    const reveal = revealsOf(step)[which];
    if (!reveal) return;
    const done = this.revealed;
    const { clock } = session;
    if (reveal.set) await this.open(reveal.set, step, done);
    else {
      this.hurry();
      this.show(panelsOf(step, done));
    }
    if (turn !== this.turn) return;
    this.limit();
    if (reveal.branch) {
      const { values, from_s = clock.t_s } = reveal.branch;
      let document = forked(session.document, from_s);
      for (const [path, value] of Object.entries(values)) document = setInBranch(document, path, value, from_s);
      lab.beginning.update({ nudge: null });
      session.side = "B";
      await session.commit(document);
      clock.seek(from_s);
    }
    const to = reveal.run_to ?? (reveal.branch || reveal.set ? clock.duration_s : clock.t_s);
    this.run(to, reveal.speed ?? (reveal.branch || reveal.set ? undefined : step.speed), atOnce);
  }

  /** Opens a run at 0 s, paused, over its whole length; after one that is still opening, which would end by setting the clock to 0 s. */
  private async open(given: Step["set"], step: Step, revealed: readonly Reveal[]): Promise<void> {
    const { turn } = this;
    const opening = this.opening.then(() => (turn === this.turn ? this.openNow(given, step, revealed) : undefined));
    this.opening = opening.catch(() => undefined);
    await opening;
  }

  private async openNow(given: Step["set"], step: Step, revealed: readonly Reveal[]): Promise<void> {
    const { lab } = this;
    const panels = panelsOf(step, revealed) ?? firstPanels(given);
    const { document, preset } = await givenDocument(given, panels);
    this.limit(0);
    // Until the run is there, the picture would be that of the one before, which may give this question's answer away.
    lab.run.session.clock.playing = false;
    lab.run.session.clock.seek(0);
    lab.run.player.forget();
    await lab.openRun(openedAt(document, preset));
    lab.beginning.update({ nudge: null });
    this.show(panels);
    lab.run.chartArea.show([0, lab.run.session.clock.duration_s]);
  }

  /** Shows these panels; the path is where else nothing would. */
  private show(panels: readonly string[] | null): void {
    const { lab } = this;
    if (!panels) return;
    const charts = chartsIn(panels);
    lab.edits.setCharts(charts);
    document.body.classList.toggle("no-path", !panels.includes("path") && charts.length > 0);
    document.body.classList.toggle("no-charts", charts.length === 0);
  }

  /** Hides what follows a moment, s. */
  private limit(until_s = Number.POSITIVE_INFINITY): void {
    const { lab } = this;
    lab.run.session.clock.limit_s = until_s;
    lab.page.change();
    lab.run.chartArea.invalidate();
    lab.run.chartArea.invalidateOverlay("forget");
  }

  /** Lets the run go to a moment, and pause there. */
  private run(to_s: number, speed: number | undefined, atOnce: boolean): void {
    const { lab } = this;
    const { clock } = lab.run.session;
    const to = Math.min(to_s, clock.duration_s);
    clock.setSpeed(speed ?? speedFor(to - clock.t_s));
    clock.playing = false;
    clock.until_s = Number.POSITIVE_INFINITY;
    if (atOnce || reducedMotion() || to <= clock.t_s) clock.seek(to);
    else {
      clock.until_s = to;
      clock.playing = true;
    }
    lab.page.change();
  }

  /** Asks whether the presenting is to end; who goes on has the whole screen again. */
  private askToLeave(): void {
    askToLeave(
      () => this.leave(),
      () => void this.screen.refill(),
    );
  }

  /** Back to the laboratory: with the reader's own run, else with the script's as it is; `quietly`: another address opens. */
  leave(quietly = false): void {
    if (this.left) return;
    this.left = true;
    this.turn++;
    const { lab } = this;
    this.unlisten();
    this.screen.end();
    this.view.close();
    if (quietly) lab.address.drop();
    else lab.address.release();
    document.body.classList.remove(
      "presenting",
      "scripted",
      "no-path",
      "no-charts",
      "handled",
      "paced",
      "asking",
      "blank",
    );
    lab.stage.presenter = null;
    lab.look.setProjector(false);
    lab.run.session.clock.until_s = Number.POSITIVE_INFINITY;
    // A stretch that played to its end does not play past it.
    if (this.script) lab.run.session.clock.playing = false;
    this.limit();
    lab.run.chartArea.setOpen(lab.run.session.document.view.charts);
    if (this.script) lab.stage.played = lab.run.session.document.scenario;
    if (quietly) return;
    if (document.fullscreenElement) void document.exitFullscreen();
    if (this.script) void takeBack(lab).then(() => editor?.());
    lab.beginning.act();
    lab.page.says(translate("present.says.left"));
  }
}

/** Where a presented script begins: a step by its number from 0, or a press of the lecture that was left. */
export type Begins = { step: number } | { press: number };

/**
 * Presents a script on the whole screen; `name` is what is in the address. The run's own address stays in the browser's history, below the
 * script's.
 */
export async function presentScript(
  lab: Laboratory,
  script: Script,
  begins: Begins = { step: 0 },
  name: string | null = null,
): Promise<void> {
  lab.address.settle();
  const presenter = new Presenter(lab, script, name ?? pack(script));
  // A browser gives the screen only to what follows a press at once.
  const playing = play(presenter, script, begins);
  await presenter.screen.fill();
  await playing;
}

async function play(presenter: Presenter, script: Script, begins: Begins): Promise<void> {
  if ("press" in begins) {
    presenter.resume();
    await presenter.to(Math.min(begins.press, presenter.presses.length - 1));
  } else await presenter.begin(Math.min(begins.step, script.steps.length - 1));
}

/** Presents the script that an address names; after a reload, or on a way back, from the press that was reached. */
export async function presentNamed(lab: Laboratory, found: Opened, { script: name, step }: NamedScript): Promise<void> {
  const read = await scriptOf(lab.run.engine, name);
  if ("wrong" in read) {
    await lab.openRun(found);
    lab.problems.blame(read.wrong);
    return;
  }
  const left = history.state === null ? null : recallLecture();
  const begins = left?.script === name && left.step === step ? { press: left.at } : { step: step - 1 };
  await play(new Presenter(lab, read.script, name), read.script, begins);
}

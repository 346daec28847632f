/** A second branch of the run on the page, or many runs with other seeds. Not here: the branch (fork-view.ts), the runs (repeat.ts). */
import { timeText } from "../controls/time-bar.ts";
import { translate } from "../i18n/catalogue.ts";
import { forked, joinedAs, type Side } from "../session/fork.ts";
import { NARROW } from "../ui/screens.ts";
import type { ForkParts, ForkView } from "./fork-view.ts";
import { Part } from "./page.ts";
import type { Repeat } from "./repeat.ts";
import type { Time } from "./time.ts";
import type { Varying } from "./vary.ts";

type Needs = ForkParts & Varying & { time: Time };

export class Branches extends Part<Needs> {
  /** The second branch, while the run is split. */
  split: ForkView | null = null;
  /** Many runs of the scenario, while they are shown. */
  repeat: Repeat | null = null;
  private splitting = false;

  /** The settings that the controls show: of the branch that the controls change. */
  settings(): unknown {
    const { session, split } = this;
    const own = session.side === "B" && split && session.clock.t_s >= split.at_s;
    return (own ? split.session.settings : null) ?? session.settings;
  }

  /** Forks the run at the playhead, the controls on B; or ends the fork and keeps A. */
  fork(): void {
    const { session } = this;
    if (session.document.fork) {
      this.join("A");
      return;
    }
    if (this.repeat) void this.repeatRun();
    this.prepare();
    session.side = "B";
    void session.commit(forked(session.document, session.clock.t_s));
    this.lab.beginning.act();
    this.lab.page.says(translate("lab.says.forked", { time: timeText(session.clock.t_s) }));
  }

  /** Ends the fork: one branch is the run. */
  join(side: Side): void {
    const { session } = this;
    if (side === "B") this.lab.edits.former.forget();
    void session.commit(joinedAs(session.document, side));
    this.lab.beginning.act();
    this.lab.page.says(translate("lab.says.joined", { side }));
  }

  /** Has a second branch on the page while the document has one. */
  async follow(): Promise<void> {
    const { session, lab } = this;
    if (!session.run) return;
    if (session.document.fork && !this.split) {
      if (this.splitting) return;
      this.splitting = true;
      const { ForkView } = await import("./fork-view.ts");
      this.splitting = false;
      if (!session.document.fork || this.split) return;
      this.split = new ForkView(lab, session.document);
      // As when it was made: from a link, too, it is B that is tried out.
      session.side = "B";
    } else if (!session.document.fork && this.split) {
      this.split.close();
      this.split = null;
      session.side = "A";
      lab.edits.pending.drop();
    } else this.split?.follow(session.document);
    lab.page.change();
  }

  /** Computes the run with many seeds, or closes that. */
  async repeatRun(): Promise<void> {
    const { session } = this;
    const { run, page, look } = this.lab;
    if (session.document.fork) return page.says(translate("lab.repeat.forked"));
    this.lab.beginning.act();
    if (this.repeat) this.endRepeat();
    else {
      const { Repeat } = await import("./repeat.ts");
      if (session.document.fork || this.repeat) return;
      this.prepare();
      this.repeat = new Repeat(run, page, () => void this.repeatRun());
      if (NARROW.matches) look.update({ all: true });
    }
    page.says(translate(this.repeat ? "lab.says.repeated" : "lab.says.unrepeated"));
    page.change();
  }

  /** Many runs are of the run that was on the page. */
  endRepeat(): void {
    this.repeat?.close();
    this.repeat = null;
    this.lab.page.change();
  }

  /** Offers to give a setting several values, by its path; without one, what was varied last. `saved`: as a link has it. */
  async vary(path: string | null, saved: string | null = null): Promise<void> {
    const { vary } = await import("./vary.ts");
    this.lab.beginning.act();
    vary(this.lab, this.settings(), path, saved);
  }

  /** Makes room for more runs. */
  private prepare(): void {
    this.lab.time.why?.close();
    this.lab.beginning.update({ nudge: null });
  }
}

/**
 * The parts of the laboratory, as what serves all of them takes them: keys and buttons, drawing, files, opening a run, presenting. Types
 * only. Not here: what a part holds and does (its own file), their making (laboratory.ts).
 */
import type { Opened } from "../address/from-address.ts";
import type { NamedScript } from "../address/script.ts";
import type { Overview } from "../run_view/overview.ts";
import type { Effects } from "../session/effect.ts";
import type { Notices } from "../session/notices.ts";
import type { SavedRun } from "../session/saved-run.ts";
import type { Scenario } from "../session/scenario.ts";
import type { AddressBar } from "./address.ts";
import type { Beginning } from "./beginning.ts";
import type { Branches } from "./branches.ts";
import type { Edits } from "./edits.ts";
import type { Focus } from "./focus.ts";
import type { Look } from "./look.ts";
import type { FirstRun, Page } from "./page.ts";
import type { Problems } from "./problems.ts";
import type { Time } from "./time.ts";

/** The run while it is presented (presenter/presenter.ts). */
interface Presented {
  /** The script that is played; null: the run as it is. */
  readonly script: unknown;
  /** The script and its step, for the address. */
  place(): NamedScript | null;
  /** The laboratory has drawn itself. */
  tick(): void;
  /** Its charts were drawn: what lies over them follows. */
  follow(): void;
  /** `quietly`: another address opens. */
  leave(quietly?: boolean): void;
}

/** Presenting, and the runs on either side of it. */
export interface Stage {
  presenter: Presented | null;
  /** The reader's own run, while a script is presented. */
  aside: SavedRun | null;
  /** The run that a script was left with: not the reader's own, as long as it is unchanged. */
  played: Scenario | null;
  /** Offers to present the run, or a script. */
  present(): Promise<void>;
  /** Presents the script that an address names; where that cannot be, what is wrong with it is over the run. */
  presentNamed(found: Opened, named: NamedScript): Promise<void>;
}

/** Results about the run besides its signals. */
export interface Findings {
  readonly notices: Notices;
  readonly effects: Effects;
  readonly overview: Overview;
}

export interface Laboratory {
  readonly run: FirstRun;
  readonly page: Page;
  readonly beginning: Beginning;
  readonly problems: Problems;
  readonly look: Look;
  readonly focus: Focus;
  readonly time: Time;
  readonly edits: Edits;
  readonly branches: Branches;
  readonly address: AddressBar;
  readonly stage: Stage;
  openRun(found: Opened): Promise<void>;
}

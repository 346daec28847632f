/**
 * A figure, a lesson, an algorithm or the reader's own before a room: the projector's profile, the bar away, a foot with the code for phones, light
 * or dark, the whole screen and the way out; the address says it, so that a reload goes on. Not here: what is presented (its own
 * page), what all presenting has in common (presentation-mode.ts), the laboratory's runs and scripts (presenter/presenter.ts).
 */
import "../design/present-page.css";
import { html, render } from "lit";
import type { ThemeChoice } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { showCode } from "../ui/qr-code.ts";
import { themeAfter } from "../ui/theme-toggle.ts";
import { askToLeave, footOf, listenInRoom, type Ways, WholeScreen } from "./presentation-mode.ts";

/** Content that a page can present. */
export interface Presentable {
  /** Address for phones. */
  address(): string;
  /** Target of the code, as a key of words. */
  code: string;
  /** It is presented, or no more: it may draw itself anew. */
  presented?(): void;
  /** Sequence of the arrow keys; without it they are the page's own. */
  walk?: Walk;
}

export interface Walk extends Ways {
  /** Where it stands, from 1, and of how many. */
  place(): { n: number; all: number };
  /** It is presented, or no more. */
  presented(on: boolean): void;
}

export interface Around {
  theme(): ThemeChoice;
  onTheme(next: ThemeChoice): void;
  letters(): boolean;
  /** The presenting has ended by the lecturer's hand. */
  onLeft(): void;
}

/** Puts the profile into the address, or takes it out. */
function writeProfile(on: boolean): void {
  const fields = location.hash.replace(/^#/, "").split("&");
  const others = fields.filter((field) => field !== "" && !field.startsWith("profile="));
  history.replaceState(history.state, "", `#${[...others, ...(on ? ["profile=projector"] : [])].join("&")}`);
}

export class PagePresenter {
  private readonly foot = document.createElement("nav");
  private readonly screen = new WholeScreen(
    () => this.draw(),
    () => this.askToLeave(),
  );
  private readonly unlisten: () => void;
  private left = false;

  constructor(
    private readonly what: Presentable,
    private readonly around: Around,
  ) {
    // It begins where the page is read.
    what.walk?.presented(true);
    document.documentElement.dataset.profile = "projector";
    document.body.classList.add("presenting");
    what.presented?.();
    writeProfile(true);
    this.foot.id = "presenter";
    this.foot.className = "presenter";
    this.foot.setAttribute("aria-label", translate("present.foot"));
    document.getElementById("page")?.after(this.foot);
    this.unlisten = listenInRoom({
      letters: around.letters,
      ways: what.walk ?? null,
      onCode: () => this.showCode(),
      onLeave: () => this.askToLeave(),
    });
    this.draw();
    // The button that was pressed is away.
    document.getElementById("page")?.focus({ preventScroll: true });
  }

  fill(): Promise<void> {
    return this.screen.fill();
  }

  draw(): void {
    const { what, around, screen } = this;
    const { walk } = what;
    const place = walk?.place();
    const steps = walk &&
      place && {
        ...place,
        first: place.n <= 1,
        last: place.n >= place.all,
        onBack: () => walk.back(),
        onForth: () => walk.forth(),
      };
    render(
      html`${footOf({
        theme: around.theme(),
        steps: steps ?? null,
        onCode: () => this.showCode(),
        onTheme: () => around.onTheme(themeAfter(around.theme())),
        onFill: () => void screen.fill(),
        onLeave: () => this.leave(),
      })}`,
      this.foot,
    );
  }

  private showCode(): void {
    const { what } = this;
    showCode(what.address(), what.code, "present.code.page");
  }

  /** Asks whether the presenting is to end; who goes on has the whole screen again. */
  private askToLeave(): void {
    askToLeave(
      () => this.leave(),
      () => void this.screen.refill(),
    );
  }

  /** Back to the page as it is read; `quietly`: the page shows something else. */
  leave(quietly = false): void {
    if (this.left) return;
    this.left = true;
    this.unlisten();
    this.screen.end();
    this.foot.remove();
    document.body.classList.remove("presenting", "blank");
    if (quietly) return;
    delete document.documentElement.dataset.profile;
    writeProfile(false);
    if (document.fullscreenElement) void document.exitFullscreen();
    this.what.walk?.presented(false);
    this.what.presented?.();
    this.around.onLeft();
  }
}

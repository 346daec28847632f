/**
 * The time axis under the last chart: labels once, the crosshair's time, the playhead's handle, and the progress of a
 * stretch that is being computed. Not here: the playhead's line through the charts (overlay.ts).
 */
import { num, translate } from "../i18n/catalogue.ts";
import type { Span } from "../plot/span.ts";
import { element, write } from "../ui/dom.ts";
import type { Layout } from "./geometry.ts";

/** Contents of the axis. */
export interface AxisState {
  span: Span;
  ticks: readonly { at: number; text: string }[];
  layout: Layout;
  playhead_s: number;
  crosshair_s: number | null;
  duration_s: number;
  /** Something that is shown is still being computed, and has been for a while. */
  busy: boolean;
  /** Length of a round trip in s where time is read in round trips; null: in seconds. */
  round_s: number | null;
  /** The playhead's time is under it, in the place of the labels near it. */
  says: boolean;
}

/** Labels nearer to the playhead's time than this are left out, px. */
const NEAR = 36;
/** Half of a letter, px: the last label is beside the plot as far as the row goes. */
const HALF = 3.5;

const unitOf = ({ round_s }: AxisState): string => (round_s === null ? "chart.seconds" : "chart.round_trips");

export class TimeAxis {
  readonly row = element("div", "chart-axis");
  readonly handle = element("div", "chart-handle");
  readonly #labels = element("div", "chart-axis-labels");
  readonly #reading = element("span", "chart-axis-reading");
  readonly #now = element("b", "chart-axis-now");
  readonly #progress = element("div", "chart-progress");
  #key = "";
  #place = "";

  /** `scrub`: the playhead was dragged to, or moved by a key. */
  constructor(scrub: (t_s: number) => void) {
    // It stands nowhere yet: shown at the edge, it would jump.
    this.handle.hidden = true;
    this.handle.tabIndex = 0;
    this.handle.setAttribute("role", "slider");
    for (const name of ["aria-valuemin", "aria-valuemax", "aria-valuenow"]) this.handle.setAttribute(name, "0");
    this.handle.setAttribute("aria-label", translate("chart.playhead"));
    this.#reading.hidden = true;
    this.#labels.setAttribute("aria-hidden", "true");
    this.#now.setAttribute("aria-hidden", "true");
    this.row.append(this.#labels, this.#now, this.#progress, this.#reading, this.handle);
    this.#listen(scrub);
  }

  #state: AxisState | null = null;

  update(state: AxisState): void {
    this.#state = state;
    const { layout, span, ticks } = state;
    const x = (t: number): number => layout.left + ((t - span[0]) / (span[1] - span[0])) * layout.plotWidth;
    const key = `${span[0]} ${span[1]} ${layout.left} ${layout.plotWidth} ${layout.unit} ${state.round_s}`;
    if (key !== this.#key) {
      this.#key = key;
      const nodes = ticks.map((tick, i) => {
        const last = i === ticks.length - 1;
        const text = last ? translate(unitOf(state), { t: tick.text }) : tick.text;
        const node = element("span", "", text);
        const most = layout.width - text.length * HALF * layout.unit;
        node.style.left = `${Math.min(most, x(tick.at)).toFixed(1)}px`;
        return node;
      });
      this.#labels.replaceChildren(...nodes);
      this.#progress.style.left = `${layout.left}px`;
      this.#progress.style.width = `${layout.plotWidth}px`;
    }
    const at = x(state.playhead_s);
    const seen = at >= layout.left - 1 && at <= layout.left + layout.plotWidth + 1;
    const crossed = state.crosshair_s === null ? null : x(state.crosshair_s);
    const unit_s = state.round_s ?? 1;
    const digits = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10((span[1] - span[0]) / unit_s))));
    // By whole pixels, as the playhead's lines, and by its place: a transform would make the browser sort its layers anew.
    const place = `${at.toFixed(0)} ${seen} ${crossed?.toFixed(1)} ${key}`;
    if (place !== this.#place) {
      this.#place = place;
      if (this.handle.hidden === seen) this.handle.hidden = !seen;
      this.handle.style.left = `${at.toFixed(0)}px`;
      this.#sayNow(state, seen ? at : null);
      const away = crossed === null || crossed < layout.left || crossed > layout.left + layout.plotWidth;
      if (this.#reading.hidden !== away) this.#reading.hidden = away;
      if (crossed !== null) {
        this.#reading.style.transform = `translateX(${crossed.toFixed(1)}px) translateX(-50%)`;
        write(
          this.#reading,
          translate(unitOf(state), { t: num((state.crosshair_s as number) / unit_s, digits, digits) }),
        );
      }
    }
    this.row.classList.toggle("busy", state.busy);
    if (document.activeElement === this.handle || !this.handle.hasAttribute("aria-valuetext")) this.#announce(state);
  }

  /** Writes the playhead's time at a place; null: it is not in view. */
  #sayNow(state: AxisState, at: number | null): void {
    const { says, ticks, playhead_s, round_s, layout } = state;
    const { unit } = layout;
    const now = says ? at : null;
    this.#now.hidden = now === null;
    if (now !== null) {
      this.#now.style.left = `${now.toFixed(0)}px`;
      const digits = round_s === null ? 2 : 1;
      write(this.#now, translate(unitOf(state), { t: num(playhead_s / (round_s ?? 1), digits, digits) }));
    }
    for (const node of this.#labels.children) {
      const place = Number.parseFloat((node as HTMLElement).style.left);
      (node as HTMLElement).hidden = ticks.length > 0 && now !== null && Math.abs(place - now) < NEAR * unit;
    }
  }

  #announce(state: AxisState): void {
    const set = (name: string, value: string): void => {
      if (this.handle.getAttribute(name) !== value) this.handle.setAttribute(name, value);
    };
    set("aria-valuemin", "0");
    set("aria-valuemax", String(state.duration_s));
    set("aria-valuenow", state.playhead_s.toFixed(3));
    set("aria-valuetext", translate(unitOf(state), { t: num(state.playhead_s / (state.round_s ?? 1), 3) }));
  }

  #listen(scrub: (t_s: number) => void): void {
    let held = false;
    const clamp = (t: number): number => Math.min(this.#state?.duration_s ?? 0, Math.max(0, t));
    const { handle } = this;
    handle.addEventListener("pointerdown", (event) => {
      held = true;
      handle.setPointerCapture(event.pointerId);
      event.preventDefault();
      handle.focus();
    });
    handle.addEventListener("pointermove", (event) => {
      const state = this.#state;
      if (!held || !state) return;
      const { layout, span } = state;
      const x = event.clientX - this.row.getBoundingClientRect().left - layout.left;
      scrub(clamp(span[0] + (Math.max(0, Math.min(layout.plotWidth, x)) / layout.plotWidth) * (span[1] - span[0])));
    });
    for (const name of ["pointerup", "pointercancel"] as const) handle.addEventListener(name, () => (held = false));
    handle.addEventListener("keydown", (event) => {
      const state = this.#state;
      if (!state || event.ctrlKey || event.altKey || event.metaKey) return;
      const step = ((state.span[1] - state.span[0]) / 200) * (event.shiftKey ? 10 : 1);
      const to: Record<string, number> = {
        ArrowLeft: state.playhead_s - step,
        ArrowRight: state.playhead_s + step,
        ArrowDown: state.playhead_s - step,
        ArrowUp: state.playhead_s + step,
        Home: 0,
        End: state.duration_s,
      };
      const target = to[event.key];
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      scrub(clamp(target));
      this.#announce({ ...state, playhead_s: clamp(target) });
    });
  }
}

/**
 * The key of a chart's textures: a sample and a word for each, opened over the strips by pointer or menu. Not here: the
 * textures themselves (plot/shapes.ts).
 */

import type { Theme } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element } from "../ui/dom.ts";
import { type Chart, type ChartContext, overTime } from "./chart.ts";
import type { Layout } from "./geometry.ts";
import type { Moment } from "./moment.ts";
import type { PanelFrame } from "./panel-frame.ts";
import { STRENGTH } from "./ribbon.ts";

/** Size of a sample, px. */
const WIDTH = 26;
const HEIGHT = 10;

/** From this width on the key of textures is beside the title, if the chart has one, px. */
const KEY_ROOM = 860;

/** The key of a chart on the page: beside its title, in a line over the strips of a small chart, or opened under them. */
export class StripKey {
  #beside: HTMLElement | null = null;
  #version: string | null = null;
  #open: HTMLElement | null = null;

  constructor(
    private readonly chart: Chart,
    private readonly frame: PanelFrame,
  ) {}

  /** The words of the textures. */
  #words(facts: RunFacts): string[] {
    return (
      overTime(this.chart)
        ?.strips?.key?.(facts)
        .map(({ word }) => word) ?? []
    );
  }

  /** Shows it where there is room for it: strips that are met without it are a cipher. */
  showBeside(layout: Layout, { facts, theme, ratio, themeVersion, titled }: Moment): void {
    const { small, keyed } = layout;
    const room = small ? keyed > 0 : titled && layout.headroom > 0 && layout.width >= KEY_ROOM * layout.unit;
    const words = room ? this.#words(facts) : [];
    const version = words.length ? `${themeVersion} ${words.join()}` : null;
    if (version === this.#version) return;
    this.#version = version;
    this.#beside?.remove();
    this.#beside = version === null ? null : keyOf(this.chart, facts, theme, ratio);
    if (!this.#beside) return;
    this.#beside.classList.add("is-beside");
    // It says nothing that the chart's sentence does not say.
    this.#beside.setAttribute("aria-hidden", "true");
    this.#beside.classList.toggle("is-line", small);
    if (small) this.#beside.style.top = `${layout.top - layout.headroom - keyed}px`;
    this.frame[small ? "plot" : "figure"].append(this.#beside);
  }

  /** Opens or closes it under the strips; beside them it is seen already. */
  show(open: boolean, layout: Layout | null, cx: ChartContext | null): void {
    if (open === this.isOpen || (open && this.isSeen)) return;
    this.#open?.remove();
    this.#open = null;
    if (!open || !cx || !layout || !this.isOf(layout, cx)) return;
    this.#open = keyOf(this.chart, cx.facts, cx.theme, devicePixelRatio || 1);
    this.#open.style.left = `${layout.left}px`;
    this.#open.style.top = `${layout.top - 2}px`;
    this.frame.plot.append(this.#open);
  }

  /** Whether the chart has strips, whose textures have a key. */
  isOf(layout: Layout | null, cx: ChartContext | null): boolean {
    return cx !== null && this.#words(cx.facts).length > 0 && (layout?.headroom ?? 0) > 0;
  }

  /** Whether it is seen without being opened. */
  get isSeen(): boolean {
    return this.#beside?.checkVisibility() ?? false;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }
}

/** Builds the key of a chart, closed. */
function keyOf(chart: Chart, facts: RunFacts, theme: Theme, ratio: number): HTMLElement {
  const list = element("ul", "chart-key");
  list.setAttribute("aria-label", translate(`chart.${chart.id}.key`));
  for (const { pattern, word } of overTime(chart)?.strips?.key?.(facts) ?? []) {
    const item = element("li", "");
    const sample = element("canvas", "");
    sample.width = Math.round(WIDTH * ratio);
    sample.height = Math.round(HEIGHT * ratio);
    sample.style.width = `${WIDTH}px`;
    sample.style.height = `${HEIGHT}px`;
    const context = sample.getContext("2d");
    if (context) {
      context.scale(ratio, ratio);
      const surface = canvasSurface(context, theme, 1, ratio);
      surface.rect(0, 0, WIDTH, HEIGHT, { pattern, alpha: STRENGTH });
      surface.rect(0, 0, WIDTH, HEIGHT, { stroke: theme.ctl });
    }
    item.append(sample, word);
    list.append(item);
  }
  return list;
}

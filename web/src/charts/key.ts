/**
 * The key of a chart's textures: a sample and a word for each, opened over the strips by pointer or menu. Not here: the
 * textures themselves (plot/shapes.ts).
 */

import type { Theme } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element } from "../ui/dom.ts";
import { type Chart, overTime } from "./chart.ts";
import { STRENGTH } from "./ribbon.ts";

/** Size of a sample, px. */
const WIDTH = 26;
const HEIGHT = 10;

/** Builds the key of a chart, closed. */
export function keyOf(chart: Chart, facts: RunFacts, theme: Theme, ratio: number): HTMLElement {
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

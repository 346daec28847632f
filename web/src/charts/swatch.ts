/** A label's swatch as an element: the line's colour, dash and weight. Not here: the label (direct-labels.ts). */
import { path } from "d3-path";
import { OUTLINE, trace } from "../plot/shapes.ts";
import type { Slot } from "./chart.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Width and height of a filled one, px: a narrower one is a bar. */
const BOX = { width: 15, height: 9 };

/** Width of a filled swatch, px. */
export const fillWidth = ({ width }: NonNullable<Slot["swatch"]>): number => (width < BOX.height ? width : BOX.width);

/** The swatch of a slot: the line's colour, dash and weight, a filled square or bar, or a mark of `width` px. */
export function swatchOf(swatch: NonNullable<Slot["swatch"]>, unit: number): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const size = { width: 15 * unit, height: 10 * unit };
  svg.setAttribute("class", "chart-swatch");
  svg.setAttribute("width", String(size.width));
  svg.setAttribute("height", String(size.height));
  svg.setAttribute("viewBox", "0 0 15 10");
  svg.setAttribute("aria-hidden", "true");
  const { color: stroke, mark, dash } = swatch;
  const add = (name: string, attributes: Record<string, string | number>): void => {
    const drawn = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, String(value));
    svg.append(drawn);
  };
  if (swatch.fill) {
    const width = fillWidth(swatch);
    add("rect", { x: (BOX.width - width) / 2, y: 0.5, width, height: BOX.height, fill: stroke });
  } else if (mark) {
    const pen = path();
    const solid = trace(pen, mark, 7.5, 5, swatch.width) === "solid";
    add("path", {
      d: pen.toString(),
      ...(solid ? { fill: stroke } : { fill: "none", stroke, "stroke-width": OUTLINE }),
    });
  } else {
    const line = { d: "M0 5H15", fill: "none", stroke, "stroke-width": swatch.width };
    add("path", { ...line, ...(dash.length > 0 && { "stroke-dasharray": swatchDash(dash).join(" ") }) });
  }
  return svg;
}

/** A dash shortened so that its whole pattern shows in 15 px. */
function swatchDash(dash: readonly number[]): number[] {
  const length = dash.reduce((sum, part) => sum + part, 0);
  const scale = length > 15 ? 13 / length : 1;
  return dash.map((part, i) => Math.max(i % 2 === 1 ? 2 : 1, part * scale));
}

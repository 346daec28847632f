/** A label's swatch as an element: the line's colour, dash and weight. Not here: the label (direct-labels.ts). */
import type { Slot } from "./chart.ts";

const SVG = "http://www.w3.org/2000/svg";

/** The swatch of a slot: the line's colour, dash and weight, or a filled square. */
export function swatchOf(swatch: NonNullable<Slot["swatch"]>, unit: number): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const size = { width: 15 * unit, height: 10 * unit };
  svg.setAttribute("class", "chart-swatch");
  svg.setAttribute("width", String(size.width));
  svg.setAttribute("height", String(size.height));
  svg.setAttribute("viewBox", "0 0 15 10");
  svg.setAttribute("aria-hidden", "true");
  if (swatch.fill) {
    const box = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ x: 0, y: 0.5, width: 15, height: 9, fill: swatch.color })) {
      box.setAttribute(key, String(value));
    }
    svg.append(box);
  } else {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", "M0 5H15");
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", swatch.color);
    line.setAttribute("stroke-width", String(swatch.width));
    if (swatch.dash.length) line.setAttribute("stroke-dasharray", swatchDash(swatch.dash).join(" "));
    svg.append(line);
  }
  return svg;
}

/** A dash shortened so that its whole pattern shows in 15 px. */
function swatchDash(dash: readonly number[]): number[] {
  const length = dash.reduce((sum, part) => sum + part, 0);
  const scale = length > 15 ? 13 / length : 1;
  return dash.map((part, i) => Math.max(i % 2 === 1 ? 2 : 1, part * scale));
}

/**
 * Small helpers that build the charts' elements: no markup from text, no styles but through the object model. Not here:
 * what is in them.
 */
import type { Slot } from "../charts/chart.ts";

/** An element with a class and, if given, a text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Writes a text only where it is another one: nothing is laid out again for the same words. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Draws in the next frame, once, however often it is asked to. */
export function onceAFrame(draw: () => void): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      draw();
    });
  };
}

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

/** Frame of an exported drawing: its lines, where they are, the size of the document. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { framed } from "./picture-frame.ts";
import { svgSurface } from "./svg-surface.ts";

test("title and what is shown are over the drawing, the caption under it, all within the document", () => {
  const around = { title: "A run", caption: ["seed 1", "y".repeat(121)] };
  const svg = framed(svgSurface(THEME), THEME, "Window, packets", around, { left: 40, top: 10, height: 200 });
  const texts = [...svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*)</g)].map(([, x, y, text]) => ({
    x: Number(x),
    y: Number(y),
    text,
  }));
  expect(texts).toEqual([
    { x: -40, y: -50, text: "A run" },
    { x: -40, y: -26, text: "Window, packets" },
    { x: -40, y: 190, text: "seed 1" },
    { x: -40, y: 205, text: "y".repeat(120) },
    { x: -40, y: 220, text: "y" },
  ]);
  expect(svg).toMatch(/width="900" height="333"/);
  expect(svg).toContain('<rect width="900" height="333" fill="plate"/>');
  expect(svg).toContain('<g transform="translate(60 78)">');
});

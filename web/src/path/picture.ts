/**
 * The path as a picture for export: drawing and words of the screen in the width of a picture, on a white ground, with title
 * and caption. Pure: what the screen shows goes in, an SVG document comes out. Not here: what is drawn (scene.ts), what is
 * around it (plot/picture-frame.ts), nor files.
 */
import type { Theme } from "../design/theme.ts";
import { type Around, DRAWING_WIDTH, framed } from "../plot/picture-frame.ts";
import type { Surface } from "../plot/surface.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import { HOLD, type Kind, putCaptions } from "./captions.ts";
import { fitted, nameOf } from "./chips.ts";
import { type Box, layout } from "./geometry.ts";
import { setupOf } from "./readings.ts";
import { captionOf, drawScene, type PathInput, type PathShown, type Scene, slotsShown } from "./scene.ts";

/** Height of the drawing, px: that of a laptop's screen. */
const HEIGHT = 190;
/** Under each drawing, and of a branch's name over it, px. */
const GAP = 24;
const HEAD = 18;
/** Width of a letter of the read-out over its size: most are digits. */
const LETTER = 0.56;

/** Kinds of words by their look alone. */
type Look = Exclude<Kind, `${string} ${string}`>;

/** The same looks as the screen's words have (design/path.css). */
const LOOKS: Record<Look, { ink: "ink" | "ink2" | "ink3" | "drop" | "random"; size?: number; weight?: 600 }> = {
  "is-readout": { ink: "ink", size: 16, weight: 600 },
  "is-quiet": { ink: "ink2" },
  "is-axis": { ink: "ink3" },
  "is-strong": { ink: "ink", weight: 600 },
  "is-drop": { ink: "drop", weight: 600 },
  "is-random": { ink: "random", weight: 600 },
};

function lookOf(kind: Kind, theme: Theme): Parameters<Surface["text"]>[3] {
  const [look, over] = kind.split(" ") as [Look, string?];
  const { ink, size = 12, weight = 400 } = LOOKS[look];
  // On the screen the ground is behind such words; around letters it does the same.
  return { color: theme[ink], size, weight, ...(over && { halo: theme.plate }) };
}

/** The names in their boxes. */
function drawNames(surface: Surface, { input, layout: place }: Scene): void {
  const { facts, theme } = input;
  const put = (name: string, box: Box, isSigned: boolean): void => {
    const { text, signed, low, long } = fitted(name, box, place.form, isSigned);
    const size = long ? 11 : low ? 12 : 13;
    const y = box.y + box.height / 2;
    const style = { color: theme.ink, size, weight: long ? 400 : 600 } as const;
    if (signed) surface.text(box.x + 27, y, text, style);
    else surface.text(box.x + box.width / 2, y, text, { ...style, align: "center" });
  };
  for (const chip of place.chips) {
    const name = nameOf(chip, facts.flows);
    for (const box of [chip.sender, chip.receiver]) put(name, box, chip.flow >= 0);
  }
}

/** The moment as the picture shows it. */
function sceneOf({ dense, tracers, ...shown }: PathShown, theme: Theme): Scene {
  const input: PathInput = { ...shown, theme };
  const { picture, facts } = input;
  const setup = setupOf(picture, facts);
  const slots = slotsShown(input, setup);
  const place = layout({ width: DRAWING_WIDTH, height: HEIGHT, sources: facts.flows, slots, ratio: 1 });
  return { input, setup, layout: place, dense, tracers };
}

function drawPath(surface: Surface, shown: PathShown, theme: Theme): void {
  const scene = sceneOf(shown, theme);
  drawScene(surface, scene);
  drawNames(surface, scene);
  const caption = captionOf(scene, (text) => text.length * LETTER * 16);
  putCaptions((key, kind, text, x, y, align) => {
    // A picture cannot be held.
    if (text !== "" && key !== HOLD) surface.text(x, y, text, { ...lookOf(kind, theme), align });
  }, caption);
}

/** A path, with the name that it has beside another one. */
export interface NamedPath {
  name: string;
  shown: PathShown;
}

/** The picture as an SVG document: one path, or those of two branches under each other. `what`: what it shows, under the title. */
export function pathPicture(paths: readonly NamedPath[], theme: Theme, what: string, around: Around): string {
  const surface = svgSurface(theme);
  const head = paths.length > 1 ? HEAD : 0;
  for (const [i, { name, shown }] of paths.entries()) {
    const own = svgSurface(theme, 1, `p${i}-`);
    drawPath(own, shown, theme);
    const y = i * (head + HEIGHT + GAP);
    if (head > 0) surface.text(0, y, name, { color: theme.ink, size: 13, weight: 600 });
    surface.put(own.body(), y + head);
  }
  const height = paths.length * (head + HEIGHT + GAP);
  return framed(surface, theme, what, around, { left: 0, top: 0, height });
}

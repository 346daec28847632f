/**
 * The page's drawing of a figure for the command `sawtooth`, which evaluates it in a JavaScript engine without a page
 * (wasm-core/cli/src/drawing.rs). scripts/figure-script.mjs makes one script of it. Not here: the drawing itself (../picture.ts).
 */
import { lightTheme } from "../../design/theme.ts";
import tokens from "../../design/tokens.css?raw";
import type { Figure } from "../../ensemble/types.ts";
import { pictureOf } from "../../plot_view/picture.ts";
import { spoken } from "../labels.ts";

/** A figure, as JSON, as an SVG document. */
const drawFigure = (figure: string, title: string, caption: string): string =>
  pictureOf(spoken(JSON.parse(figure) as Figure), lightTheme(tokens), title, [caption]);

Object.assign(globalThis, { drawFigure });

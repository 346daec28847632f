/** Size of a lesson's sketch, px. In a file of its own: the gallery shows sketches, and only the build draws them (sketch-drawing.ts). */
export const WIDTH = 96;
export const HEIGHT = 40;

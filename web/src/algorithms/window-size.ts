/** Size of a window's drawing, px. In a file of its own: the index shows the drawings, and only the build makes them (window-drawing.ts). */
export const WIDTH = 120;
export const HEIGHT = 48;

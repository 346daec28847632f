/** Size of a thumbnail, px. In a file of its own: the gallery shows thumbnails, and only the build draws them (thumbnail.ts). */
export const WIDTH = 240;
export const HEIGHT = 96;

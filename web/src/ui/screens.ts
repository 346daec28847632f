/** Which form the laboratory's layout has, by the screen. Not here: the forms themselves (design/sizes.css). */

/** Layouts: the sidebar is a sheet, with the bottom bar in its place; the bottom bar has one slider; two tracks are beside each other. */
export const NARROW = matchMedia("(max-width: 1099px), (max-height: 479px)");
export const PHONE = matchMedia("(max-width: 599px), (max-height: 479px)");
export const WIDE = matchMedia("(min-width: 1600px)");
/** From here on a track is open at first. */
const ROOMY = matchMedia("(min-width: 1366px)");

/** Tracks that are open under the stage, where nobody chose any. */
export const tracksAtFirst = (): number => (WIDE.matches ? 2 : ROOMY.matches ? 1 : 0);

/**
 * Words that stand among data are drawn after all of it, that of overlays too: nothing strikes them through.
 * Not here: where a chart puts its words.
 */
import type { Surface } from "./surface.ts";

/** A surface that keeps words with a halo back until they are asked for, and what draws them. */
export function wordsLast(surface: Surface): { surface: Surface; drawWords: () => void } {
  const kept: Parameters<Surface["text"]>[] = [];
  const keeping: Surface = {
    polyline: (...all) => surface.polyline(...all),
    polygon: (...all) => surface.polygon(...all),
    area: (...all) => surface.area(...all),
    dots: (...all) => surface.dots(...all),
    rect: (...all) => surface.rect(...all),
    mark: (...all) => surface.mark(...all),
    clip: (...all) => surface.clip(...all),
    text: (...all) => {
      if (all[3].halo === undefined) surface.text(...all);
      else kept.push(all);
    },
  };
  const drawWords = (): void => {
    for (const all of kept.splice(0)) surface.text(...all);
  };
  return { surface: keeping, drawWords };
}

/**
 * A drawing that is made once and put on several surfaces: what a chart computes for it is computed once. Not here: any surface
 * (canvas-surface.ts, svg-surface.ts).
 */
import type { Surface } from "./surface.ts";

type Call = (on: Surface) => void;

/** Records what `draw` draws; what it returns puts that on a surface. */
export function recorded(draw: (surface: Surface) => void): (on: Surface) => void {
  let calls: Call[] = [];
  const note = (call: Call): void => {
    calls.push(call);
  };
  draw({
    polyline: (...all) => note((on) => on.polyline(...all)),
    polygon: (...all) => note((on) => on.polygon(...all)),
    area: (...all) => note((on) => on.area(...all)),
    dots: (...all) => note((on) => on.dots(...all)),
    rect: (...all) => note((on) => on.rect(...all)),
    mark: (...all) => note((on) => on.mark(...all)),
    text: (...all) => note((on) => on.text(...all)),
    clip(x, y, w, h, inner) {
      const outer = calls;
      calls = [];
      inner();
      const within = calls;
      calls = outer;
      note((on) =>
        on.clip(x, y, w, h, () => {
          for (const call of within) call(on);
        }),
      );
    },
  });
  return (on) => {
    for (const call of calls) call(on);
  };
}

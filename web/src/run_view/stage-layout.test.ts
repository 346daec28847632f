/** How path, stage and tracks share the height of a page, on the screens of the design. */
import { expect, test } from "vitest";
import { type Screen, SIZES, shares } from "./stage-layout.ts";

const track = (id: string, own = false) => ({ id, own });
/** Room that is left for the stage, without its axis, px. */
function stage(screen: Screen, height: number, window: number, open: { id: string; own: boolean }[]) {
  const shared = shares({ screen, height, window, open, tracks: 16 });
  const { row, more } = SIZES[screen];
  const heights = open.map(({ id }) => shared.opened(id));
  const tall = shared.pairs ? Math.max(...heights) : heights.reduce((sum, each) => sum + each, 0);
  return { ...shared, stage: height - shared.path - 22 - tall - shared.rows * row - (shared.more ? more : 0) };
}

test("on a laptop the gradient is open under a stage of 300 px, with rows and the rest under it", () => {
  expect(stage("laptop", 622, 768, [track("gradient")])).toMatchObject({ path: 122, rows: 2, more: true, stage: 300 });
  expect(stage("laptop", 622, 768, [])).toMatchObject({ path: 140, rows: 5, more: true, stage: 316 });
});

test("an open track takes its height from the stage, then the path, then the rows", () => {
  const two = stage("laptop", 622, 768, [track("rtt"), track("gradient")]);
  expect(two).toMatchObject({ path: 122, rows: 0, more: true });
  expect(two.stage).toBeGreaterThanOrEqual(280);
  expect(stage("laptop", 800, 950, [track("rtt")]).opened("rtt")).toBe(112);
  expect(stage("laptop", 622, 768, [track("phase", true)]).opened("phase")).toBeGreaterThanOrEqual(140);
});

test("on a wide screen two open tracks are beside each other", () => {
  const { path, pairs, rows, stage: tall } = stage("wide", 904, 1080, [track("rtt"), track("gradient")]);
  expect({ path, pairs, rows }).toEqual({ path: 180, pairs: true, rows: 3 });
  expect(tall).toBeGreaterThanOrEqual(400);
});

test("a low window has the strip of the path, and no rows", () => {
  expect(stage("laptop", 500, 640, [])).toMatchObject({ path: 56, rows: 0, more: true });
});

test("on a phone an open track has the place of the rows", () => {
  expect(stage("phone", 554, 844, [])).toMatchObject({ path: 108, rows: 2, more: false });
  expect(stage("phone", 554, 844, [track("rtt")])).toMatchObject({ rows: 0, more: false });
});

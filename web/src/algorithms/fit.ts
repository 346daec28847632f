/**
 * Equations that are wider than their column are set smaller, as long as they can be read; beyond that they move within their
 * own box (algorithms.css). Not here: the equations (algorithm-page.ts).
 */

/** No equation is set smaller, px. */
const LEAST_PX = 13;

function fit(box: HTMLElement): void {
  box.style.fontSize = "";
  if (box.scrollWidth <= box.clientWidth) return;
  const { fontSize, paddingLeft } = getComputedStyle(box);
  const padding = Number.parseFloat(paddingLeft);
  const share = (box.clientWidth - padding) / (box.scrollWidth - padding);
  // A little less: letters are set on whole pixels.
  box.style.fontSize = `${Math.max(LEAST_PX, Number.parseFloat(fontSize) * share * 0.98)}px`;
}

/** Keeps the equations within their column, whatever its width. Returns what ends it. */
export function fitEquations(page: HTMLElement): () => void {
  const boxes = [...page.querySelectorAll<HTMLElement>(".equations .math")];
  const watch = new ResizeObserver(() => boxes.forEach(fit));
  const column = page.querySelector(".equations");
  if (column) watch.observe(column);
  return () => watch.disconnect();
}

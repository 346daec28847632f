/**
 * The RTT of a packet that was followed: a dot that falls from the end of the ACK path to its place in the chart of RTTs, where that is on
 * the screen. Not here: which packet is followed (path/tracers.ts), the chart (charts/rtt.ts).
 */
import { reducedMotion, type Theme } from "../design/theme.ts";
import type { Home } from "../path/tracers.ts";
import type { ChartArea } from "./chart-area.ts";
import type { Player } from "./player.ts";
import { plotPlace } from "./plot-rectangle.ts";

/** How long it falls, and then stays, ms; its size, px. */
const FALL_MS = 550;
const STAY_MS = 500;
const SIZE = 9;

/** Lets it fall; `x`, `y`: where the ACK came home, px of the path. */
export function fall(
  path: HTMLElement,
  { home, x, y }: { home: Home; x: number; y: number },
  chartArea: ChartArea,
  { looks }: Player,
  theme: Theme | null,
): void {
  const plot = plotPlace(chartArea, "rtt");
  if (!plot || !theme || reducedMotion()) return;
  const [to_x, to_y] = [plot.x(home.t_s), plot.y(home.rtt_ms)];
  const inside = to_x >= 0 && to_x <= plot.width && to_y >= 0 && to_y <= plot.height;
  const frame = plot.element.getBoundingClientRect();
  if (!inside || frame.height === 0) return;
  const from = path.getBoundingClientRect();
  const dot = document.createElement("span");
  dot.className = "falling-dot";
  dot.setAttribute("aria-hidden", "true");
  const { style } = dot;
  style.width = style.height = `${SIZE}px`;
  style.background = theme.flows[(looks[home.source]?.sign ?? home.source) % theme.flows.length] ?? theme.ink;
  document.body.append(dot);
  const place = (left: number, top: number): string => `translate(${left - SIZE / 2}px, ${top - SIZE / 2}px)`;
  const end = place(frame.left + plot.left + to_x, frame.top + plot.top + to_y);
  const falls = dot.animate(
    [
      { transform: place(from.left + x, from.top + y), easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
      { transform: end, offset: FALL_MS / (FALL_MS + STAY_MS) },
      { transform: end, opacity: 0 },
    ],
    FALL_MS + STAY_MS,
  );
  const remove = (): void => dot.remove();
  falls.finished.then(remove, remove);
}

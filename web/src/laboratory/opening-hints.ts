/**
 * Hints while the opening runs slowly, and when it becomes faster: one thing at a time, as text beside the picture, each once it is to be seen there;
 * nothing after the reader's first act. Not here: the opening's rule (session/opening.ts), the words' place (run_view/introduction.ts).
 */
import type { Picture } from "../engine/protocol.ts";
import { JOIN_S, type Phase } from "../session/opening.ts";

/** In the order in which the run shows them; each has its words under `lab.point.<name>`. */
export const POINTS = ["packets", "doubles", "fills", "drops", "normal"] as const;

/** From this share of its limit on the queue is seen to fill. */
const FILLS = 0.3;
/** Kind of a loss in a picture: dropped by the queue. */
const DROPPED = 0;

/** The thing that a picture shows, never one before `last`; null: nothing is pointed out. */
export function pointIn(
  phase: Phase,
  picture: Pick<Picture, "t_s" | "queue_packets" | "limit_packets" | "losses">,
  last = 0,
): number | null {
  if (phase === "normal") return POINTS.length - 1;
  // Not before the speed is reached.
  if (phase === "ramp") return last;
  if (phase !== "slow") return null;
  const { t_s, queue_packets, limit_packets, losses } = picture;
  const drops = losses.length > 0 && losses[0] === DROPPED;
  const now = t_s < JOIN_S ? 0 : drops ? 3 : queue_packets >= FILLS * limit_packets ? 2 : 1;
  return Math.max(last, now);
}

/**
 * A row of the table from a run's summary: every number is the summary's own, or follows from it as the lessons' numbers do.
 * Pure. Not here: running (host.ts), the paths (paths.ts).
 */
import { type Measured, measure } from "../../session/measures.ts";
import type { Entry } from "../../session/scenario.ts";
import type { Candidate, Row, StandardPath } from "./types.ts";

/** Result of a candidate on a path. */
export function rowOf(path: StandardPath, candidate: Candidate, measured: Measured): Row {
  const number = (of: string): number => measure(measured, of) ?? 0;
  const { flows } = measured.settings as { flows: Entry[] };
  // Each flow's rates are over its own time: of a run, a flow that began later has had less.
  const own = (flows.length > 1 && path.flows === "beside_cubic" ? flows.slice(0, 1) : flows)
    .filter((flow) => flow.algorithm?.kind === candidate)
    .map(({ name = "", start_s = 0 }) => ({ name, part: 1 - start_s / path.duration_s }));
  const sum = (of: string): number =>
    own.reduce((all, { name, part }) => all + part * number(`flows.${name}.${of}`), 0);
  const count = (of: string): number => own.reduce((all, { name }) => all + number(`flows.${name}.${of}`), 0);
  const lost = number("bottleneck.dropped_queue") + number("bottleneck.dropped_random");
  const digest = (measured.summary as { digest: string }).digest;
  return {
    path: path.id,
    candidate,
    goodput_bps: sum("goodput_bps"),
    of_capacity: sum("of_capacity"),
    queue_delay_ms: {
      p50: number("bottleneck.queue_delay_ms.p50"),
      p90: number("bottleneck.queue_delay_ms.p90"),
      mean: number("bottleneck.queue_delay_ms.mean"),
    },
    loss_rate: lost / number("bottleneck.arrived"),
    jain_index: path.flows === "two" ? measure(measured, "jain_index") : null,
    share_of_flows: path.flows === "beside_cubic" ? measure(measured, `flows.${own[0]?.name}.share_of_flows`) : null,
    timeouts: count("timeouts"),
    digest,
  };
}

/**
 * The simulator's knowledge beside an algorithm's inference: how the packet was lost, the true state of the queue, which flows
 * share the link. Pure. Not here: where these facts are read (facts.ts), what the algorithm inferred (explain.ts).
 */
import type { Fired } from "../engine/protocol.ts";
import { num, plural, translate, withUnit } from "../i18n/catalogue.ts";
import { STATES } from "./explain.ts";

/** How much waits, or may wait, in the unit of the queue's limit. */
export interface QueueLength {
  value: number;
  inBytes: boolean;
}

/** "30 packets", "28 kB" */
export const amountText = ({ value, inBytes }: QueueLength): string =>
  inBytes ? withUnit(value / 1000, "kB", 1) : plural("why.amount", value);

/** "83 of 84 packets", "28.8 of 30 kB" */
export const fillText = ({ value, inBytes }: QueueLength, limit: number): string =>
  inBytes
    ? translate("why.fill.bytes", { queue: num(value / 1000, 1), limit: withUnit(limit / 1000, "kB", 1) })
    : translate("why.fill", { queue: num(value), limit: num(limit) });

/** Facts of the run at the instant of a decision; what is missing is not known, or means nothing there. */
export interface Facts {
  /** How the packet left the path whose loss was detected, and what was in the queue at that instant. */
  lost?: { how: "queue" | "random" | "mark"; queue: QueueLength };
  /** Place in `STATES` of the queue's true state over the flow's last RTT. */
  state?: number;
  /** Packets in the queue, and those of the flow. */
  queue_packets?: number;
  own_packets?: number;
  /** The RTT of a full packet on an empty path. */
  min_rtt_ms?: number;
  /** Loss-based flows that share the link. */
  rivals?: readonly string[];
  /** Flows that have started since the flow's previous loss. */
  joined?: readonly string[];
}

/** A longer base RTT than this share of the true one is worth a word. */
const LONGER = 1.01;

/** Whether the queue grew, by its true state: what CDG infers from a gradient above zero. */
const VERDICTS = new Map([
  ["rising", "right"],
  ["full", "full"],
  ["falling", "wrong"],
  ["empty", "wrong"],
]);

type Decision = Pick<Fired, "infers" | "numbers">;

/** Whether CUBIC's cut assumed that a flow has joined: it lowered W_max below the window. */
export const converges = ({ infers, numbers: { w_max, before } }: Decision): boolean =>
  infers === "congestion" && typeof w_max === "number" && typeof before === "number" && w_max < before;
/** Whether a rule assumes that loss-based flows fill the queue. */
export const assumesRivals = ({ infers, numbers }: Decision): boolean =>
  infers === "rivals" || (numbers.competes ?? 0) > 0;
/** Whether a rule is about a loss. */
export const isOfLoss = ({ infers }: Decision): boolean => infers === "congestion" || infers === "random_loss";

function ofLoss(tolerated: boolean, lost: NonNullable<Facts["lost"]>): string[] {
  const how = translate(`why.truth.${lost.how}`, { queue: amountText(lost.queue) });
  if (lost.how === "mark") return [how];
  const right = (lost.how === "random") === tolerated;
  return [how, translate(`why.truth.${tolerated ? "tolerated" : "congestion"}.${right ? "right" : "wrong"}`)];
}

/** Sentences about a decision that the simulator can add; empty where it knows nothing of use. */
export function truth(fired: Decision, facts: Facts): string {
  const { infers, numbers } = fired;
  const said: string[] = [];
  const { lost, state, own_packets: own, queue_packets: all, min_rtt_ms: least, rivals, joined } = facts;
  if (lost && isOfLoss(fired)) said.push(...ofLoss(infers === "random_loss", lost));
  // CDG infers the queue's state from gradients; others only how long the queue is.
  const infersState = numbers.state !== undefined || (infers === "queue" && numbers.gradient_ms !== undefined);
  if (state !== undefined && infersState) {
    const name = STATES[state] ?? "unknown";
    said.push(translate("why.truth.state", { state: translate(`chart.queue.state.${name}`) }));
    // CDG draws only where the delay grows.
    const verdict = infers === "queue" && VERDICTS.get(name);
    if (verdict) said.push(translate(`why.truth.growth.${verdict}`));
  }
  if (own !== undefined && all !== undefined && infers === "queue")
    said.push(translate("why.truth.own", { own: num(own), all: num(all) }));
  const base = numbers.base_rtt_ms;
  if (least !== undefined && typeof base === "number" && base > LONGER * least)
    said.push(translate("why.truth.base", { true_ms: num(least, 1), base_ms: num(base, 1) }));
  if (rivals && assumesRivals(fired))
    said.push(
      rivals.length > 0
        ? translate("why.truth.rivals", { names: rivals.join(", ") })
        : translate("why.truth.no_rivals"),
    );
  if (joined && converges(fired))
    said.push(
      joined.length > 0
        ? translate("why.truth.joined", { names: joined.join(", ") })
        : translate("why.truth.not_joined"),
    );
  return said.join(" ");
}

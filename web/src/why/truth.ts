/**
 * What the simulator knows beside what an algorithm inferred: how the packet was lost, the true state of the queue, which flows
 * share the link. Pure. Not here: where these facts are read (pages/why-facts.ts), what the algorithm inferred (explain.ts).
 */
import type { Fired } from "../engine/protocol.ts";
import { num, say } from "../words/words.ts";
import { STATES } from "./explain.ts";

/** Facts of the run at the instant of a decision; what is missing is not known, or means nothing there. */
export interface Facts {
  /** How the packet left the path whose loss was detected, and the packets in the queue at that instant. */
  lost?: { how: "queue" | "random" | "mark"; queue_packets: number };
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

/** Kinds whose only signal is loss, or whose delay window does not keep them from filling the queue. */
export const LOSS_BASED: ReadonlySet<string> = new Set([
  "newreno",
  "cubic",
  "htcp",
  "aimd",
  "sqrt",
  "iiad",
  "africa",
  "compound",
  "rap",
  "tfrc",
  "tear",
]);

/** Rules that treat a loss as congestion, or as random. */
const CONGESTION =
  /^\w+\.(loss|loss_congestion|loss_slow_start|loss_fast|loss_slow)$|^(newreno|aimd|sqrt|iiad)\.(halve|give_up)$|^(cubic|htcp|compound)\.reduce$/;
const TOLERATED = /^(cdg|chd)\.loss_tolerated$/;
/** Rules that estimate the queue, or the flow's own packets in it. */
const ESTIMATE =
  /^(vegas\.(increase|decrease|hold|slow_start|slow_start_exit)|fast\.(step|multiply|slow_start_exit)|africa\.(fast|slow)|compound\.(grow|give_way)|card\.(increase|decrease)|dual\.(below|decrease)|lp\.(halve|give_up)|pert\.respond|hd\.delay_backoff|chd\.(delay_backoff|no_backoff)|cdg\.(delay_backoff|no_backoff|slow_start_exit\w*)|hystart\.\w+)$/;
const STATE = /^cdg\.(delay_backoff|no_backoff|slow_start_exit|loss_\w+)$/;
/** A longer base RTT than this share of the true one is worth a word. */
const LONGER = 1.01;

type Decision = Pick<Fired, "rule" | "numbers">;

/** Whether CUBIC's cut assumed that a flow has joined: it lowered W_max below the window. */
export const converges = ({ rule, numbers }: Decision): boolean =>
  rule === "cubic.reduce" && (numbers.w_max ?? 0) < (numbers.before ?? 0);
/** Whether a rule assumes that loss-based flows fill the queue. */
export const assumesRivals = ({ rule, numbers }: Decision): boolean =>
  rule === "cdg.held" || (rule.startsWith("chd.") && (numbers.competes ?? 0) > 0);
/** Whether a rule is about a loss. */
export const isOfLoss = ({ rule }: Decision): boolean => CONGESTION.test(rule) || TOLERATED.test(rule);

function ofLoss(rule: string, lost: NonNullable<Facts["lost"]>): string[] {
  const how = say(`why.truth.${lost.how}`, { queue: num(lost.queue_packets) });
  if (lost.how === "mark") return [how];
  const tolerated = TOLERATED.test(rule);
  const right = (lost.how === "random") === tolerated;
  return [how, say(`why.truth.${tolerated ? "tolerated" : "congestion"}.${right ? "right" : "wrong"}`)];
}

/** Sentences about a decision that the simulator can add; empty where it knows nothing of use. */
export function truth(fired: Decision, facts: Facts): string {
  const { rule, numbers } = fired;
  const said: string[] = [];
  const { lost, state, own_packets: own, queue_packets: all, min_rtt_ms: least, rivals, joined } = facts;
  if (lost && isOfLoss(fired)) said.push(...ofLoss(rule, lost));
  if (state !== undefined && STATE.test(rule))
    said.push(say("why.truth.state", { state: say(`chart.queue.state.${STATES[state] ?? "unknown"}`) }));
  if (own !== undefined && all !== undefined && ESTIMATE.test(rule))
    said.push(say("why.truth.own", { own: num(own), all: num(all) }));
  const base = numbers.base_rtt_ms;
  if (least !== undefined && typeof base === "number" && base > LONGER * least)
    said.push(say("why.truth.base", { true_ms: num(least, 1), base_ms: num(base, 1) }));
  if (rivals && assumesRivals(fired))
    said.push(rivals.length > 0 ? say("why.truth.rivals", { names: rivals.join(", ") }) : say("why.truth.no_rivals"));
  if (joined && converges(fired))
    said.push(joined.length > 0 ? say("why.truth.joined", { names: joined.join(", ") }) : say("why.truth.not_joined"));
  return said.join(" ");
}

/**
 * The mean goodput of each flow over the stretch that a reveal shows, in words: the chart's own number is the last second's. Not
 * here: when it is on the screen (view.ts), how a goodput is measured (compare/measures.ts).
 */

import { countersOf, meanGoodput } from "../compare/measures.ts";
import type { EngineClient } from "../engine/client.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { inOrder } from "../session/scenario.ts";
import type { Laboratory } from "./laboratory.ts";

/** One branch of the run, its name if there are two. */
interface Part {
  side: string | null;
  engine: EngineClient;
  looks: readonly FlowLook[];
}

/** The sentence, from where it is asked for, or all flows run, or the run parts, to the playhead; null where there is nothing to take a mean of. */
export async function meanText(
  { run, branches }: Pick<Laboratory, "run" | "branches">,
  asked_s?: number,
): Promise<string | null> {
  const { session, player } = run;
  const { split } = branches;
  const { clock, document } = session;
  const facts = player.facts();
  const senders = player.looks.filter((look) => !look.cross);
  const from_s = asked_s ?? split?.at_s ?? Math.max(0, ...senders.map((look) => look.start_s));
  const to_s = Math.min(clock.t_s, clock.computed_s, split ? split.session.clock.computed_s : Number.POSITIVE_INFINITY);
  if (!(to_s > from_s) || senders.length === 0) return null;
  const changes = [...inOrder(document.scenario), ...(document.fork?.interventions ?? [])];
  // A share is one of a link that stays as it is.
  const steady = !changes.some((each) => /^bottleneck\.rate|packet_bytes/.test(each.path));
  const whole = steady ? (facts.rate_bps * facts.payload_bytes) / facts.packet_bytes / 1e6 : null;
  const parts: Part[] = [
    { side: split ? "A" : null, engine: run.engine, looks: senders },
    ...(split ? [{ side: "B", engine: split.engine, looks: split.player.looks.filter((look) => !look.cross) }] : []),
  ];
  const texts = await Promise.all(parts.map((part) => flowsOf(part, from_s, to_s, whole)));
  const times = { from: num(from_s, 2), to: withUnit(to_s, "s", 3) };
  return translate("present.mean", { ...times, flows: texts.flat().join("; ") });
}

async function flowsOf({ side, engine, looks }: Part, from_s: number, to_s: number, whole: number | null) {
  const ends = await countersOf(engine, from_s, to_s);
  return looks.flatMap((look) => {
    const mean = meanGoodput(ends, look, from_s, to_s);
    if (mean === null) return [];
    const goodput = withUnit(mean, "Mbit/s", 2);
    const share = whole === null ? "" : translate("present.mean.share", { share: num((100 * mean) / whole) });
    return [[side, look.label, goodput, share].filter(Boolean).join(" ")];
  });
}

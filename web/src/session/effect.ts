/**
 * Effect of a change, as one sentence with numbers of the run: the share of the link that a flow uses, its goodput where that share is
 * small, or how long packets wait in the queue, each beside the same stretch of the run as it was before the change (same seed). Not here: what was changed (change.ts).
 */

import { BOTTLENECK, type Points, type SourceName } from "../engine/protocol.ts";
import { rateText } from "../i18n/amounts.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import type { Change } from "./change.ts";
import type { LabDocument } from "./document.ts";
import type { FlowLook } from "./run-facts.ts";
import { inOrder, type Scenario, valueAt } from "./scenario.ts";
import type { Engine, Session } from "./session.ts";

/** Measures of a run that is computed to its end. */
export interface Measured {
  /** Delivered bytes of each flow so far; times and values alternate. */
  bytes: ReadonlyMap<SourceName, Points>;
  /** Mean queueing delay of short stretches, ms. */
  wait: Points;
}

/** A run with what was measured of it. */
export interface Course {
  scenario: Scenario;
  measured: Measured;
}

/** A stretch shorter than this shows noise more than a change, s. */
const SHORTEST_S = 2;
/** After a change the flows take a while: so much of the stretch is left out, s at most and as a share. */
const SETTLES_S = 5;
const SETTLES = 0.2;
/** A change of a share, of a goodput or of the queueing delay that is worth a word: as parts of the link, as a ratio of both, ms. */
const SHARE = 0.03;
const RATIO = 1.1;
const WAIT_MS = 1;
/** Whether the larger of two amounts is worth a word beside the smaller one. */
const differ = (a: number, b: number): boolean => Math.max(a, b) > 0 && Math.max(a, b) >= RATIO * Math.min(a, b);

/** Shares with a name of their own, and how near a share has to be to one. */
const NAMED: readonly (readonly [share: number, name: string])[] = [
  [1 / 4, "quarter"],
  [1 / 3, "third"],
  [1 / 2, "half"],
  [2 / 3, "two_thirds"],
  [3 / 4, "three_quarters"],
];
const NEAR = 0.02;
/** From here on a flow has nearly all of the link, up to there almost none. */
const ALL = 0.95;
const NONE = 0.02;

/** "about a third of the link" */
export function shareText(share: number): string {
  if (share >= ALL) return translate("lab.share.all");
  if (share <= NONE) return translate("lab.share.none");
  const named = NAMED.find(([each]) => Math.abs(share - each) <= NEAR);
  return named ? translate(`lab.share.${named[1]}`) : translate("lab.share", { n: num(100 * share, 0) });
}

const percent = (share: number): string => translate("lab.percent", { n: num(100 * Math.max(0, share), 0) });

/** A total at a moment, between its points in proportion. */
function totalAt(points: Points, t_s: number): number {
  let before = [0, 0];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [t, v] = [points[i] as number, points[i + 1] as number];
    const [t0, v0] = before as [number, number];
    if (t >= t_s) return t > t0 ? v0 + ((v - v0) * (t_s - t0)) / (t - t0) : v;
    before = [t, v];
  }
  return before[1] as number;
}

/** Mean of the points within a stretch; null where there are none. */
function meanOf(points: Points, t0_s: number, t1_s: number): number | null {
  let [sum, n] = [0, 0];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const t = points[i] as number;
    if (t < t0_s || t > t1_s || !Number.isFinite(points[i + 1])) continue;
    sum += points[i + 1] as number;
    n++;
  }
  return n > 0 ? sum / n : null;
}

/** The longest stretch after a change in which nothing else changes in either run, without its beginning; null: too short. */
export function stretchAfter(
  at_s: number,
  runs: readonly Scenario[],
  looks: readonly FlowLook[],
): readonly [number, number] | null {
  const end_s = Math.min(...runs.map((run) => run.duration_s));
  const times = [
    ...runs.flatMap((run) => inOrder(run).map((each) => each.at_s)),
    ...looks.flatMap((look) => [look.start_s, look.stop_s]),
  ];
  const cuts = [at_s, ...times.filter((t) => t > at_s && t < end_s).sort((a, b) => a - b), end_s];
  let best: readonly [number, number] = [at_s, at_s];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [cuts[i] as number, cuts[i + 1] as number];
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  const length = best[1] - best[0];
  return length < SHORTEST_S ? null : [best[0] + Math.min(SETTLES_S, SETTLES * length), best[1]];
}

/** The rate of a scenario's link at a moment, bit/s. */
function rateAt(scenario: Scenario, t_s: number, otherwise: number): number {
  const path = "bottleneck.rate_bps";
  const set = inOrder(scenario).filter((each) => each.path === path && each.at_s <= t_s);
  const rate = set.at(-1)?.value ?? valueAt(scenario, path);
  return typeof rate === "number" ? rate : otherwise;
}

/** Further facts about the link: payload of a packet's bytes, its rate where a scenario does not say it. */
export interface Link {
  rate_bps: number;
  payload_bytes: number;
  packet_bytes: number;
}

/** The effect of a change in words, in the future as far as the stretch is not played at `t_s`; null where the run does not show it. */
export function effectText(
  { t_s: from_s, path, joined }: Pick<Change, "t_s" | "path" | "joined">,
  now: Course,
  before: Course | null,
  looks: readonly FlowLook[],
  link: Link,
  t_s: number,
): string | null {
  const flows = looks.filter((look) => !look.cross);
  const runs = before ? [now.scenario, before.scenario] : [now.scenario];
  const stretch = stretchAfter(from_s, runs, flows);
  if (!stretch) return null;
  const [t0_s, t1_s] = stretch;
  const told = (key: string, args: Record<string, string> = {}): string =>
    translate(`lab.effect.${key}${t_s < t1_s ? ".will" : ""}`, args);
  const goodputIn = ({ measured }: Course, name: SourceName): number | null => {
    const points = measured.bytes.get(name);
    return points?.length ? (8 * (totalAt(points, t1_s) - totalAt(points, t0_s))) / (t1_s - t0_s) : null;
  };
  const mostOf = ({ scenario }: Course): number =>
    (rateAt(scenario, t0_s, link.rate_bps) * link.payload_bytes) / link.packet_bytes;
  const running = flows.filter((look) => look.start_s <= t0_s && look.stop_s >= t1_s);
  const shares = running.flatMap((look) => {
    const rate_bps = goodputIn(now, look.name);
    const old_bps = before && goodputIn(before, look.name);
    const old = before && old_bps !== null ? { rate_bps: old_bps, share: old_bps / mostOf(before) } : null;
    return rate_bps === null
      ? []
      : [{ name: look.name, flow: look.label, rate_bps, share: rate_bps / mostOf(now), old }];
  });
  const first = shares[0];
  if (!first) return null;
  if (joined.length > 0) {
    const own = shares.filter(({ name }) => joined.includes(name));
    if (own.length < joined.length) return null;
    const share = shareText(own.reduce((sum, each) => sum + each.share, 0));
    return told(own.length === 1 ? "share_of_one" : "share_of_all", { share });
  }
  if (!before) {
    if (shares.length === 2)
      return told("both", {
        flow: first.flow,
        share: shareText(first.share),
        other: shares[1]?.flow ?? "",
        rest: percent(shares[1]?.share ?? 0),
      });
    const all = shares.reduce((sum, each) => sum + each.share, 0);
    return shares.length === 1
      ? told("alone", { flow: first.flow, share: shareText(all) })
      : told("all", { share: shareText(all) });
  }
  const wait = [now, before].map(({ measured }) => meanOf(measured.wait, t0_s, t1_s) ?? 0) as [number, number];
  const moved = Math.abs(wait[0] - wait[1]) >= WAIT_MS && differ(...wait);
  const waitText = told("wait", {
    now: withUnit(wait[0], "ms", 0),
    before: withUnit(wait[1], "ms", 0),
  });
  // Of a queue one asks first how long packets wait in it.
  if (moved && path?.includes(".queue.")) return waitText;
  const compared = shares.flatMap(({ old, ...each }) => (old ? [{ ...each, old }] : []));
  const most = compared.sort((a, b) => Math.abs(b.share - b.old.share) - Math.abs(a.share - a.old.share))[0];
  if (most && Math.abs(most.share - most.old.share) >= SHARE)
    return told("share", {
      flow: most.flow,
      share: shareText(most.share),
      before: percent(most.old.share),
    });
  if (moved) return waitText;
  // Of a fast link a flow may use so little that ten times as much is almost the same share.
  const [other] = compared
    .filter(({ rate_bps, old }) => differ(rate_bps, old.rate_bps))
    .sort((a, b) => Math.abs(b.rate_bps - b.old.rate_bps) - Math.abs(a.rate_bps - a.old.rate_bps));
  if (other)
    return told("goodput", { flow: other.flow, now: rateText(other.rate_bps), before: rateText(other.old.rate_bps) });
  // A flow that has another name now is compared with none.
  return compared.length === shares.length ? told("same") : null;
}

/** Flows beyond this many are not measured. */
const MOST_FLOWS = 32;
/** Columns of the whole run: eighty mean values of the queueing delay. */
const COLUMNS = 720;

/** Keeps what was measured of the runs that were shown, by their scenarios. */
export class Effects {
  private readonly known = new WeakMap<Scenario, Measured>();
  private asking = false;

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    /** A run was measured: its sentence can be made. */
    private readonly onData: () => void,
  ) {}

  /** A scenario's run, if it was measured. */
  course(scenario: Scenario): Course | null {
    const measured = this.known.get(scenario);
    return measured ? { scenario, measured } : null;
  }

  /** Measures the present run, once it is computed to its end. */
  async measure(): Promise<void> {
    const { session } = this;
    const scenario = session.taken?.scenario;
    const names = session.run?.flows ?? [];
    if (session.digest === null || !scenario || this.asking || this.known.has(scenario) || names.length > MOST_FLOWS)
      return;
    const { generation } = session;
    this.asking = true;
    const asked = this.engine.ask("view", {
      t0_s: 0,
      t1_s: scenario.duration_s,
      columns: COLUMNS,
      series: [
        { source: BOTTLENECK, signal: "queue_delay_ms", mode: "mean" },
        ...names.map((source) => ({ source, signal: "delivered_bytes", mode: "line" as const })),
      ],
    });
    // Given up with the run that it was about, it comes to nothing.
    const frame = await asked.catch(() => null);
    this.asking = false;
    if (generation !== session.generation) {
      // The next run may have come to its end meanwhile: nothing else would ask for it.
      await this.measure();
      return;
    }
    if (!frame) return;
    const [wait = new Float64Array(0), ...lines] = frame.series;
    this.known.set(scenario, { wait, bytes: new Map(names.map((name, i) => [name, lines[i] as Points])) });
    this.onData();
  }

  /** The document before the reader's last change of the run; null: this one was opened, from a file (`opened`) or else, or has another title. */
  previous(opened: Scenario | null = null): LabDocument | null {
    const { history } = this.session;
    const { scenario } = history.present;
    const last = history.steps().past.findLast((each) => each.scenario !== scenario);
    return last && scenario !== opened && last.scenario.title === scenario.title ? last : null;
  }
}

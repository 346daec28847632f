/**
 * Places and names of the settings that the page speaks of by itself: the loss, the queue's limit, every base RTT; what a
 * setting is called beside its flow. Not here: their controls (controls/sidebar.ts, fetched after the first picture).
 */

import { sourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { settingLabel } from "../settings/labels.ts";
import { entriesOf } from "./facts.ts";
import type { FlowLook } from "./run-facts.ts";
import { isObject, valueAt } from "./scenario.ts";

export const LOSS = "bottleneck.loss.probability";

/** Path of the queue's limit, in its own unit. */
export function limitPath(settings: unknown): string {
  const queue = valueAt(settings, "bottleneck.queue");
  return isObject(queue) && typeof queue.limit_bytes === "number"
    ? "bottleneck.queue.limit_bytes"
    : "bottleneck.queue.limit_packets";
}

/** Paths of every base RTT, flows first. */
export function rttPaths(settings: unknown): string[] {
  return (["flows", "cross_traffic"] as const).flatMap((list) =>
    entriesOf(settings, list).map((entry) => `${list}.${entry.name}.base_rtt_ms`),
  );
}

/** Flows that run at a moment. */
export function runningAt(looks: readonly FlowLook[], t_s: number): FlowLook[] {
  return looks.filter((look) => !look.cross && look.start_s <= t_s && t_s < look.stop_s);
}

/** Name of a setting beside a flow's name. */
export function nameOfSetting(path: string, looks: readonly FlowLook[]): string {
  const [list, name, ...rest] = path.split(".");
  const last = rest.at(-1) ?? name ?? path;
  const look =
    name !== undefined && (list === "flows" || list === "cross_traffic")
      ? looks.find((each) => each.name === sourceName(name))
      : undefined;
  const words = look && rest[0] === "application" ? "application" : look?.kind;
  const label = settingLabel(words ?? "", last);
  return look && looks.length > 1 ? translate("lab.control.of", { setting: label, flow: look.label }) : label;
}

/**
 * Which controls a widget shows: `controls=` names settings by path or by short names (contract 5). Pure. Not here: how
 * they look.
 */

import { translate } from "../i18n/catalogue.ts";
import { entriesOf } from "../session/facts.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { isObject, valueAt } from "../session/scenario.ts";
import { LOSS, limitPath, nameOfSetting, rttPaths } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";

/** A control to show: a field for these settings, an algorithm's list, or the speed. */
export type Shown =
  | { kind: "field"; paths: readonly string[]; label: string }
  | { kind: "algorithm" | "discipline"; paths: readonly string[]; label: string }
  | { kind: "speed" };

/** Names that stand for a setting, whatever its path. */
export const SHORT_NAMES: readonly string[] = ["loss", "rate", "queue", "rtt", "g", "algorithm", "seed", "speed"];

/** Every G of the run, one slider. */
function gPaths(settings: unknown): string[] {
  return entriesOf(settings, "flows")
    .filter((entry) => isObject(entry.algorithm) && "g_ms" in entry.algorithm)
    .map((entry) => `flows.${entry.name}.algorithm.g_ms`);
}

const kindPath = (look: FlowLook): string => `flows.${look.name}.algorithm.kind`;

function shownOf(name: string, settings: unknown, looks: readonly FlowLook[]): Shown[] {
  const field = (paths: readonly string[], label: string): Shown[] =>
    paths.length > 0 ? [{ kind: "field", paths, label }] : [];
  switch (name) {
    case "loss":
      return field([LOSS], translate("lab.control.loss"));
    case "rate":
      return field(["bottleneck.rate_bps"], translate("lab.control.rate"));
    case "queue":
      return field([limitPath(settings)], nameOfSetting(limitPath(settings), looks));
    case "rtt":
      return field(rttPaths(settings), translate("lab.control.rtt"));
    case "g":
      return field(gPaths(settings), translate("lab.control.g"));
    case "seed":
      return field(["seed"], translate("lab.control.seed"));
    case "speed":
      return [{ kind: "speed" }];
    case "algorithm":
      return looks
        .filter((look) => !look.cross)
        .map((look) => ({ kind: "algorithm", paths: [kindPath(look)], label: look.label }));
    case "bottleneck.queue.discipline":
      return [{ kind: "discipline", paths: [name], label: translate("setting.discipline") }];
    default: {
      const flow = looks.find((look) => !look.cross && kindPath(look) === name);
      if (flow) return [{ kind: "algorithm", paths: [name], label: flow.label }];
      const setting = tables.settingAt(name, settings);
      return setting?.domain.type === "number" || setting?.domain.type === "switch"
        ? field([name], nameOfSetting(name, looks))
        : [];
    }
  }
}

/** Whether a run has the part of its document whose settings a control changes, as the queue or the reordering. */
export function hasPart(settings: unknown, shown: Shown): boolean {
  const parts = shown.kind === "speed" ? [] : shown.paths.map((path) => path.slice(0, path.lastIndexOf(".") + 1));
  return parts.every((part) => part === "" || valueAt(settings, part.slice(0, -1)) !== undefined);
}

/** The controls that an address names, and the names that lead nowhere. */
export function controlsOf(
  names: readonly string[],
  settings: unknown,
  looks: readonly FlowLook[],
): { shown: Shown[]; unknown: string[] } {
  const shown: Shown[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const found = shownOf(name, settings, looks);
    if (found.length === 0) unknown.push(name);
    shown.push(...found);
  }
  return { shown, unknown };
}

/** Algorithms in groups, for every list of them. Not here: which is in which (the engine's tables). */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import type { Section } from "../settings/setting.ts";

/** Facts about an algorithm that a list needs. */
export type Named = Pick<Section, "kind" | "title" | "rate_based" | "group">;

/** The groups that are not empty, each with its name on the screen. */
export function grouped<T extends Named>(algorithms: readonly T[]): { name: string; members: readonly T[] }[] {
  const groupOf = ({ group, rate_based }: Named): string => (rate_based ? "rate" : (group ?? "other"));
  return ["loss", "delay", "model", "mark", "slow", "rate", "none", "other"]
    .map((group) => ({
      name: translate(`control.family.${group}`),
      members: algorithms.filter((each) => groupOf(each) === group),
    }))
    .filter(({ members }) => members.length > 0);
}

/** Options of a native list, in groups. */
export function algorithmOptions(algorithms: readonly Named[], chosen: string): TemplateResult[] {
  return grouped(algorithms).map(
    ({ name, members }) => html`<optgroup label=${name}>
      ${members.map((a) => html`<option value=${a.kind} ?selected=${a.kind === chosen}>${a.title}</option>`)}
    </optgroup>`,
  );
}

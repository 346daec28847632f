/**
 * Refusals in the reader's words: the setting by its label, found and allowed in the screen's unit, by the conversion of
 * its field. What is about no number of a setting keeps the engine's sentence. Not here: where a refusal stands.
 */

import type { SchemaError } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { errorText } from "../i18n/errors.ts";
import { valueText } from "../settings/labels.ts";
import { type Face, faceOf, toScreen } from "../settings/setting.ts";
import { entriesOf } from "./facts.ts";
import type { FlowLook } from "./run-facts.ts";
import { nameOfSetting } from "./setting-names.ts";
import { tables } from "./setting-tables.ts";

/** A setting's path from the place of an error: `interventions[1]: bottleneck.rate_bps`, `flows[0].algorithm.g_ms`. */
function pathOf(place: string, settings: unknown): string {
  const path = place.replace(/^interventions\[\d+\]: /, "");
  return path.replace(/^(flows|cross_traffic)\[(\d+)\]/, (whole, list: "flows" | "cross_traffic", index: string) => {
    const name = entriesOf(settings, list)[Number(index)]?.name;
    return typeof name === "string" ? `${list}.${name}` : whole;
  });
}

/** Values that the field of a number takes, in words. */
function allowedText(face: Face): string {
  const args = { least: valueText({ ...face, unit: "" }, face.least), most: valueText(face, face.most) };
  return translate(face.above ? "lab.refusal.above" : "range", args);
}

/** One refusal, the path small at its end. */
export function refusalText(error: SchemaError, settings: unknown, looks: readonly FlowLook[]): string {
  const path = pathOf(error.place, settings);
  const setting = tables.settingAt(path, settings);
  const found = Number(error.found);
  const plain = error.found.trim() !== "" && Number.isFinite(found);
  const bound = error.code === "wrong_order" && /^x .= (\S+) \((\w+)\)$/.exec(error.allowed);
  if (setting?.domain.type !== "number" || !plain || !(bound || ["out_of_range", "not_whole"].includes(error.code)))
    return errorText(error).replaceAll("`", "");
  const face = faceOf(setting);
  const onScreen = (value: number): string => valueText(face, toScreen(face, value));
  const said = { setting: nameOfSetting(path, looks), found: onScreen(found), path };
  if (!bound) return translate(`lab.refusal.${error.code}`, { ...said, allowed: allowedText(face) });
  // The other setting is beside it, in the same unit.
  const other = nameOfSetting(path.replace(/\w+$/, bound[2] ?? ""), looks);
  return translate("lab.refusal.wrong_order", { ...said, other, value: onScreen(Number(bound[1])) });
}

/** All refusals, a line each. */
export function refusalLines(
  refusal: { errors: readonly SchemaError[]; more: number } | null,
  settings: unknown,
  looks: readonly FlowLook[],
): string[] {
  if (!refusal) return [];
  const lines = refusal.errors.map((error) => refusalText(error, settings, looks));
  if (refusal.more > 0) lines.push(translate("error.more", { count: num(refusal.more) }));
  return lines;
}

/** A typed text that is no number, and the values that the field takes instead. */
export function unreadText(path: string, typed: string, settings: unknown): string {
  const setting = tables.settingAt(path, settings);
  if (setting?.domain.type !== "number") return "";
  return translate("lab.refusal.unread", { found: typed.slice(0, 30), allowed: allowedText(faceOf(setting)) });
}

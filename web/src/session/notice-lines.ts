/**
 * Notices and their remedies in the screen's words, at the entry of the document that they are about. Not here: when the engine is asked
 * (notices.ts), any sentence (i18n/notices.ts).
 */

import { type Notice, type Remedy, sourceName } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { noticeText } from "../i18n/notices.ts";
import { settingLabel } from "../settings/labels.ts";
import { settingText } from "./change.ts";
import type { FlowLook } from "./run-facts.ts";
import { nameOfSetting } from "./setting-names.ts";

/** A notice in words, with what ends it. */
export interface NoticeLine {
  text: string;
  remedy: readonly Remedy[];
  /** The remedy in words ("Send jitter to 1.2 ms"); empty without one. */
  changes: string;
}

/** Names of parts of the document as a whole. */
const PARTS = new Map([
  ["loss", "lab.control.loss"],
  ["policer", "lab.policer"],
  ["delay_variation", "lab.delay_variation"],
  ["reverse_bottleneck", "lab.reverse"],
]);

/** Name of a setting, or of a part of the document; in the other direction with that. */
function nameOf(path: string, looks: readonly FlowLook[]): string {
  const [side = "", ...rest] = path.split(".");
  const part = PARTS.get(rest.at(-1) ?? side);
  const name = part === undefined ? nameOfSetting(path, looks) : translate(part);
  if (side !== "reverse_bottleneck" || rest.length === 0) return name;
  return translate("lab.control.of", { setting: name, flow: translate("lab.reverse") });
}

/** The last name of a path. */
const lastOf = (path: string): string => path.split(".").at(-1) ?? path;

/** A remedy in words: one setting of several flows once, without them; else all of two changes, or the first and how many more. */
function changesText(remedy: readonly Remedy[], looks: readonly FlowLook[], settings: unknown): string {
  const [first, ...others] = remedy;
  const isSame = ({ path, value }: Remedy): boolean =>
    value === first?.value && lastOf(path) === lastOf(first.path) && path.split(".")[0] === first.path.split(".")[0];
  if (first && others.length > 0 && others.every(isSame)) {
    const value = settingText(first.path, first.value, settings);
    return translate("control.remedy.each", { setting: settingLabel("", lastOf(first.path)), value });
  }
  const each = remedy
    .slice(0, remedy.length > 2 ? 1 : 2)
    .map(({ path, value }) =>
      translate("control.remedy.each", { setting: nameOf(path, looks), value: settingText(path, value, settings) }),
    );
  const more = remedy.length - each.length;
  const listed = each.join(", ");
  return more > 0 ? translate("control.remedy.more", { changes: listed, count: num(more) }) : listed;
}

/** The notices at an entry of the document (`flows[0]`, `cross_traffic[2]`, `bottleneck`, `interventions`); `settings`: the document. */
export function noticesAt(
  list: readonly Notice[],
  entry: string,
  looks: readonly FlowLook[],
  settings: unknown,
): NoticeLine[] {
  const isHere = ({ place }: Notice): boolean => place === entry || /^[.[]/.test(place.slice(entry.length));
  const here = list.filter((notice) => notice.place.startsWith(entry) && isHere(notice));
  return here.map((notice) => {
    const { arguments: args, remedy = [] } = notice;
    const text = noticeText(notice, (argument, value) => {
      if (argument === "value") return settingText(String(args.beside), value, settings);
      if (["path", "beside", "equal"].includes(argument)) return nameOf(String(value), looks);
      return looks.find((look) => look.name === sourceName(String(value)))?.label ?? String(value);
    });
    return { text, remedy, changes: changesText(remedy, looks, settings) };
  });
}

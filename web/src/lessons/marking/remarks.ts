/** Remarks on a hand-in, in words. Not here: when one is made (mark.ts, compare-rows.ts). */
import type { Wrong } from "../../hand_in/document.ts";
import { translate } from "../../i18n/catalogue.ts";
import { errorText } from "../../i18n/errors.ts";

/** A code with its arguments, what is wrong with a document, or the engine's words. */
export type Remark = { code: string; args?: Record<string, string> } | { wrong: Wrong } | { text: string };

/** An error of a document in words. */
export const wrongText = (wrong: Wrong): string => errorText(wrong);

export function remarkText(remark: Remark): string {
  if ("text" in remark) return remark.text;
  return "wrong" in remark ? wrongText(remark.wrong) : translate(`mark.remark.${remark.code}`, remark.args);
}

/**
 * Mistakes of a program, in words: the sentence for its kind, where and when it happened, and the engine's own words beside it.
 * Not here: which faults there are (own_algorithm/sandbox/types.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { icon } from "../ui/icons.ts";
import { type Fault, LONGEST_PROGRAM } from "./sandbox/types.ts";
import { pathName } from "./trial-table.ts";

/** The sentence. */
export function faultText({ kind, name, message }: Fault): string {
  return translate(keyOf(kind, name, message), { name, found: message, most: num(LONGEST_PROGRAM) });
}

function keyOf(kind: Fault["kind"], name: string, message: string): string {
  if (kind === "initial" && name !== "") return "own.fault.initial.name";
  if (kind === "number" && name.startsWith("state.")) return "own.fault.number.state";
  if (kind === "number" && name === "pacing_bps") return "own.fault.number.rate";
  if (kind === "name" && message === "") return "own.fault.name.none";
  return `own.fault.${kind}`;
}

/** Kinds whose sentence says all: their message is in it, or would only repeat it. */
const TOLD: readonly Fault["kind"][] = ["number", "name", "absent", "memory", "initial"];

/** Where and when. */
export function faultPlace({ place, at_s, path }: Fault): string {
  const parts = [place === "program" ? translate("own.fault.outside") : translate("own.fault.in", { place })];
  if (at_s !== null) parts.push(translate("own.fault.at", { time: withUnit(at_s, "s", 3) }));
  if (path !== null) parts.push(translate("own.fault.path", { path: pathName(path) }));
  return parts.join(", ");
}

/** As it is at its line in the editor. */
export function faultMark(fault: Fault): string {
  const { kind, message } = fault;
  return [faultText(fault), TOLD.includes(kind) ? "" : message].filter((part) => part !== "").join(" ");
}

/** As it is below the editor; its line is a way there. */
export function faultItem(fault: Fault, onGo: (line: number, column: number | null) => void): TemplateResult {
  const { kind, line, column, message } = fault;
  // A program as a whole is nowhere and never.
  const whole = kind === "missing" || kind === "long" || (kind === "syntax" && fault.at_s === null);
  const where = line === null ? "" : translate("own.fault.line", { line: num(line) });
  const way =
    line === null
      ? nothing
      : html`<button type="button" class="textual" @click=${() => onGo(line, column)}>${where}</button>`;
  const place = faultPlace(fault);
  const rest = whole ? "" : line === null ? place.charAt(0).toUpperCase() + place.slice(1) : `, ${place}`;
  return html`<div class="fault" data-kind=${kind}>${icon("warn")}<p>${way}${rest}<b>${faultText(fault)}</b>
    ${message === "" || TOLD.includes(kind) ? nothing : html`<code lang="en">${message}</code>`}</p></div>`;
}

/**
 * Ways to what is hidden: each opens what is around a control, a card, a chart or a command of a menu, and gives it the focus. Not here: how
 * they are found by name (search-entries.ts).
 */
import { STAGE, STAGED } from "../charts/registry.ts";
import { type SourceName, sourceName } from "../engine/protocol.ts";
import { SENT } from "../settings/setting.ts";
import { open } from "../ui/menu.ts";
import type { Laboratory } from "./context.ts";
import { nameIn } from "./focus.ts";

/** Controls at the top of the sidebar. */
const TOP = /^bottleneck\.(rate_bps|link|rate_model\.\w+|rate_trace_\w+|queue\.limit_\w+|loss\.probability)$/;

/** Whether a control of the path is seen without unfolding anything. */
export const isOnTop = (path: string): boolean => TOP.test(path);

/** The part to be unfolded for a control; null: none. */
function foldOf(path: string): string | null {
  const [list = "", name = "", inner = ""] = path.split(".");
  if (list.endsWith("bottleneck")) return isOnTop(path) ? null : "path:";
  if (list === "cross_traffic") return `traffic:${name}`;
  if (list !== "flows") return null;
  const fold = inner === "algorithm" ? "card" : SENT.has(inner) ? "sent" : "host";
  return `${fold}:${name}`;
}

/** The control of a setting in the sidebar, a row of text where nothing can be changed; null: it is not there. */
function controlOf(path: string): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>("#sidebar [data-setting]")];
  const row = [path, `each.${path}`].map((id) => rows.find(({ dataset }) => dataset.setting === id)).find(Boolean);
  if (!row) return null;
  const control = row.querySelector<HTMLElement>("input, select");
  if (!control) row.tabIndex = -1;
  return control ?? row;
}

let waiting: AbortController | null = null;

/** Gives the focus to an element as soon as it is there, with all around it unfolded; the reader's next act ends the waiting. */
function focusOnceThere(find: () => HTMLElement | null | undefined): void {
  waiting?.abort();
  const controller = new AbortController();
  waiting = controller;
  const go = (): void => {
    const found = find();
    if (!found) return;
    controller.abort();
    for (let around = found.parentElement; around; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) around.open = true;
      if (around.popover && !around.matches(":popover-open")) around.showPopover();
    }
    found.focus();
    found.scrollIntoView({ block: "nearest" });
    // The choices are in its list, which a browser opens only after a press.
    if (found instanceof HTMLSelectElement && navigator.userActivation?.isActive) found.showPicker?.();
  };
  const observer = new MutationObserver(go);
  controller.signal.addEventListener("abort", () => observer.disconnect());
  for (const act of ["pointerdown", "keydown"])
    addEventListener(act, () => controller.abort(), { capture: true, signal: controller.signal });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  go();
}

/** To the first of these settings that has a control, all of them at one place; to the flow's card where none has. */
export function toSetting(lab: Laboratory, paths: readonly string[]): void {
  const [path = ""] = paths;
  const [list, name = ""] = path.split(".");
  const flow = list === "flows" ? sourceName(name) : null;
  if (flow) lab.focus.update({ card: flow });
  if (list === "cross_traffic") listTraffic(lab, sourceName(name));
  if (!controlOf(path)?.checkVisibility()) lab.look.showControls();
  const fold = foldOf(path);
  if (fold !== null && !controlOf(path)) {
    lab.focus.unfold(fold, true);
    lab.page.renderNow();
  }
  focusOnceThere(() => paths.map(controlOf).find(Boolean) ?? (flow && nameIn("flows", flow)));
}

/** To the card of a flow, which opens. */
export function toFlow(lab: Laboratory, flow: SourceName): void {
  lab.focus.update({ card: flow });
  lab.look.showControls();
  focusOnceThere(() => nameIn("flows", flow));
}

/** Shows the part of the list of cross traffic that has this one. */
function listTraffic({ focus, run }: Laboratory, name: SourceName): void {
  const cross = run.player.looks.filter((look) => look.cross);
  focus.toPlace(
    "cross_traffic",
    cross.findIndex((look) => look.name === name),
  );
}

/** To cross traffic, which is unfolded. */
export function toTraffic(lab: Laboratory, name: SourceName): void {
  lab.focus.unfold(`traffic:${name}`, true);
  listTraffic(lab, name);
  lab.look.showControls();
  focusOnceThere(() => nameIn("cross_traffic", name));
}

/** To a chart, which opens. */
export function toChart(lab: Laboratory, id: string): void {
  const { chartArea } = lab.run;
  lab.look.update({ all: false });
  const staged = STAGED.includes(id) && chartArea.shown.includes(STAGE);
  if (!staged && !chartArea.shown.includes(id)) chartArea.turn(id);
  focusOnceThere(() => document.querySelector<HTMLElement>(`figure[data-chart="${staged ? STAGE : id}"]`));
}

/** To a command of a menu in the sidebar, by its words. */
export function toCommand(lab: Laboratory, menu: string, words: string): void {
  lab.look.showControls();
  open(menu);
  const buttons = [...document.querySelectorAll<HTMLElement>(`#${menu} button`)];
  focusOnceThere(() => buttons.find(({ textContent }) => textContent.trim() === words));
}

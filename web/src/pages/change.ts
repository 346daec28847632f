/**
 * What the reader has made of a preset, as one sentence that is true of the run: the newest change of the path or of the
 * flows. Where it speaks the preset's own sentence no longer holds. Pure. Not here: when it is shown.
 */

import type { FlowLook } from "../charts/chart.ts";
import { valueText } from "../controls/labels.ts";
import { faceOf, toScreen } from "../controls/setting.ts";
import { nameText, type SourceName } from "../engine/protocol.ts";
import { equal, inOrder, nameOf, type Scalar, type Scenario, valueAt } from "../run/scenario.ts";
import { has, say, withUnit } from "../words/words.ts";
import { nameOfSetting } from "./named.ts";
import { tables } from "./tables.ts";

/** Settings of the path whose change at 0 s stands in the scenario itself. */
const PATH = [
  "bottleneck.loss.probability",
  "bottleneck.rate_bps",
  "bottleneck.queue.limit_packets",
  "bottleneck.queue.limit_bytes",
];

const timeOf = (t_s: number): string => withUnit(t_s, "s", 2);

/** A setting's value in the screen's words and unit. */
export function settingText(path: string, value: unknown, settings: unknown): string {
  const setting = tables.settingAt(path, settings);
  const number = setting?.domain.type === "number" && typeof value === "number";
  const face = number ? faceOf(setting) : null;
  if (typeof value === "boolean") return say(value ? "control.on" : "control.off");
  const word = `setting.${path.split(".").at(-1)}.${value}`;
  const title = path.endsWith(".algorithm.kind")
    ? tables.algorithms.find((each) => each.kind === value)?.title
    : undefined;
  const plain = title ?? (has(word) ? say(word) : String(value ?? 0).replaceAll("_", " "));
  return face && typeof value === "number" ? valueText(face, toScreen(face, value)) : plain;
}

function setText(path: string, value: Scalar | undefined, t_s: number, settings: unknown, looks: readonly FlowLook[]) {
  const text = settingText(path, value, settings);
  return say("lab.hook.set", { setting: nameOfSetting(path, looks), value: text, time: timeOf(t_s) });
}

/** What a flow has else than in the preset from its start on: its algorithm, or something less. */
function flowText(flow: { algorithm?: { kind: string } }, old: typeof flow, label: string): string {
  const [now, before] = [flow, old].map(
    ({ algorithm }) => tables.algorithms.find((each) => each.kind === algorithm?.kind)?.title,
  );
  return now && before && now !== before
    ? say("lab.hook.algorithm", { now, before })
    : say("lab.hook.flow", { flow: label });
}

/** The sentence; null where the run is still the preset's, were it longer or of another seed. */
export function changeText(
  now: Scenario,
  preset: Scenario,
  settings: unknown,
  looks: readonly FlowLook[],
): string | null {
  const found: { t_s: number; text: () => string }[] = [];
  for (const path of PATH) {
    const value = valueAt(now, path) as Scalar | undefined;
    if (!equal(value ?? null, valueAt(preset, path) ?? null))
      found.push({ t_s: 0, text: () => setText(path, value, 0, settings, looks) });
  }
  const before = (preset.flows ?? []).map((flow, i) => ({ ...flow, name: nameOf("flows", flow, i) }));
  const after = (now.flows ?? []).map((flow, i) => ({ ...flow, name: nameOf("flows", flow, i) }));
  const labelOf = (name: SourceName): string => looks.find((look) => look.name === name)?.label ?? nameText(name);
  for (const flow of after) {
    const t_s = flow.start_s ?? 0;
    const old = before.find((each) => each.name === flow.name);
    const stop_s = flow.stop_s ?? now.duration_s;
    if (!old) found.push({ t_s, text: () => say("lab.hook.added", { flow: labelOf(flow.name), time: timeOf(t_s) }) });
    else if (stop_s < now.duration_s && stop_s !== old.stop_s)
      found.push({
        t_s: stop_s,
        text: () => say("lab.hook.stopped", { flow: labelOf(flow.name), time: timeOf(stop_s) }),
      });
    else if (!equal({ ...flow, start_s: t_s, stop_s: null }, { ...old, start_s: old.start_s ?? 0, stop_s: null }))
      found.push({ t_s: 0, text: () => flowText(flow, old, labelOf(flow.name)) });
  }
  for (const old of before)
    if (!after.some((flow) => flow.name === old.name))
      found.push({ t_s: 0, text: () => say("lab.hook.gone", { flow: nameText(old.name) }) });
  const own = preset.interventions ?? [];
  for (const each of inOrder(now))
    if (!own.some((given) => equal(given, each)))
      found.push({ t_s: each.at_s, text: () => setText(each.path, each.value, each.at_s, settings, looks) });
  const newest = found.reduce<(typeof found)[number] | null>((a, b) => (a && a.t_s > b.t_s ? a : b), null);
  return newest?.text() ?? null;
}

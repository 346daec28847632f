/**
 * The one control that a step of a script names: it stays in the bar, and acts as it does in the laboratory. Not here: which names
 * there are (controls/control-names.ts), how a control looks (controls).
 */
import { nothing, type TemplateResult } from "lit";
import { controlsOf } from "../controls/control-names.ts";
import { control, kindList } from "../controls/sidebar.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import type { Laboratory } from "./laboratory.ts";

/** The control; nothing where the run has none of this name. The speed is the bar's own. */
export function oneControl(
  { run, edits, branches, problems }: Pick<Laboratory, "run" | "edits" | "branches" | "problems">,
  name: string,
): TemplateResult | typeof nothing {
  const { session, player } = run;
  const settings = branches.settings();
  const each = controlsOf([name], settings, player.looks).shown[0];
  if (!each || each.kind === "speed") return nothing;
  const { paths } = each;
  if (each.kind === "field") {
    const { refusal } = session;
    const props = {
      ...{ tables, settings, held: edits.pending.held, old: edits.pending.old, nudge: null },
      errors: new Map(refusal?.path ? [[refusal.path, problems.refusalLines().join(" ")]] : []),
      onInput: (of: readonly string[], value: Value) => edits.setting(of, value, false),
      onChange: (of: readonly string[], value: Value) => edits.setting(of, value, true),
    };
    return control(props, paths, each.label);
  }
  const label = nameOfSetting(paths[0] ?? "", player.looks);
  return kindList({ ...each, label }, settings, (kind) => edits.setting(paths, kind, true));
}

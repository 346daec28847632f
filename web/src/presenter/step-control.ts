/**
 * The one control that a step of a script names: it stays in the bar, and acts as it does in the laboratory. Not here: which names
 * there are (controls/control-names.ts), how a control looks (controls).
 */
import { nothing, type TemplateResult } from "lit";
import { choice } from "../controls/choice.ts";
import { controlsOf } from "../controls/control-names.ts";
import { control } from "../controls/sidebar.ts";
import { DISCIPLINES } from "../generated/settings.ts";
import { valueAt } from "../session/scenario.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";
import { wordLabel } from "../settings/labels.ts";
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
  const paths = each.kind === "discipline" ? [each.path] : each.paths;
  const [path = ""] = paths;
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
  const options =
    each.kind === "algorithm"
      ? tables.algorithms.map((section) => ({ value: section.kind, label: section.title }))
      : DISCIPLINES.map(({ kind }) => ({ value: kind, label: wordLabel("", "discipline", kind) }));
  return choice({
    ...{
      id: path,
      label: nameOfSetting(path, player.looks),
      options,
      value: String(valueAt(settings, path) ?? ""),
    },
    onChange: (kind) => edits.setting(paths, kind, true),
  });
}

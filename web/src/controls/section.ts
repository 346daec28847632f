/**
 * A section of the document as its rows of controls need it: values at the playhead with the values being dragged over them,
 * refusals, and changes by path. Not here: which sections there are.
 */

import { isObject, valueAt } from "../session/scenario.ts";
import type { Section, Setting, Value } from "../settings/setting.ts";
import type { Nudge, SectionProps } from "./props.ts";

/** A control's change: all these settings get this value. */
export type Change = (paths: readonly string[], value: Value) => void;

/** Parts of the sidebar that the rows of a section need. */
export interface Held {
  settings: unknown;
  /** Values set by user input that the engine has not answered yet, by path. */
  held: ReadonlyMap<string, Value>;
  /** Values before the drag, by path. */
  old: ReadonlyMap<string, Value>;
  /** Worded refusals by path. */
  errors: ReadonlyMap<string, string>;
  nudge: { path: string; nudge: Nudge } | null;
  onInput: Change;
  onChange: Change;
  /** Sets a list. */
  onList?: (path: string, entries: readonly unknown[]) => void;
  /** The typed text is no number. */
  onUnread?: (path: string, typed: string) => void;
  /** Gives a setting several values. */
  onVary?: (path: string) => void;
}

/** Values at paths directly under `base`, by the last name. */
function under<T>(source: ReadonlyMap<string, T>, base: string): Record<string, T> {
  const found: Record<string, T> = {};
  for (const [path, value] of source) {
    const name = path.slice(base.length);
    // "phases[1].every" is in it, "algorithm.g_ms" is a section's own.
    if (path.startsWith(base) && !/^\w+\./.test(name)) found[name] = value;
  }
  return found;
}

/** A section's settings without those that are elsewhere; of some of which a document has one only, the one that it has. */
export function ownSettings({ section, values }: SectionProps, elsewhere: readonly string[]): Setting[] {
  const absent = section.one_of.flatMap(({ fields }) => fields.filter((field) => (values[field] ?? null) === null));
  return section.params.filter(({ name }) => !elsewhere.includes(name) && !absent.includes(name));
}

/** The section at `base` (a path with its last dot); its values are those of the engine's document there. */
export function sectionAt(props: Held, base: string, section: Section): SectionProps {
  const standing = valueAt(props.settings, base.slice(0, -1));
  const { nudge } = props;
  return {
    base,
    section,
    values: { ...(isObject(standing) ? standing : {}), ...under(props.held, base) },
    old: under(props.old, base),
    errors: under(props.errors, base),
    nudge: nudge?.path.startsWith(base) ? { name: nudge.path.slice(base.length), nudge: nudge.nudge } : null,
    onUnread: (name, typed) => props.onUnread?.(base + name, typed),
    onInput: (name, value) => props.onInput([base + name], value),
    onChange: (name, value) => props.onChange([base + name], value),
    onVary: props.onVary && ((name) => props.onVary?.(base + name)),
    onList: (name, entries) => props.onList?.(base + name, entries),
  };
}

/**
 * User input on a control: the value until the engine has answered, the value before, and that one
 * drag is one step of undo. Not here: what a setting is, nor the controls.
 */

import type { Value } from "../settings/setting.ts";
import { valueAt } from "./scenario.ts";
import type { Session } from "./session.ts";

export class PendingEdit {
  /** Values on the controls that the engine's document does not have yet, by path. */
  readonly held = new Map<string, Value>();
  /** Values before the drag, by path. */
  readonly old = new Map<string, Value>();
  private gesture: { path: string } | null = null;

  constructor(
    private readonly session: Session,
    private readonly isLive: (path: string) => boolean,
    /** Whether a document says "none" of it by leaving it out: the engine takes no null there. */
    private readonly leftOut: (path: string) => boolean,
    /** Settings that the controls show. */
    private readonly settings: () => unknown = () => session.settings,
  ) {}

  /** A control is being dragged. */
  get drags(): boolean {
    return this.gesture !== null;
  }

  /** One value of a drag. */
  input(paths: readonly string[], value: Value): void {
    const path = paths[0];
    if (path === undefined) return;
    if (this.gesture?.path !== path) {
      this.gesture = { path };
      this.old.clear();
      const before = this.held.get(path) ?? valueAt(this.settings(), path);
      this.old.set(path, (before ?? null) as Value);
    }
    for (const each of paths) this.held.set(each, value);
    void this.session.set(paths, this.given(path, value), this.goesOn(path, value), this.gesture);
  }

  /** From when on a value that is set now acts, s: of what cannot change while the run goes on, and where the reader wants it, from the start. */
  acts(path: string, value: Value): number {
    return this.goesOn(path, value) ? this.session.acts_s : 0;
  }

  private given(path: string, value: Value): Value | undefined {
    return value === null && this.leftOut(path) ? undefined : value;
  }

  /** The run goes on with it. */
  private goesOn(path: string, value: Value): boolean {
    return this.isLive(path) && this.given(path, value) !== undefined;
  }

  /** The hand lets go. */
  change(paths: readonly string[], value: Value): void {
    const path = paths[0];
    if (path === undefined) return;
    const dragged = this.gesture?.path === path;
    if (!dragged || this.held.get(path) !== value) this.input(paths, value);
    this.session.settle();
    this.gesture = null;
    this.old.clear();
  }

  /** The engine's document was read again: values that are not being dragged come from it. */
  answered(): void {
    if (this.gesture) {
      for (const path of [...this.held.keys()]) if (path !== this.gesture.path) this.held.delete(path);
    } else {
      this.held.clear();
    }
  }

  /** The run was replaced or the change refused. */
  drop(): void {
    this.gesture = null;
    this.held.clear();
    this.old.clear();
  }
}

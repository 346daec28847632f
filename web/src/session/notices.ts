/**
 * The engine's notices about the run's scenario, for the sidebar: asked with each run. Not here: any rule (the engine's), what a
 * notice says (notice-lines.ts).
 */

import type { Notice } from "../engine/protocol.ts";
import { fetchNotices } from "../i18n/notices.ts";
import { presetLike } from "./presets.ts";
import type { Scenario } from "./scenario.ts";
import type { Engine } from "./session.ts";

/** The notices of the present run. */
export class Notices {
  list: readonly Notice[] = [];
  private scenario: Scenario | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
  ) {}

  /** The engine has taken a run of this scenario. */
  async follow(scenario: Scenario): Promise<void> {
    if (this.scenario === scenario) return;
    this.scenario = scenario;
    // A preset's settings are meant (wasm-core/measures/tests/it/notices.rs), so the engine is not asked.
    const none = { notices: [] };
    const { notices } = presetLike(scenario)
      ? none
      : await this.engine.ask("notices", { scenario: JSON.stringify(scenario) }).catch(() => none);
    // Few runs have any.
    if (notices.length > 0) await fetchNotices();
    // Another run has come meanwhile.
    if (this.scenario !== scenario) return;
    const before = this.list;
    this.list = notices;
    if (before.length > 0 || notices.length > 0) this.changed();
  }
}

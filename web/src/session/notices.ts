/**
 * What the engine notices in the run's scenario, for the sidebar: asked with each run, shown at the entry that it is about. Not
 * here: any rule (the engine's), any sentence (i18n/notices.ts).
 */

import { type Notice, sourceName } from "../engine/protocol.ts";
import { fetchNotices, noticeText } from "../i18n/notices.ts";
import { presetLike } from "./presets.ts";
import type { FlowLook } from "./run-facts.ts";
import type { Scenario } from "./scenario.ts";
import type { Engine } from "./session.ts";
import { nameOfSetting } from "./setting-names.ts";

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
    // What a preset has is meant (wasm-core/measures/tests/it/notices.rs), so the engine is not asked.
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

/** The sentences at an entry of the document (`flows[0]`, `cross_traffic[2]`, `interventions`). */
export function noticesAt(list: readonly Notice[], entry: string, looks: readonly FlowLook[]): string[] {
  const named = (argument: string, name: string): string =>
    argument === "path"
      ? nameOfSetting(name, looks)
      : (looks.find((look) => look.name === sourceName(name))?.label ?? name);
  const here = list.filter(({ place }) => place.startsWith(`${entry}.`) || place.startsWith(`${entry}[`));
  return here.map((notice) => noticeText(notice, named));
}

/**
 * What two runs over each other come to, in a table. Not here: the second run (second-run.ts), what is compared (differences.ts).
 */
import { nothing, type TemplateResult } from "lit";
import { learn, num, say, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/fork.json" with { type: "json" };
import { type Difference, differences, differenceTable } from "./differences.ts";
import type { FirstRun, SecondRun } from "./second-run.ts";

learn("en", words);

export class BesideTable {
  private rows: Difference[] = [];
  private compared = "";

  constructor(
    private readonly first: FirstRun,
    private readonly beside: SecondRun,
    private readonly onChange: () => void,
  ) {}

  /** Compares both, once, when they are computed. */
  async compare(): Promise<void> {
    const { first, beside } = this;
    const { session } = beside;
    const key = `${first.session.generation} ${session.generation}`;
    const to_s = Math.min(first.session.clock.computed_s, session.clock.computed_s);
    if (this.compared === key || !first.session.digest || !session.digest) return;
    this.compared = key;
    const from_s = Math.max(0, beside.from_s);
    this.rows = await differences(first.engine, beside.engine, first.player.looks, from_s, to_s).catch(() => []);
    this.onChange();
  }

  /** What both came to; nothing before it is known. */
  table(): TemplateResult | typeof nothing {
    if (this.rows.length === 0) return nothing;
    const { from_s, session } = this.beside;
    const from = num(Math.max(0, from_s), 2);
    return differenceTable(this.rows, say("fork.title", { from, to: withUnit(session.clock.duration_s, "s", 2) }));
  }
}

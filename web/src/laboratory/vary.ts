/** The setting of the run on the page that is given several values, and what the page does for it. Fetched when it is first asked for. Not here: its dialog (vary/vary.ts). */
import type { LabDocument } from "../session/document.ts";
import { branchOf } from "../session/fork.ts";
import { equal, type Scenario } from "../session/scenario.ts";
import { Vary } from "../vary/vary.ts";
import type { Beginning } from "./beginning.ts";
import type { Look } from "./look.ts";
import type { Common } from "./page.ts";
import { summaryOf } from "./titles.ts";
import { pool } from "./workers.ts";

/** The parts of the laboratory that it needs. */
export type Varying = Common & {
  beginning: Beginning;
  look: Look;
  edits: { edit(change: (document: LabDocument) => LabDocument): void };
  time: { play(on: boolean): void };
};

/** The setting that was varied last, with its runs. */
let varied: Vary | null = null;

/** Offers a setting by its path; without one, what was varied last. `settings`: every one of the run; `saved`: as a link has it. */
export function vary(lab: Varying, settings: unknown, path: string | null, saved: string | null): void {
  const { document, side } = lab.run.session;
  const scenario = (side === "B" && branchOf(document)) || document.scenario;
  const isSame = varied && (equal(scenario, varied.of.scenario) || equal(scenario, varied.shown));
  const isOther = path !== null && path !== varied?.choice.axes[0]?.path;
  if (!varied || !isSame || isOther || saved !== null) {
    varied?.close();
    const subject = {
      title: lab.beginning.title(),
      path: (seeds: string): string => (lab.run.player.hidden ? "" : summaryOf(settings, seeds)),
      scenario,
      settings,
      looks: lab.run.player.looks,
      pool,
      link: async (choice: object): Promise<string> => {
        const { pack, writeAddress } = await import("../address/link.ts");
        const [page] = location.href.split("#");
        return `${page}#${writeAddress({ scenario, autoplay: false })}&vary=${pack(choice)}`;
      },
      show: (other: Scenario, words: string): void => {
        lab.edits.edit((own) => ({ ...own, scenario: other }));
        lab.page.says(words);
      },
      says: (words: string): void => lab.page.says(words, "vary"),
    };
    varied = new Vary(subject, path, saved, varied);
  }
  // The run on the page takes the time of those that are varied.
  const { playing } = lab.run.session.clock;
  if (playing) lab.time.play(false);
  varied.open(lab.look.theme, () => {
    if (playing) lab.time.play(true);
  });
}

/** What each key of the laboratory does. Not here: which key it is (keys.ts), nor the acts themselves (laboratory.ts). */

import { showPresent } from "../presenter/loader.ts";
import { open } from "../ui/menu.ts";
import type { Act } from "./keys.ts";
import type { Lab } from "./laboratory.ts";
import { showShare } from "./share-loader.ts";

const ACTS: Record<Act, (lab: Lab) => void> = {
  play: (lab) => lab.play(),
  back: (lab) => void lab.step(lab.unit, true),
  on: (lab) => void lab.step(lab.unit, false),
  next: (lab) => void lab.step("congestion", false),
  start: (lab) => lab.seek(0),
  end: (lab) => lab.seek(lab.session.clock.computed_s),
  slower: (lab) => lab.setSpeed(lab.session.clock.speed / 2),
  faster: (lab) => lab.setSpeed(lab.session.clock.speed * 2),
  focusBefore: (lab) => lab.focusBy(-1),
  focusNext: (lab) => lab.focusBy(1),
  follow: (lab) => {
    lab.figure.follow();
    lab.act();
  },
  whole: (lab) => {
    lab.figure.show([0, lab.session.clock.duration_s]);
    lab.act();
  },
  charts: () => open("charts-menu"),
  add: (lab) => {
    lab.showAll(true);
    lab.faces.render();
    open("add-flow");
  },
  link: (lab) => void showShare(lab),
  fork: (lab) => lab.fork(),
  repeat: (lab) => void lab.repeatRun(),
  present: (lab) => void showPresent(lab),
  hide: (lab) => lab.setHidden(),
  theme: (lab) => lab.nextTheme(),
  undo: (lab) => void lab.undo(),
  redo: (lab) => void lab.undo(true),
  help: (lab) => lab.faces.showHelp(),
};

export function perform(lab: Lab, act: Act): void {
  ACTS[act](lab);
}

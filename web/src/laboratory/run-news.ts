/** Passes events of the run on show to the parts that they concern. Not here: its clock (run_view/player.ts), drawing (frame-parts.ts). */
import { translate } from "../i18n/catalogue.ts";
import { crashText, haltText } from "../i18n/errors.ts";
import { fall } from "../run_view/falling-dot.ts";
import { showCrash } from "../ui/uncaught-errors.ts";
import type { RunEvents } from "./boot.ts";
import type { Findings, Laboratory } from "./context.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { LossCount } from "./loss-announcements.ts";

type Parts = Pick<
  Laboratory,
  "run" | "page" | "beginning" | "problems" | "focus" | "edits" | "branches" | "time" | "address" | "look"
>;

export function runEvents(
  lab: Parts,
  { notices, effects, overview }: Findings,
  losses: LossCount,
  parts: FrameParts,
): RunEvents {
  const { run, page, beginning, problems, focus, branches, time, address, look } = lab;
  const { session, player, chartArea } = run;
  const { pending, former } = lab.edits;
  const path = document.getElementById("path") as HTMLElement;
  let barWidth = 0;
  // Not asked of the page in each frame: it would have to be laid out once more.
  new ResizeObserver(([entry]) => {
    barWidth = entry?.contentRect.width ?? 0;
  }).observe(document.getElementById("bar") as HTMLElement);
  return {
    heard: (news) => {
      if (news === "run") {
        time.why?.close();
        chartArea.reset(session.kept, session.clock.duration_s, pending.drags);
        losses.reset();
        if (session.kept) overview.change(performance.now());
        else overview.forget();
        branches.repeat?.follow();
        void notices.follow(session.document.scenario);
      }
      if (news === "settings") {
        pending.answered();
        if (focus.goTo) focus.update({ goTo: { ...focus.goTo, ready: true } });
      }
      if (news === "refusal" && session.refusal) {
        pending.drop();
        former.forget();
        focus.update({ goTo: null });
      }
      if (news === "run" || news === "settings") player.renew();
      if (news === "run" || news === "progress") {
        overview.want();
        chartArea.invalidate();
        document.body.dataset.digest = session.digest ?? "";
        void effects.measure();
      }
      if (news === "document" || news === "run") void branches.follow();
      if (news === "document" && beginning.acted) address.touch();
      else if (!session.isLeft) address.ready();
      player.touch();
      if (news !== "progress") parts.requestWords();
    },
    frame: (now_ms) => {
      branches.split?.frame(now_ms);
      time.why?.watch();
      beginning.frame(now_ms);
      overview.poll(now_ms, Math.max(100, Math.round(barWidth / 2)), player.facts().limit_bytes !== null);
    },
    draw: (moved) => parts.show(moved),
    ended: () => {
      page.says(translate("lab.says.end"), "play");
      address.touch();
      page.change();
    },
    halted: ({ at_s, most_packets }) => problems.fault(haltText(at_s, most_packets)),
    crashed: (crash) => {
      // Without a run there is no list to be in.
      if (!session.run) showCrash(crash, false);
      problems.fault(crashText(crash));
    },
    setHover: (flow) => focus.setHover(flow),
    pick: (flow) => focus.pick(flow),
    openCard: (card) => {
      look.showControls();
      focus.update({ card, goTo: { card, ready: true, added: 0 } });
    },
    hold: (on) => time.hold(on),
    home: (home, x, y) => fall(path, { home, x, y }, chartArea, player, look.theme),
  };
}

/** Counts what was lost since it was last announced, so that it can be announced in one sentence. Not here: when it is said (ui/live-region.ts). */
import { type Picture, STRIDES } from "../engine/protocol.ts";
import { plural } from "../i18n/catalogue.ts";
import type { Page, ShownRun } from "./page.ts";

/** Dropped at the full queue, or lost by chance. */
export type LossKind = "drops" | "random";

export class LossCount {
  private serial = -1;
  private readonly counts: Record<LossKind, number> = { drops: 0, random: 0 };

  /** Another run: its losses are numbered anew. */
  reset(): void {
    this.serial = -1;
  }

  /** Takes what a picture shows; returns the kinds of which there are new ones. */
  take(picture: Picture): Set<LossKind> {
    const kinds = new Set<LossKind>();
    let newest = this.serial;
    for (let i = 0; i + 4 < picture.losses.length; i += STRIDES.losses) {
      const serial = picture.losses[i + 4] ?? 0;
      if (serial <= this.serial) continue;
      newest = Math.max(newest, serial);
      const kind = picture.losses[i] === 0 ? "drops" : "random";
      this.counts[kind]++;
      kinds.add(kind);
    }
    this.serial = newest;
    return kinds;
  }

  /** Announces what is new in the picture of a run that plays. */
  announce({ player, session }: Pick<ShownRun, "player" | "session">, page: Pick<Page, "says">): void {
    const { picture } = player;
    if (!picture || !session.clock.playing) return;
    for (const kind of this.take(picture)) page.says(() => this.text(kind), kind);
  }

  /** The sentence, and from now on a new count. */
  text(kind: LossKind): string {
    const lost = this.counts[kind];
    this.counts[kind] = 0;
    return plural(`lab.says.${kind}`, lost);
  }
}

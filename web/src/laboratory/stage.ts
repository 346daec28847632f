/** Presenting, by the presenter that is fetched for it. Not here: how it is done (presenter). */
import type { Opened } from "../address/from-address.ts";
import type { NamedScript } from "../address/script.ts";
import { IN_TAB, recall } from "../ui/storage.ts";
import type { Laboratory, Stage } from "./context.ts";

/** The presenter, once it is fetched (presenter/presenting.ts). */
export interface Presenting {
  showChoices(lab: Laboratory): Promise<void>;
  presentNamed(lab: Laboratory, found: Opened, named: NamedScript): Promise<void>;
  /** A recording goes on that a reload has interrupted. */
  goOnRecording(lab: Laboratory): Promise<void>;
}

export class PresentingStage implements Stage {
  presenter: Stage["presenter"] = null;
  aside: Stage["aside"] = null;
  played: Stage["played"] = null;

  constructor(
    private readonly lab: Laboratory,
    private readonly presenting: () => Promise<Presenting>,
  ) {}

  async present(): Promise<void> {
    await (await this.presenting()).showChoices(this.lab);
  }

  async presentNamed(found: Opened, named: NamedScript): Promise<void> {
    await (await this.presenting()).presentNamed(this.lab, found, named);
  }

  /** A reload in the middle of recording: it goes on. */
  async goOnRecording(): Promise<void> {
    if (recall("recording", IN_TAB) !== null) await (await this.presenting()).goOnRecording(this.lab);
  }
}

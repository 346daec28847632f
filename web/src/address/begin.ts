/**
 * How a run that was found begins: the engine takes its document, the clock goes where the address or the rule of the first ten
 * seconds wants it. Not here: which run (from-address.ts), what the laboratory has beside it (laboratory/open-run.ts).
 */
import { reducedMotion } from "../design/theme.ts";
import type { Clock } from "../session/clock.ts";
import { type Act, Opening, RAMP_MS, SLOW, SPAN } from "../session/opening.ts";
import type { Session } from "../session/session.ts";
import type { Opened } from "./from-address.ts";

/** Outcome of the beginning. */
export interface Begun {
  /** Whether the engine took it. */
  taken: boolean;
  /** The rule of the first ten seconds, where it holds. */
  opening: Opening | null;
  /** The stretch of time that the charts show. */
  span: readonly [number, number];
}

/** Whether the rule of the first ten seconds holds for a run: nobody chose it, nor how it is shown. */
export function isRuled({ isOpening, address }: Opened): boolean {
  return isOpening && address.t === null && address.speed === null;
}

/** Opens a run and sets its clock. */
export async function begin(session: Session, found: Opened): Promise<Begun> {
  const { address, preset } = found;
  const { clock } = session;
  const rule = isRuled(found);
  // The opening's speed and span stand from the first picture: nothing on the screen changes when its moment is computed.
  clock.speed = rule ? SLOW : 1;
  const taken = await session.open(found.document);
  const begins = rule && taken;
  const still = reducedMotion();
  const playing = address.autoplay ?? !still;
  const stands = still && address.autoplay === null;
  clock.setSpeed(begins ? SLOW : (address.speed ?? 1));
  if (!begins) clock.seek(address.t ?? (stands ? (preset?.still_t_s ?? 0) : 0));
  clock.playing = taken && !begins && playing;
  return {
    taken,
    opening: begins ? new Opening(stands, playing, still ? 0 : RAMP_MS) : null,
    span: begins ? SPAN : [0, clock.duration_s],
  };
}

/** The opening's moment is computed: the clock goes there. */
export function setOff(clock: Clock, { t_s, speed, playing }: Extract<Act, { act: "begin" }>): void {
  clock.seek(t_s);
  clock.setSpeed(speed);
  clock.playing = playing;
}

/**
 * The laboratory's entry: language, engine, first picture, then the laboratory itself, fetched after it, and the presenter, which it knows
 * by an interface. Not here: anything else.
 */

import { speakOwn } from "../address/language.ts";
import { createEngine, engineAnswered } from "../engine/client.ts";
import { readyNumbers } from "../i18n/catalogue.ts";
import { keepForOffline } from "../offline/schedule.ts";
import { hideFailure, showFailure } from "../ui/uncaught-errors.ts";
import { FirstPicture } from "./boot.ts";

/** Time after which a file that did not arrive is asked for again, ms. */
const AGAIN_MS = 2000;

/** `late`: it did not arrive before, which the page shows until it does; another error stays on show. */
async function laboratory(first: FirstPicture, late = false): Promise<void> {
  const arriving = import("./laboratory.ts");
  // Files that it asks for at once come beside it.
  for (const part of [import("../controls/sidebar.ts"), import("../charts/stack.ts")]) part.catch(() => undefined);
  const { startLab } = await arriving.catch((error: Error) => {
    // The run plays on meanwhile; it is asked for again until it is there.
    showFailure(error);
    return { startLab: null };
  });
  if (startLab) {
    if (late) hideFailure();
    startLab(first, () => import("../presenter/presenting.ts"));
  } else setTimeout(() => void laboratory(first, true), AGAIN_MS);
}

// The engine starts while another language's words are on their way.
const engine = createEngine();
void speakOwn().then(async () => {
  const first = new FirstPicture(engine);
  setTimeout(readyNumbers);
  keepForOffline(engineAnswered());
  await first.drawn();
  await laboratory(first);
});

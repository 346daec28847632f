/** The laboratory's entry: language, engine, page, then what the first picture does without. Not here: anything else. */
import { createEngine, engineAnswered } from "../engine/client.ts";
import { staged } from "../engine/staged.ts";
import { readyNumbers } from "../words/words.ts";
import { Lab } from "./lab.ts";
import { speakOwn } from "./language.ts";
import { keepForOffline } from "./later.ts";
import { openAddress } from "./open-run.ts";
import { loadWords } from "./tables.ts";

// The engine starts while another language's words are on their way. A single file has it whole: nothing in it arrives sooner.
const engine = import.meta.env.SINGLE_FILE ? createEngine() : createEngine(staged);
void speakOwn().then(() => {
  const lab = new Lab(engine);
  void openAddress(lab);
  setTimeout(readyNumbers);
  keepForOffline(engineAnswered());
  const words = (): void => void loadWords().then(() => lab.change());
  // What settings are, and where their defaults come from, stands on hover and focus: so it comes with the first of them.
  for (const id of ["rail", "dock"])
    for (const kind of ["pointerover", "focusin"])
      document.getElementById(id)?.addEventListener(kind, words, { once: true });
});

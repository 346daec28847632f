/** The widget's entry: language, engine, page; or on to a lesson. Not here: anything else. */
import "../ui/uncaught-errors.ts";
import { askedOf } from "../address/fields.ts";
import { createEngine } from "../engine/client.ts";
import { speak, speakInPage } from "../i18n/languages.ts";
import { Embed } from "./widget.ts";

// It speaks what its address says, the page around it being another's. The built file has its words in itself, so that its
// listener is before the frame's load event.
const lang = askedOf(location);
speakInPage(lang);
const start = (): void => new Embed(createEngine()).start();
// A lesson is shown by the lessons' page, which lies beside this one as one file that a frame without an origin can run, too.
if (/[#&](?:lesson|source)=/.test(location.hash))
  location.replace(`${import.meta.env.DEV ? "lessons" : "sawtooth-lessons"}.html${location.hash}`);
else if (import.meta.env.DEV) void speak(lang ?? "en").then(start);
else start();

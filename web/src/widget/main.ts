/** The widget's entry: language, engine, page. Not here: anything else. */
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
if (import.meta.env.DEV) void speak(lang ?? "en").then(start);
else start();

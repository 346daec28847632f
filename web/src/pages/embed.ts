/** The widget's entry: language, engine, page. Not here: anything else. */
import { createEngine } from "../engine/client.ts";
import { readAddress } from "../run/link.ts";
import { setLanguage } from "../words/words.ts";
import { Embed } from "./widget.ts";

const { lang } = readAddress(location.hash);
if (lang !== null) setLanguage(lang);
new Embed(createEngine()).start();

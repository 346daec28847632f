/** The laboratory's entry: language, engine, page. Not here: anything else. */
import { createEngine } from "../engine/client.ts";
import { readAddress } from "../run/link.ts";
import { setLanguage } from "../words/words.ts";
import { Lab } from "./lab.ts";

const { lang } = readAddress(location.hash);
if (lang !== null) setLanguage(lang);
document.documentElement.lang = "en";
void new Lab(createEngine()).openAddress();

/** The laboratory's entry: language, engine, page. Not here: anything else. */
import { createEngine } from "../engine/client.ts";
import { Lab } from "./lab.ts";
import { speakOwn } from "./language.ts";

// The engine starts while another language's words are on their way.
const engine = createEngine();
void speakOwn().then(() => new Lab(engine).openAddress());

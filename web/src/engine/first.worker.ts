/** The worker of the browser's first engine, which only shows a run. Not here: what a worker does (serve.ts). */
import { Engine, initSync } from "../../pkg-first/sawtooth_wasm.js";
import packed from "../../pkg-first/sawtooth_wasm_bg.wasm?packed";
import { serve } from "./serve.ts";
import { unpacked } from "./unlzma.ts";

serve(() => {
  initSync({ module: unpacked(packed) });
  return new Engine();
});

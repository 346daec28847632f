/** The engine's worker. Not here: what a worker does (serve.ts). */
import { Engine, initSync } from "../../pkg/sawtooth_wasm.js";
import packed from "../../pkg/sawtooth_wasm_bg.wasm?packed";
import { serve } from "./serve.ts";
import { unpacked } from "./unlzma.ts";

serve(() => {
  initSync({ module: unpacked(packed) });
  return new Engine();
});

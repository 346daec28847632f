/**
 * The figures' engine, fetched: its module, compiled as it arrives, and its worker's script. Not here: the same within one file
 * (machine-within.ts stands in for this one there), the requests to it (hand.ts).
 */
import address from "../../pkg-figures/sawtooth_wasm_figures_bg.wasm?url";

export { default as FiguresWorker } from "./figures.worker.ts?worker";

/** The module, compiled. */
export function compiledModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(address));
}

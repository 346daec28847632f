/** The figures' engine where nothing can be fetched: module and worker lie within the page (scripts/single-file.ts puts this in the place of machine.ts). */
import packed from "../../pkg-figures/sawtooth_wasm_figures_bg.wasm?packed";
import { unpacked } from "../engine/unlzma.ts";

export { default as FiguresWorker } from "./figures.worker.ts?worker&inline";

/** The module, unpacked and compiled. */
export function compiledModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(unpacked(packed));
}

/**
 * How a page gets a WebAssembly module: fetched and compiled while it arrives, or unpacked where it lies within the page. The build
 * turns `import load from "./engine.wasm?module"` into one of the two (scripts/wasm-module.ts). The page compiles and posts the
 * module to its workers, which wait for it. Not here: which module, nor what a worker does with it.
 */

/** Loads a module. */
export type LoadModule = () => Promise<WebAssembly.Module>;

const TYPE = "application/wasm";

/** The module behind `load`, compiled once for all workers of a page; after a failure it is loaded anew. */
export function once(load: LoadModule): LoadModule {
  let loaded: Promise<WebAssembly.Module> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/**
 * The module at an address. A host that does not compress it would send more than twice the bytes; the compressed copy beside it
 * (`packed`) is fetched instead. The offline copy answers with what it has, so nothing else is asked for.
 */
export async function fetched(address: string, packed: string | null): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  const isCopy = globalThis.navigator?.serviceWorker?.controller != null;
  if (packed === null || isCopy || response.headers.has("content-encoding")) return compiled(response);
  await response.body?.cancel();
  try {
    const answer = await fetch(packed);
    // A host may declare the file's own compression, which the browser then has undone.
    const isUndone = answer.headers.has("content-encoding");
    return await compiled(isUndone || !answer.ok ? answer : gunzipped(answer.body));
  } catch {
    return compiled(await fetch(address));
  }
}

/** The module in a text of the page: gzip in base64. */
export function within(base64: string): Promise<WebAssembly.Module> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return compiled(gunzipped(new Blob([bytes]).stream()));
}

async function compiled(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Browsers compile while it arrives only what has the right media type, which not every host knows.
  if (response.headers.get("content-type") === TYPE) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function gunzipped(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Response {
  return new Response(body?.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": TYPE } });
}

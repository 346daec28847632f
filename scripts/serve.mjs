/**
 * A small static server for `dist/`: the headers of its file `_headers` and any sub-path. Node's own modules only.
 * As a program: `node scripts/serve.mjs [--port 4173] [--base /some/where/]`. Not here: building what it serves.
 */
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** What is served, unless another folder is named. */
const DIST = join(import.meta.dirname, "..", "dist");

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** The file behind a request's path, or null. */
function fileFor(/** @type {string} */ address, /** @type {string} */ base, /** @type {string} */ dist) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(base)) return null;
  const file = normalize(join(dist, path.slice(base.length)));
  if (file !== dist && !file.startsWith(dist + sep)) return null;
  if (!existsSync(file)) return null;
  if (!statSync(file).isDirectory()) return file;
  return existsSync(join(file, "index.html")) ? join(file, "index.html") : null;
}

/**
 * What `_headers` says of a path from the site's root: blocks of a pattern (`*` at its end stands for anything) and header lines; a
 * line `! Name` takes a header back. So what is tested is what a host sends that reads the file.
 */
function headersFor(/** @type {string} */ path, /** @type {string} */ dist) {
  const said = join(dist, "_headers");
  /** @type {Map<string, string>} */
  const found = new Map();
  let here = false;
  for (const line of existsSync(said) ? readFileSync(said, "utf8").split("\n") : []) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    if (text.startsWith("/")) here = text.endsWith("*") ? path.startsWith(text.slice(0, -1)) : path === text;
    else if (here && text.startsWith("! ")) found.delete(text.slice(2));
    else if (here) found.set(text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1).trim());
  }
  return Object.fromEntries(found);
}

/** Files as they were sent last, compressed: packing them again would be measured as waiting. */
const gzipped = new Map();
function compressed(/** @type {string} */ file) {
  const key = `${file} ${statSync(file).mtimeMs}`;
  if (!gzipped.has(key)) gzipped.set(key, gzipSync(readFileSync(file), { level: 9 }));
  return gzipped.get(key);
}

/**
 * Serves; a port that is taken gives the next free one, unless `strict`; `gzip`: compressed, as most hosts do; `dist`: another build;
 * `types`: media types of a host that knows others.
 * @param {{ port?: number, base?: string, strict?: boolean, gzip?: boolean, dist?: string, types?: Record<string, string> }} [options]
 * @returns {Promise<number>} the port
 */
export function serve({ port = 4173, base = "/", strict = false, gzip = false, dist = DIST, types = {} } = {}) {
  const server = createServer((request, response) => {
    const file = fileFor(request.url ?? "/", base, dist);
    if (!file) {
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("There is nothing here.\n");
      return;
    }
    response.writeHead(200, {
      ...headersFor(`/${file.slice(dist.length + 1).replaceAll(sep, "/")}`, dist),
      "Content-Type": types[extname(file)] ?? TYPES[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
      ...(gzip && { "Content-Encoding": "gzip" }),
    });
    if (gzip) response.end(compressed(file));
    else createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    let tries = 0;
    server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      tries += 1;
      if (error.code === "EADDRINUSE" && !strict && tries < 20) server.listen(port + tries, "127.0.0.1");
      else reject(error);
    });
    server.on("listening", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
    server.listen(port, "127.0.0.1");
  });
}

if (process.argv[1] === import.meta.filename) {
  const value = (/** @type {string} */ name) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  const base = value("--base") ?? "/";
  const port = await serve({ port: Number(value("--port") ?? 4173), base, strict: process.argv.includes("--strict") });
  console.log(`http://localhost:${port}${base}`);
}

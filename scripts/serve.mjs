/**
 * A small static server for `dist/`: the headers of its file `_headers` and any sub-path. Node's own modules only.
 * As a program: `node scripts/serve.mjs [--port 4173] [--base /some/where/] [--folder dist]`.
 * Home-made because Vite's preview knows neither `_headers` nor a site that is still being built.
 * Not here: building what it serves.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** Folder that is served, unless another folder is named. */
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

/** Nothing is there, or no longer: a build beside the server replaces files. */
const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EINVAL", "ERR_INVALID_ARG_VALUE"]);

/**
 * The file behind a request's path in the first of these folders that has it, with its content, or null. Read at once and whole: a
 * reader that goes away leaves no file open, and no file vanishes between a look and a read.
 * @param {string} address
 * @param {string} base
 * @param {readonly string[]} folders
 */
function fileFor(address, base, folders) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(base)) return null;
  for (const folder of folders) {
    const wanted = normalize(join(folder, path.slice(base.length)));
    if (wanted !== folder && !wanted.startsWith(folder + sep)) return null;
    for (const file of [wanted, join(wanted, "index.html")]) {
      try {
        return { file, path: `/${file.slice(folder.length + 1).replaceAll(sep, "/")}`, bytes: readFileSync(file) };
      } catch (error) {
        const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
        if (!MISSING.has(code)) throw error;
      }
    }
  }
  return null;
}

/** A page that is being built: it asks again until it is there. */
const BEING_BUILT = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <meta http-equiv="refresh" content="2" />
  <title>Being built</title>
  <p>This page is being built. It opens by itself, usually in less than two minutes.</p>
</html>
`;

/**
 * Headers of a path from the site's root by `_headers`: blocks of a pattern (`*` at its end stands for anything) and header lines; a
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

/** Compressed copies of files as they were last sent: compressing them again would be measured as waiting. @type {Map<string, [Buffer, Buffer]>} */
const gzipped = new Map();
function compressed(/** @type {string} */ file, /** @type {Buffer} */ bytes) {
  const last = gzipped.get(file);
  if (last?.[0].equals(bytes)) return last[1];
  const packed = gzipSync(bytes, { level: 9 });
  gzipped.set(file, [bytes, packed]);
  return packed;
}

/**
 * Answers requests; `gzip`: compressed, as most hosts do; `folders`: which builds are served now, the first one first; `isBuilding`:
 * pages that are missing are being built; `types`: media types of a host that knows others.
 * @param {{ base?: string, gzip?: boolean, folders?: () => readonly string[], isBuilding?: () => boolean,
 *   types?: Record<string, string> }} [options]
 * @returns {import("node:http").RequestListener}
 */
export function listener({
  base = "/",
  gzip = false,
  folders = () => [DIST],
  isBuilding = () => false,
  types = {},
} = {}) {
  return (request, response) => {
    const plain = (/** @type {number} */ code, /** @type {string} */ text, type = "text/plain") =>
      response.writeHead(code, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" }).end(text);
    try {
      const address = request.url ?? "/";
      const found = fileFor(address, base, folders());
      if (!found) {
        if (isBuilding() && /\.html$/.test(new URL(address, "http://localhost").pathname))
          plain(503, BEING_BUILT, "text/html");
        else plain(404, "There is nothing here.\n");
        return;
      }
      const { file, path, bytes } = found;
      response.writeHead(200, {
        ...headersFor(path, folders()[0] ?? DIST),
        "Content-Type": types[extname(file)] ?? TYPES[extname(file)] ?? "application/octet-stream",
        "Cache-Control": "no-cache",
        ...(gzip && { "Content-Encoding": "gzip" }),
      });
      response.end(gzip ? compressed(file, bytes) : bytes);
    } catch (error) {
      // Too many files are open, or one cannot be read.
      plain(503, `${error instanceof Error ? error.message : error}\n`);
    }
  };
}

/**
 * Serves; a port that is taken gives the next free one, unless `strict`.
 * @param {{ port?: number, strict?: boolean } & Parameters<typeof listener>[0]} [options]
 * @returns {Promise<number>} the port
 */
export function serve({ port = 4173, strict = false, ...site } = {}) {
  const server = createServer(listener(site));
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
  const folder = resolve(value("--folder") ?? DIST);
  const strict = process.argv.includes("--strict");
  const port = await serve({ port: Number(value("--port") ?? 4173), base, strict, folders: () => [folder] });
  console.log(`http://localhost:${port}${base}`);
}

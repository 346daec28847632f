/**
 * Work of `npm start` once the laboratory's page is built: serves it, builds the rest of the site meanwhile, then serves that. A page
 * that is not ready says so and opens by itself.
 * Home-made because Vite's own server builds pages on demand, and so not what is published.
 * Not here: building (package.json), serving (serve.mjs).
 */
import { join } from "node:path";
import { serve } from "./serve.mjs";
import { root } from "./setup.mjs";
import { steps } from "./steps.mjs";

/** Serves, and builds. */
export async function start() {
  const [site, page] = [join(root, "dist"), join(root, "target/page")];
  // Files of the first page stay served: a reader may have it open when the site replaces it.
  let folders = [page];
  let building = true;
  const port = await serve({
    port: Number(process.env.PORT ?? 4173),
    folders: () => folders,
    isBuilding: () => building,
  });
  console.log(
    `\nThe laboratory runs at http://localhost:${port}/ (stop with Ctrl+C). Its other pages are being built.`,
  );
  const code = await steps("site");
  building = false;
  if (code !== 0)
    console.log("The rest of the site could not be built: see above. The laboratory is served without it.");
  else {
    folders = [site, page];
    console.log(`All pages are ready: http://localhost:${port}/`);
  }
}

/*
 * Runs within each page's head, before anything else: a theme that the address or the reader has chosen, so that nothing flashes;
 * and what is said when the page's own script does not start. Put there by the build (vite.config.ts). Not here: themes once the
 * page's own script runs (ui/theme-toggle.ts), what fails after that (ui/uncaught-errors.ts).
 */
{
  const root = document.documentElement;
  let theme = /[#&]theme=(light|dark|auto)(&|$)/.exec(location.hash)?.[1];
  try {
    theme ??= localStorage.getItem("sawtooth.theme") ?? undefined;
  } catch {
    /* storage is forbidden here */
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (/[#&]profile=projector(&|$)/.test(location.hash)) root.dataset.profile = "projector";

  // The shown text stands in the page (`#unstarted`), in each language. A file's scripts are refused at once, a network may be slow.
  const fromDisk = location.protocol === "file:";
  const say = () => {
    const place = document.getElementById("unstarted");
    if (!place || root.dataset.started !== undefined) return;
    place.hidden = false;
    for (const text of place.children) text.hidden = fromDisk !== text.classList.contains("from-disk");
  };
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && say(), true);
  addEventListener("DOMContentLoaded", () => setTimeout(say, fromDisk ? 500 : 20000));
}

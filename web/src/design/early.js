/*
 * Runs within each page's head, before its first picture: a theme that the address or the reader has chosen, so that nothing
 * flashes. Put there by the build (vite.config.ts). Not here: themes once the page's own script runs (pages/light.ts).
 */
{
  let theme = /[#&]theme=(light|dark|auto)(&|$)/.exec(location.hash)?.[1];
  try {
    theme ??= localStorage.getItem("sawtooth.theme") ?? undefined;
  } catch {
    /* storage is forbidden here */
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (/[#&]profile=projector(&|$)/.test(location.hash)) document.documentElement.dataset.profile = "projector";
}

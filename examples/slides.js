// Shows one slide at a time; only the widget of that slide plays.
const slides = [...document.querySelectorAll("#deck > section")];
const place = document.getElementById("place");
let shown = 0;

/** Sets the widget's height to the rest of the window below heading and buttons. */
function fit(slide) {
  const widget = slide.querySelector("sawtooth-widget");
  if (!widget) return;
  const beside = slide.querySelector("h1").offsetHeight + document.querySelector(".bar").offsetHeight;
  widget.setAttribute("height", String(Math.max(360, Math.floor(innerHeight - beside - 80))));
}

function show(number) {
  shown = Math.max(0, Math.min(slides.length - 1, number));
  for (const [index, slide] of slides.entries()) {
    const widget = slide.querySelector("sawtooth-widget");
    slide.hidden = index !== shown;
    if (index === shown) fit(slide);
    // The widget of a slide that was never shown is not loaded yet: nothing to pause.
    if (index === shown) widget?.play().catch(() => {});
    else if (widget?.dataset.shown) widget.pause().catch(() => {});
    if (index === shown && widget) widget.dataset.shown = "yes";
  }
  place.textContent = `${shown + 1} of ${slides.length}`;
}

document.getElementById("back").addEventListener("click", () => show(shown - 1));
document.getElementById("on").addEventListener("click", () => show(shown + 1));
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") show(shown + 1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") show(shown - 1);
});
addEventListener("resize", () => fit(slides[shown]));
show(0);

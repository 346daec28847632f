/**
 * On a phone the path is low, until it is tapped or its button is pressed: open it has rows for the packets that are followed. Not here:
 * both heights, and where the button is not needed (design/sizes.css).
 */
import { translate } from "../i18n/catalogue.ts";

/** Adds the button to a path; returns what opens or closes it. */
export function opener(host: HTMLElement): () => void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "path-open";
  button.setAttribute("aria-label", translate("path.open"));
  button.setAttribute("aria-expanded", "false");
  button.append(document.createElement("span"));
  host.append(button);
  const toggle = (): void => button.setAttribute("aria-expanded", String(host.classList.toggle("is-open")));
  button.addEventListener("click", toggle);
  return toggle;
}

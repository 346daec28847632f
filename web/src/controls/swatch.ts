/**
 * A flow's sign beside its name: a short line in its colour and dash (design 2.2). Not here: the marks that charts use.
 */
import { html, type TemplateResult } from "lit";
import { DASHES, dashAt } from "../design/dashes.ts";

/** How many flows have colours of their own; then they repeat. */
const SIGNS = DASHES.length;

/** CSS class that gives `--flow` the colour of a flow. */
export function flowClass(sign: number): string {
  return `flow-${(sign % SIGNS) + 1}`;
}

/** A line of 26 x 14 px in the flow's colour and dash. */
export function swatch(sign: number, width = 26): TemplateResult {
  const dash = dashAt(sign).join(" ");
  return html`<svg class="swatch ${flowClass(sign)}" viewBox="0 0 ${width} 14" width=${width} height="14" aria-hidden="true">
    <path d="M0 7H${width}" stroke-dasharray=${dash || "none"} />
  </svg>`;
}

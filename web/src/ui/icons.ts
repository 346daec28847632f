/**
 * The controls' icons, 16 x 16, drawn with the colour of the text. They are decoration: the button that holds one has
 * the words. Not here: marks of events (the charts draw those).
 */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

const shapes = {
  toStart: svg`<path class="solid" d="M8 3v10L1.500 8zM14.500 3v10L8 8z"/>`,
  stepBack: svg`<path class="solid" d="M13 3v10L5.500 8z"/><path d="M3.500 3v10"/>`,
  play: svg`<path class="solid" d="M4 2.200v11.600L13.600 8z"/>`,
  pause: svg`<path class="solid" d="M3.800 3h3v10h-3zM9.200 3h3v10h-3z"/>`,
  stepOn: svg`<path class="solid" d="M3 3v10l7.500-5z"/><path d="M12.500 3v10"/>`,
  nextEvent: svg`<path class="solid" d="M1 3.500v9L7 8z"/><path d="m9.500 5 5.500 6M15 5l-5.500 6"/>`,
  more: svg`<path class="solid" d="M1.500 7h3v2h-3zM6.500 7h3v2h-3zM11.500 7h3v2h-3z"/>`,
  add: svg`<path d="M8 2.500v11M2.500 8h11"/>`,
  copy: svg`<path d="M5.500 5.500h8v8h-8zM3.500 10.500h-1v-8h8v1"/>`,
  remove: svg`<path d="M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.6 9h5.800l.6-9"/>`,
  open: svg`<path class="solid" d="M5 3l6.500 5L5 13z"/>`,
  close: svg`<path d="m3.500 3.500 9 9M12.500 3.500l-9 9"/>`,
  sliders: svg`<path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6"/><circle cx="10" cy="4.500" r="1.800"/><circle cx="6" cy="11.500" r="1.800"/>`,
  undo: svg`<path d="M6 3.500 2.500 7 6 10.500M2.500 7h7a4 4 0 0 1 0 7H8"/>`,
  redo: svg`<path d="M10 3.500 13.500 7 10 10.500M13.500 7h-7a4 4 0 0 0 0 7H8"/>`,
  link: svg`<path d="M6.700 9.300a3 3 0 0 0 4.300 0l2.200-2.200A3 3 0 0 0 8.900 2.800l-.9.900M9.300 6.700a3 3 0 0 0-4.300 0L2.800 8.900a3 3 0 0 0 4.300 4.300l.9-.9"/>`,
  eye: svg`<path d="M1.500 8C3 5 5.300 3.500 8 3.500S13 5 14.500 8C13 11 10.700 12.500 8 12.500S3 11 1.500 8z"/><circle cx="8" cy="8" r="2"/>`,
  way: svg`<path d="M7 3H3v10h10V9M9.500 2.500h4v4M13.500 2.500 7.500 8.500"/>`,
  menu: svg`<path d="M2 4h12M2 8h12M2 12h12"/>`,
  help: svg`<path d="M5.500 5.800a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.9-1.100 1.700"/><path d="M8 12.300v.4"/>`,
  down: svg`<path d="m3.500 6 4.500 4.500L12.500 6"/>`,
  warn: svg`<path d="M8 2 1.500 13.500h13zM8 6.500v3.500M8 11.700v.3"/>`,
} as const satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof shapes;

/** An icon; the words are beside it or in the button's label. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${shapes[name]}</svg>`;
}

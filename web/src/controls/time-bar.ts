/** The bar of time: transport, clock, scrubber's place, speed, fork and *Repeat*. The clock's text is written each frame without this template. Not here: how each control looks. */
import { html, nothing, type TemplateResult } from "lit";
import { momentText } from "../i18n/amounts.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { menu } from "../ui/menu.ts";
import { sign } from "../ui/theme-icons.ts";
import type { SpeedProps, TransportProps } from "./props.ts";
import { speed } from "./speed.ts";
import { transport } from "./transport.ts";

export interface BarProps {
  transport: TransportProps;
  speed: SpeedProps;
  duration_s: number;
  /** The run has ended and may go on. */
  ended: boolean;
  /** Few things are shown: to play, the scrubber and, once the reader has acted, the speed in its place. */
  few: boolean;
  acted: boolean;
  onGoOn: () => void;
  /** The run is split in two. */
  split: boolean;
  onFork: () => void;
  /** Many runs are laid over this one. */
  repeated: boolean;
  onRepeat: () => void;
  onVary: () => void;
}

/** Run time in s to the millisecond; after a step `fine`, to the microsecond, since events lie so near to each other. */
export const timeText = (t_s: number, fine = false): string => (fine ? momentText(t_s, 6, 6) : momentText(t_s));

/** "1 s on screen = 40 ms" without its first half, for narrow places. */
export function paceText(speed: number): string {
  if (speed < 0.001) return withUnit(speed * 1e6, "µs");
  if (speed < 1) return withUnit(Number((speed * 1000).toPrecision(3)), "ms", 2);
  return withUnit(Number(speed.toPrecision(3)), "s", 2);
}

/** Says what it does next; as wide for either, so that nothing beside it moves. */
function forkButton(props: BarProps): TemplateResult {
  const face = (key: string, shown: boolean): TemplateResult =>
    html`<span aria-hidden=${shown ? "false" : "true"}>${translate(key)}</span>`;
  return html`<button type="button" class="button is-line fork" title=${translate(props.split ? "lab.fork.end" : "lab.fork.begin")}
    @click=${props.onFork}>${sign(props.split ? "close" : "fork")}<span class="faces">${face("lab.fork", !props.split)}${face("lab.fork.stop", props.split)}</span></button>`;
}

/** Stays where it is in a fork, and says why it does nothing there. */
function repeatButton(props: BarProps): TemplateResult {
  const title = translate(props.split ? "lab.repeat.forked" : props.repeated ? "lab.repeat.end" : "lab.repeat.begin");
  return html`<button type="button" class="button is-line repeat" aria-pressed=${props.repeated ? "true" : "false"}
    aria-disabled=${props.split ? "true" : "false"} title=${title} @click=${props.onRepeat}>${sign("many")}${translate("lab.repeat")}</button>`;
}

export function bar(props: BarProps): TemplateResult {
  const { few, acted } = props;
  const pace = translate("lab.pace", { time: paceText(props.speed.held ?? props.speed.speed) });
  return html`<div class="steps">${transport(props.transport, few)}</div>
    <div class="clock"><b></b><span>${translate("lab.clock.of", { duration: withUnit(props.duration_s, "s", 3) })}</span></div>
    <div class="scrub"><div class="strip"></div>${
      props.ended
        ? html`<button type="button" class="button is-line go-on" @click=${props.onGoOn}>${translate("lab.go_on")}</button>`
        : nothing
    }</div>
    <div class=${`speed-slot ${few && !acted ? "waits" : ""}`}>${speed(props.speed)}</div>
    <div class="pace">${
      few && !acted
        ? html`<span>${pace}</span>`
        : menu("speed-menu", "", html`<b>${pace}</b>${translate("lab.pace.speed")}`, speed(props.speed))
    }</div>
    ${few ? nothing : html`<div class="menus">${forkButton(props)}${repeatButton(props)}<button type="button" class="button is-line vary-begin" title=${translate("lab.vary.begin")} @click=${props.onVary}>${sign("curve")}${translate("lab.vary")}</button></div>`}`;
}

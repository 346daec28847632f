/**
 * Small pictures in a lesson's text (`<saw-figure id="ack"></saw-figure>`): packets and ACKs between sender and receiver, time going
 * down, and the part of a round trip in which a link is busy. Each has its text alternative in the catalogue
 * (`lesson.picture.ID.alt`). Fetched with a lesson's text. Not here: their colours (design/lessons/pictures.css), charts of a run.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { addMessages, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/lesson-pictures.json" with { type: "json" };

addMessages("en", words);

/** A packet: when it leaves, in steps of the picture; what its ACK says has arrived; whether it is lost on its way. */
interface Sent {
  n: number;
  at: number;
  acked?: number;
  lost?: boolean;
}

/** A note beside the sender's line, from one step to another. */
interface Note {
  from: number;
  to: number;
  key: string;
}

interface Ladder {
  packets: readonly Sent[];
  notes: readonly Note[];
}

/** Steps that a packet and an ACK take on their way. */
const WAY = 3;

/** A window of three packets: the fourth leaves when the first ACK is there. */
const ACK: Ladder = {
  packets: [
    { n: 1, at: 0, acked: 1 },
    { n: 2, at: 1, acked: 2 },
    { n: 3, at: 2, acked: 3 },
    { n: 4, at: 6, acked: 4 },
    { n: 5, at: 7, acked: 5 },
    { n: 6, at: 8, acked: 6 },
  ],
  notes: [
    { from: 0, to: 2, key: "window" },
    { from: 2.4, to: 6, key: "waits" },
  ],
};

/** Packet 3 is lost: packets 4, 5 and 6 bring the ACK for packet 2 again, and packet 3 is sent once more. */
const DUPLICATE: Ladder = {
  packets: [
    { n: 1, at: 0, acked: 1 },
    { n: 2, at: 1, acked: 2 },
    { n: 3, at: 2, lost: true },
    { n: 4, at: 3, acked: 2 },
    { n: 5, at: 4, acked: 2 },
    { n: 6, at: 5, acked: 2 },
    { n: 3, at: 11, acked: 6 },
  ],
  notes: [
    { from: 8.8, to: 10.9, key: "duplicates" },
    { from: 11.9, to: 11.9, key: "again" },
  ],
};

const WIDTH = 420;
const SENDER = 140;
const RECEIVER = 310;
const TOP = 34;
const STEP = 20;
const y = (step: number): number => TOP + STEP * step;

/** A line with its head at the end. */
function arrow(kind: string, x0: number, y0: number, x1: number, y1: number): TemplateResult {
  const size = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = [(x1 - x0) / size, (y1 - y0) / size];
  const corner = (side: number): string =>
    `${(x1 - 8 * dx - side * 3.5 * dy).toFixed(1)} ${(y1 - 8 * dy + side * 3.5 * dx).toFixed(1)}`;
  return svg`<path class=${kind} d=${`M${x0} ${y0}L${x1} ${y1}`} /><path class=${`${kind} head`} d=${`M${x1} ${y1}L${corner(1)}L${corner(-1)}Z`} />`;
}

function ladder(id: string, { packets, notes }: Ladder): TemplateResult {
  const end = Math.max(...packets.map(({ at, lost }) => at + (lost ? 1 : 2 * WAY)));
  const height = y(end) + 12;
  const lines = packets.map(({ n, at, acked, lost }) => {
    const half = SENDER + (RECEIVER - SENDER) / 2;
    const data = lost
      ? svg`<path class="data is-lost" d=${`M${SENDER} ${y(at)}L${half} ${y(at + WAY / 2)}`} />
          <path class="cross" d=${`M${half - 5} ${y(at + WAY / 2) - 5}l10 10m0 -10l-10 10`} />`
      : arrow("data", SENDER, y(at), RECEIVER, y(at + WAY));
    const back = acked === undefined ? nothing : arrow("ack", RECEIVER, y(at + WAY), SENDER, y(at + 2 * WAY));
    const said =
      acked === undefined
        ? nothing
        : svg`<text class="is-ack" x=${RECEIVER + 8} y=${y(at + WAY) + 4}>${translate("lesson.picture.ack.says", { n: acked })}</text>`;
    return svg`${data}${back}${said}<text x=${SENDER - 8} y=${y(at) + 4} text-anchor="end">${n}</text>`;
  });
  const beside = notes.map(({ from, to, key }) => {
    const bar = from === to ? nothing : svg`<path class="bar" d=${`M${SENDER - 26} ${y(from)}V${y(to)}`} />`;
    const words = translate(`lesson.picture.${id}.${key}`).split("\n");
    const first = y((from + to) / 2) + 4 - 7 * (words.length - 1);
    return svg`${bar}${words.map((line, i) => svg`<text class="note" x=${SENDER - 32} y=${first + 14 * i} text-anchor="end">${line}</text>`)}`;
  });
  return svg`<svg viewBox=${`0 0 ${WIDTH} ${height}`} role="img" aria-label=${translate(`lesson.picture.${id}.alt`)}>
    <text class="end" x=${SENDER} y="16" text-anchor="middle">${translate("lesson.picture.sender")}</text>
    <text class="end" x=${RECEIVER} y="16" text-anchor="middle">${translate("lesson.picture.receiver")}</text>
    <path class="host" d=${`M${SENDER} ${TOP - 8}V${height - 4}M${RECEIVER} ${TOP - 8}V${height - 4}`} />
    ${lines}${beside}</svg>`;
}

/** The lesson's link and window: 8 packets of 1500 bytes at 10 Mbit/s, 40 ms of propagation. */
export const BUSY = { packets: 8, packet_ms: 1.2, rtt_ms: 41.2 };

/** Two round trips of a link: busy for the window's packets, then idle. */
function busy(): TemplateResult {
  const { packets, packet_ms, rtt_ms } = BUSY;
  const x = (t_ms: number): number => 10 + (t_ms / (2 * rtt_ms)) * (WIDTH - 20);
  const each = [0, rtt_ms].flatMap((from) => Array.from({ length: packets }, (_, i) => from + i * packet_ms));
  const used_ms = packets * packet_ms;
  const middle = (from: number, to: number): number => (x(from) + x(to)) / 2;
  return svg`<svg viewBox=${`0 0 ${WIDTH} 84`} role="img" aria-label=${translate("lesson.picture.busy.alt", { busy: withUnit(used_ms, "ms", 1), rtt: withUnit(rtt_ms, "ms", 1) })}>
    <rect class="link" x=${x(0)} y="26" width=${x(2 * rtt_ms) - x(0)} height="24" />
    ${each.map((t) => svg`<rect class="packet" x=${x(t) + 0.5} y="26" width=${x(packet_ms) - x(0) - 1} height="24" />`)}
    <text x=${x(0)} y="18">${translate("lesson.picture.busy.busy", { time: withUnit(used_ms, "ms", 1) })}</text>
    <text x=${middle(used_ms, rtt_ms)} y="43" text-anchor="middle">${translate("lesson.picture.busy.idle", { time: withUnit(rtt_ms - used_ms, "ms", 1) })}</text>
    <path class="bar" d=${`M${x(0)} 58v8M${x(rtt_ms)} 58v8M${x(0)} 62H${x(rtt_ms)}`} />
    <text class="note" x=${middle(0, rtt_ms)} y="79" text-anchor="middle">${translate("lesson.picture.busy.rtt", { time: withUnit(rtt_ms, "ms", 1) })}</text></svg>`;
}

const PICTURES: ReadonlyMap<string, () => TemplateResult> = new Map([
  ["ack", () => ladder("ack", ACK)],
  ["duplicate", () => ladder("duplicate", DUPLICATE)],
  ["busy", busy],
]);

/** Their ids, for tests. */
export const PICTURE_IDS = [...PICTURES.keys()];

/** A picture with its caption. */
export function pictureOf(id: string): TemplateResult {
  const picture = PICTURES.get(id);
  return picture
    ? html`<figure class="picture">${picture()}<figcaption>${translate(`lesson.picture.${id}.caption`)}</figcaption></figure>`
    : html``;
}

/**
 * Measures of colour for the tests of the tokens: contrast (WCAG 2.2), simulated colour blindness (Machado, Oliveira and
 * Fernandes 2009, severity 1.0), distance (CIEDE2000; Sharma, Wu and Dalal 2005). Not here: any token.
 */

/** Linear or encoded red, green, blue, or L, a, b. */
export type Triple = readonly [number, number, number];

/** sRGB of `#rrggbb`, 0 to 1. */
function parse(hex: string): Triple {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Linear light of `#rrggbb`. */
function linearOf(hex: string): Triple {
  const [r, g, b] = parse(hex);
  return [linear(r), linear(g), linear(b)];
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const light = (hex: string): number => {
    const [r, g, bl] = linearOf(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [x, y] = [light(a), light(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Matrices of Machado 2009 at severity 1.0, on linear light. */
export const BLINDNESS: Record<string, readonly Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** How somebody sees a colour, as CIE Lab (D65). */
export function seen(hex: string, matrix: readonly Triple[]): Triple {
  const [r, g, b] = linearOf(hex);
  const see = (row: Triple): number => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b));
  return lab(matrix.map(see) as unknown as Triple);
}

function lab([r, g, b]: Triple): Triple {
  const f = (v: number): number => (v > 216 / 24389 ? Math.cbrt(v) : ((24389 / 27) * v + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const RAD = Math.PI / 180;

/** Distance of two Lab colours, CIEDE2000. */
export function distance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RAD + 360) % 360);
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  let turn = c1 * c2 === 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * RAD);
  const lMean = (l1 + l2) / 2;
  const cMean = (c1 + c2) / 2;
  const apart = Math.abs(h1 - h2) > 180;
  const hMean = c1 * c2 === 0 ? h1 + h2 : apart ? (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 : (h1 + h2) / 2;
  const cos = (factor: number, shift: number): number => Math.cos((factor * hMean + shift) * RAD);
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63);
  const sL = 1 + (0.015 * (lMean - 50) ** 2) / Math.sqrt(20 + (lMean - 50) ** 2);
  const sC = 1 + 0.045 * cMean;
  const sH = 1 + 0.015 * cMean * t;
  const turned = 30 * Math.exp(-(((hMean - 275) / 25) ** 2));
  const rT = -2 * Math.sqrt(cMean ** 7 / (cMean ** 7 + 25 ** 7)) * Math.sin(2 * turned * RAD);
  const [dl, dc, dh] = [(l2 - l1) / sL, (c2 - c1) / sC, dH / sH];
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rT * dc * dh);
}

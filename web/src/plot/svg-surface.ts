/**
 * The same drawing as text: an SVG document without a DOM, for export and tests. Not here: canvas (canvas-surface.ts).
 */
import { type Path, path } from "d3-path";
import type { Theme } from "../design/theme.ts";
import { traceLine } from "./lines.ts";
import { dotsOf, HALO, OUTLINE, polygon, STROKE, strokesOf, TILE, trace } from "./shapes.ts";
import { crisp, traceArea } from "./straight-lines.ts";
import type { Pattern, Surface } from "./surface.ts";

/** A surface whose drawing is read as SVG. */
export interface SvgSurface extends Surface {
  /** The drawing, without the document around it. */
  body(): string;
  /** Puts another surface's body `y` px lower; its clips need a prefix of their own. */
  put(body: string, y: number): void;
  /** A whole document of the given size; the plot's corner lies at (left, top). `title`: its name for programs that read it out. */
  document(width: number, height: number, left: number, top: number, title?: string): string;
}

/** Digits kept of a coordinate: a tenth of a pixel. */
const DIGITS = 1;

/** A surface that writes SVG. `unit` scales words; `prefix` begins the ids of clips, unique where bodies are joined to one document. */
export function svgSurface(theme: Theme, unit = 1, prefix = ""): SvgSurface {
  const parts: string[] = [];
  const definitions: string[] = [];
  /** A texture as a fill, defined when it is first used. */
  const texture = (pattern: Pattern, ink: string): string => {
    const id = ink === theme.state ? `state-${pattern}` : `${pattern}-${ink.replaceAll(/[^\w]+/g, "-")}`;
    if (!definitions.some((text) => text.startsWith(`<pattern id="${id}"`)))
      definitions.push(defined(id, pattern, ink, unit));
    return `url(#${id})`;
  };
  let clips = 0;
  const element = (name: string, attributes: Record<string, string | number | undefined>, text?: string): void => {
    parts.push(write(name, attributes, text));
  };
  const shape = (draw: (pen: Path) => void): string => {
    const pen = path();
    draw(pen);
    return pen.toString().replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => round(Number(number)));
  };
  const surface: SvgSurface = {
    polyline(points, style) {
      element("path", {
        d: shape((pen) => traceLine(pen, crisp(points, style.width, 1), style.step ?? false)),
        fill: "none",
        stroke: style.color,
        "stroke-width": round(style.width),
        "stroke-dasharray": style.dash?.length ? style.dash.join(" ") : undefined,
        "stroke-linejoin": "round",
        "stroke-linecap": style.cap,
        "stroke-opacity": faint(style.alpha),
      });
    },
    polygon(points, style) {
      element("path", {
        d: shape((pen) => polygon(pen, points)),
        fill: style.fill ?? "none",
        stroke: style.stroke,
        "stroke-width": style.stroke ? round(style.width ?? 1) : undefined,
        "fill-opacity": style.fill ? faint(style.alpha) : undefined,
        "stroke-opacity": style.stroke ? faint(style.alpha) : undefined,
      });
    },
    area(upper, lower, style) {
      const d = shape((pen) => traceArea(pen, upper, lower));
      const fill = style.pattern && style.pattern !== "full" ? texture(style.pattern, theme.state) : style.color;
      element("path", { d, fill, "fill-opacity": faint(style.alpha) });
    },
    dots(points, style) {
      const half = style.size / 2;
      const d = shape((pen) => {
        for (let i = 0; i + 1 < points.length; i += 2) {
          pen.rect((points[i] as number) - half, (points[i + 1] as number) - half, style.size, style.size);
        }
      });
      element("path", { d, fill: style.color, "fill-opacity": faint(style.alpha) });
    },
    rect(x, y, w, h, style) {
      const { radius = 0, ink = theme.state } = style;
      const box = {
        x: round(x),
        y: round(y),
        width: round(w),
        height: round(h),
        rx: radius > 0 ? round(radius) : undefined,
        "fill-opacity": faint(style.alpha),
      };
      if (style.fill) element("rect", { ...box, fill: style.fill });
      if (style.pattern && style.pattern !== "empty") {
        element("rect", { ...box, fill: style.pattern === "full" ? ink : texture(style.pattern, ink) });
      }
      if (style.stroke) {
        const line = style.width ?? 1;
        const corner = radius - line / 2;
        const inner = {
          x: round(x + line / 2),
          y: round(y + line / 2),
          width: round(w - line),
          height: round(h - line),
          rx: corner > 0 ? round(corner) : undefined,
          "stroke-opacity": faint(style.alpha),
        };
        element("rect", { ...inner, fill: "none", stroke: style.stroke, "stroke-width": line });
      }
    },
    mark(x, y, kind, style) {
      const size = style.size ?? 7;
      let paint = "solid";
      const d = shape((pen) => {
        paint = trace(pen, kind, x, y, size);
      });
      element("path", {
        d,
        fill: paint === "stroke" ? "none" : paint === "solid" ? style.color : theme.plate,
        stroke: paint === "solid" ? undefined : style.color,
        "stroke-width": paint === "solid" ? undefined : round(((paint === "stroke" ? 2 : OUTLINE) * size) / 7),
        opacity: faint(style.alpha),
      });
      if (kind === "ecn") element("circle", { cx: round(x), cy: round(y), r: round(0.2 * size), fill: style.color });
    },
    text(x, y, text, style) {
      const anchor = { left: "start", center: "middle", right: "end" }[style.align ?? "left"];
      const baseline = { top: "hanging", middle: "central", bottom: "auto" }[style.baseline ?? "middle"];
      element(
        "text",
        {
          x: round(x),
          y: round(y),
          fill: style.color,
          "font-size": style.size ?? 12 * unit,
          "font-weight": style.weight === 600 ? 600 : undefined,
          "text-anchor": anchor === "start" ? undefined : anchor,
          "dominant-baseline": baseline,
          stroke: style.halo,
          "stroke-width": style.halo ? HALO.width * unit : undefined,
          "stroke-opacity": style.halo ? HALO.alpha : undefined,
          "paint-order": style.halo ? "stroke" : undefined,
          "stroke-linejoin": style.halo ? "round" : undefined,
        },
        text,
      );
    },
    clip(x, y, w, h, draw) {
      const id = `${prefix}clip-${++clips}`;
      const box = write("rect", { x: round(x), y: round(y), width: round(w), height: round(h) });
      definitions.push(`<clipPath id="${id}">${box}</clipPath>`);
      parts.push(`<g clip-path="url(#${id})">`);
      draw();
      parts.push("</g>");
    },
    body() {
      const defs = definitions.length ? `<defs>${definitions.join("")}</defs>` : "";
      return `${defs}${parts.join("\n")}`;
    },
    put(body, y) {
      parts.push(`<g transform="translate(0 ${y})">${body}</g>`);
    },
    document(width, height, left, top, title) {
      const font = escaped(theme.sans);
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}">${title ? write("title", {}, title) : ""}<rect width="${width}" height="${height}" fill="${theme.plate}"/><g transform="translate(${left} ${top})">${surface.body()}</g></svg>`;
    },
  };
  return surface;
}

function defined(id: string, pattern: Pattern, color: string, unit: number): string {
  const strokes = strokesOf(pattern).map(([x0, y0, x1, y1]) => `M${x0} ${y0}L${x1} ${y1}`);
  const dots = dotsOf(pattern).map(([x, y]) => `M${x} ${y}h${STROKE}v${STROKE}h${-STROKE}z`);
  const content = strokes.length
    ? write("path", { d: strokes.join(""), stroke: color, "stroke-width": STROKE })
    : write("path", { d: dots.join(""), fill: color });
  return `<pattern id="${id}" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse" patternTransform="scale(${unit})">${content}</pattern>`;
}

function write(name: string, attributes: Record<string, string | number | undefined>, text?: string): string {
  const list = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const open = [name, ...list.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(" ");
  return text === undefined ? `<${open}/>` : `<${open}>${escaped(text)}</${name}>`;
}

function round(value: number): string {
  return String(Number(value.toFixed(DIGITS)));
}

function faint(alpha: number | undefined): number | undefined {
  return alpha === undefined || alpha === 1 ? undefined : alpha;
}

/** Characters that XML does not have. */
const NO_XML = /(?![\t\n\r])\p{Cc}/gu;

function escaped(text: string): string {
  const known = text.replace(NO_XML, "\ufffd");
  return known.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

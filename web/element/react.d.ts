/**
 * The tag in JSX, for React 19 and newer: `import type {} from "sawtooth-widget/react"` in one file of a project. React sets attributes and
 * listens to events by name: `onready={(event: CustomEvent) => ...}`. Not here: the types of the element (sawtooth-widget.ts).
 */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { SawtoothWidget } from "./sawtooth-widget.js";

type Fields =
  | "address"
  | "preset"
  | "fork"
  | "s"
  | "view"
  | "controls"
  | "autoplay"
  | "t"
  | "speed"
  | "theme"
  | "profile"
  | "sandbox"
  | "src";
type Events = "onready" | "onprogress" | "onchange" | "onevent" | "onproblem";

/** Properties of the tag; `title`, `lang` and `ref` are those of every element. */
type Properties = DetailedHTMLProps<HTMLAttributes<SawtoothWidget>, SawtoothWidget> & {
  [field in Fields]?: string | undefined;
} & {
  [event in Events]?: ((event: CustomEvent) => void) | undefined;
} & { height?: number | string | undefined };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "sawtooth-widget": Properties;
    }
  }
}

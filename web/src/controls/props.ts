/**
 * Properties of each control: plain data and callbacks. A control is a function of its props that returns a lit template,
 * rendered by the page into the light DOM; it keeps nothing between two calls. `field(FieldProps)`, `switchRow`, `choice`,
 * `derived`, `flowCard`, `speed`, `transport` are in files of these names; `Scrubber` is a class, since it draws on a
 * canvas. Not here: the templates themselves.
 */

import type { Points } from "../engine/protocol.ts";
import type { NoticeLine } from "../session/notice-lines.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Section, Setting, Span, Value } from "../settings/setting.ts";

/** A nudge on a slider: the ring at the value to reach (document's unit); pulses twice when `pulse` turns true. */
export interface Nudge {
  value: number;
  pulse: boolean;
}

/** Callbacks of a control that is dragged: `onInput` for each move, `onChange` once at release. Values are the document's. */
export interface Drag<V> {
  onInput?: (value: V) => void;
  onChange: (value: V) => void;
}

/** A slider row, or with `slider: false` a number field alone (field.ts). */
export interface FieldProps extends Drag<number | null> {
  /** Unique within the page; ids and labels are made from it. The setting's path does well. */
  id: string;
  label: string;
  setting: Setting;
  /** Value shown, in the document's unit. */
  value: number | null;
  /** Default that double-click and Delete set; the setting's own by default. */
  fallback?: Value;
  /** While held: the value before, shown as a hollow thumb. */
  old?: number | null;
  slider?: boolean;
  /** Other ends and ticks than the design's for this setting, in the screen's unit. */
  span?: Span;
  nudge?: Nudge | null;
  /** Effect of a larger value, under the label. */
  hint?: string;
  /** Worded refusal, shown at the field. */
  error?: string | null;
  /** Text in an empty field; "none" by default. */
  empty?: string;
  /** The typed text cannot be read; without it the field goes back to its value. */
  onUnread?: (typed: string) => void;
  /** Gives it several values; without it there is no such button. */
  onVary?: () => void;
}

/** A switch with its name (switch-row.ts). */
export interface SwitchProps {
  id: string;
  label: string;
  setting?: Setting;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A list of words (choice.ts). */
export interface ChoiceProps {
  id: string;
  label: string;
  setting?: Setting;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  disabled?: boolean;
}

/** A section of the document as its rows need it. */
export interface SectionProps {
  /** Path of the section with its last dot: `flows.cdg.algorithm.`; a row's id is this and the setting's name. */
  base: string;
  section: Section;
  /** Under which its settings' words are in the catalogue, where that is not its kind. */
  words?: string;
  /** Values as they are at the playhead. A list of numbers may be among them. */
  values: Readonly<Record<string, unknown>>;
  old?: Readonly<Record<string, Value>>;
  /** Worded refusals by name. */
  errors?: Readonly<Record<string, string>>;
  nudge?: { name: string; nudge: Nudge } | null;
  onUnread?: (name: string, typed: string) => void;
  onInput?: (name: string, value: Value) => void;
  onChange: (name: string, value: Value) => void;
  /** Another list of numbers, or of entries with fields. */
  onList?: (name: string, entries: readonly unknown[]) => void;
  /** Gives one of them several values. */
  onVary?: (name: string) => void;
}

/** Contents of a flow card (flow-card.ts). */
export interface FlowCardProps {
  flow: FlowLook;
  /** Section of its algorithm, and the values as they are at the playhead (names without `kind`). */
  section: Section;
  values: Readonly<Record<string, Value>>;
  /** Values before the drag that goes on, by name: hollow thumbs. */
  old?: Readonly<Record<string, Value>>;
  /** Worded refusals by name. */
  errors?: Readonly<Record<string, string>>;
  /** Notices in words: legal settings that are perhaps not meant. */
  notices?: readonly NoticeLine[];
  /** Applies the remedy of a notice. */
  onRemedy: (notice: NoticeLine) => void;
  /** All algorithms, for the list. */
  algorithms: readonly Pick<Section, "kind" | "title" | "rate_based" | "group">[];
  /** One line only, or the card itself. */
  open: boolean;
  /** The rest of the settings is unfolded. */
  unfolded: boolean;
  /** The part about its data is unfolded. */
  sentUnfolded: boolean;
  /** The flow's own options (host, recovery, direction ...), and whether they are unfolded. */
  options: SectionProps;
  optionsUnfolded: boolean;
  /** Data of its sender; absent: always some. */
  application?: SectionProps;
  /** The backoff curve is drawn in the card (not where it is a chart of its own). */
  curve: boolean;
  focused: boolean;
  /** Address of the page about its algorithm, where there is one. */
  about?: string | null;
  /** Only one flow: it cannot be removed. */
  last: boolean;
  /** Rows of the flow's own table: `count` is taken from it. */
  own: readonly Setting[];
  /** How many copies its entry of the document stands for. */
  count: number;
  /** Start and stop in s; `stop_s` null = the end of the run. */
  start_s: number;
  stop_s: number | null;
  /** A nudge for one of its settings. */
  nudge?: { name: string; nudge: Nudge } | null;
  onOpen: (open: boolean) => void;
  onUnfold: (unfolded: boolean) => void;
  onUnfoldOptions: (unfolded: boolean) => void;
  onUnfoldSent: (unfolded: boolean) => void;
  onRename: (name: string) => void;
  onFocus: (focused: boolean) => void;
  onUnread?: (name: string, typed: string) => void;
  onAlgorithm: (kind: string) => void;
  onInput?: (name: string, value: Value) => void;
  onChange: (name: string, value: Value) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onStart: (start_s: number) => void;
  onStop: (stop_s: number | null) => void;
  onCount: (count: number) => void;
}

/** The four derived numbers (derived.ts). */
export interface DerivedProps {
  rate_bps: number;
  base_rtt_ms: number;
  /** Where the flows' base RTTs differ: the longest; `base_rtt_ms` is the shortest. */
  longest_rtt_ms?: number;
  packet_bytes: number;
  limit_packets: number | null;
  limit_bytes: number | null;
  /** Flows that share the rate. */
  flows: number;
  /** Flows of the whole run, those included that have not started; as many as `flows` if absent. */
  flows_in_all?: number;
}

/** Log slider of the speed (speed.ts). */
export interface SpeedProps extends Drag<number> {
  /** Run seconds per screen second. */
  speed: number;
  /** The speed at which it plays while the path is held. */
  held?: number | null;
}

/** Play, steps (transport.ts). */
export interface TransportProps {
  playing: boolean;
  atStart: boolean;
  atEnd: boolean;
  /** Reduced motion: the play button steps. */
  stepping?: boolean;
  /** Unit of the step buttons, for their labels. */
  unit: "event" | "ack" | "rtt" | "congestion";
  onStart: () => void;
  onBack: () => void;
  onPlay: (playing: boolean) => void;
  onStep: () => void;
  onNext: () => void;
  /** Long press or right click on a step button. */
  onUnit: (unit: "event" | "ack" | "rtt" | "congestion") => void;
}

/** A tick under the scrubber's line. */
export interface ScrubMarks {
  /** The flow's sign, for its colour. */
  sign: number;
  kind: "loss" | "backoff";
  /** Points (t, value), as the engine gives them; the values do not matter. */
  points: Points;
}

/** The whole run in one strip (scrubber.ts). */
export interface ScrubberData {
  duration_s: number;
  computed_s: number;
  playhead_s: number;
  /** Queue over the whole run in `max` mode, in the limit's unit. */
  profile: Points;
  /** The limit, in the same unit. */
  limit: number;
  marks: readonly ScrubMarks[];
  /** Times of the reader's interventions, in s. */
  flags: readonly number[];
}

/** The scrubber's event: `done` is false while the thumb is held. */
export interface ScrubberEvents {
  onSeek(t_s: number, done: boolean): void;
}

/** Properties of the sidebar and its parts. Types only. Not here: the parts (sidebar.ts, path-details.ts, traffic.ts). */
import type { TemplateResult } from "lit";
import type { Notice, SourceName } from "../engine/protocol.ts";
import type { PathPart } from "../session/document.ts";
import type { Side } from "../session/link-rate.ts";
import type { NoticeLine } from "../session/notice-lines.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Json, ListName } from "../session/scenario.ts";
import type { Tables } from "../session/setting-tables.ts";
import type { Held } from "./section.ts";

/** `settings` of its base: the engine's document as it is at the playhead. */
export interface SidebarProps extends Held {
  /** Queue and capacity, which no real sender can know, are hidden. */
  hidden: boolean;
  tables: Tables;
  /** The panel beside the controls: Why?, a fork's table, *Repeat*. */
  panel?: TemplateResult | null;
  /** Of a fork: which branch the controls change, and the way to the other one. */
  sides?: TemplateResult | null;
  looks: readonly FlowLook[];
  notices: readonly Notice[];
  /** Applies the remedy of a notice. */
  onRemedy: (notice: NoticeLine) => void;
  duration_s: number;
  focus: SourceName | null;
  /** Name of the open card. */
  open: SourceName | null;
  unfolded: ReadonlySet<string>;
  /** Backoff curves are drawn in the cards. */
  curve: boolean;
  /** The playhead. */
  t_s: number;
  /** Place of the item that a list is to show, by the list's name in the document; null: the open card's. */
  placeIn: (list: string) => number | null;
  onPlace: (list: string, place: number) => void;
  onOpen: (name: SourceName | null) => void;
  onUnfold: (id: string, unfolded: boolean) => void;
  onHover: (name: SourceName | null) => void;
  onAdd: (kind: string, count: number) => void;
  onDuplicate: (name: SourceName) => void;
  onRemove: (name: SourceName) => void;
  /** How many copies the entry of a flow stands for, and another number of them. */
  countOf: (name: SourceName) => number;
  onCount: (name: SourceName, count: number) => void;
  onRename: (name: SourceName, text: string, list?: ListName) => void;
  /** Cross traffic of a kind joins at the playhead; an entry of it goes. */
  onAddTraffic: (kind: string) => void;
  onRemoveTraffic: (name: SourceName) => void;
  /** Whether acknowledgements, and flows the other way, have a bottleneck of their own. */
  onReverse: (on: boolean) => void;
  /** Adds or removes a part of the path in a direction. */
  onPart: (side: "bottleneck" | "reverse_bottleneck", part: PathPart, on: boolean) => void;
  /** Gives a link another origin of its rate; null: it is constant. */
  onLink: (side: Side, origin: Json | null) => void;
  /** Reads the file of a trace, which the link then replays. */
  onTraceFile: (side: Side, file: File) => void;
  /** From when on changes act, and how that is chosen; null in a fork, where they act from the playhead on. */
  acts: { fromStart: boolean; onChoose: ((fromStart: boolean) => void) | null; onMove: (() => void) | null };
  /** Opens the scenario as text. */
  onText: () => void;
  onClose: () => void;
}

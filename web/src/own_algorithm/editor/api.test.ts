/** Reading of a declaration file; and of ours, whatever the editor completes and lists. */
import { describe, expect, test } from "vitest";
import ours from "../sandbox/api.d.ts?raw";
import { readApi } from "./api.ts";
import { docParts } from "./doc.ts";

describe("a declaration file", () => {
  const api = readApi(`/** The file. */

/** A box, with
 * two lines. */
export interface Box {
  /** Its width in \`mm\`. */
  width: number;
  readonly lid: Lid | null;
  /** Opens it. */
  open(hand: Hand, slowly?: boolean): Lid;
}
export type Names = Record<string, number>;
export interface Hooks {
  /** A box came. */
  onBox(box: Box): void;
}
/** Tells. */
export declare function tell(...what: unknown[]): void;
declare const first: Box;
`);

  test("gives members with their comments and types", () => {
    expect(api.types.get("Box")?.doc).toBe("A box, with two lines.");
    expect(api.types.get("Box")?.members).toEqual([
      { name: "width", text: "width: number", doc: "Its width in `mm`.", type: "number", parameters: null },
      { name: "lid", text: "readonly lid: Lid | null", doc: "", type: "Lid", parameters: null },
      {
        name: "open",
        text: "open(hand: Hand, slowly?: boolean): Lid",
        doc: "Opens it.",
        type: "Lid",
        parameters: [
          { name: "hand", type: "Hand" },
          { name: "slowly", type: "boolean" },
        ],
      },
    ]);
    expect(api.types.get("Names")?.members).toEqual([]);
  });

  test("gives what is there for all, and apart what a program writes", () => {
    expect(api.globals.map(({ name, doc, type }) => [name, doc, type])).toEqual([
      ["tell", "Tells.", null],
      ["first", "", "Box"],
    ]);
    expect(api.hooks.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["onBox", [{ name: "box", type: "Box" }]],
    ]);
  });

  test("has code between backquotes", () => {
    expect(docParts("Its width in `mm`.")).toEqual([
      { code: false, text: "Its width in " },
      { code: true, text: "mm" },
      { code: false, text: "." },
    ]);
  });
});

describe("our own", () => {
  const api = readApi(ours);

  test("has the four functions, each about the flow and something that is described", () => {
    expect(api.hooks.map(({ name }) => name)).toEqual(["onAck", "onLoss", "onTimeout", "onRound"]);
    for (const { name, parameters } of api.hooks) {
      expect(
        parameters?.map(({ type }) => api.types.get(type ?? "")?.doc ?? ""),
        name,
      ).not.toContain("");
      expect(parameters?.[0], name).toEqual({ name: "flow", type: "Flow" });
    }
  });

  test("says something of everything", () => {
    expect(api.globals.map(({ name }) => name)).toContain("log");
    for (const [type, { members }] of api.types)
      for (const each of members) expect(each.doc, `${type}.${each.name}`).not.toBe("");
    for (const each of api.globals) expect(each.doc, each.name).not.toBe("");
  });
});

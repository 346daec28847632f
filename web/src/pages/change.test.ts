/** The sentence about a changed preset: true of the run, the newest change, none where only its length is another. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { addFlows, extended, type LabDocument, removeFlow, setSetting } from "../run/document.ts";
import { changeText } from "./change.ts";
import { looksOf } from "./facts.ts";
import { openingPreset } from "./opener.ts";
import { tables } from "./tables.ts";

const preset = openingPreset().scenario;
const start: LabDocument = { scenario: preset, view: { charts: [], focus: null } };
const text = ({ scenario }: LabDocument): string | undefined =>
  changeText(scenario, preset, scenario, looksOf(scenario, scenario.duration_s, tables))?.replaceAll("\u202f", " ");

test("a changed setting is named with its value and its time", () => {
  const loss = setSetting(start, "bottleneck.loss.probability", 0.01, 30, true).document;
  expect(text(loss)).toBe("Random loss was set to 1 % at 30 s.");
  expect(text(setSetting(loss, "bottleneck.rate_bps", 5e6, 40, true).document)).toBe("Rate was set to 5 Mbps at 40 s.");
});

test("any other setting of a flow ends the preset's own sentence, too", () => {
  const name = preset.flows?.[1]?.name ?? "";
  const { document } = setSetting(start, `flows.${name}.receive_window_packets`, 68, 0, true);
  expect(text(document)).toMatch(/receive window|was changed|was set to 68/i);
});

test("flows that join and stop are told, and a longer run is no change", () => {
  expect(text(addFlows(start, "newreno", 20))).toMatch(/NewReno.* was added at 20 s\.$/);
  expect(text(removeFlow(start, preset.flows?.[1]?.name ?? sourceName(""), 25))).toMatch(/was stopped at 25 s\.$/);
  expect(text(start)).toBeUndefined();
  expect(text(extended(start))).toBeUndefined();
});

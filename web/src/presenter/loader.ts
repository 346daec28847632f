/**
 * The way to presenting: from the bar, by a key, from an address. What it leads to is fetched then (presenter.ts, choose-dialog.ts).
 * Not here: anything of it.
 */

import type { Lab } from "../laboratory/laboratory.ts";
import type { Opened } from "../session/from-address.ts";

/** A script as an address names it: the id of one of ours, or its text packed; and the step, from 1. */
export interface Named {
  script: string;
  step: number;
}

/** The script that an address names in place of a run, and the rest of the address. */
export function scriptIn(hash: string): { named: Named | null; hash: string } {
  const fields = hash.replace(/^#/, "").split("&");
  const value = (name: string): string | undefined =>
    fields.find((field) => field.startsWith(`${name}=`))?.slice(name.length + 1);
  const script = value("script");
  if (script === undefined) return { named: null, hash };
  const step = Math.max(1, Math.floor(Number(value("step") ?? 1)) || 1);
  return { named: { script, step }, hash: fields.filter((field) => !/^(script|step)=/.test(field)).join("&") };
}

/** An address with a script before its other fields. */
export function withScript({ script, step }: Named, rest: string): string {
  return [`script=${script}`, `step=${step}`, rest].filter((field) => field !== "").join("&");
}

/** Offers to present the run, or a script. */
export async function showPresent(lab: Lab): Promise<void> {
  const { showChoices } = await import("./choose-dialog.ts");
  showChoices(lab);
}

/** Presents the script that an address names; where that cannot be, what is wrong with it is over the run. */
export async function presentAddress(lab: Lab, found: Opened, named: Named): Promise<void> {
  const { presentNamed } = await import("./presenter.ts");
  await presentNamed(lab, found, named);
}

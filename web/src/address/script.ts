/**
 * The fields of an address that name a script to present in place of a run. Pure. Not here: the other fields (fields.ts),
 * what a script is (presenter/script.ts).
 */

/** A script as an address names it: the id of one of ours, or its text packed; and the step, from 1. */
export interface NamedScript {
  script: string;
  step: number;
}

/** The script that an address names in place of a run, and the rest of the address. */
export function scriptIn(hash: string): { named: NamedScript | null; hash: string } {
  const fields = hash.replace(/^#/, "").split("&");
  const value = (name: string): string | undefined =>
    fields.find((field) => field.startsWith(`${name}=`))?.slice(name.length + 1);
  const script = value("script");
  if (script === undefined) return { named: null, hash };
  const step = Math.max(1, Math.floor(Number(value("step") ?? 1)) || 1);
  return { named: { script, step }, hash: fields.filter((field) => !/^(script|step)=/.test(field)).join("&") };
}

/** An address with a script before its other fields. */
export function withScript({ script, step }: NamedScript, rest: string): string {
  return [`script=${script}`, `step=${step}`, rest].filter((field) => field !== "").join("&");
}

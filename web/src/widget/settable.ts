/**
 * Whether a host may set a path (contract 1.5), and how: live, or with a new start. Not here: the change itself (session/session.ts).
 */
import type { SchemaError } from "../engine/protocol.ts";
import { wrongPath } from "../session/problems.ts";
import { isObject, type Scalar, valueAt } from "../session/scenario.ts";
import type { Engine, Session } from "../session/session.ts";
import { tables } from "../session/setting-tables.ts";

/**
 * Whether a path leads to a live setting; or what is wrong with it. What the page's tables do not know is asked of the
 * engine as a change at the playhead.
 */
export async function settable(
  engine: Engine,
  session: Session,
  path: string,
  value: Scalar,
): Promise<{ live: boolean } | SchemaError[]> {
  const { settings, document, clock } = session;
  const section = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  if (section === "" || isObject(valueAt(settings, section))) {
    if (tables.isLive(path, settings)) return { live: true };
    if (tables.settingAt(path, settings)) return { live: false };
  }
  const interventions = [...(document.scenario.interventions ?? []), { at_s: clock.t_s, path, value }];
  const scenario = JSON.stringify({ ...document.scenario, interventions });
  const answer = await engine.ask("check", { scenario });
  if (answer.ok) return { live: true };
  if (answer.errors.length === 0) return [wrongPath(path, settings)];
  if (answer.errors.every((error) => error.code === "not_live")) return { live: false };
  return atPaths(answer.errors);
}

/** Errors with the path as their place: the host named a path, not a place in a list of changes. */
export function atPaths(errors: readonly SchemaError[]): SchemaError[] {
  return errors.map((error) => ({ ...error, place: error.place.replace(/^interventions\[\d+\]: /, "") }));
}

/**
 * The ways to what is taken out of the laboratory and into it by files, each fetched when it is first wanted: nothing of it is in
 * the first view. Not here: sheet, pictures and files themselves (share-dialog.ts).
 */
import type { PictureKind } from "../charts/stack.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Side } from "../session/link-rate.ts";
import type { Laboratory } from "./context.ts";

const share = (): Promise<typeof import("./share-dialog.ts")> => import("./share-dialog.ts");

/** The sheet with link and files. */
export async function showShare(lab: Laboratory): Promise<void> {
  (await share()).showShare(lab);
}

/** A chart's picture or data, from its menu; `focus`: the flow that it had in focus. */
export async function takeChart(
  lab: Laboratory,
  id: string,
  kind: PictureKind,
  focus: SourceName | null,
): Promise<void> {
  await (await share()).takeChart(lab, id, kind, focus);
}

/** Reads the file of a trace; a link replays it, or the run that waits for it opens. */
export async function openTrace(lab: Laboratory, file: File, side: Side): Promise<void> {
  await (await import("./trace-file.ts")).openTrace(lab, file, side);
}

/** Takes files that are dropped on the page. */
export function watchDrops(lab: Laboratory): void {
  let veil: HTMLElement | null = null;
  const carries = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const lift = (): void => {
    veil?.remove();
    veil = null;
  };
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    if (veil) return;
    veil = document.createElement("div");
    veil.className = "dropping";
    veil.textContent = translate("lab.file.drop");
    document.body.append(veil);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) lift();
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    lift();
    const file = event.dataTransfer?.files[0];
    if (file) void share().then((own) => own.openFile(lab, file));
  });
}

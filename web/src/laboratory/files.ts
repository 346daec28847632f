/** The ways to files, fetched when they are first wanted, and files that are dropped on the page. Not here: what becomes of one. */
import { translate } from "../i18n/catalogue.ts";

export const share = (): Promise<typeof import("./share-dialog.ts")> => import("./share-dialog.ts");
export const traceFile = (): Promise<typeof import("./trace-file.ts")> => import("./trace-file.ts");

/** Takes files that are dropped on the page. */
export function watchDrops(open: (file: File) => void): void {
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
    if (file) open(file);
  });
}

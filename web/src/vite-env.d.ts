/** Facts from the build: whether it makes one file that runs from a disk; where the site will lie (`SAWTOOTH_SITE`), if that is known. */
interface ImportMetaEnv {
  readonly SINGLE_FILE: boolean;
  readonly SITE: string | null;
}

/** The bundler's additions to the module system, besides `vite/client`: how a WebAssembly module is loaded (scripts/wasm-module.ts). */
declare module "*.wasm?module" {
  const load: import("./engine/module.ts").LoadModule;
  export default load;
}

/** Cards of all figures, made when the pages are built (scripts/figures-data.ts), and the words of each, by language. */
declare module "virtual:figures" {
  type Load = () => Promise<{ default: import("./ensemble/types.ts").Experiment }>;
  export const cards: import("./ensemble/types.ts").Card[];
  export const sheets: ReadonlyMap<string, Readonly<Record<string, Load>>>;
  /** Words of cards and drawings in languages other than English. */
  export const told: Record<string, () => Promise<{ default: import("./ensemble/types.ts").Told }>>;
}

/** The thumbnails of the gallery's last group, by the figure's id. */
declare module "virtual:figures-further" {
  const thumbnails: Readonly<Record<string, import("./ensemble/types.ts").Card["thumbnail"]>>;
  export default thumbnails;
}

/** Titles of all figures by language. */
declare module "virtual:figures-titles" {
  type Titled = Pick<import("./ensemble/types.ts").Card, "id" | "paper" | "label"> & { title: Record<string, string> };
  const titles: readonly Titled[];
  export default titles;
}

/** Which claims the dots of the gallery's cards are of, by the figure's id. */
declare module "virtual:figures-dots" {
  const dots: Readonly<Record<string, readonly import("./ensemble/types.ts").DotClaim[]>>;
  export default dots;
}

/** The index of all algorithms, disciplines and models, made when the pages are built (scripts/algorithms-data.ts), and each page. */
declare module "virtual:algorithms" {
  export const entries: import("./algorithms/types.ts").Entry[];
  export const scales: import("./algorithms/types.ts").Scales;
  type Load = () => Promise<{ default: import("./algorithms/types.ts").Page }>;
  export const pages: ReadonlyMap<string, Readonly<Record<string, Load>>>;
}

/** The lessons, made when the pages are built (scripts/lessons-data.ts): cards, the way to each language's file, the test, all titles, all scenarios. */
declare module "virtual:lessons" {
  type Load = () => Promise<{ default: import("./lessons/types.ts").Lesson }>;
  export const cards: import("./lessons/types.ts").Card[];
  export const lessons: ReadonlyMap<string, Readonly<Record<string, Load>>>;
  /** The test before and after, by language. */
  export const test: Record<string, () => Promise<{ default: import("./lessons/types.ts").LessonTest }>>;
}
declare module "virtual:lesson-titles" {
  const titles: Pick<import("./lessons/types.ts").Card, "id" | "title">[];
  export default titles;
}
declare module "virtual:lesson-presets" {
  const presets: import("./session/presets.ts").Preset[];
  export default presets;
}

/** Files that the service worker keeps (scripts/kept-files.ts). */
declare module "virtual:kept-files" {
  const files: { url: string; revision: string | null; integrity: string }[];
  export default files;
}

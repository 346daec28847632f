/** Entries of the browser's first module, by the name of the field that selects them. Written by `npm run generate` from the engine's tables; never by hand. */
export const FIRST: ReadonlyMap<string, readonly string[]> = new Map([
  ["kind", ["newreno","cdg","cubic"]],
  ["discipline", ["drop_tail"]],
  ["model", ["bernoulli","none"]],
]);

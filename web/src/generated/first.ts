/** What the browser's first module has: by the name of the field that chooses it. Written by `npm run generate` from the engine's tables; never by hand. */
export const FIRST: ReadonlyMap<string, readonly string[]> = new Map([
  ["kind", ["newreno","cdg","cubic"]],
  ["discipline", ["drop_tail"]],
  ["model", ["bernoulli","none"]],
]);

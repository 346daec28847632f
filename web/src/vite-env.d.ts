/** What the bundler adds to the module system, besides `vite/client`: a WebAssembly module as a `data:` address. */
declare module "*.wasm?url&inline" {
  const address: string;
  export default address;
}

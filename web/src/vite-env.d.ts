/** What the bundler adds to the module system, besides `vite/client`: a WebAssembly module, deflated, in base64. */
declare module "*.wasm?packed" {
  const base64: string;
  export default base64;
}

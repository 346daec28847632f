/*
 * Which addresses a script may be fetched from, in pages whose policy trusts no text (`require-trusted-types-for`): workers and the
 * service worker, of this site or packed within the page. Runs in each page's head, put there by the build (vite.config.ts).
 */
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => {
    const { protocol, origin } = new URL(address, location.href);
    const ours = protocol === "blob:" || (/^https?:$/.test(protocol) && origin === location.origin);
    return ours ? address : null;
  },
});

// The page's buttons control its widgets: the tags by their methods, the bare frame by messages.
const frame = document.getElementById("sandboxed");
const tags = [...document.querySelectorAll("sawtooth-widget")];
const said = document.getElementById("said");
const waiting = new Map();
let asked = 0;

// A frame that is still loading receives no message, so the first one waits for "ready".
let isReady;
const ready = new Promise((resolve) => {
  isReady = resolve;
});

addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow || event.data?.sawtooth !== 1) return;
  const { type, id } = event.data;
  if (type === "ready") isReady();
  if (type === "resize") frame.style.height = `${event.data.height}px`;
  if (type === "reply") {
    waiting.get(id)?.(event.data);
    waiting.delete(id);
  }
});

async function ask(type, fields = {}) {
  await ready;
  asked += 1;
  const id = `example ${asked}`;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    frame.contentWindow.postMessage({ sawtooth: 1, type, id, ...fields }, "*");
  });
}

/** Sends the same message to all four widgets and shows how many accepted it. */
async function all(type, fields = {}) {
  const replies = await Promise.all([ask(type, fields), ...tags.map((tag) => tag.ask(type, fields))]);
  said.textContent = `${replies.filter((reply) => reply.ok).length} of ${replies.length} widgets accepted: ${type}`;
}

document.getElementById("play").addEventListener("click", () => all("play"));
document.getElementById("pause").addEventListener("click", () => all("pause"));
document.getElementById("seek").addEventListener("click", () => all("seek", { t: 20 }));
document.getElementById("loss").addEventListener("click", async () => {
  const reply = await ask("set", { path: "bottleneck.loss.probability", value: 0.02 });
  said.textContent = reply.ok ? "The first widget now has 2 % random loss." : reply.error.message;
});

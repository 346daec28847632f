/**
 * The laboratory in a notebook's output: a sandboxed frame with the widget's page, which the kernel sends once for each page of notebooks,
 * and the widget's own messages (docs/contract.md, 5.2). What Python asks is such a message and goes to the frame as it is; what the
 * frame reports becomes the model's state. Not here: what is legal, and what the state means (../lab.py).
 */

/** Addresses of the widget's pages that have come, by name: all notebooks in one window share them. */
const KEPT = Symbol.for("sawtooth_lab.pages");
globalThis[KEPT] ??= new Map();
const pages = globalThis[KEPT];

/** Minimum time between two reports to the kernel, ms. */
const REPORT_MS = 200;
/** The frame grows no further than this, px. */
const TALLEST = 10_000;
const OPENING =
  "This laboratory opens as soon as its kernel replies. Without a running kernel, as in an exported file, it stays closed.";
const ELSEWHERE = "This laboratory is now shown in another output.";

/** Resolves with the address of the widget's page. */
async function pageOf(model, signal) {
  const name = model.get("_page");
  if (!pages.has(name)) {
    const packed = await new Promise((resolve) => {
      const take = (message, buffers) => {
        if (message?.page === name) resolve(buffers[0]);
      };
      model.on("msg:custom", take);
      signal.addEventListener("abort", () => model.off("msg:custom", take));
      model.send({ page: name });
    });
    const html = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const page = new Blob([await new Response(html).arrayBuffer()], { type: "text/html;charset=utf-8" });
    // Another laboratory may have asked, too.
    if (!pages.has(name)) pages.set(name, URL.createObjectURL(page));
  }
  return pages.get(name);
}

/** Whether the notebook is light or dark around an element: its first ground that is not transparent. */
function themeAround(element) {
  const paper = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    paper.clearRect(0, 0, 1, 1);
    paper.fillStyle = getComputedStyle(at).backgroundColor;
    paper.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = paper.getImageData(0, 0, 1, 1).data;
    if (alpha > 127) return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? "dark" : "light";
  }
  return "auto";
}

/** One view of a laboratory, in `el`. Returns how it is ended, with what is to be read then. */
function show(model, el) {
  const ending = new AbortController();
  const { signal } = ending;
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = OPENING;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = model.get("_title");
  const least = model.get("_height");
  Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: `${least}px`, opacity: "0" });
  el.replaceChildren(note, frame);

  /** The frame has been given the model's run: what Python asks is about that. */
  let begun = false;
  /** The frame shows the model's run: what it reports is about that. */
  let isOpen = false;
  let theme = "";
  let reports = {};
  let timer = 0;

  const say = (message) => frame.contentWindow?.postMessage({ ...message, sawtooth: 1 }, "*");
  const complain = (text) => {
    note.textContent = text;
    note.hidden = text === "";
    note.style.whiteSpace = "pre-line";
  };
  const report = (values) => {
    if (!isOpen) return;
    Object.assign(reports, values);
    timer ||= setTimeout(() => {
      timer = 0;
      for (const [name, value] of Object.entries(reports)) model.set(name, value);
      reports = {};
      model.save_changes();
    }, REPORT_MS);
  };
  /** Gives the frame the model's run. A frame that was taken out of the document and put back has begun again, too. */
  const open = () => {
    begun = true;
    isOpen = false;
    say({ type: "load", id: "load", scenario: model.get("scenario") });
    say({ type: "set", path: "speed", value: model.get("speed") });
    say({ type: "seek", t: model.get("time") });
    say({ type: model.get("playing") ? "play" : "pause", id: "opened" });
    theme = "";
    follow();
  };
  const follow = () => {
    const wanted = model.get("theme") === "auto" ? themeAround(el) : model.get("theme");
    if (!begun || wanted === theme) return;
    theme = wanted;
    say({ type: "set", path: "theme", value: wanted });
  };
  const answered = ({ id, ok, error }) => {
    if (ok) complain("");
    else {
      complain(error.message);
      model.send({ error: error.message });
    }
    if (id === "load" && !ok) begun = false;
    if (id === "opened" && begun) {
      isOpen = true;
      frame.style.opacity = "1";
    }
  };

  const heard = {
    ready: open,
    reply: answered,
    progress: ({ t }) => report({ time: t }),
    change: ({ t, playing, speed, scenario, digest }) => report({ time: t, playing, speed, scenario, digest }),
    resize: ({ height }) => {
      frame.style.height = `${Math.min(TALLEST, Math.max(least, Math.ceil(height)))}px`;
    },
    event: ({ t, source, signal, more = 0 }) => {
      if (isOpen && model.get("_events")) model.send({ event: { t, source, signal, more } });
    },
    error: answered,
  };
  const listen = ({ source, data }) => {
    if (source === frame.contentWindow && data?.sawtooth === 1 && Object.hasOwn(heard, data.type))
      heard[data.type](data);
  };
  addEventListener("message", listen, { signal });

  const asked = (message) => {
    if (message?.sawtooth !== 1 || !begun) return;
    if (message.type === "seek") delete reports.time;
    say(message);
  };
  model.on("msg:custom", asked);
  model.on("change:theme", follow);
  const watch = new MutationObserver(() => requestAnimationFrame(follow));
  for (const part of [document.documentElement, document.body]) watch.observe(part, { attributes: true });
  signal.addEventListener("abort", () => {
    model.off("msg:custom", asked);
    model.off("change:theme", follow);
    watch.disconnect();
    clearTimeout(timer);
  });

  pageOf(model, signal).then(
    (page) => {
      if (!signal.aborted) frame.src = `${page}#${model.get("_address")}`;
    },
    (error) => complain(String(error)),
  );
  return (text = "") => {
    ending.abort();
    frame.remove();
    complain(text);
  };
}

/** One run has one playhead: of a laboratory that is shown twice the view that came last is open. */
export default () => {
  let end = null;
  return {
    render({ model, el }) {
      end?.(ELSEWHERE);
      const own = show(model, el);
      end = own;
      return () => {
        own();
        if (end === own) end = null;
      };
    },
  };
};

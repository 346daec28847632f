/**
 * Records what a page draws on its canvases, for `measure-pictures.mjs`: lines, filled shapes and words, in pixels of the plot.
 * Home-made because a canvas keeps pixels, and no tool its lines and words.
 * Not here: what is measured of it. The function runs in the page before its first script.
 */

/**
 * @typedef {{ x0: number, y0: number, x1: number, y1: number }} Box
 * @typedef {{ kind: "line" | "fill", color: string, alpha: number, width: number, points: number[], clip: Box | null }} Ink
 * @typedef {{ text: string, halo: boolean, box: Box }} Words
 * @typedef {{ ink: Ink[], words: Words[] }} Drawing
 */

export function recordCanvases() {
  // Charts then draw in place, as in an old browser (web/src/plot/offscreen-canvas.ts).
  Reflect.deleteProperty(globalThis, "OffscreenCanvas");
  const { prototype } = CanvasRenderingContext2D;
  const drawings = /** @type {WeakMap<HTMLCanvasElement, Drawing>} */ (new WeakMap());
  /** The path that is being built, the clip, and those that were saved, by canvas. */
  const states = new WeakMap();
  const stateOf = (/** @type {CanvasRenderingContext2D} */ context) => {
    let state = states.get(context.canvas);
    if (!state) {
      state = { path: [], clip: null, saved: [], halo: "" };
      states.set(context.canvas, state);
    }
    return state;
  };
  const of = (/** @type {HTMLCanvasElement} */ canvas) => {
    let drawing = drawings.get(canvas);
    if (!drawing) {
      drawing = { ink: [], words: [] };
      drawings.set(canvas, drawing);
    }
    return drawing;
  };
  const boxOf = (/** @type {number[]} */ points) => {
    const of = (/** @type {0 | 1} */ odd) => points.filter((value, i) => i % 2 === odd && Number.isFinite(value));
    return { x0: Math.min(...of(0)), y0: Math.min(...of(1)), x1: Math.max(...of(0)), y1: Math.max(...of(1)) };
  };
  /** Calls `before` each time that a method of a context is called. */
  const watch = (/** @type {string} */ name, /** @type {(context: any, args: any[]) => void} */ before) => {
    const own = /** @type {any} */ (prototype)[name];
    /** @type {any} */ (prototype)[name] = function (/** @type {any[]} */ ...args) {
      before(this, args);
      return own.apply(this, args);
    };
  };
  const add = (/** @type {any} */ context, /** @type {"line" | "fill"} */ kind, /** @type {number[]} */ points) => {
    const color = kind === "line" ? context.strokeStyle : context.fillStyle;
    const { clip } = stateOf(context);
    const shape = { kind, color: typeof color === "string" ? color : "pattern", alpha: context.globalAlpha };
    if (points.length > 2)
      of(context.canvas).ink.push({ ...shape, width: context.lineWidth, points: [...points], clip });
  };
  watch("beginPath", (context) => {
    stateOf(context).path = [];
  });
  watch("moveTo", (context, [x, y]) => stateOf(context).path.push(Number.NaN, Number.NaN, x, y));
  watch("lineTo", (context, [x, y]) => stateOf(context).path.push(x, y));
  watch("rect", (context, [x, y, w, h]) => stateOf(context).path.push(x, y, x + w, y, x + w, y + h, x, y + h));
  watch("roundRect", (context, [x, y, w, h]) => stateOf(context).path.push(x, y, x + w, y, x + w, y + h, x, y + h));
  watch("arc", (context, [x, y, r]) =>
    stateOf(context).path.push(x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r),
  );
  watch("stroke", (context) => add(context, "line", stateOf(context).path));
  watch("fill", (context) => add(context, "fill", stateOf(context).path));
  watch("fillRect", (context, [x, y, w, h]) => add(context, "fill", [x, y, x + w, y, x + w, y + h, x, y + h]));
  watch("save", (context) => stateOf(context).saved.push(stateOf(context).clip));
  watch("restore", (context) => {
    const state = stateOf(context);
    state.clip = state.saved.pop() ?? null;
  });
  watch("clip", (context) => {
    stateOf(context).clip = boxOf(stateOf(context).path);
  });
  for (const name of ["clearRect", "reset"]) watch(name, (context) => drawings.delete(context.canvas));
  watch("strokeText", (context, [text]) => {
    stateOf(context).halo = text;
  });
  watch("fillText", (context, [text, x, y]) => {
    const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(text);
    const left = context.textAlign === "right" ? x - width : context.textAlign === "center" ? x - width / 2 : x;
    const box = { x0: left, y0: y - up, x1: left + width, y1: y + down };
    of(context.canvas).words.push({ text, halo: stateOf(context).halo === text, box });
    stateOf(context).halo = "";
  });
  for (const name of ["width", "height"]) {
    const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, name));
    Object.defineProperty(HTMLCanvasElement.prototype, name, {
      ...own,
      set(/** @type {number} */ value) {
        drawings.delete(this);
        own.set.call(this, value);
      },
    });
  }
  Object.assign(globalThis, {
    /** Drawing that is on a canvas now. */
    drawingOf: (/** @type {HTMLCanvasElement} */ canvas) => drawings.get(canvas) ?? { ink: [], words: [] },
  });
}

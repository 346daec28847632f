/**
 * Code in QuickJS before the reader's program, which never sees the page's own world: the objects that a program is handed,
 * views of an array of numbers that the host fills and reads. It takes away what would make a run differ from the last one, and
 * freezes what would be kept between calls. Text for the isolate, which evaluates it there; its value is a function of the
 * layout. Not here: what a call means (`cc/own.rs`), bounds of time and memory (quickjs.ts).
 */
(layout, host) => {
  const { fields, slots, calls, ofCall, flags } = layout;
  const { create, defineProperty, freeze, getOwnPropertyDescriptors, getPrototypeOf, isFrozen, keys } = Object;
  const { ownKeys } = Reflect;
  const { stringify } = JSON;
  const numbers = new Float64Array(fields.length + slots);

  /** Error as the isolate reads it: the kind in its name, its subject in `about`. */
  const wrong = (kind, about, found = "") => {
    const error = new TypeError(found);
    defineProperty(error, "name", { value: `own ${kind} ${about}` });
    return error;
  };
  /** Digits of a number that is written: a window of 49.23490889703536 packets reads as 49.23491. */
  const DIGITS = 7;
  /** Longest text that is taken from a program, in characters; the isolate cuts what is longer. */
  const LONGEST_LINE = layout.longest;
  const written = (value) =>
    typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(DIGITS))) : shown(value);
  /** Value to which a number was set instead: a text in its quotes. */
  const given = (value) => (typeof value === "string" ? stringify(value) : shown(value));
  const shown = (value) => {
    if (typeof value !== "object" || value === null) return String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return "{…}";
    }
  };

  /** Asked for what a handed object does not have. What the language itself looks for is not there, and no mistake. */
  const unknown = (owner, members) => {
    const wish = (name) => wrong("name", `${owner}.${String(name)}`, keys(members).join(", "));
    return new Proxy(create(null), {
      get(_, name) {
        if (typeof name === "symbol" || name === "toJSON" || name === "toString" || name === "valueOf")
          return undefined;
        throw wish(name);
      },
      set(_, name) {
        throw wish(name);
      },
    });
  };
  const handed = (owner, members) => freeze(create(unknown(owner, members), members));
  const readOnly = (owner, name, place) => ({
    enumerable: true,
    get: flags.includes(name) ? () => numbers[place] !== 0 : () => numbers[place],
    set: () => {
      throw wrong("fixed", `${owner}.${name}`);
    },
  });

  /** A window: a number above 0, and ssthresh may be infinite. That it was set is said beside it. */
  const windowed = (name, place, most, set = fields.indexOf(`${name}_set`)) => ({
    enumerable: true,
    get: () => numbers[place],
    set: (value) => {
      if (typeof value !== "number" || !(value > 0 && value <= most)) throw wrong("number", name, given(value));
      numbers[place] = value;
      numbers[set] = 1;
    },
  });

  /** A rate: 0 for none, or a number above it. */
  const rate = (name, place) => ({
    enumerable: true,
    get: () => numbers[place],
    set: (value) => {
      if (typeof value !== "number" || !(value >= 0 && value <= Number.MAX_VALUE))
        throw wrong("number", name, given(value));
      numbers[place] = value;
    },
  });

  const variable = (name, place, initial) => {
    const flag = typeof initial === "boolean";
    return {
      enumerable: true,
      get: flag ? () => numbers[place] !== 0 : () => numbers[place],
      set: (value) => {
        if (typeof value !== typeof initial || Number.isNaN(value))
          throw wrong("number", `state.${name}`, given(value));
        numbers[place] = flag ? Number(value) : value;
      },
    };
  };

  const flow = { state: null };
  const members = { state: { enumerable: true, get: () => flow.state } };
  for (const [place, name] of fields.entries()) {
    if (place >= ofCall) break;
    if (name === "cwnd") members[name] = windowed(name, place, Number.MAX_VALUE);
    else if (name === "ssthresh") members[name] = windowed(name, place, Infinity);
    else if (name === "pacing_bps") members[name] = rate(name, place);
    else members[name] = readOnly("flow", name, place);
  }
  members.state.set = () => {
    throw wrong("fixed", "flow.state");
  };
  const handedFlow = handed("flow", members);
  const events = calls.map(({ name, members }) =>
    handed(name, Object.fromEntries(members.map((one, i) => [one, readOnly(name, one, ofCall + i)]))),
  );

  // Cut here: the host would copy a text of any length out of QuickJS before it cuts it, in no counted step.
  const write = (...values) => {
    let text = "";
    for (const value of values) {
      if (text.length > LONGEST_LINE) break;
      text += (text && " ") + written(value).slice(0, LONGEST_LINE);
    }
    host.write(text);
  };
  const define = (name, value) => defineProperty(globalThis, name, { value, configurable: true });
  define("log", write);
  define("console", { log: write });
  const absent = (name) => {
    // Not an arrow: `new` may be before it.
    function refuse() {
      throw wrong("absent", name);
    }
    return refuse;
  };
  for (const name of ["eval", "Function", "queueMicrotask"]) define(name, absent(name));
  for (const kind of [() => {}, function* () {}]) {
    defineProperty(getPrototypeOf(kind), "constructor", { value: absent("Function") });
  }
  Math.random = absent("Math.random");

  /** Freezes a value and all that hangs on it. Returns false if that cannot be done: what it holds can be changed all the same. */
  const held = [Map, Set, WeakMap, WeakSet, ArrayBuffer, SharedArrayBuffer];
  const isHeld = (one) => ArrayBuffer.isView(one) || held.some((kind) => one instanceof kind && one !== kind.prototype);
  const frozen = new Set();
  const deepFreeze = (value) => {
    const waiting = [value];
    while (waiting.length > 0) {
      const one = waiting.pop();
      if ((typeof one !== "object" && typeof one !== "function") || one === null || frozen.has(one)) continue;
      if (isHeld(one)) return false;
      frozen.add(one);
      const described = getOwnPropertyDescriptors(one);
      for (const key of ownKeys(described)) {
        const { value, get, set } = described[key];
        waiting.push(value, get, set);
      }
      waiting.push(getPrototypeOf(one));
      if (!isFrozen(one)) freeze(one);
    }
    return true;
  };
  /** Everything but the global object itself, which is still to hold the program's functions. */
  const freezeGlobals = () => {
    for (const { value } of Object.values(getOwnPropertyDescriptors(globalThis))) {
      if (value !== globalThis) deepFreeze(value);
    }
  };
  freezeGlobals();
  for (const sample of [function* () {}, [][Symbol.iterator](), /a/g[Symbol.matchAll]("")]) {
    deepFreeze(getPrototypeOf(sample));
  }

  return {
    numbers,
    deepFreeze,
    /**
     * Takes the program's functions by the calls' codes, and what its variables begin as; then nothing global changes any more.
     * Returns a function without arguments for each code: the first one sets the variables.
     */
    begin(functions, initial) {
      const names = keys(initial);
      const variables = names.map((name, i) => [name, variable(name, fields.length + i, initial[name])]);
      flow.state = handed("state", Object.fromEntries(variables));
      const values = names.map((name) => Number(initial[name]));
      freezeGlobals();
      freeze(globalThis);
      const start = () => {
        for (let i = 0; i < values.length; i++) numbers[fields.length + i] = values[i];
      };
      const callers = functions.map((hook, code) => () => {
        hook(handedFlow, events[code]);
      });
      callers[0] = start;
      return callers;
    },
  };
};

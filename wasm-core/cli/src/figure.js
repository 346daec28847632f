/*! Made by scripts/figure-script.mjs from web/src/figures. Contains parts of D3 (d3-array, d3-color, d3-format,
d3-interpolate, d3-path, d3-scale, d3-time), copyright Mike Bostock and Observable, ISC licence: https://d3js.org */
(function() {
	// web/src/design/theme.ts
	/** The tokens that hold a colour, by their place in `Theme`. */
	var COLOURS$1 = {
		page: "--page",
		plate: "--plate",
		sidebar: "--sidebar",
		wash: "--wash",
		ink: "--ink",
		ink2: "--ink-2",
		ink3: "--ink-3",
		ctl: "--ctl",
		line: "--line",
		line2: "--line-2",
		focus: "--focus",
		wrong: "--wrong",
		ok: "--ok",
		state: "--state",
		drop: "--drop",
		random: "--random",
		backoff: "--backoff",
		recovery: "--recovery",
		timeout: "--timeout",
		ecn: "--ecn"
	};
	/** How many flows have colours of their own. */
	var FLOW_COLOURS = 8;
	/** Every colour and the type, as `read` finds a token. */
	function tokensBy(read) {
		const colours = {};
		for (const [role, token] of Object.entries(COLOURS$1)) colours[role] = read(token);
		return {
			...colours,
			flows: Array.from({ length: FLOW_COLOURS }, (_, i) => read(`--flow-${i + 1}`))
		};
	}
	/** The light theme out of the text of tokens.css, where there is no page to ask: its first rule has both. */
	function lightTheme(css) {
		const rule = /:root \{([^}]*)\}/.exec(css)?.[1] ?? "";
		const found = new Map([...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, token, value]) => [token, value]));
		const read = (token) => (found.get(token) ?? "").replace(/^light-dark\((.*), .*\)$/, "$1");
		return {
			...tokensBy(read),
			sans: read("--sans"),
			dark: false,
			forced: false
		};
	}
	// web/src/design/tokens.css?raw
	var tokens_default = "/*\n * The roles of colour, type, space and motion as custom properties: each colour in its light and its dark form, forced colours, and the\n * sizes of each layout. Names are roles, not colours. Not here: how any element looks. `data-theme` (light, dark, auto) and\n * `data-profile` (projector) are on the root element; without them the reader's system decides.\n */\n:root {\n  color-scheme: light dark;\n\n  --page: light-dark(#ffffff, #11161b);\n  --plate: light-dark(#ffffff, #11161b);\n  --field: light-dark(#ffffff, #11161b);\n  --sidebar: light-dark(#f4f6f7, #181e24);\n  --wash: light-dark(#eef1f3, #1d242b);\n  --ink: light-dark(#161b20, #ecf0f3);\n  --ink-2: light-dark(#4a545e, #b3bdc6);\n  --ink-3: light-dark(#616c77, #8d98a3);\n  --ctl: light-dark(#7b8691, #7a8692);\n  --line: light-dark(#d5dadf, #323b44);\n  --line-2: light-dark(#e8ebee, #222a31);\n  --focus: light-dark(#0b57d0, #8ab4ff);\n\n  --flow-1: light-dark(#2560e7, #5c92ff);\n  --flow-2: light-dark(#d9552b, #f98644);\n  --flow-3: light-dark(#0e4f3d, #68e8c5);\n  --flow-4: light-dark(#4b0058, #9b6892);\n  --flow-5: light-dark(#6a4513, #fee580);\n  --flow-6: light-dark(#1e92b0, #c1e4f3);\n  --flow-7: light-dark(#9d5477, #d04652);\n  --flow-8: light-dark(#57448b, #b8a9e6);\n\n  --drop: light-dark(#a3112b, #f75456);\n  --random: light-dark(#942ce0, #ab7aed);\n  --backoff: light-dark(#117877, #3aa69e);\n  --recovery: light-dark(#8d6408, #feda3f);\n  --timeout: light-dark(#161b20, #ecf0f3);\n  --ecn: light-dark(#0a3d71, #b1d5fa);\n  --wrong: light-dark(#a3112b, #ff7c88);\n  --ok: light-dark(#1b6e3c, #6fd08c);\n  --state: light-dark(#3f4a54, #b3bdc6);\n\n  --sans: \"Helvetica Neue\", \"Segoe UI\", Roboto, \"Noto Sans\", \"Liberation Sans\", Arial, sans-serif;\n  --serif: \"Iowan Old Style\", Charter, \"Source Serif 4\", \"Noto Serif\", Cambria, \"Liberation Serif\", Georgia, serif;\n\n  --type-axis: 12px;\n  --type-ui: 13px;\n  --type-field: 13px;\n  --type-reading: 15px;\n  --type-reading-line: 1.5;\n  --type-hook: 20px;\n  --type-hook-line: 1.3;\n  --type-readout: 16px;\n  --type-title: 28px;\n  --type-lead: 18px;\n  --type-heading: 16px;\n  --weight: 400;\n  --weight-strong: 600;\n\n  /* The column of every page but the laboratory, and its distance from the window. */\n  --column: 1392px;\n  --edge: 24px;\n\n  --space-1: 4px;\n  --space-2: 8px;\n  --space-3: 12px;\n  --space-4: 16px;\n  --space-5: 24px;\n  --space-6: 32px;\n  --radius: 4px;\n  --radius-card: 6px;\n\n  /* Scale of everything drawn: strokes, marks, type in pictures. */\n  --unit: 1;\n\n  --motion-press: 80ms;\n\n  /* Least target of a hand. */\n  --target: 24px;\n}\n\n:root[data-theme=\"dark\"] {\n  color-scheme: dark;\n}\n\n/* The projector's ground is white whatever the system has, unless the reader has chosen otherwise. */\n:root[data-theme=\"light\"],\n:root[data-profile=\"projector\"]:not([data-theme=\"dark\"]) {\n  color-scheme: light;\n}\n\n@media (min-width: 1600px) {\n  :root {\n    --type-ui: 14px;\n    --type-field: 14px;\n    --type-hook: 24px;\n    --type-readout: 19px;\n  }\n}\n\n/* Phones, upright or turned. Fields are 16 px, so that phones do not zoom into them. */\n@media (max-width: 599px), (max-height: 479px) {\n  :root {\n    --type-ui: 14px;\n    --type-field: 16px;\n    --type-hook: 18px;\n    --type-readout: 14px;\n  }\n}\n\n@media (max-width: 699px) {\n  :root {\n    --type-title: 24px;\n    --edge: 16px;\n  }\n}\n\n@media (pointer: coarse) {\n  :root {\n    --target: 44px;\n  }\n}\n\n:root[data-profile=\"projector\"] {\n  --type-axis: 24px;\n  --type-ui: 24px;\n  --type-field: 24px;\n  --type-reading: 28px;\n  --type-hook: 34px;\n  --type-readout: 28px;\n  --type-title: 40px;\n  --type-lead: 28px;\n  --type-heading: 28px;\n  --unit: 2;\n}\n\n/* Presented in the hand, it is read from near. */\n@media (max-width: 599px) {\n  :root[data-profile=\"projector\"]:has(> body.presenting) {\n    --type-axis: 12px;\n    --type-ui: 14px;\n    --type-field: 16px;\n    --type-reading: 18px;\n    --type-hook: 20px;\n    --type-readout: 14px;\n    --type-title: 24px;\n    --type-lead: 18px;\n    --type-heading: 18px;\n    --unit: 1;\n  }\n}\n\n@media (prefers-reduced-motion: reduce) {\n  :root {\n    --motion-press: 0ms;\n  }\n}\n\n/* With the reader's own colours hue says nothing: dash, marker, lane and name distinguish flows. */\n@media (forced-colors: active) {\n  :root:root:root {\n    --page: Canvas;\n    --plate: Canvas;\n    --field: Field;\n    --sidebar: Canvas;\n    --wash: Canvas;\n    --ink: CanvasText;\n    --ink-2: CanvasText;\n    --ink-3: CanvasText;\n    --ctl: CanvasText;\n    --line: GrayText;\n    --line-2: Canvas;\n    --focus: Highlight;\n\n    --flow-1: CanvasText;\n    --flow-2: LinkText;\n    --flow-3: CanvasText;\n    --flow-4: CanvasText;\n    --flow-5: CanvasText;\n    --flow-6: CanvasText;\n    --flow-7: CanvasText;\n    --flow-8: CanvasText;\n\n    --drop: CanvasText;\n    --random: CanvasText;\n    --backoff: CanvasText;\n    --recovery: CanvasText;\n    --timeout: CanvasText;\n    --ecn: CanvasText;\n    --wrong: CanvasText;\n    --ok: CanvasText;\n    --state: CanvasText;\n  }\n}\n";
	// web/src/figures/command_line/english.ts
	/**
	* Part of the catalogue (i18n/catalogue.ts) that a drawing uses, for the command `sawtooth`: English, and numbers without `Intl`, which
	* its JavaScript engine lacks. Stands in for the catalogue when scripts/figure-script.mjs makes the script. Not here: the page's words.
	*/
	/** Words of a drawing that are not its data. */
	var WORDS = { "figures.empty": "Nothing has been run yet." };
	var language = () => "en";
	var has = (key) => Object.hasOwn(WORDS, key);
	var translate = (key) => WORDS[key] ?? key;
	var translateSource = (english = "") => english;
	/** Rounds what a number's shortest decimals say, as `Intl` does: 0.305 is 0.31, though the nearest double is less. */
	function rounded(value, digits) {
		const [mantissa, exponent = 0] = String(value).split("e");
		return Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))}e-${digits}`);
	}
	/** A number with at most `digits` decimals, a true minus sign and no grouping below 10 000. */
	function num(value, digits = 0, least = 0) {
		const [whole = "", decimals = ""] = rounded(Math.abs(value), digits).toFixed(digits).split(".");
		const sign = value < 0 || Object.is(value, -0) ? "−" : "";
		const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
		const kept = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, "");
		return sign + grouped + (kept === "" ? "" : `.${kept}`);
	}
	// node_modules/d3-path/src/path.js
	var pi = Math.PI;
	var tau = 2 * pi;
	var epsilon = 1e-6;
	var tauEpsilon = tau - epsilon;
	function append(strings) {
		this._ += strings[0];
		for (let i = 1, n = strings.length; i < n; ++i) this._ += arguments[i] + strings[i];
	}
	function appendRound(digits) {
		let d = Math.floor(digits);
		if (!(d >= 0)) throw new Error(`invalid digits: ${digits}`);
		if (d > 15) return append;
		const k = 10 ** d;
		return function(strings) {
			this._ += strings[0];
			for (let i = 1, n = strings.length; i < n; ++i) this._ += Math.round(arguments[i] * k) / k + strings[i];
		};
	}
	var Path = class {
		constructor(digits) {
			this._x0 = this._y0 = this._x1 = this._y1 = null;
			this._ = "";
			this._append = digits == null ? append : appendRound(digits);
		}
		moveTo(x, y) {
			this._append`M${this._x0 = this._x1 = +x},${this._y0 = this._y1 = +y}`;
		}
		closePath() {
			if (this._x1 !== null) {
				this._x1 = this._x0, this._y1 = this._y0;
				this._append`Z`;
			}
		}
		lineTo(x, y) {
			this._append`L${this._x1 = +x},${this._y1 = +y}`;
		}
		quadraticCurveTo(x1, y1, x, y) {
			this._append`Q${+x1},${+y1},${this._x1 = +x},${this._y1 = +y}`;
		}
		bezierCurveTo(x1, y1, x2, y2, x, y) {
			this._append`C${+x1},${+y1},${+x2},${+y2},${this._x1 = +x},${this._y1 = +y}`;
		}
		arcTo(x1, y1, x2, y2, r) {
			x1 = +x1, y1 = +y1, x2 = +x2, y2 = +y2, r = +r;
			if (r < 0) throw new Error(`negative radius: ${r}`);
			let x0 = this._x1, y0 = this._y1, x21 = x2 - x1, y21 = y2 - y1, x01 = x0 - x1, y01 = y0 - y1, l01_2 = x01 * x01 + y01 * y01;
			if (this._x1 === null) this._append`M${this._x1 = x1},${this._y1 = y1}`;
			else if (!(l01_2 > epsilon));
			else if (!(Math.abs(y01 * x21 - y21 * x01) > epsilon) || !r) this._append`L${this._x1 = x1},${this._y1 = y1}`;
			else {
				let x20 = x2 - x0, y20 = y2 - y0, l21_2 = x21 * x21 + y21 * y21, l20_2 = x20 * x20 + y20 * y20, l21 = Math.sqrt(l21_2), l01 = Math.sqrt(l01_2), l = r * Math.tan((pi - Math.acos((l21_2 + l01_2 - l20_2) / (2 * l21 * l01))) / 2), t01 = l / l01, t21 = l / l21;
				if (Math.abs(t01 - 1) > epsilon) this._append`L${x1 + t01 * x01},${y1 + t01 * y01}`;
				this._append`A${r},${r},0,0,${+(y01 * x20 > x01 * y20)},${this._x1 = x1 + t21 * x21},${this._y1 = y1 + t21 * y21}`;
			}
		}
		arc(x, y, r, a0, a1, ccw) {
			x = +x, y = +y, r = +r, ccw = !!ccw;
			if (r < 0) throw new Error(`negative radius: ${r}`);
			let dx = r * Math.cos(a0), dy = r * Math.sin(a0), x0 = x + dx, y0 = y + dy, cw = 1 ^ ccw, da = ccw ? a0 - a1 : a1 - a0;
			if (this._x1 === null) this._append`M${x0},${y0}`;
			else if (Math.abs(this._x1 - x0) > epsilon || Math.abs(this._y1 - y0) > epsilon) this._append`L${x0},${y0}`;
			if (!r) return;
			if (da < 0) da = da % tau + tau;
			if (da > tauEpsilon) this._append`A${r},${r},0,1,${cw},${x - dx},${y - dy}A${r},${r},0,1,${cw},${this._x1 = x0},${this._y1 = y0}`;
			else if (da > epsilon) this._append`A${r},${r},0,${+(da >= pi)},${cw},${this._x1 = x + r * Math.cos(a1)},${this._y1 = y + r * Math.sin(a1)}`;
		}
		rect(x, y, w, h) {
			this._append`M${this._x0 = this._x1 = +x},${this._y0 = this._y1 = +y}h${w = +w}v${+h}h${-w}Z`;
		}
		toString() {
			return this._;
		}
	};
	function path() {
		return new Path();
	}
	path.prototype = Path.prototype;
	// node_modules/d3-shape/src/constant.js
	function constant_default$1(x) {
		return function constant() {
			return x;
		};
	}
	// node_modules/d3-shape/src/path.js
	function withPath(shape) {
		let digits = 3;
		shape.digits = function(_) {
			if (!arguments.length) return digits;
			if (_ == null) digits = null;
			else {
				const d = Math.floor(_);
				if (!(d >= 0)) throw new RangeError(`invalid digits: ${_}`);
				digits = d;
			}
			return shape;
		};
		return () => new Path(digits);
	}
	Array.prototype.slice;
	function array_default(x) {
		return typeof x === "object" && "length" in x ? x : Array.from(x);
	}
	// node_modules/d3-shape/src/curve/linear.js
	function Linear(context) {
		this._context = context;
	}
	Linear.prototype = {
		areaStart: function() {
			this._line = 0;
		},
		areaEnd: function() {
			this._line = NaN;
		},
		lineStart: function() {
			this._point = 0;
		},
		lineEnd: function() {
			if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
			this._line = 1 - this._line;
		},
		point: function(x, y) {
			x = +x, y = +y;
			switch (this._point) {
				case 0:
					this._point = 1;
					this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
					break;
				case 1: this._point = 2;
				default: this._context.lineTo(x, y);
			}
		}
	};
	function linear_default(context) {
		return new Linear(context);
	}
	// node_modules/d3-shape/src/point.js
	function x(p) {
		return p[0];
	}
	function y(p) {
		return p[1];
	}
	// node_modules/d3-shape/src/line.js
	function line_default(x$1, y$1) {
		var defined = constant_default$1(true), context = null, curve = linear_default, output = null, path = withPath(line);
		x$1 = typeof x$1 === "function" ? x$1 : x$1 === void 0 ? x : constant_default$1(x$1);
		y$1 = typeof y$1 === "function" ? y$1 : y$1 === void 0 ? y : constant_default$1(y$1);
		function line(data) {
			var i, n = (data = array_default(data)).length, d, defined0 = false, buffer;
			if (context == null) output = curve(buffer = path());
			for (i = 0; i <= n; ++i) {
				if (!(i < n && defined(d = data[i], i, data)) === defined0) {
					if (defined0 = !defined0) output.lineStart();
					else output.lineEnd();
				}
				if (defined0) output.point(+x$1(d, i, data), +y$1(d, i, data));
			}
			if (buffer) return output = null, buffer + "" || null;
		}
		line.x = function(_) {
			return arguments.length ? (x$1 = typeof _ === "function" ? _ : constant_default$1(+_), line) : x$1;
		};
		line.y = function(_) {
			return arguments.length ? (y$1 = typeof _ === "function" ? _ : constant_default$1(+_), line) : y$1;
		};
		line.defined = function(_) {
			return arguments.length ? (defined = typeof _ === "function" ? _ : constant_default$1(!!_), line) : defined;
		};
		line.curve = function(_) {
			return arguments.length ? (curve = _, context != null && (output = curve(context)), line) : curve;
		};
		line.context = function(_) {
			return arguments.length ? (_ == null ? context = output = null : output = curve(context = _), line) : context;
		};
		return line;
	}
	// web/src/plot/lines.ts
	/**
	* Puts lines into a path, on d3-shape: steps, gaps. The same for canvas and SVG. Not here: strokes, areas and lines that are
	* straight only (straight-lines.ts).
	*/
	/**
	* A curve of d3-shape on which each value holds until the next x. Between points under a pixel apart the corner would not be
	* seen, and is left out: a run has many thousands of them.
	*/
	var HeldCurve = class {
		pen;
		#x = NaN;
		#y = NaN;
		/** The last point, if it was left out. */
		#left = null;
		constructor(pen) {
			this.pen = pen;
		}
		lineStart() {
			this.#x = NaN;
			this.#left = null;
		}
		lineEnd() {
			if (this.#left) this.pen.lineTo(...this.#left);
		}
		areaStart() {}
		areaEnd() {}
		point(x, y) {
			if (Number.isNaN(this.#x)) this.pen.moveTo(x, y);
			else {
				const apart = x - this.#x >= 1;
				if (y === this.#y && !apart) {
					this.#left = [x, y];
					return;
				}
				if (y !== this.#y && apart) this.pen.lineTo(x, this.#y);
				this.pen.lineTo(x, y);
			}
			this.#x = x;
			this.#y = y;
			this.#left = null;
		}
	};
	/** Traces a line; with `step` each value holds until the next x. A y that is not a number breaks the line. */
	var traceLine = (pen, points, step) => {
		const all = step ? heldToGaps(points) : points;
		line_default().x((_, i) => all[2 * i]).y((_, i) => all[2 * i + 1]).defined((_, i) => Number.isFinite(all[2 * i + 1])).curve(step ? () => new HeldCurve(pen) : linear_default).context(pen)(indices(all.length >> 1));
	};
	/** d3-shape counts what it is given, and takes anything that has a length: coordinates are read by their place. */
	var indices = (length) => ({ length });
	/** A value that no other follows holds until the gap that does. */
	function heldToGaps(points) {
		const isGap = (i) => i > 0 && !Number.isFinite(points[i + 1]) && Number.isFinite(points[i - 1]);
		let gaps = 0;
		for (let i = 0; i < points.length; i += 2) if (isGap(i)) gaps++;
		if (gaps === 0) return points;
		const held = new Float64Array(points.length + 2 * gaps);
		let used = 0;
		for (let i = 0; i < points.length; i += 2) {
			const x = points[i];
			if (isGap(i)) {
				held[used++] = x;
				held[used++] = points[i - 1];
			}
			held[used++] = x;
			held[used++] = points[i + 1];
		}
		return held;
	}
	// web/src/plot/shapes.ts
	/** Width of a mark's outline at 7 px; of the cross, which has no ground, 2 px. */
	var OUTLINE = 1.5;
	/** Draws a shape of `size` px around a point and says how to paint it. */
	function trace(path, shape, x, y, size) {
		const r = size / 2;
		switch (shape) {
			case "drop":
				path.moveTo(x - r, y - r);
				path.lineTo(x + r, y + r);
				path.moveTo(x + r, y - r);
				path.lineTo(x - r, y + r);
				return "stroke";
			case "random":
				polygon(path, [
					x,
					y - 1.2 * r,
					x + 1.2 * r,
					y,
					x,
					y + 1.2 * r,
					x - 1.2 * r,
					y
				]);
				return "hollow";
			case "backoff":
				polygon(path, [
					x - r,
					y - .8 * r,
					x + r,
					y - .8 * r,
					x,
					y + r
				]);
				return "hollow";
			case "cut":
				path.rect(x - .9 * r, y - .9 * r, 1.8 * r, 1.8 * r);
				return "solid";
			case "undo":
				polygon(path, [
					x - r,
					y + .8 * r,
					x + r,
					y + .8 * r,
					x,
					y - r
				]);
				return "solid";
			case "tolerated":
				path.rect(x - .85 * r, y - .85 * r, 1.7 * r, 1.7 * r);
				return "hollow";
			case "timeout":
				polygon(path, [
					x - r,
					y - 1.2 * r,
					x + r,
					y - 1.2 * r,
					x - r,
					y + 1.2 * r,
					x + r,
					y + 1.2 * r
				]);
				return "solid";
			case "ecn":
			case "ring":
				circle(path, x, y, r);
				return "hollow";
			case "dot":
				circle(path, x, y, r);
				return "solid";
			case "tick":
				path.rect(x - r / 2.5, y, 2 * r / 2.5, size);
				return "solid";
		}
	}
	/** The ground around letters that are over lines: wide enough that no line strikes them through, so pale that the data under it is still seen. */
	var HALO = {
		width: 4,
		alpha: .8
	};
	var STROKE = 1.3;
	var RISING = [
		[
			-1,
			7,
			7,
			-1
		],
		[
			-4,
			4,
			4,
			-4
		],
		[
			2,
			10,
			10,
			2
		]
	];
	var FALLING = [
		[
			-1,
			-1,
			7,
			7
		],
		[
			2,
			-4,
			10,
			4
		],
		[
			-4,
			2,
			4,
			10
		]
	];
	/** Strokes of a texture within a tile, as lines x0, y0, x1, y1; they run beyond its edges, so that tiles join. */
	function strokesOf(pattern) {
		if (pattern === "rising") return RISING;
		if (pattern === "falling") return FALLING;
		if (pattern === "crossed") return [...RISING, ...FALLING];
		if (pattern === "barred") return [...RISING, [
			0,
			3,
			6,
			3
		]];
		return [];
	}
	/** Dots of a texture, as corners of squares of `STROKE` px. */
	function dotsOf(pattern) {
		return pattern === "unknown" ? [[1, 1], [4, 4]] : [];
	}
	/** Traces a closed area with straight sides. */
	function polygon(path, corners) {
		for (let i = 0; i < corners.length; i += 2) {
			const x = corners[i];
			const y = corners[i + 1];
			if (i === 0) path.moveTo(x, y);
			else path.lineTo(x, y);
		}
		path.closePath();
	}
	function circle(path, x, y, r) {
		path.moveTo(x + r, y);
		path.arc(x, y, r, 0, 2 * Math.PI);
	}
	// web/src/plot/straight-lines.ts
	/**
	* Puts straight lines and areas into a path, and on whole pixels. Without D3: the path of the first picture needs no more. Not
	* here: steps (lines.ts), strokes and fills.
	*/
	/** Traces a closed area between two lines, or down to a base: along the upper edge and back along the lower one. */
	function traceArea(pen, upper, lower) {
		if (upper.length < 4) return;
		const base = typeof lower === "number" ? [
			upper[0],
			lower,
			upper[upper.length - 2],
			lower
		] : lower;
		const outline = Array.from(upper);
		for (let i = base.length - 2; i >= 0; i -= 2) outline.push(base[i], base[i + 1]);
		polygon(pen, outline);
	}
	/** Whether no point of a line is left of the one before it. */
	function goesForward(points) {
		for (let i = 2; i < points.length; i += 2) if (points[i] < points[i - 2]) return false;
		return true;
	}
	/** A level or upright line of two points, laid so that its edges fall on whole device pixels; else the points alone. */
	function crisp(points, width, ratio) {
		if (points.length !== 4) return points;
		const [x0, y0, x1, y1] = points;
		const odd = Math.max(1, Math.round(width * ratio)) % 2 === 1;
		const snap = (v) => odd ? (Math.floor(v * ratio) + .5) / ratio : Math.round(v * ratio) / ratio;
		if (x0 === x1) return [
			snap(x0),
			y0,
			snap(x1),
			y1
		];
		if (y0 === y1) return [
			x0,
			snap(y0),
			x1,
			snap(y1)
		];
		return points;
	}
	// web/src/plot/svg-surface.ts
	/**
	* The same drawing as text: an SVG document without a DOM, for export and tests. Not here: canvas (canvas-surface.ts).
	*/
	/** Digits kept of a coordinate: a tenth of a pixel. */
	var DIGITS = 1;
	/** A surface that writes SVG. `unit` scales words; `prefix` begins the ids of clips, unique where bodies are joined to one document. */
	function svgSurface(theme, unit = 1, prefix = "") {
		const parts = [];
		const definitions = [];
		/** A texture as a fill, defined when it is first used. */
		const texture = (pattern, ink) => {
			const id = ink === theme.state ? `state-${pattern}` : `${pattern}-${ink.replaceAll(/[^\w]+/g, "-")}`;
			if (!definitions.some((text) => text.startsWith(`<pattern id="${id}"`))) definitions.push(defined(id, pattern, ink, unit));
			return `url(#${id})`;
		};
		let clips = 0;
		const element = (name, attributes, text) => {
			parts.push(write(name, attributes, text));
		};
		const shape = (draw) => {
			const pen = path();
			draw(pen);
			return pen.toString().replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => round(Number(number)));
		};
		const surface = {
			polyline(points, style) {
				element("path", {
					d: shape((pen) => traceLine(pen, crisp(points, style.width, 1), style.step ?? false)),
					fill: "none",
					stroke: style.color,
					"stroke-width": round(style.width),
					"stroke-dasharray": style.dash?.length ? style.dash.join(" ") : void 0,
					"stroke-linejoin": "round",
					"stroke-linecap": style.cap,
					"stroke-opacity": faint(style.alpha)
				});
			},
			polygon(points, style) {
				element("path", {
					d: shape((pen) => polygon(pen, points)),
					fill: style.fill ?? "none",
					stroke: style.stroke,
					"stroke-width": style.stroke ? round(style.width ?? 1) : void 0,
					"fill-opacity": style.fill ? faint(style.alpha) : void 0,
					"stroke-opacity": style.stroke ? faint(style.alpha) : void 0
				});
			},
			area(upper, lower, style) {
				const d = shape((pen) => traceArea(pen, upper, lower));
				const fill = style.pattern && style.pattern !== "full" ? texture(style.pattern, theme.state) : style.color;
				element("path", {
					d,
					fill,
					"fill-opacity": faint(style.alpha)
				});
			},
			dots(points, style) {
				const half = style.size / 2;
				const d = shape((pen) => {
					for (let i = 0; i + 1 < points.length; i += 2) pen.rect(points[i] - half, points[i + 1] - half, style.size, style.size);
				});
				element("path", {
					d,
					fill: style.color,
					"fill-opacity": faint(style.alpha)
				});
			},
			rect(x, y, w, h, style) {
				const { radius = 0, ink = theme.state } = style;
				const box = {
					x: round(x),
					y: round(y),
					width: round(w),
					height: round(h),
					rx: radius > 0 ? round(radius) : void 0,
					"fill-opacity": faint(style.alpha)
				};
				if (style.fill) element("rect", {
					...box,
					fill: style.fill
				});
				if (style.pattern && style.pattern !== "empty") element("rect", {
					...box,
					fill: style.pattern === "full" ? ink : texture(style.pattern, ink)
				});
				if (style.stroke) {
					const line = style.width ?? 1;
					const corner = radius - line / 2;
					const inner = {
						x: round(x + line / 2),
						y: round(y + line / 2),
						width: round(w - line),
						height: round(h - line),
						rx: corner > 0 ? round(corner) : void 0,
						"stroke-opacity": faint(style.alpha)
					};
					element("rect", {
						...inner,
						fill: "none",
						stroke: style.stroke,
						"stroke-width": line
					});
				}
			},
			mark(x, y, kind, style) {
				const size = style.size ?? 7;
				let paint = "solid";
				const d = shape((pen) => {
					paint = trace(pen, kind, x, y, size);
				});
				element("path", {
					d,
					fill: paint === "stroke" ? "none" : paint === "solid" ? style.color : theme.plate,
					stroke: paint === "solid" ? void 0 : style.color,
					"stroke-width": paint === "solid" ? void 0 : round((paint === "stroke" ? 2 : OUTLINE) * size / 7),
					opacity: faint(style.alpha)
				});
				if (kind === "ecn") element("circle", {
					cx: round(x),
					cy: round(y),
					r: round(.2 * size),
					fill: style.color
				});
			},
			text(x, y, text, style) {
				const anchor = {
					left: "start",
					center: "middle",
					right: "end"
				}[style.align ?? "left"];
				const baseline = {
					top: "hanging",
					middle: "central",
					bottom: "auto"
				}[style.baseline ?? "middle"];
				element("text", {
					x: round(x),
					y: round(y),
					fill: style.color,
					"font-size": style.size ?? 12 * unit,
					"font-weight": style.weight === 600 ? 600 : void 0,
					"text-anchor": anchor === "start" ? void 0 : anchor,
					"dominant-baseline": baseline,
					stroke: style.halo,
					"stroke-width": style.halo ? HALO.width * unit : void 0,
					"stroke-opacity": style.halo ? HALO.alpha : void 0,
					"paint-order": style.halo ? "stroke" : void 0,
					"stroke-linejoin": style.halo ? "round" : void 0
				}, text);
			},
			clip(x, y, w, h, draw) {
				const id = `${prefix}clip-${++clips}`;
				const box = write("rect", {
					x: round(x),
					y: round(y),
					width: round(w),
					height: round(h)
				});
				definitions.push(`<clipPath id="${id}">${box}</clipPath>`);
				parts.push(`<g clip-path="url(#${id})">`);
				draw();
				parts.push("</g>");
			},
			body() {
				return `${definitions.length ? `<defs>${definitions.join("")}</defs>` : ""}${parts.join("\n")}`;
			},
			put(body, y) {
				parts.push(`<g transform="translate(0 ${y})">${body}</g>`);
			},
			document(width, height, left, top, title) {
				return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(theme.sans)}">${title ? write("title", {}, title) : ""}<rect width="${width}" height="${height}" fill="${theme.plate}"/><g transform="translate(${left} ${top})">${surface.body()}</g></svg>`;
			}
		};
		return surface;
	}
	function defined(id, pattern, color, unit) {
		const strokes = strokesOf(pattern).map(([x0, y0, x1, y1]) => `M${x0} ${y0}L${x1} ${y1}`);
		const dots = dotsOf(pattern).map(([x, y]) => `M${x} ${y}h${STROKE}v${STROKE}h${-STROKE}z`);
		return `<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="scale(${unit})">${strokes.length ? write("path", {
			d: strokes.join(""),
			stroke: color,
			"stroke-width": STROKE
		}) : write("path", {
			d: dots.join(""),
			fill: color
		})}</pattern>`;
	}
	function write(name, attributes, text) {
		const open = [name, ...Object.entries(attributes).filter(([, value]) => value !== void 0).map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(" ");
		return text === void 0 ? `<${open}/>` : `<${open}>${escaped(text)}</${name}>`;
	}
	function round(value) {
		return String(Number(value.toFixed(DIGITS)));
	}
	function faint(alpha) {
		return alpha === void 0 || alpha === 1 ? void 0 : alpha;
	}
	/** Characters that XML does not have. */
	var NO_XML = /(?![\t\n\r])\p{Cc}/gu;
	function escaped(text) {
		return text.replace(NO_XML, "�").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
	}
	// web/src/plot/wrap.ts
	/** Text broken into lines, since SVG breaks none. Pure. Not here: where the lines are drawn. */
	/** Letters of a caption's line at 11 px: an address, half of it capitals, is wider than words are. */
	var LETTERS = 120;
	/** Breaks a text into lines: at spaces where it has some, else anywhere (an address has none). */
	function lines(text, most = LETTERS) {
		const broken = [];
		let line = "";
		for (const word of text.split(" ")) {
			let rest = word;
			if (line !== "" && line.length + 1 + rest.length <= most) {
				line = `${line} ${rest}`;
				continue;
			}
			if (line !== "") broken.push(line);
			for (; rest.length > most; rest = rest.slice(most)) broken.push(rest.slice(0, most));
			line = rest;
		}
		if (line !== "") broken.push(line);
		return broken;
	}
	// node_modules/d3-array/src/ascending.js
	function ascending(a, b) {
		return a == null || b == null ? NaN : a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
	}
	// node_modules/d3-array/src/descending.js
	function descending(a, b) {
		return a == null || b == null ? NaN : b < a ? -1 : b > a ? 1 : b >= a ? 0 : NaN;
	}
	// node_modules/d3-array/src/bisector.js
	function bisector(f) {
		let compare1, compare2, delta;
		if (f.length !== 2) {
			compare1 = ascending;
			compare2 = (d, x) => ascending(f(d), x);
			delta = (d, x) => f(d) - x;
		} else {
			compare1 = f === ascending || f === descending ? f : zero$1;
			compare2 = f;
			delta = f;
		}
		function left(a, x, lo = 0, hi = a.length) {
			if (lo < hi) {
				if (compare1(x, x) !== 0) return hi;
				do {
					const mid = lo + hi >>> 1;
					if (compare2(a[mid], x) < 0) lo = mid + 1;
					else hi = mid;
				} while (lo < hi);
			}
			return lo;
		}
		function right(a, x, lo = 0, hi = a.length) {
			if (lo < hi) {
				if (compare1(x, x) !== 0) return hi;
				do {
					const mid = lo + hi >>> 1;
					if (compare2(a[mid], x) <= 0) lo = mid + 1;
					else hi = mid;
				} while (lo < hi);
			}
			return lo;
		}
		function center(a, x, lo = 0, hi = a.length) {
			const i = left(a, x, lo, hi - 1);
			return i > lo && delta(a[i - 1], x) > -delta(a[i], x) ? i - 1 : i;
		}
		return {
			left,
			center,
			right
		};
	}
	function zero$1() {
		return 0;
	}
	// node_modules/d3-array/src/number.js
	function number$1(x) {
		return x === null ? NaN : +x;
	}
	// node_modules/d3-array/src/bisect.js
	var ascendingBisect = bisector(ascending);
	var bisectRight = ascendingBisect.right;
	ascendingBisect.left;
	bisector(number$1).center;
	// node_modules/d3-array/src/extent.js
	function extent(values, valueof) {
		let min;
		let max;
		if (valueof === void 0) {
			for (const value of values) if (value != null) {
				if (min === void 0) {
					if (value >= value) min = max = value;
				} else {
					if (min > value) min = value;
					if (max < value) max = value;
				}
			}
		} else {
			let index = -1;
			for (let value of values) if ((value = valueof(value, ++index, values)) != null) {
				if (min === void 0) {
					if (value >= value) min = max = value;
				} else {
					if (min > value) min = value;
					if (max < value) max = value;
				}
			}
		}
		return [min, max];
	}
	// node_modules/d3-array/src/ticks.js
	var e10 = Math.sqrt(50);
	var e5 = Math.sqrt(10);
	var e2 = Math.sqrt(2);
	function tickSpec(start, stop, count) {
		const step = (stop - start) / Math.max(0, count), power = Math.floor(Math.log10(step)), error = step / Math.pow(10, power), factor = error >= e10 ? 10 : error >= e5 ? 5 : error >= e2 ? 2 : 1;
		let i1, i2, inc;
		if (power < 0) {
			inc = Math.pow(10, -power) / factor;
			i1 = Math.round(start * inc);
			i2 = Math.round(stop * inc);
			if (i1 / inc < start) ++i1;
			if (i2 / inc > stop) --i2;
			inc = -inc;
		} else {
			inc = Math.pow(10, power) * factor;
			i1 = Math.round(start / inc);
			i2 = Math.round(stop / inc);
			if (i1 * inc < start) ++i1;
			if (i2 * inc > stop) --i2;
		}
		if (i2 < i1 && .5 <= count && count < 2) return tickSpec(start, stop, count * 2);
		return [
			i1,
			i2,
			inc
		];
	}
	function ticks(start, stop, count) {
		stop = +stop, start = +start, count = +count;
		if (!(count > 0)) return [];
		if (start === stop) return [start];
		const reverse = stop < start, [i1, i2, inc] = reverse ? tickSpec(stop, start, count) : tickSpec(start, stop, count);
		if (!(i2 >= i1)) return [];
		const n = i2 - i1 + 1, ticks = new Array(n);
		if (reverse) {
			if (inc < 0) for (let i = 0; i < n; ++i) ticks[i] = (i2 - i) / -inc;
			else for (let i = 0; i < n; ++i) ticks[i] = (i2 - i) * inc;
		} else if (inc < 0) for (let i = 0; i < n; ++i) ticks[i] = (i1 + i) / -inc;
		else for (let i = 0; i < n; ++i) ticks[i] = (i1 + i) * inc;
		return ticks;
	}
	function tickIncrement(start, stop, count) {
		stop = +stop, start = +start, count = +count;
		return tickSpec(start, stop, count)[2];
	}
	function tickStep(start, stop, count) {
		stop = +stop, start = +start, count = +count;
		const reverse = stop < start, inc = reverse ? tickIncrement(stop, start, count) : tickIncrement(start, stop, count);
		return (reverse ? -1 : 1) * (inc < 0 ? 1 / -inc : inc);
	}
	// node_modules/d3-array/src/range.js
	function range(start, stop, step) {
		start = +start, stop = +stop, step = (n = arguments.length) < 2 ? (stop = start, start = 0, 1) : n < 3 ? 1 : +step;
		var i = -1, n = Math.max(0, Math.ceil((stop - start) / step)) | 0, range = new Array(n);
		while (++i < n) range[i] = start + i * step;
		return range;
	}
	// node_modules/d3-scale/src/init.js
	function initRange(domain, range) {
		switch (arguments.length) {
			case 0: break;
			case 1:
				this.range(domain);
				break;
			default: this.range(range).domain(domain);
		}
		return this;
	}
	// node_modules/d3-color/src/define.js
	function define_default(constructor, factory, prototype) {
		constructor.prototype = factory.prototype = prototype;
		prototype.constructor = constructor;
	}
	function extend(parent, definition) {
		var prototype = Object.create(parent.prototype);
		for (var key in definition) prototype[key] = definition[key];
		return prototype;
	}
	// node_modules/d3-color/src/color.js
	function Color() {}
	var darker = .7;
	var brighter = 1 / darker;
	var reI = "\\s*([+-]?\\d+)\\s*";
	var reN = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*";
	var reP = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*";
	var reHex = /^#([0-9a-f]{3,8})$/;
	var reRgbInteger = new RegExp(`^rgb\\(${reI},${reI},${reI}\\)$`);
	var reRgbPercent = new RegExp(`^rgb\\(${reP},${reP},${reP}\\)$`);
	var reRgbaInteger = new RegExp(`^rgba\\(${reI},${reI},${reI},${reN}\\)$`);
	var reRgbaPercent = new RegExp(`^rgba\\(${reP},${reP},${reP},${reN}\\)$`);
	var reHslPercent = new RegExp(`^hsl\\(${reN},${reP},${reP}\\)$`);
	var reHslaPercent = new RegExp(`^hsla\\(${reN},${reP},${reP},${reN}\\)$`);
	var named = {
		aliceblue: 15792383,
		antiquewhite: 16444375,
		aqua: 65535,
		aquamarine: 8388564,
		azure: 15794175,
		beige: 16119260,
		bisque: 16770244,
		black: 0,
		blanchedalmond: 16772045,
		blue: 255,
		blueviolet: 9055202,
		brown: 10824234,
		burlywood: 14596231,
		cadetblue: 6266528,
		chartreuse: 8388352,
		chocolate: 13789470,
		coral: 16744272,
		cornflowerblue: 6591981,
		cornsilk: 16775388,
		crimson: 14423100,
		cyan: 65535,
		darkblue: 139,
		darkcyan: 35723,
		darkgoldenrod: 12092939,
		darkgray: 11119017,
		darkgreen: 25600,
		darkgrey: 11119017,
		darkkhaki: 12433259,
		darkmagenta: 9109643,
		darkolivegreen: 5597999,
		darkorange: 16747520,
		darkorchid: 10040012,
		darkred: 9109504,
		darksalmon: 15308410,
		darkseagreen: 9419919,
		darkslateblue: 4734347,
		darkslategray: 3100495,
		darkslategrey: 3100495,
		darkturquoise: 52945,
		darkviolet: 9699539,
		deeppink: 16716947,
		deepskyblue: 49151,
		dimgray: 6908265,
		dimgrey: 6908265,
		dodgerblue: 2003199,
		firebrick: 11674146,
		floralwhite: 16775920,
		forestgreen: 2263842,
		fuchsia: 16711935,
		gainsboro: 14474460,
		ghostwhite: 16316671,
		gold: 16766720,
		goldenrod: 14329120,
		gray: 8421504,
		green: 32768,
		greenyellow: 11403055,
		grey: 8421504,
		honeydew: 15794160,
		hotpink: 16738740,
		indianred: 13458524,
		indigo: 4915330,
		ivory: 16777200,
		khaki: 15787660,
		lavender: 15132410,
		lavenderblush: 16773365,
		lawngreen: 8190976,
		lemonchiffon: 16775885,
		lightblue: 11393254,
		lightcoral: 15761536,
		lightcyan: 14745599,
		lightgoldenrodyellow: 16448210,
		lightgray: 13882323,
		lightgreen: 9498256,
		lightgrey: 13882323,
		lightpink: 16758465,
		lightsalmon: 16752762,
		lightseagreen: 2142890,
		lightskyblue: 8900346,
		lightslategray: 7833753,
		lightslategrey: 7833753,
		lightsteelblue: 11584734,
		lightyellow: 16777184,
		lime: 65280,
		limegreen: 3329330,
		linen: 16445670,
		magenta: 16711935,
		maroon: 8388608,
		mediumaquamarine: 6737322,
		mediumblue: 205,
		mediumorchid: 12211667,
		mediumpurple: 9662683,
		mediumseagreen: 3978097,
		mediumslateblue: 8087790,
		mediumspringgreen: 64154,
		mediumturquoise: 4772300,
		mediumvioletred: 13047173,
		midnightblue: 1644912,
		mintcream: 16121850,
		mistyrose: 16770273,
		moccasin: 16770229,
		navajowhite: 16768685,
		navy: 128,
		oldlace: 16643558,
		olive: 8421376,
		olivedrab: 7048739,
		orange: 16753920,
		orangered: 16729344,
		orchid: 14315734,
		palegoldenrod: 15657130,
		palegreen: 10025880,
		paleturquoise: 11529966,
		palevioletred: 14381203,
		papayawhip: 16773077,
		peachpuff: 16767673,
		peru: 13468991,
		pink: 16761035,
		plum: 14524637,
		powderblue: 11591910,
		purple: 8388736,
		rebeccapurple: 6697881,
		red: 16711680,
		rosybrown: 12357519,
		royalblue: 4286945,
		saddlebrown: 9127187,
		salmon: 16416882,
		sandybrown: 16032864,
		seagreen: 3050327,
		seashell: 16774638,
		sienna: 10506797,
		silver: 12632256,
		skyblue: 8900331,
		slateblue: 6970061,
		slategray: 7372944,
		slategrey: 7372944,
		snow: 16775930,
		springgreen: 65407,
		steelblue: 4620980,
		tan: 13808780,
		teal: 32896,
		thistle: 14204888,
		tomato: 16737095,
		turquoise: 4251856,
		violet: 15631086,
		wheat: 16113331,
		white: 16777215,
		whitesmoke: 16119285,
		yellow: 16776960,
		yellowgreen: 10145074
	};
	define_default(Color, color, {
		copy(channels) {
			return Object.assign(new this.constructor(), this, channels);
		},
		displayable() {
			return this.rgb().displayable();
		},
		hex: color_formatHex,
		formatHex: color_formatHex,
		formatHex8: color_formatHex8,
		formatHsl: color_formatHsl,
		formatRgb: color_formatRgb,
		toString: color_formatRgb
	});
	function color_formatHex() {
		return this.rgb().formatHex();
	}
	function color_formatHex8() {
		return this.rgb().formatHex8();
	}
	function color_formatHsl() {
		return hslConvert(this).formatHsl();
	}
	function color_formatRgb() {
		return this.rgb().formatRgb();
	}
	function color(format) {
		var m, l;
		format = (format + "").trim().toLowerCase();
		return (m = reHex.exec(format)) ? (l = m[1].length, m = parseInt(m[1], 16), l === 6 ? rgbn(m) : l === 3 ? new Rgb(m >> 8 & 15 | m >> 4 & 240, m >> 4 & 15 | m & 240, (m & 15) << 4 | m & 15, 1) : l === 8 ? rgba(m >> 24 & 255, m >> 16 & 255, m >> 8 & 255, (m & 255) / 255) : l === 4 ? rgba(m >> 12 & 15 | m >> 8 & 240, m >> 8 & 15 | m >> 4 & 240, m >> 4 & 15 | m & 240, ((m & 15) << 4 | m & 15) / 255) : null) : (m = reRgbInteger.exec(format)) ? new Rgb(m[1], m[2], m[3], 1) : (m = reRgbPercent.exec(format)) ? new Rgb(m[1] * 255 / 100, m[2] * 255 / 100, m[3] * 255 / 100, 1) : (m = reRgbaInteger.exec(format)) ? rgba(m[1], m[2], m[3], m[4]) : (m = reRgbaPercent.exec(format)) ? rgba(m[1] * 255 / 100, m[2] * 255 / 100, m[3] * 255 / 100, m[4]) : (m = reHslPercent.exec(format)) ? hsla(m[1], m[2] / 100, m[3] / 100, 1) : (m = reHslaPercent.exec(format)) ? hsla(m[1], m[2] / 100, m[3] / 100, m[4]) : named.hasOwnProperty(format) ? rgbn(named[format]) : format === "transparent" ? new Rgb(NaN, NaN, NaN, 0) : null;
	}
	function rgbn(n) {
		return new Rgb(n >> 16 & 255, n >> 8 & 255, n & 255, 1);
	}
	function rgba(r, g, b, a) {
		if (a <= 0) r = g = b = NaN;
		return new Rgb(r, g, b, a);
	}
	function rgbConvert(o) {
		if (!(o instanceof Color)) o = color(o);
		if (!o) return new Rgb();
		o = o.rgb();
		return new Rgb(o.r, o.g, o.b, o.opacity);
	}
	function rgb(r, g, b, opacity) {
		return arguments.length === 1 ? rgbConvert(r) : new Rgb(r, g, b, opacity == null ? 1 : opacity);
	}
	function Rgb(r, g, b, opacity) {
		this.r = +r;
		this.g = +g;
		this.b = +b;
		this.opacity = +opacity;
	}
	define_default(Rgb, rgb, extend(Color, {
		brighter(k) {
			k = k == null ? brighter : Math.pow(brighter, k);
			return new Rgb(this.r * k, this.g * k, this.b * k, this.opacity);
		},
		darker(k) {
			k = k == null ? darker : Math.pow(darker, k);
			return new Rgb(this.r * k, this.g * k, this.b * k, this.opacity);
		},
		rgb() {
			return this;
		},
		clamp() {
			return new Rgb(clampi(this.r), clampi(this.g), clampi(this.b), clampa(this.opacity));
		},
		displayable() {
			return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
		},
		hex: rgb_formatHex,
		formatHex: rgb_formatHex,
		formatHex8: rgb_formatHex8,
		formatRgb: rgb_formatRgb,
		toString: rgb_formatRgb
	}));
	function rgb_formatHex() {
		return `#${hex(this.r)}${hex(this.g)}${hex(this.b)}`;
	}
	function rgb_formatHex8() {
		return `#${hex(this.r)}${hex(this.g)}${hex(this.b)}${hex((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
	}
	function rgb_formatRgb() {
		const a = clampa(this.opacity);
		return `${a === 1 ? "rgb(" : "rgba("}${clampi(this.r)}, ${clampi(this.g)}, ${clampi(this.b)}${a === 1 ? ")" : `, ${a})`}`;
	}
	function clampa(opacity) {
		return isNaN(opacity) ? 1 : Math.max(0, Math.min(1, opacity));
	}
	function clampi(value) {
		return Math.max(0, Math.min(255, Math.round(value) || 0));
	}
	function hex(value) {
		value = clampi(value);
		return (value < 16 ? "0" : "") + value.toString(16);
	}
	function hsla(h, s, l, a) {
		if (a <= 0) h = s = l = NaN;
		else if (l <= 0 || l >= 1) h = s = NaN;
		else if (s <= 0) h = NaN;
		return new Hsl(h, s, l, a);
	}
	function hslConvert(o) {
		if (o instanceof Hsl) return new Hsl(o.h, o.s, o.l, o.opacity);
		if (!(o instanceof Color)) o = color(o);
		if (!o) return new Hsl();
		if (o instanceof Hsl) return o;
		o = o.rgb();
		var r = o.r / 255, g = o.g / 255, b = o.b / 255, min = Math.min(r, g, b), max = Math.max(r, g, b), h = NaN, s = max - min, l = (max + min) / 2;
		if (s) {
			if (r === max) h = (g - b) / s + (g < b) * 6;
			else if (g === max) h = (b - r) / s + 2;
			else h = (r - g) / s + 4;
			s /= l < .5 ? max + min : 2 - max - min;
			h *= 60;
		} else s = l > 0 && l < 1 ? 0 : h;
		return new Hsl(h, s, l, o.opacity);
	}
	function hsl(h, s, l, opacity) {
		return arguments.length === 1 ? hslConvert(h) : new Hsl(h, s, l, opacity == null ? 1 : opacity);
	}
	function Hsl(h, s, l, opacity) {
		this.h = +h;
		this.s = +s;
		this.l = +l;
		this.opacity = +opacity;
	}
	define_default(Hsl, hsl, extend(Color, {
		brighter(k) {
			k = k == null ? brighter : Math.pow(brighter, k);
			return new Hsl(this.h, this.s, this.l * k, this.opacity);
		},
		darker(k) {
			k = k == null ? darker : Math.pow(darker, k);
			return new Hsl(this.h, this.s, this.l * k, this.opacity);
		},
		rgb() {
			var h = this.h % 360 + (this.h < 0) * 360, s = isNaN(h) || isNaN(this.s) ? 0 : this.s, l = this.l, m2 = l + (l < .5 ? l : 1 - l) * s, m1 = 2 * l - m2;
			return new Rgb(hsl2rgb(h >= 240 ? h - 240 : h + 120, m1, m2), hsl2rgb(h, m1, m2), hsl2rgb(h < 120 ? h + 240 : h - 120, m1, m2), this.opacity);
		},
		clamp() {
			return new Hsl(clamph(this.h), clampt(this.s), clampt(this.l), clampa(this.opacity));
		},
		displayable() {
			return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
		},
		formatHsl() {
			const a = clampa(this.opacity);
			return `${a === 1 ? "hsl(" : "hsla("}${clamph(this.h)}, ${clampt(this.s) * 100}%, ${clampt(this.l) * 100}%${a === 1 ? ")" : `, ${a})`}`;
		}
	}));
	function clamph(value) {
		value = (value || 0) % 360;
		return value < 0 ? value + 360 : value;
	}
	function clampt(value) {
		return Math.max(0, Math.min(1, value || 0));
	}
	function hsl2rgb(h, m1, m2) {
		return (h < 60 ? m1 + (m2 - m1) * h / 60 : h < 180 ? m2 : h < 240 ? m1 + (m2 - m1) * (240 - h) / 60 : m1) * 255;
	}
	// node_modules/d3-interpolate/src/constant.js
	var constant_default = (x) => () => x;
	// node_modules/d3-interpolate/src/color.js
	function linear$2(a, d) {
		return function(t) {
			return a + t * d;
		};
	}
	function exponential(a, b, y) {
		return a = Math.pow(a, y), b = Math.pow(b, y) - a, y = 1 / y, function(t) {
			return Math.pow(a + t * b, y);
		};
	}
	function gamma(y) {
		return (y = +y) === 1 ? nogamma : function(a, b) {
			return b - a ? exponential(a, b, y) : constant_default(isNaN(a) ? b : a);
		};
	}
	function nogamma(a, b) {
		var d = b - a;
		return d ? linear$2(a, d) : constant_default(isNaN(a) ? b : a);
	}
	// node_modules/d3-interpolate/src/rgb.js
	var rgb_default = (function rgbGamma(y) {
		var color = gamma(y);
		function rgb$1(start, end) {
			var r = color((start = rgb(start)).r, (end = rgb(end)).r), g = color(start.g, end.g), b = color(start.b, end.b), opacity = nogamma(start.opacity, end.opacity);
			return function(t) {
				start.r = r(t);
				start.g = g(t);
				start.b = b(t);
				start.opacity = opacity(t);
				return start + "";
			};
		}
		rgb$1.gamma = rgbGamma;
		return rgb$1;
	})(1);
	// node_modules/d3-interpolate/src/numberArray.js
	function numberArray_default(a, b) {
		if (!b) b = [];
		var n = a ? Math.min(b.length, a.length) : 0, c = b.slice(), i;
		return function(t) {
			for (i = 0; i < n; ++i) c[i] = a[i] * (1 - t) + b[i] * t;
			return c;
		};
	}
	function isNumberArray(x) {
		return ArrayBuffer.isView(x) && !(x instanceof DataView);
	}
	// node_modules/d3-interpolate/src/array.js
	function genericArray(a, b) {
		var nb = b ? b.length : 0, na = a ? Math.min(nb, a.length) : 0, x = new Array(na), c = new Array(nb), i = 0;
		for (; i < na; ++i) x[i] = value_default(a[i], b[i]);
		for (; i < nb; ++i) c[i] = b[i];
		return function(t) {
			for (i = 0; i < na; ++i) c[i] = x[i](t);
			return c;
		};
	}
	// node_modules/d3-interpolate/src/date.js
	function date_default(a, b) {
		var d = /* @__PURE__ */ new Date();
		return a = +a, b = +b, function(t) {
			return d.setTime(a * (1 - t) + b * t), d;
		};
	}
	// node_modules/d3-interpolate/src/number.js
	function number_default(a, b) {
		return a = +a, b = +b, function(t) {
			return a * (1 - t) + b * t;
		};
	}
	// node_modules/d3-interpolate/src/object.js
	function object_default(a, b) {
		var i = {}, c = {}, k;
		if (a === null || typeof a !== "object") a = {};
		if (b === null || typeof b !== "object") b = {};
		for (k in b) if (k in a) i[k] = value_default(a[k], b[k]);
		else c[k] = b[k];
		return function(t) {
			for (k in i) c[k] = i[k](t);
			return c;
		};
	}
	// node_modules/d3-interpolate/src/string.js
	var reA = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g;
	var reB = new RegExp(reA.source, "g");
	function zero(b) {
		return function() {
			return b;
		};
	}
	function one(b) {
		return function(t) {
			return b(t) + "";
		};
	}
	function string_default(a, b) {
		var bi = reA.lastIndex = reB.lastIndex = 0, am, bm, bs, i = -1, s = [], q = [];
		a = a + "", b = b + "";
		while ((am = reA.exec(a)) && (bm = reB.exec(b))) {
			if ((bs = bm.index) > bi) {
				bs = b.slice(bi, bs);
				if (s[i]) s[i] += bs;
				else s[++i] = bs;
			}
			if ((am = am[0]) === (bm = bm[0])) {
				if (s[i]) s[i] += bm;
				else s[++i] = bm;
			} else {
				s[++i] = null;
				q.push({
					i,
					x: number_default(am, bm)
				});
			}
			bi = reB.lastIndex;
		}
		if (bi < b.length) {
			bs = b.slice(bi);
			if (s[i]) s[i] += bs;
			else s[++i] = bs;
		}
		return s.length < 2 ? q[0] ? one(q[0].x) : zero(b) : (b = q.length, function(t) {
			for (var i = 0, o; i < b; ++i) s[(o = q[i]).i] = o.x(t);
			return s.join("");
		});
	}
	// node_modules/d3-interpolate/src/value.js
	function value_default(a, b) {
		var t = typeof b, c;
		return b == null || t === "boolean" ? constant_default(b) : (t === "number" ? number_default : t === "string" ? (c = color(b)) ? (b = c, rgb_default) : string_default : b instanceof color ? rgb_default : b instanceof Date ? date_default : isNumberArray(b) ? numberArray_default : Array.isArray(b) ? genericArray : typeof b.valueOf !== "function" && typeof b.toString !== "function" || isNaN(b) ? object_default : number_default)(a, b);
	}
	// node_modules/d3-interpolate/src/round.js
	function round_default(a, b) {
		return a = +a, b = +b, function(t) {
			return Math.round(a * (1 - t) + b * t);
		};
	}
	// node_modules/d3-scale/src/constant.js
	function constants(x) {
		return function() {
			return x;
		};
	}
	// node_modules/d3-scale/src/number.js
	function number(x) {
		return +x;
	}
	// node_modules/d3-scale/src/continuous.js
	var unit = [0, 1];
	function identity(x) {
		return x;
	}
	function normalize(a, b) {
		return (b -= a = +a) ? function(x) {
			return (x - a) / b;
		} : constants(isNaN(b) ? NaN : .5);
	}
	function clamper(a, b) {
		var t;
		if (a > b) t = a, a = b, b = t;
		return function(x) {
			return Math.max(a, Math.min(b, x));
		};
	}
	function bimap(domain, range, interpolate) {
		var d0 = domain[0], d1 = domain[1], r0 = range[0], r1 = range[1];
		if (d1 < d0) d0 = normalize(d1, d0), r0 = interpolate(r1, r0);
		else d0 = normalize(d0, d1), r0 = interpolate(r0, r1);
		return function(x) {
			return r0(d0(x));
		};
	}
	function polymap(domain, range, interpolate) {
		var j = Math.min(domain.length, range.length) - 1, d = new Array(j), r = new Array(j), i = -1;
		if (domain[j] < domain[0]) {
			domain = domain.slice().reverse();
			range = range.slice().reverse();
		}
		while (++i < j) {
			d[i] = normalize(domain[i], domain[i + 1]);
			r[i] = interpolate(range[i], range[i + 1]);
		}
		return function(x) {
			var i = bisectRight(domain, x, 1, j) - 1;
			return r[i](d[i](x));
		};
	}
	function copy(source, target) {
		return target.domain(source.domain()).range(source.range()).interpolate(source.interpolate()).clamp(source.clamp()).unknown(source.unknown());
	}
	function transformer() {
		var domain = unit, range = unit, interpolate = value_default, transform, untransform, unknown, clamp = identity, piecewise, output, input;
		function rescale() {
			var n = Math.min(domain.length, range.length);
			if (clamp !== identity) clamp = clamper(domain[0], domain[n - 1]);
			piecewise = n > 2 ? polymap : bimap;
			output = input = null;
			return scale;
		}
		function scale(x) {
			return x == null || isNaN(x = +x) ? unknown : (output || (output = piecewise(domain.map(transform), range, interpolate)))(transform(clamp(x)));
		}
		scale.invert = function(y) {
			return clamp(untransform((input || (input = piecewise(range, domain.map(transform), number_default)))(y)));
		};
		scale.domain = function(_) {
			return arguments.length ? (domain = Array.from(_, number), rescale()) : domain.slice();
		};
		scale.range = function(_) {
			return arguments.length ? (range = Array.from(_), rescale()) : range.slice();
		};
		scale.rangeRound = function(_) {
			return range = Array.from(_), interpolate = round_default, rescale();
		};
		scale.clamp = function(_) {
			return arguments.length ? (clamp = _ ? true : identity, rescale()) : clamp !== identity;
		};
		scale.interpolate = function(_) {
			return arguments.length ? (interpolate = _, rescale()) : interpolate;
		};
		scale.unknown = function(_) {
			return arguments.length ? (unknown = _, scale) : unknown;
		};
		return function(t, u) {
			transform = t, untransform = u;
			return rescale();
		};
	}
	function continuous() {
		return transformer()(identity, identity);
	}
	// node_modules/d3-format/src/formatDecimal.js
	function formatDecimal_default(x) {
		return Math.abs(x = Math.round(x)) >= 1e21 ? x.toLocaleString("en").replace(/,/g, "") : x.toString(10);
	}
	function formatDecimalParts(x, p) {
		if ((i = (x = p ? x.toExponential(p - 1) : x.toExponential()).indexOf("e")) < 0) return null;
		var i, coefficient = x.slice(0, i);
		return [coefficient.length > 1 ? coefficient[0] + coefficient.slice(2) : coefficient, +x.slice(i + 1)];
	}
	// node_modules/d3-format/src/exponent.js
	function exponent_default(x) {
		return x = formatDecimalParts(Math.abs(x)), x ? x[1] : NaN;
	}
	// node_modules/d3-format/src/formatGroup.js
	function formatGroup_default(grouping, thousands) {
		return function(value, width) {
			var i = value.length, t = [], j = 0, g = grouping[0], length = 0;
			while (i > 0 && g > 0) {
				if (length + g + 1 > width) g = Math.max(1, width - length);
				t.push(value.substring(i -= g, i + g));
				if ((length += g + 1) > width) break;
				g = grouping[j = (j + 1) % grouping.length];
			}
			return t.reverse().join(thousands);
		};
	}
	// node_modules/d3-format/src/formatNumerals.js
	function formatNumerals_default(numerals) {
		return function(value) {
			return value.replace(/[0-9]/g, function(i) {
				return numerals[+i];
			});
		};
	}
	// node_modules/d3-format/src/formatSpecifier.js
	var re = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
	function formatSpecifier(specifier) {
		if (!(match = re.exec(specifier))) throw new Error("invalid format: " + specifier);
		var match;
		return new FormatSpecifier({
			fill: match[1],
			align: match[2],
			sign: match[3],
			symbol: match[4],
			zero: match[5],
			width: match[6],
			comma: match[7],
			precision: match[8] && match[8].slice(1),
			trim: match[9],
			type: match[10]
		});
	}
	formatSpecifier.prototype = FormatSpecifier.prototype;
	function FormatSpecifier(specifier) {
		this.fill = specifier.fill === void 0 ? " " : specifier.fill + "";
		this.align = specifier.align === void 0 ? ">" : specifier.align + "";
		this.sign = specifier.sign === void 0 ? "-" : specifier.sign + "";
		this.symbol = specifier.symbol === void 0 ? "" : specifier.symbol + "";
		this.zero = !!specifier.zero;
		this.width = specifier.width === void 0 ? void 0 : +specifier.width;
		this.comma = !!specifier.comma;
		this.precision = specifier.precision === void 0 ? void 0 : +specifier.precision;
		this.trim = !!specifier.trim;
		this.type = specifier.type === void 0 ? "" : specifier.type + "";
	}
	FormatSpecifier.prototype.toString = function() {
		return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
	};
	// node_modules/d3-format/src/formatTrim.js
	function formatTrim_default(s) {
		out: for (var n = s.length, i = 1, i0 = -1, i1; i < n; ++i) switch (s[i]) {
			case ".":
				i0 = i1 = i;
				break;
			case "0":
				if (i0 === 0) i0 = i;
				i1 = i;
				break;
			default:
				if (!+s[i]) break out;
				if (i0 > 0) i0 = 0;
		}
		return i0 > 0 ? s.slice(0, i0) + s.slice(i1 + 1) : s;
	}
	// node_modules/d3-format/src/formatPrefixAuto.js
	var prefixExponent;
	function formatPrefixAuto_default(x, p) {
		var d = formatDecimalParts(x, p);
		if (!d) return x + "";
		var coefficient = d[0], exponent = d[1], i = exponent - (prefixExponent = Math.max(-8, Math.min(8, Math.floor(exponent / 3))) * 3) + 1, n = coefficient.length;
		return i === n ? coefficient : i > n ? coefficient + new Array(i - n + 1).join("0") : i > 0 ? coefficient.slice(0, i) + "." + coefficient.slice(i) : "0." + new Array(1 - i).join("0") + formatDecimalParts(x, Math.max(0, p + i - 1))[0];
	}
	// node_modules/d3-format/src/formatRounded.js
	function formatRounded_default(x, p) {
		var d = formatDecimalParts(x, p);
		if (!d) return x + "";
		var coefficient = d[0], exponent = d[1];
		return exponent < 0 ? "0." + new Array(-exponent).join("0") + coefficient : coefficient.length > exponent + 1 ? coefficient.slice(0, exponent + 1) + "." + coefficient.slice(exponent + 1) : coefficient + new Array(exponent - coefficient.length + 2).join("0");
	}
	// node_modules/d3-format/src/formatTypes.js
	var formatTypes_default = {
		"%": (x, p) => (x * 100).toFixed(p),
		"b": (x) => Math.round(x).toString(2),
		"c": (x) => x + "",
		"d": formatDecimal_default,
		"e": (x, p) => x.toExponential(p),
		"f": (x, p) => x.toFixed(p),
		"g": (x, p) => x.toPrecision(p),
		"o": (x) => Math.round(x).toString(8),
		"p": (x, p) => formatRounded_default(x * 100, p),
		"r": formatRounded_default,
		"s": formatPrefixAuto_default,
		"X": (x) => Math.round(x).toString(16).toUpperCase(),
		"x": (x) => Math.round(x).toString(16)
	};
	// node_modules/d3-format/src/identity.js
	function identity_default(x) {
		return x;
	}
	// node_modules/d3-format/src/locale.js
	var map = Array.prototype.map;
	var prefixes = [
		"y",
		"z",
		"a",
		"f",
		"p",
		"n",
		"µ",
		"m",
		"",
		"k",
		"M",
		"G",
		"T",
		"P",
		"E",
		"Z",
		"Y"
	];
	function locale_default(locale) {
		var group = locale.grouping === void 0 || locale.thousands === void 0 ? identity_default : formatGroup_default(map.call(locale.grouping, Number), locale.thousands + ""), currencyPrefix = locale.currency === void 0 ? "" : locale.currency[0] + "", currencySuffix = locale.currency === void 0 ? "" : locale.currency[1] + "", decimal = locale.decimal === void 0 ? "." : locale.decimal + "", numerals = locale.numerals === void 0 ? identity_default : formatNumerals_default(map.call(locale.numerals, String)), percent = locale.percent === void 0 ? "%" : locale.percent + "", minus = locale.minus === void 0 ? "−" : locale.minus + "", nan = locale.nan === void 0 ? "NaN" : locale.nan + "";
		function newFormat(specifier) {
			specifier = formatSpecifier(specifier);
			var fill = specifier.fill, align = specifier.align, sign = specifier.sign, symbol = specifier.symbol, zero = specifier.zero, width = specifier.width, comma = specifier.comma, precision = specifier.precision, trim = specifier.trim, type = specifier.type;
			if (type === "n") comma = true, type = "g";
			else if (!formatTypes_default[type]) precision === void 0 && (precision = 12), trim = true, type = "g";
			if (zero || fill === "0" && align === "=") zero = true, fill = "0", align = "=";
			var prefix = symbol === "$" ? currencyPrefix : symbol === "#" && /[boxX]/.test(type) ? "0" + type.toLowerCase() : "", suffix = symbol === "$" ? currencySuffix : /[%p]/.test(type) ? percent : "";
			var formatType = formatTypes_default[type], maybeSuffix = /[defgprs%]/.test(type);
			precision = precision === void 0 ? 6 : /[gprs]/.test(type) ? Math.max(1, Math.min(21, precision)) : Math.max(0, Math.min(20, precision));
			function format(value) {
				var valuePrefix = prefix, valueSuffix = suffix, i, n, c;
				if (type === "c") {
					valueSuffix = formatType(value) + valueSuffix;
					value = "";
				} else {
					value = +value;
					var valueNegative = value < 0 || 1 / value < 0;
					value = isNaN(value) ? nan : formatType(Math.abs(value), precision);
					if (trim) value = formatTrim_default(value);
					if (valueNegative && +value === 0 && sign !== "+") valueNegative = false;
					valuePrefix = (valueNegative ? sign === "(" ? sign : minus : sign === "-" || sign === "(" ? "" : sign) + valuePrefix;
					valueSuffix = (type === "s" ? prefixes[8 + prefixExponent / 3] : "") + valueSuffix + (valueNegative && sign === "(" ? ")" : "");
					if (maybeSuffix) {
						i = -1, n = value.length;
						while (++i < n) if (c = value.charCodeAt(i), 48 > c || c > 57) {
							valueSuffix = (c === 46 ? decimal + value.slice(i + 1) : value.slice(i)) + valueSuffix;
							value = value.slice(0, i);
							break;
						}
					}
				}
				if (comma && !zero) value = group(value, Infinity);
				var length = valuePrefix.length + value.length + valueSuffix.length, padding = length < width ? new Array(width - length + 1).join(fill) : "";
				if (comma && zero) value = group(padding + value, padding.length ? width - valueSuffix.length : Infinity), padding = "";
				switch (align) {
					case "<":
						value = valuePrefix + value + valueSuffix + padding;
						break;
					case "=":
						value = valuePrefix + padding + value + valueSuffix;
						break;
					case "^":
						value = padding.slice(0, length = padding.length >> 1) + valuePrefix + value + valueSuffix + padding.slice(length);
						break;
					default: value = padding + valuePrefix + value + valueSuffix;
				}
				return numerals(value);
			}
			format.toString = function() {
				return specifier + "";
			};
			return format;
		}
		function formatPrefix(specifier, value) {
			var f = newFormat((specifier = formatSpecifier(specifier), specifier.type = "f", specifier)), e = Math.max(-8, Math.min(8, Math.floor(exponent_default(value) / 3))) * 3, k = Math.pow(10, -e), prefix = prefixes[8 + e / 3];
			return function(value) {
				return f(k * value) + prefix;
			};
		}
		return {
			format: newFormat,
			formatPrefix
		};
	}
	// node_modules/d3-format/src/defaultLocale.js
	var locale;
	var format;
	var formatPrefix;
	defaultLocale({
		thousands: ",",
		grouping: [3],
		currency: ["$", ""]
	});
	function defaultLocale(definition) {
		locale = locale_default(definition);
		format = locale.format;
		formatPrefix = locale.formatPrefix;
		return locale;
	}
	// node_modules/d3-format/src/precisionFixed.js
	function precisionFixed_default(step) {
		return Math.max(0, -exponent_default(Math.abs(step)));
	}
	// node_modules/d3-format/src/precisionPrefix.js
	function precisionPrefix_default(step, value) {
		return Math.max(0, Math.max(-8, Math.min(8, Math.floor(exponent_default(value) / 3))) * 3 - exponent_default(Math.abs(step)));
	}
	// node_modules/d3-format/src/precisionRound.js
	function precisionRound_default(step, max) {
		step = Math.abs(step), max = Math.abs(max) - step;
		return Math.max(0, exponent_default(max) - exponent_default(step)) + 1;
	}
	// node_modules/d3-scale/src/tickFormat.js
	function tickFormat(start, stop, count, specifier) {
		var step = tickStep(start, stop, count), precision;
		specifier = formatSpecifier(specifier == null ? ",f" : specifier);
		switch (specifier.type) {
			case "s":
				var value = Math.max(Math.abs(start), Math.abs(stop));
				if (specifier.precision == null && !isNaN(precision = precisionPrefix_default(step, value))) specifier.precision = precision;
				return formatPrefix(specifier, value);
			case "":
			case "e":
			case "g":
			case "p":
			case "r":
				if (specifier.precision == null && !isNaN(precision = precisionRound_default(step, Math.max(Math.abs(start), Math.abs(stop))))) specifier.precision = precision - (specifier.type === "e");
				break;
			case "f":
			case "%": if (specifier.precision == null && !isNaN(precision = precisionFixed_default(step))) specifier.precision = precision - (specifier.type === "%") * 2;
		}
		return format(specifier);
	}
	// node_modules/d3-scale/src/linear.js
	function linearish(scale) {
		var domain = scale.domain;
		scale.ticks = function(count) {
			var d = domain();
			return ticks(d[0], d[d.length - 1], count == null ? 10 : count);
		};
		scale.tickFormat = function(count, specifier) {
			var d = domain();
			return tickFormat(d[0], d[d.length - 1], count == null ? 10 : count, specifier);
		};
		scale.nice = function(count) {
			if (count == null) count = 10;
			var d = domain();
			var i0 = 0;
			var i1 = d.length - 1;
			var start = d[i0];
			var stop = d[i1];
			var prestep;
			var step;
			var maxIter = 10;
			if (stop < start) {
				step = start, start = stop, stop = step;
				step = i0, i0 = i1, i1 = step;
			}
			while (maxIter-- > 0) {
				step = tickIncrement(start, stop, count);
				if (step === prestep) {
					d[i0] = start;
					d[i1] = stop;
					return domain(d);
				} else if (step > 0) {
					start = Math.floor(start / step) * step;
					stop = Math.ceil(stop / step) * step;
				} else if (step < 0) {
					start = Math.ceil(start * step) / step;
					stop = Math.floor(stop * step) / step;
				} else break;
				prestep = step;
			}
			return scale;
		};
		return scale;
	}
	function linear$1() {
		var scale = continuous();
		scale.copy = function() {
			return copy(scale, linear$1());
		};
		initRange.apply(scale, arguments);
		return linearish(scale);
	}
	// node_modules/d3-scale/src/nice.js
	function nice(domain, interval) {
		domain = domain.slice();
		var i0 = 0, i1 = domain.length - 1, x0 = domain[i0], x1 = domain[i1], t;
		if (x1 < x0) {
			t = i0, i0 = i1, i1 = t;
			t = x0, x0 = x1, x1 = t;
		}
		domain[i0] = interval.floor(x0);
		domain[i1] = interval.ceil(x1);
		return domain;
	}
	// node_modules/d3-scale/src/log.js
	function transformLog(x) {
		return Math.log(x);
	}
	function transformExp(x) {
		return Math.exp(x);
	}
	function transformLogn(x) {
		return -Math.log(-x);
	}
	function transformExpn(x) {
		return -Math.exp(-x);
	}
	function pow10(x) {
		return isFinite(x) ? +("1e" + x) : x < 0 ? 0 : x;
	}
	function powp(base) {
		return base === 10 ? pow10 : base === Math.E ? Math.exp : (x) => Math.pow(base, x);
	}
	function logp(base) {
		return base === Math.E ? Math.log : base === 10 && Math.log10 || base === 2 && Math.log2 || (base = Math.log(base), (x) => Math.log(x) / base);
	}
	function reflect(f) {
		return (x, k) => -f(-x, k);
	}
	function loggish(transform) {
		const scale = transform(transformLog, transformExp);
		const domain = scale.domain;
		let base = 10;
		let logs;
		let pows;
		function rescale() {
			logs = logp(base), pows = powp(base);
			if (domain()[0] < 0) {
				logs = reflect(logs), pows = reflect(pows);
				transform(transformLogn, transformExpn);
			} else transform(transformLog, transformExp);
			return scale;
		}
		scale.base = function(_) {
			return arguments.length ? (base = +_, rescale()) : base;
		};
		scale.domain = function(_) {
			return arguments.length ? (domain(_), rescale()) : domain();
		};
		scale.ticks = (count) => {
			const d = domain();
			let u = d[0];
			let v = d[d.length - 1];
			const r = v < u;
			if (r) [u, v] = [v, u];
			let i = logs(u);
			let j = logs(v);
			let k;
			let t;
			const n = count == null ? 10 : +count;
			let z = [];
			if (!(base % 1) && j - i < n) {
				i = Math.floor(i), j = Math.ceil(j);
				if (u > 0) for (; i <= j; ++i) for (k = 1; k < base; ++k) {
					t = i < 0 ? k / pows(-i) : k * pows(i);
					if (t < u) continue;
					if (t > v) break;
					z.push(t);
				}
				else for (; i <= j; ++i) for (k = base - 1; k >= 1; --k) {
					t = i > 0 ? k / pows(-i) : k * pows(i);
					if (t < u) continue;
					if (t > v) break;
					z.push(t);
				}
				if (z.length * 2 < n) z = ticks(u, v, n);
			} else z = ticks(i, j, Math.min(j - i, n)).map(pows);
			return r ? z.reverse() : z;
		};
		scale.tickFormat = (count, specifier) => {
			if (count == null) count = 10;
			if (specifier == null) specifier = base === 10 ? "s" : ",";
			if (typeof specifier !== "function") {
				if (!(base % 1) && (specifier = formatSpecifier(specifier)).precision == null) specifier.trim = true;
				specifier = format(specifier);
			}
			if (count === Infinity) return specifier;
			const k = Math.max(1, base * count / scale.ticks().length);
			return (d) => {
				let i = d / pows(Math.round(logs(d)));
				if (i * base < base - .5) i *= base;
				return i <= k ? specifier(d) : "";
			};
		};
		scale.nice = () => {
			return domain(nice(domain(), {
				floor: (x) => pows(Math.floor(logs(x))),
				ceil: (x) => pows(Math.ceil(logs(x)))
			}));
		};
		return scale;
	}
	function log() {
		const scale = loggish(transformer()).domain([1, 10]);
		scale.copy = () => copy(scale, log()).base(scale.base());
		initRange.apply(scale, arguments);
		return scale;
	}
	// web/src/plot/points.ts
	/** Index of the last point at or before `t_s`, or -1. */
	function indexAt(points, t_s) {
		let low = 0;
		let high = points.length >> 1;
		while (low < high) {
			const middle = low + high >> 1;
			if ((points[2 * middle] ?? 0) <= t_s) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}
	// web/src/plot/ink.ts
	/**
	* Ink of a plot, kept so that words can avoid it: does a rectangle lie on lines, areas, marks? Not here: where words go
	* then (labels.ts), the drawing itself (surface.ts).
	*/
	/** Weaker areas are a ground for words: washes, bands. */
	var LEAST_ALPHA = .3;
	var meet = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
	var boxAt = (x, y, half) => ({
		x0: x - half,
		y0: y - half,
		x1: x + half,
		y1: y + half
	});
	/** Whether the straight line between two points meets a box: the part of it within the box's columns does so in its rows. */
	function crosses(box, xa, ya, xb, yb) {
		const [left, right] = [Math.max(box.x0, Math.min(xa, xb)), Math.min(box.x1, Math.max(xa, xb))];
		if (left > right) return false;
		const at = (x) => xa === xb ? ya : ya + (yb - ya) * (x - xa) / (xb - xa);
		const [y0, y1] = xa === xb ? [ya, yb] : [at(left), at(right)];
		return Math.max(y0, y1) > box.y0 && Math.min(y0, y1) < box.y1;
	}
	/** Tells whether a line meets a box; `step`: each value holds until the next x. Of a line that never goes back only what is near the box is read. */
	function touchesLine(points, step) {
		let forward = null;
		return (box) => {
			forward ??= goesForward(points);
			for (let i = forward ? 2 * Math.max(0, indexAt(points, box.x0)) : 0; i + 3 < points.length; i += 2) {
				const [xa, xb] = [points[i], points[i + 2]];
				if (forward && xa > box.x1) return false;
				if (xa < box.x0 && xb < box.x0 || xa > box.x1 && xb > box.x1) continue;
				const [ya, yb] = [points[i + 1], points[i + 3]];
				if (!Number.isFinite(ya)) continue;
				if (step && crosses(box, xa, ya, xb, ya)) return true;
				if (Number.isFinite(yb) && crosses(box, step ? xb : xa, ya, xb, yb)) return true;
			}
			return false;
		};
	}
	/** Whether an area meets a box: in one of the box's columns the upper line is over its foot and the lower one under its top. */
	function areaMeets(box, upper, lower) {
		for (let i = 0; i + 1 < upper.length; i += 2) {
			const [x, top] = [upper[i], upper[i + 1]];
			const next = upper[i + 2] ?? x;
			if (Math.max(x, next) < box.x0 || Math.min(x, next) > box.x1) continue;
			const foot = typeof lower === "number" ? lower : lower[i + 1] ?? top;
			if (Number.isFinite(top) && Math.abs(foot - top) > .5 && Math.min(top, foot) < box.y1 && Math.max(top, foot) > box.y0) return true;
		}
		return false;
	}
	/** Collects what is drawn on a surface, from now on. */
	var Ink = class {
		#drawn = [];
		#clip = null;
		/** A surface that draws on another one and collects. */
		on(surface) {
			const add = (touches) => {
				this.#drawn.push({
					touches,
					clip: this.#clip
				});
			};
			return {
				polyline: (points, style) => {
					add(touchesLine(points, style.step ?? false));
					surface.polyline(points, style);
				},
				polygon: (points, style) => {
					add(touchesLine(points, false));
					surface.polygon(points, style);
				},
				area: (upper, lower, style) => {
					if (style.alpha >= LEAST_ALPHA) add((box) => areaMeets(box, upper, lower));
					surface.area(upper, lower, style);
				},
				dots: (points, style) => {
					add((box) => dotsMeet(box, points, style.size / 2));
					surface.dots(points, style);
				},
				rect: (x, y, w, h, style) => {
					const own = {
						x0: x,
						y0: y,
						x1: x + w,
						y1: y + h
					};
					if ((style.alpha ?? 1) >= LEAST_ALPHA) add((box) => meet(box, own));
					surface.rect(x, y, w, h, style);
				},
				mark: (x, y, shape, style) => {
					add((box) => meet(box, boxAt(x, y, (style.size ?? 8) / 2)));
					surface.mark(x, y, shape, style);
				},
				text: (...all) => surface.text(...all),
				clip: (x, y, w, h, draw) => {
					const outer = this.#clip;
					this.#clip = within({
						x0: x,
						y0: y,
						x1: x + w,
						y1: y + h
					}, outer);
					surface.clip(x, y, w, h, draw);
					this.#clip = outer;
				}
			};
		}
		/** Words are there: others avoid them. */
		add(own) {
			this.#drawn.push({
				touches: (box) => meet(box, own),
				clip: null
			});
		}
		/** How many of the drawn things a box lies on; from `enough` on it counts no more. */
		under(box, enough) {
			let count = 0;
			for (const { touches, clip } of this.#drawn) {
				if (count >= enough) break;
				const seen = within(box, clip);
				if (seen.x0 < seen.x1 && seen.y0 < seen.y1 && touches(seen)) count++;
			}
			return count;
		}
	};
	/** A box as far as it is within another. */
	function within(box, clip) {
		if (!clip) return box;
		const [x0, y0] = [Math.max(box.x0, clip.x0), Math.max(box.y0, clip.y0)];
		return {
			x0,
			y0,
			x1: Math.min(box.x1, clip.x1),
			y1: Math.min(box.y1, clip.y1)
		};
	}
	function dotsMeet(box, points, half) {
		for (let i = 0; i + 1 < points.length; i += 2) if (meet(box, boxAt(points[i], points[i + 1], half))) return true;
		return false;
	}
	// web/src/plot/labels.ts
	/**
	* Words that stand among data: they are drawn last, and where they would lie on data or on other words, at another place near
	* what they name. Words among data are those with a halo. Not here: what a chart says, labels beside a plot (charts/label-rows.ts).
	*/
	/** Mean width of a letter, px at 12 px type. */
	var LETTER$1 = 6.4;
	/** Half the height of a line of words, px at 12 px type. */
	var HALF = 7;
	/** Type size that widths are estimated for, px. */
	var SIZE$1 = 12;
	/** Words slide along a level line in steps of this, px: few places, so that they seldom move while the run plays. */
	var ALONG = 48;
	/** The same up and down, px, and how many steps from a point. */
	var DOWN = 14;
	var AROUND = 4;
	/** Steps up and down for words that name nothing; then the same further along. */
	var SHIFTS = [
		0,
		1,
		-1,
		2,
		-2
	];
	/** Words keep so far from an upright line and the dots on it, px. */
	var CLEAR = 4;
	/** Width of a label, px, estimated from its letters: pictures are drawn without a font to measure. */
	var labelWidth = (text, unit) => LETTER$1 * text.length * unit;
	var MIRRORED = {
		left: "right",
		right: "left",
		center: "center"
	};
	/** From the nearest to the furthest: 0, 1, -1, 2, -2, ... steps, as far as a length. */
	function* steps(length, step) {
		yield 0;
		for (let d = step; d <= length; d += step) yield* [d, -d];
	}
	/** Over and under the level stretches of a line, the first one first: as far from each and as far along it as the words are from the first. */
	function* placesOnLevels(all, levels, unit) {
		const [x, y, , { align = "left" }] = all;
		const [first] = levels;
		if (!first) return;
		const [share, off] = [(x - first.from) / (first.to - first.from), y - first.y];
		const away = off < 0 ? -14 * unit : DOWN * unit;
		for (const level of levels) for (const further of [0, away]) for (const dx of steps(level.to - level.from, ALONG * unit)) for (const dy of [off + further, -off - further]) {
			const place = {
				x: level.from + share * (level.to - level.from) + dx,
				y: level.y + dy,
				align
			};
			const { x0, x1 } = boxOf$1(all, place, unit);
			if (x0 >= level.from && x1 <= level.to) yield place;
		}
	}
	/** Where words may be, in order: where the chart has them first, then along the line or around the point that they name. */
	function* placesOf(all, { width, height, unit }) {
		const [x, y, , { align = "left", near, optional }] = all;
		const [along, down] = [ALONG * unit, DOWN * unit];
		if (near?.levels) yield* placesOnLevels(all, near.levels, unit);
		else if (near?.y !== void 0 && near.x === void 0) {
			const away = y < near.y ? -down : down;
			const { x0, x1 } = boxOf$1(all, {
				x,
				y,
				align
			}, unit);
			const shifts = [
				...steps(width, along),
				width - x1,
				-x0
			];
			for (const further of [0, away]) for (const dx of shifts) for (const at of [y + further, 2 * near.y - y - further]) yield {
				x: x + dx,
				y: at,
				align
			};
			if (!optional) for (const dy of steps(height, down)) for (const dx of shifts) yield {
				x: x + dx,
				y: y + dy,
				align
			};
		} else if (near?.x !== void 0 && near.y === void 0) {
			const other = {
				x: 2 * near.x - x,
				align: MIRRORED[align]
			};
			for (const dy of steps(height, down)) {
				yield {
					x,
					y: y + dy,
					align
				};
				yield {
					...other,
					y: y + dy
				};
			}
		} else if (near?.x !== void 0 && near.y !== void 0) {
			const sides = [{
				x,
				align
			}, {
				x: 2 * near.x - x,
				align: MIRRORED[align]
			}];
			for (const at of [y, 2 * near.y - y]) for (const side of sides) yield {
				...side,
				y: at
			};
			for (const dy of steps(AROUND * down, down)) for (const side of sides) yield {
				...side,
				y: y + dy
			};
		} else for (const dx of steps(width, along)) for (const shift of SHIFTS) yield {
			x: x + dx,
			y: y + down * shift,
			align
		};
	}
	/** The room that words take at a place. */
	function boxOf$1([, , text, { size = SIZE$1 }], { x, y, align }, unit) {
		const scale = Math.max(unit, size / SIZE$1);
		const wide = labelWidth(text, scale);
		const x0 = align === "left" ? x : align === "right" ? x - wide : x - wide / 2;
		return {
			x0,
			y0: y - HALF * scale,
			x1: x0 + wide,
			y1: y + HALF * scale
		};
	}
	var inside = (box, { width, height, headroom, unit }) => box.x0 >= -unit && box.x1 <= width + unit && box.y0 >= -headroom - 4 * unit && box.y1 <= height + unit;
	/** The first place where words lie on nothing; else the one where they lie on least, or none if they may be left out. */
	function placed(all, underBox, plot) {
		const isIn = (box) => inside(box, plot);
		let best = null;
		for (const place of placesOf(all, plot)) {
			const box = boxOf$1(all, place, plot.unit);
			if (best && !isIn(box)) continue;
			const under = underBox(box, all[3].optional ? 1 : best && isIn(best.box) ? best.under : Number.POSITIVE_INFINITY);
			if (!best || under < best.under || !isIn(best.box)) best = {
				all,
				place,
				box,
				under
			};
			if (under === 0 && isIn(box)) return best;
		}
		return all[3].optional && best && (best.under > 0 || !isIn(best.box)) ? null : best;
	}
	/** An upright line in pieces between the words that it would strike. */
	function* piecesBetween([x = 0, from = 0, , to = 0], words, unit) {
		let top = from;
		const struck = words.filter(({ x0, x1 }) => x0 < x + CLEAR * unit && x1 > x - CLEAR * unit);
		for (const { y0, y1 } of struck.sort((a, b) => a.y0 - b.y0)) {
			if (y0 > top) yield [
				x,
				top,
				x,
				Math.min(y0, to)
			];
			top = Math.max(top, y1);
		}
		if (top < to) yield [
			x,
			top,
			x,
			to
		];
	}
	/** A surface that notes the room of words as fixed as data: those without a halo. */
	function notingWords(surface, unit) {
		const words = [];
		const text = (...all) => {
			const [x, y, , { align = "left", halo }] = all;
			if (halo === void 0) words.push(boxOf$1(all, {
				x,
				y,
				align
			}, unit));
			surface.text(...all);
		};
		return {
			surface: {
				...surface,
				text
			},
			words
		};
	}
	/**
	* A surface that keeps words with a halo back until all data are drawn, and what then gives them their places; other words are as fixed as
	* data, and an upright line with gaps passes them.
	*/
	function labelsLast(surface, plot) {
		const ink = new Ink();
		const kept = [];
		const fixed = notingWords(surface, plot.unit);
		const collecting = ink.on(surface);
		const text = (...all) => {
			if (all[3].halo === void 0) {
				fixed.surface.text(...all);
				ink.add(fixed.words.at(-1));
			} else kept.push(all);
		};
		const polyline = (points, { gaps, ...style }) => {
			const pieces = gaps ? piecesBetween(points, fixed.words, plot.unit) : [points];
			for (const piece of pieces) collecting.polyline(piece, style);
		};
		const placeLabels = () => {
			const words = kept.splice(0);
			let placed = null;
			return (on, upright = null) => {
				placed ??= placesIn(words, ink, plot, null);
				const places = placed;
				const isStruck = (x) => places.some(({ box }) => box.x0 < x + CLEAR * plot.unit && box.x1 > x - CLEAR * plot.unit);
				const found = upright !== null && isStruck(upright) ? placesIn(words, ink, plot, upright) : places;
				for (const { all, place } of found) on.text(place.x, place.y, all[2], {
					...all[3],
					align: place.align
				});
			};
		};
		return {
			surface: {
				...collecting,
				polyline,
				text
			},
			placeLabels
		};
	}
	/** Gives words their places, one after the other. */
	function placesIn(words, ink, plot, upright) {
		const others = new Ink();
		if (upright !== null) others.add(lineAt(upright, plot));
		return words.flatMap((all) => {
			const found = placed(all, (box, enough) => ink.under(box, enough) + others.under(box, enough), plot);
			if (found) others.add(found.box);
			return found ?? [];
		});
	}
	/** The room of an upright line and of the dots on it. */
	function lineAt(x, { height, headroom, unit }) {
		return {
			x0: x - CLEAR * unit,
			x1: x + CLEAR * unit,
			y0: -headroom - 4 * unit,
			y1: height + unit
		};
	}
	// web/src/plot/ticks.ts
	/** Decimals that the multiples of a step have. */
	var decimalsOf = (step) => Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
	// web/src/plot/value-axis.ts
	/**
	* Axes of values: round ends, ticks at round numbers or powers of ten, named places, and how all of them are drawn. On d3-scale
	* and d3-array. Not here: axes of time and those of a chart in a stack (axes.ts, ticks.ts), which range an axis shows.
	*/
	/** Parts into which an axis is divided, about. */
	var PARTS = 6;
	/** Size of labels, room between names, px. */
	var LABEL = 12;
	var APART$2 = 6;
	/** The ends moved out to round numbers; on a logarithmic axis to powers of ten. An axis without length gets one. */
	function niceEnds({ min, max, log: log$1 = false }) {
		if (log$1) {
			const [from = min, to = max] = log().domain([min, max]).nice().domain();
			return {
				min: from,
				max: to > from ? to : from * 10,
				log: log$1
			};
		}
		if (min === max) return {
			min,
			max: min + 1,
			log: log$1
		};
		const [from = min, to = max] = linear$1().domain([min, max]).nice(PARTS).domain();
		return {
			min: from,
			max: to,
			log: log$1
		};
	}
	/** Round ticks with their texts, at most so many (two at least): steps of 1, 2 or 5, or powers of ten. */
	function valueTicks({ min, max, log: log$2 }, most) {
		const fitting = (parts, ticks) => parts > 1 && ticks(parts).length > Math.max(2, most) ? fitting(parts - 1, ticks) : parts;
		const decades = log$2 ? Math.log10(max) - Math.log10(min) : 0;
		if (decades >= 1) {
			const scale = log().domain([min, max]);
			return powers(scale.ticks(fitting(decades, (parts) => scale.ticks(parts))));
		}
		const parts = fitting(PARTS, (count) => ticks(min, max, count));
		const digits = decimalsOf(tickStep(min, max, parts));
		return ticks(min, max, parts).map((at) => ({
			at,
			text: num(at, digits, digits)
		}));
	}
	/** Ticks of named places at 0, 1, 2, ... */
	var placeTicks = (names) => names.map((text, at) => ({
		at,
		text
	}));
	/** Powers of ten as numbers while they are short, else all as powers. */
	function powers(values) {
		const exponents = values.map((value) => Math.round(Math.log10(value)));
		const short = exponents.every((exponent) => exponent >= -3 && exponent <= 4);
		return values.map((at, i) => {
			const exponent = exponents[i] ?? 0;
			return {
				at,
				text: short ? num(at, Math.max(0, -exponent)) : powerOfTen(exponent)
			};
		});
	}
	var RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
	/** A power of ten as it is written: 10⁻⁵. */
	function powerOfTen(exponent) {
		const digits = [...String(Math.abs(exponent))].map((digit) => RAISED[Number(digit)] ?? "").join("");
		return `10${exponent < 0 ? "⁻" : ""}${digits}`;
	}
	/** How names under an axis of a width are written: in one row or by turns in two, and of too many every nth. */
	function nameRows(names, width, unit) {
		if (names.length === 0) return {
			rows: 1,
			stride: 1
		};
		const longest = Math.max(...names.map((name) => labelWidth(name, unit) + APART$2 * unit));
		const room = width / names.length;
		const rows = longest > room ? 2 : 1;
		return {
			rows,
			stride: Math.max(1, Math.ceil(longest / (room * rows)))
		};
	}
	/** Draws an upright axis: a level grid line and a label at the left for each tick, if it has one. */
	function drawUpright(surface, scale, ticks, { plotWidth, plotHeight, unit }, theme) {
		for (const { at, text } of ticks) {
			const y = scale.place(at);
			if (y < -1 || y > plotHeight + 1) continue;
			surface.polyline([
				0,
				y,
				plotWidth,
				y
			], {
				color: theme.line2,
				width: unit
			});
			if (text !== "") surface.text(-8 * unit, y, text, {
				color: theme.ink3,
				align: "right",
				size: LABEL * unit
			});
		}
	}
	/** Draws a level axis: its line, a tick and a label under it each, if it has one, in rows, and what it measures, in lines. */
	function drawLevel(surface, scale, ticks, { rows, stride }, title, area, theme) {
		const { plotWidth, plotHeight, left, unit } = area;
		const style = {
			color: theme.ink3,
			align: "center",
			size: LABEL * unit
		};
		surface.polyline([
			0,
			plotHeight,
			plotWidth,
			plotHeight
		], {
			color: theme.ctl,
			width: unit
		});
		ticks.forEach(({ at, text }, i) => {
			const x = scale.place(at);
			if (x < -1 || x > plotWidth + 1 || i % stride !== 0) return;
			surface.polyline([
				x,
				plotHeight,
				x,
				plotHeight + 4 * unit
			], {
				color: theme.ctl,
				width: unit
			});
			if (text === "") return;
			const row = Math.floor(i / stride) % rows;
			const half = labelWidth(text, unit) / 2;
			const centre = Math.max(half - left, Math.min(plotWidth + 14 * unit - half, x));
			surface.text(centre, plotHeight + (14 + 13 * row) * unit, text, style);
		});
		title.forEach((line, i) => {
			const y = plotHeight + ((rows > 1 ? 42 : 32) + 14 * i) * unit;
			surface.text(plotWidth / 2, y, line, {
				...style,
				color: theme.ink2
			});
		});
	}
	// web/src/plot_view/axis-ends.ts
	/**
	* Axes of a paper's plot: the range that the paper's axis has, or round ends that take the data in; ticks or
	* named places. Pure. Not here: round numbers as such and how an axis is drawn (plot/value-axis.ts).
	*/
	/** Round multiples of a power of ten. */
	var FINE = [
		1,
		2,
		5
	];
	/** Title of an axis: what it shows and its unit. */
	var axisTitle = (axis) => axis.unit ? `${axis.label}, ${axis.unit}` : axis.label;
	/** Values that an axis can show. */
	var usable = ({ log }, values) => values.filter((value) => Number.isFinite(value) && (!log || value > 0));
	/** The ends of an axis that shows these values; `floor`: ends that it has at least, so that nothing jumps while data arrive. */
	function endsOf(axis, values, floor = null) {
		const { log, range, fine } = axis;
		if (range) return {
			min: range[0],
			max: range[1],
			log
		};
		const [min, max] = extent([...usable(axis, values), ...floor ? [floor.min, floor.max] : []]);
		if (min === void 0 || max === void 0) return log ? {
			min: 1,
			max: 10,
			log
		} : {
			min: 0,
			max: 1,
			log
		};
		const ends = niceEnds({
			min: !log && min > 0 && min < .5 * max ? 0 : min,
			max,
			log
		});
		if (!log || !fine) return ends;
		const round = fineWithin(ends, FINE);
		return {
			min: round.findLast((at) => at <= min) ?? ends.min,
			max: round.find((at) => at >= max && at > min) ?? ends.max,
			log
		};
	}
	/** Ends of the upright axis: a stated range is the least that it has, measured values are never cut off. */
	function covering(axis, values, rules, floor) {
		const { range, log } = axis;
		if (!range) return endsOf(axis, [...values, ...rules], floor);
		const [least = range[0], most = range[1]] = extent([...usable(axis, values), ...range]);
		const round = niceEnds({
			min: least,
			max: most,
			log
		});
		return {
			min: least < range[0] ? round.min : range[0],
			max: most > range[1] ? round.max : range[1],
			log
		};
	}
	/** These multiples of the powers of ten on an axis. */
	var fineWithin = ({ min, max }, factors) => range(Math.floor(Math.log10(min)), Math.ceil(Math.log10(max)) + 1).flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`))).filter((at) => at >= min * (1 - 1e-9) && at <= max * (1 + 1e-9));
	/** The powers of ten on an axis, with 2 and 5 of each where there is room. */
	function fineTicks(ends, most) {
		return ([FINE, [1, 3]].map((factors) => fineWithin(ends, factors)).find(({ length }) => length <= most) ?? fineWithin(ends, [1])).map((at) => ({
			at,
			text: num(at, Math.max(0, Math.ceil(-Math.log10(at))))
		}));
	}
	/** Ticks with their labels: named places, or round values, about as many as are asked for at most. */
	function ticksOf({ names, fine }, ends, most) {
		if (names.length > 0) return placeTicks(names);
		return fine && ends.log && ends.max >= 10 * ends.min ? fineTicks(ends, most) : valueTicks(ends, most);
	}
	/** Values of a series that lie on the axes. */
	function extentOf(series) {
		const { points, form, ranges = [] } = series;
		return {
			x: points.flatMap((point) => form === "bars" ? point.slice(0, 2) : point.slice(0, 1)),
			y: [...points.flatMap((point) => form === "bars" ? [point[2] ?? 0, 0] : point.slice(1)), ...ranges.flatMap((range) => range.slice(1))]
		};
	}
	/** Ends of both axes of a plot, of what is drawn of it. */
	function frameOf(plot, shown, floor = null) {
		const extents = plot.series.filter(shown).map(extentOf);
		const values = (axis) => extents.flatMap((one) => one[axis]);
		const rules = (axis) => plot.rules.filter((rule) => rule.axis === axis).map((rule) => rule.at);
		return {
			x: endsOf(plot.x, [...values("x"), ...rules("x")], floor?.x),
			y: covering(plot.y, values("y"), rules("y"), floor?.y ?? null)
		};
	}
	// web/src/design/dashes.ts
	/** Dashes of the flows' lines. Not here: their colours (theme.ts). */
	/** Dashes at 2 px, by sign (design 2.2). */
	var DASHES = [
		[],
		[14, 2.5],
		[6, 2.5],
		[
			12,
			3,
			3,
			3
		],
		[3, 2],
		[
			14,
			2.5,
			2,
			2.5,
			2,
			2.5
		],
		[
			8,
			3,
			2,
			3
		],
		[2, 2]
	];
	// web/src/design/signs.ts
	/** Signs by ink: NewReno is vermilion, CDG blue, Vegas ochre, CUBIC green, H-TCP plum, Compound sky, BBR rose, BBR v3 indigo. */
	var SIGNS = [
		1,
		0,
		4,
		2,
		3,
		5,
		7,
		6
	];
	/** The sign of an ink. */
	var signOfInk = (ink) => SIGNS[ink % SIGNS.length] ?? 0;
	// web/src/plot/markers.ts
	var UPRIGHT$1 = [
		0,
		-1.1,
		0,
		1.1
	];
	/** By place among the flows' colours, from the second on: square, diamond, triangle, cross, hexagon, star, bar. */
	var MARKERS = [
		{
			upper: [
				-.9,
				-.9,
				.9,
				-.9
			],
			lower: [
				-.9,
				.9,
				.9,
				.9
			]
		},
		{
			upper: [
				-1.15,
				0,
				0,
				-1.15,
				1.15,
				0
			],
			lower: [
				-1.15,
				0,
				0,
				1.15,
				1.15,
				0
			]
		},
		{
			upper: [
				-1.1,
				.9,
				0,
				-1.1,
				1.1,
				.9
			],
			lower: [
				-1.1,
				.9,
				1.1,
				.9
			]
		},
		{ strokes: [[
			-1.1,
			0,
			1.1,
			0
		], UPRIGHT$1] },
		{
			upper: [
				-1.1,
				0,
				-.55,
				-.95,
				.55,
				-.95,
				1.1,
				0
			],
			lower: [
				-1.1,
				0,
				-.55,
				.95,
				.55,
				.95,
				1.1,
				0
			]
		},
		{
			upper: [
				-1.2,
				0,
				-.35,
				-.35,
				0,
				-1.2,
				.35,
				-.35,
				1.2,
				0
			],
			lower: [
				-1.2,
				0,
				-.35,
				.35,
				0,
				1.2,
				.35,
				.35,
				1.2,
				0
			]
		},
		{ strokes: [UPRIGHT$1] }
	];
	/** Draws the marker of a place among the flows' colours around a point. */
	function drawMarker(surface, x, y, sign, style) {
		const { r, color, ground, alpha = 1, unit = 1 } = style;
		const at = (points) => points.map((value, i) => (i % 2 === 0 ? x : y) + value * r);
		if (sign === 0) {
			surface.mark(x, y, "ring", {
				color,
				size: 2 * r,
				alpha
			});
			return;
		}
		const marker = MARKERS[sign - 1] ?? { strokes: [UPRIGHT$1] };
		if ("strokes" in marker) {
			for (const points of marker.strokes) surface.polyline(at(points), {
				color,
				width: 2.25 * unit,
				alpha
			});
			return;
		}
		const { upper, lower } = marker;
		surface.area(at(upper), at(lower), {
			color: ground,
			alpha: 1
		});
		const back = [];
		for (let i = lower.length - 2; i >= 0; i -= 2) back.push(lower[i] ?? 0, lower[i + 1] ?? 0);
		surface.polyline(at([
			...upper,
			...back,
			...upper.slice(0, 2)
		]), {
			color,
			width: 1.75 * unit,
			alpha
		});
	}
	// web/src/plot/scale.ts
	/**
	* Scales: from values to pixels and back, linear or logarithmic. On d3-interpolate: d3-scale would bring colours, dates and formats into
	* the first view. Not here: which range an axis has, and its ticks (ticks.ts).
	*/
	/** On a logarithmic axis 0 and less are drawn this many times lower than the minimum, not at minus infinity. */
	var DEEP = 1e3;
	/** Maps `a` to `from` and `b` to `to`, and what is beyond them accordingly; where `a` is `b`, all to `from`. */
	function linear(a, b, from, to) {
		const at = number_default(from, to);
		return (value) => at(a === b ? 0 : (value - a) / (b - a));
	}
	/** Maps `min` to the pixel `from` and `max` to `to`. An axis without length has all at `from`. */
	function scaleOf({ min, max, log }, from, to) {
		if (!log) return {
			place: linear(min, max, from, to),
			value: linear(from, to, min, max)
		};
		const [least, most] = [Math.log(min), Math.log(max)];
		const [place, value] = [linear(least, most, from, to), linear(from, to, least, most)];
		return {
			place: (at) => place(Math.log(Math.max(at, min / DEEP))),
			value: (pixel) => Math.exp(value(pixel))
		};
	}
	// web/src/plot_view/read.ts
	/** An entry of a table as it is written: "0.28 (0.28–0.40)" with the range of a knife edge. */
	function entryText(entry) {
		if ("text" in entry) return entry.text;
		const write = (value) => num(value, entry.digits, entry.digits);
		if (entry.value === null) return "–";
		return entry.range ? `${write(entry.value)} (${entry.range.map(write).join("–")})` : write(entry.value);
	}
	/** A number as it is read off: three significant digits, no exponent where it can be helped; `plain`: a bound, four of them and no zeros at its end. */
	function reading(value, axis, plain = false) {
		if (axis && axis.names.length > 0) return axis.names[Math.round(value)] ?? "";
		if (value === 0 || !Number.isFinite(value)) return num(value);
		const kept = plain ? 4 : 3;
		const size = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(kept)))) + 1e-9);
		if (size < -5) return `${num(value / 10 ** size, 1)} × ${powerOfTen(size)}`;
		const digits = Math.max(0, kept - 1 - size);
		return num(value, digits, !plain && Math.abs(value) >= .1 && size < 2 && !Number.isInteger(value) ? digits : 0);
	}
	// web/src/plot_view/cells.ts
	/** From the plot to the scale of colours, its width, and from it to its numbers, px. */
	var APART$1 = 14;
	var WIDTH$1 = 12;
	function drawCells(surface, cells, { x, y }, box, theme, read) {
		const { unit, plotWidth, plotHeight } = box;
		const placeOf = (cell) => {
			const [left, right] = cell.x.map((at) => Math.round(x.place(at)));
			const [bottom, top] = cell.y.map((at) => Math.round(y.place(at)));
			return [
				left,
				top,
				right - left,
				bottom - top
			];
		};
		surface.clip(0, 0, plotWidth, plotHeight, () => {
			for (const cell of cells.all) surface.rect(...placeOf(cell), cell.value === null ? {
				pattern: "rising",
				ink: theme.ink3
			} : { fill: cell.color });
			const pixels = cells.border.edges.flatMap(([a, b, c, d]) => {
				const [left, right, low, high] = [
					x.place(a),
					x.place(c),
					y.place(b),
					y.place(d)
				].map(Math.round);
				return [
					left,
					low,
					right,
					high,
					right,
					NaN
				];
			});
			surface.polyline(pixels, {
				color: theme.plate,
				width: 5 * unit,
				cap: "round"
			});
			surface.polyline(pixels, {
				color: theme.ink,
				width: 2.25 * unit,
				cap: "round"
			});
			const [at = 0, low = 0, until = 0, high = 0] = pixels.slice(6 * (cells.border.edges.length >> 1));
			const isLeft = at + until < plotWidth;
			const strong = {
				color: theme.ink,
				halo: theme.plate,
				size: 12 * unit,
				weight: 600
			};
			const beside = isLeft ? Math.max(at, until) + 7 * unit : Math.min(at, until) - 7 * unit;
			if (pixels.length > 0) surface.text(beside, (low + high) / 2, cells.border.text, {
				...strong,
				align: isLeft ? "left" : "right"
			});
		});
		if (read) {
			surface.rect(...placeOf(read), {
				stroke: theme.plate,
				width: 4 * unit
			});
			surface.rect(...placeOf(read), {
				stroke: theme.ink,
				width: 2 * unit
			});
		}
		const left = plotWidth + APART$1 * unit;
		const part = plotHeight / cells.colors.length;
		cells.colors.forEach((fill, i) => {
			surface.rect(left, plotHeight - (i + 1) * part, WIDTH$1 * unit, part + .5, { fill });
		});
		for (const share of [
			0,
			.5,
			1
		]) {
			const value = cells.domain[0] + share * (cells.domain[1] - cells.domain[0]);
			const at = Math.max(6 * unit, Math.min(plotHeight - 6 * unit, plotHeight * (1 - share)));
			surface.text(left + 18 * unit, at, reading(value), {
				color: theme.ink2,
				size: 12 * unit
			});
		}
	}
	var isSpecks = ({ points, small }) => small === true || points.length > 150;
	/** Dashes of stated lines, the first of a single one. */
	var STATED_LINES = [
		[5, 4],
		[14, 4],
		[2, 3],
		[
			12,
			3,
			2,
			3
		]
	];
	/** Dash of a stated line. */
	var statedDash = ({ theory = 0 }, unit) => (STATED_LINES[theory % STATED_LINES.length] ?? []).map((part) => part * unit);
	/** Look of a line through a plot in a legend. */
	var RULE = {
		name: "",
		ink: 0,
		form: "line",
		stated: true,
		hidden: false,
		points: []
	};
	var signOf = ({ ink, sign }) => sign ?? signOfInk(ink);
	var colourOf = (theme, series) => series.stated ? theme.ink : theme.flows[signOf(series)] ?? theme.ink;
	var dashOf = (series, unit) => series.stated ? statedDash(series, unit) : (DASHES[signOf(series)] ?? []).map((part) => part * unit);
	/** Draws the sign of a series in a legend around a point: line, marker, filled square. `ground`: what is behind it. */
	function drawSign(surface, series, x, y, theme, ground, unit = 1) {
		const color = colourOf(theme, series);
		const { form, stated } = series;
		const half = 13 * unit;
		if (form === "bars" || form === "ribbon") {
			const alpha = form === "bars" ? .75 : .3;
			surface.rect(x - 9 * unit, y - 5 * unit, 18 * unit, 10 * unit, {
				fill: color,
				alpha
			});
			return;
		}
		if (form === "dots" && stated) {
			surface.polyline([
				x - half + 3 * unit,
				y,
				x + half - 3 * unit,
				y
			], {
				color,
				width: 2.5 * unit
			});
			return;
		}
		if (form !== "dots") surface.polyline([
			x - half,
			y,
			x + half,
			y
		], {
			color,
			width: 2 * unit,
			dash: dashOf(series, unit)
		});
		if (form === "dots" && isSpecks(series)) surface.dots([
			x - 5,
			y,
			x,
			y - 3,
			x + 5,
			y + 2
		], {
			color,
			size: 2.4 * unit
		});
		else if ((form === "dots" || form === "medians") && !stated) drawMarker(surface, x, y, Math.max(0, signOf(series)), {
			r: 4.5 * unit,
			color,
			ground,
			unit
		});
	}
	// web/src/plot_view/end-labels.ts
	/** From one name to the next, px. */
	var APART = 15;
	/** Names further than this from the ends of their lines would be taken for those of others, px. */
	var FARTHEST = 20;
	/** A line that ends left of this share of the plot has no end beside the plot. */
	var EARLIEST = .97;
	/** Least width of a plot with its names, px, and the greatest share of it that they may have. */
	var NARROWEST$1 = 420;
	var SHARE = .3;
	/** From the plot to the names, and from a name to its value, px. */
	var LEADER = 16;
	var GAP$1 = 7;
	/** Size of the letters and their mean width when strong, px. */
	var SIZE = 12;
	var LETTER = 7.1;
	/** Whether a series is a line, which has an end. */
	var isLine = (plot, { form }) => form === "line" || form === "steps" || form === "medians" && plot.x.names.length === 0;
	/** Room that the names take beside a plot, px; `isRead`: values are shown beside them. */
	function roomFor(labels, isRead, unit) {
		return (LEADER + LETTER * Math.max(...labels.map(({ series }) => series.name.length)) + (isRead ? 45 : 0) + 2) * unit;
	}
	/** Series of a plot that a label at its end would name, whether or not they are shown. */
	var hasEnd = (plot, series) => isLine(plot, series) && series.name !== "";
	/** The end of a series within the axes; null where there is none at the right edge. */
	function endOf(series, x, y, width, height) {
		const column = series.form === "medians" ? 2 : 1;
		const last = series.points.findLast((point) => x.place(point[0] ?? 0) <= width + 1);
		if (!last) return null;
		const end = {
			x: x.place(last[0] ?? 0),
			y: y.place(last[column] ?? 0)
		};
		return end.x < EARLIEST * width || end.y < -1 || end.y > height + 1 ? null : end;
	}
	/**
	* The names beside a plot of a height, top down: those of all its lines, or none where they would be far from their lines or there is
	* too little room. A plot of one series needs no name.
	*/
	function endLabels(plot, size, ends, shown, isRead, unit) {
		const { width, plotHeight } = size;
		const lines = plot.series.filter((series) => hasEnd(plot, series) && shown(series) && series.points.length > 0);
		if (lines.length === 0 || plot.series.length === 1 || width < NARROWEST$1 * unit) return [];
		const [x, y] = [scaleOf(ends.x, 0, width), scaleOf(ends.y, plotHeight, 0)];
		const labels = [];
		for (const series of lines) {
			const end = endOf(series, x, y, width, plotHeight);
			if (!end) return [];
			labels.push({
				series,
				...end,
				at: end.y
			});
		}
		labels.sort((a, b) => a.y - b.y);
		const places = apart(labels.map((label) => label.y), APART * unit, plotHeight);
		for (const [i, label] of labels.entries()) {
			label.at = places[i] ?? label.y;
			if (Math.abs(label.at - label.y) > FARTHEST * unit) return [];
		}
		return roomFor(labels, isRead, unit) > SHARE * width ? [] : labels;
	}
	/** Places nearest to the wanted ones, which ascend, at a distance from each other and between 0 and `most`. */
	function apart(wanted, distance, most) {
		const groups = [];
		for (const [i, place] of wanted.entries()) {
			let group = {
				sum: place - i * distance,
				count: 1
			};
			for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
				group = {
					sum: group.sum + last.sum,
					count: group.count + last.count
				};
				groups.pop();
			}
			groups.push(group);
		}
		const lowest = most - (wanted.length - 1) * distance;
		return groups.flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.max(0, Math.min(lowest, sum / count)))).map((place, i) => place + i * distance);
	}
	/** Draws the names; `value`: what a series is at the crosshair, empty without one. */
	function drawEndLabels(surface, labels, plotWidth, theme, unit, look) {
		for (const { series, x, y, at } of labels) {
			const alpha = look.alpha(series);
			const from = Math.min(plotWidth, x) + (series.form === "medians" ? 6 : 1) * unit;
			const until = plotWidth + 13 * unit;
			surface.polyline([
				from,
				y,
				until,
				at
			], {
				color: colourOf(theme, series),
				width: 1.25 * unit,
				alpha
			});
			const left = plotWidth + LEADER * unit;
			surface.text(left, at, series.name, {
				color: theme.ink,
				size: SIZE * unit,
				weight: 600
			});
			const value = look.value(series);
			if (value === "") continue;
			const beside = left + (LETTER * series.name.length + GAP$1) * unit;
			surface.text(beside, at, value, {
				color: theme.ink2,
				size: SIZE * unit
			});
		}
	}
	// web/src/plot_view/layout.ts
	/** Room for each tick label of the y axis while the plot's height is unknown, and at the right of a plot without names, px. */
	var UPRIGHT_ROOM = 34;
	var RIGHT = 16;
	/** At the right of a map, for its scale of colours, px. */
	var COLOURS = 84;
	/** Over a plot, and under one in a grid whose x axis the last line has, px. */
	var TOP = 8;
	var UNDER = 8;
	/** Lays a plot out; `isRead`: the values at a crosshair are shown beside the names. */
	function layOut(plot, size, ends, shown, unit, isRead = false) {
		const plain = boxOf(plot, size, ends, unit, (plot.cells ? COLOURS : RIGHT) * unit);
		const { plotWidth: width, plotHeight } = plain;
		const found = endLabels(plot, {
			width,
			plotHeight
		}, ends, shown, isRead, unit);
		if (found.length === 0 || plot.cells) return {
			box: plain,
			labels: []
		};
		const box = boxOf(plot, size, ends, unit, Math.max(RIGHT * unit, roomFor(found, isRead, unit)));
		return {
			box,
			labels: found.map((label) => ({
				...label,
				x: label.x * box.plotWidth / width
			}))
		};
	}
	/** Lays a plot of a grid out, in a box of a width: its height follows. */
	function layOutCell(plot, width, edges, unit) {
		const { left, plotHeight } = edges;
		const plotWidth = Math.max(20, Math.floor(width - left - 22 * unit));
		const top = TOP * unit;
		return {
			box: {
				width,
				height: top + plotHeight + (edges.isLast ? below(plot, plotWidth, unit) : UNDER * unit),
				left: left + 11 * unit,
				top,
				unit,
				plotWidth,
				plotHeight
			},
			labels: [],
			edges
		};
	}
	/** Room for the longest tick label of the y axis, px. */
	function labelsLeft(plot, ends, height, unit) {
		const ticks = ticksOf(plot.y, ends.y, height / (UPRIGHT_ROOM * unit));
		return Math.max(18 * unit, ...ticks.map((tick) => labelWidth(tick.text, unit))) + (plot.y.names.length > 0 ? 20 : 10) * unit;
	}
	/** Text of the x axis, in lines that are no wider than the plot. */
	var titleLines = ({ x }, plotWidth, unit) => x.label === "" ? [] : lines(axisTitle(x), Math.floor(plotWidth / labelWidth("m", unit)));
	/** Room for ticks and title of the x axis, px. */
	function below(plot, plotWidth, unit) {
		const second = nameRows(plot.x.names, plotWidth, unit).rows > 1;
		const more = 14 * (titleLines(plot, plotWidth, unit).length - 1);
		return (plot.x.label === "" ? second ? 37 : 24 : (second ? 52 : 42) + more) * unit;
	}
	/** A plot that is alone: labels of its axes at the left and below, so much room at the right. */
	function boxOf(plot, size, ends, unit, right) {
		const left = Math.min(labelsLeft(plot, ends, size.height, unit), size.width * .45);
		const top = TOP * unit;
		const plotWidth = Math.max(20, Math.floor(size.width - left - right));
		const plotHeight = Math.max(20, Math.floor(size.height - top - below(plot, plotWidth, unit)));
		return {
			...size,
			left,
			top,
			unit,
			plotWidth,
			plotHeight
		};
	}
	// web/src/plot_view/draw.ts
	/**
	* Draws a plot as the paper has it, on a canvas or an SVG document alike: axes, spans, ours in colours, and over it what the
	* paper states in ink, names at the lines' ends. Pure. Not here: what the axes show (axis-ends.ts), where the plot lies (layout.ts), the
	* legend and user input (plot-view.ts).
	*/
	/** Room for each tick label, px: of the y axis; of the x axis, of powers on it. */
	var UPRIGHT = 26;
	var NAME = 14;
	var LEVEL = 62;
	var POWERS = 44;
	/** Draws a plot; the surface's origin is the plot's top left corner. */
	function drawPlot(surface, layout, plot, look) {
		const { theme, ends } = look;
		const { box, labels, edges } = layout;
		const x = scaleOf(ends.x, 0, box.plotWidth);
		const y = scaleOf(ends.y, box.plotHeight, 0);
		const drawn = plot.series.filter(look.shown);
		const ours = drawn.filter((series) => !series.stated);
		const own = {
			surface,
			box,
			x,
			y,
			base: y.place(ends.y.log ? ends.y.min : Math.max(0, ends.y.min)),
			isDashed: ours.length > 1
		};
		drawAxes(own, plot, look, edges);
		if (plot.cells) drawCells(surface, plot.cells, own, box, theme, look.cell ?? null);
		const { plotWidth: width, plotHeight: height, unit } = box;
		const words = labelsLast(surface, {
			width,
			height,
			headroom: 0,
			unit
		});
		const pen = {
			...own,
			surface: words.surface
		};
		const medians = ours.filter((series) => series.form === "medians");
		const alpha = (series) => !look.focus || look.focus === series.name ? 1 : .3;
		for (const series of [...ours].sort((a, b) => depth(a) - depth(b))) {
			const place = medians.indexOf(series);
			const apart = Math.min(14, .6 * box.plotWidth / Math.max(1, plot.x.names.length * medians.length));
			const aside = plot.x.names.length > 0 && place >= 0 ? (place - (medians.length - 1) / 2) * apart : 0;
			const edge = series.form === "medians" || series.form === "dots" ? 7 * box.unit : 1;
			drawRanges(pen, series, theme, alpha(series), aside);
			pen.surface.clip(-edge, -edge, box.plotWidth + 2 * edge, box.plotHeight + 2 * edge, () => drawSeries(pen, series, theme, alpha(series), aside, plot.x.names.length === 0));
		}
		drawRules(pen, plot, theme);
		pen.surface.clip(-1, -4, box.plotWidth + 2, box.plotHeight + 5, () => {
			for (const series of drawn.filter((one) => one.stated)) drawStated(pen, series, theme, plot.cells !== void 0);
		});
		drawWords(pen, edges ? {
			...plot,
			rules: []
		} : plot, theme);
		if (plot.cells) drawNames(pen, drawn, theme);
		words.placeLabels()(surface);
		drawEndLabels(surface, labels, box.plotWidth, theme, box.unit, {
			value: look.value ?? (() => ""),
			alpha
		});
		if (look.reading !== null && look.reading !== void 0 && !plot.cells) {
			const at = x.place(look.reading);
			surface.polyline([
				at,
				0,
				at,
				box.plotHeight
			], {
				color: theme.ink3,
				width: box.unit
			});
		}
	}
	/** Areas lie under lines, lines under dots. */
	var depth = (series) => [
		"ribbon",
		"bars",
		"line",
		"steps",
		"medians",
		"dots"
	].indexOf(series.form);
	function drawAxes({ surface, box, x, y }, plot, { theme, ends }, edges) {
		const { unit, plotWidth, plotHeight } = box;
		const within = (at) => Math.max(0, Math.min(plotWidth, x.place(at)));
		for (const span of plot.spans) {
			const from = within(span.from);
			const fill = theme.flows[signOfInk(span.ink)] ?? theme.wash;
			const look = span.hatched ? {
				pattern: "rising",
				ink: theme.ink3,
				alpha: .6
			} : {
				fill,
				alpha: .1
			};
			surface.rect(from, 0, Math.max(span.hatched ? 6 * unit : 0, within(span.until) - from), plotHeight, look);
		}
		const labelled = (ticks, here) => here ? ticks : ticks.map((tick) => ({
			...tick,
			text: ""
		}));
		const all = ticksOf(plot.y, ends.y, plotHeight / (UPRIGHT * unit));
		const stride = plot.y.names.length > 0 ? Math.ceil(all.length * NAME * unit / plotHeight) : 1;
		drawUpright(surface, y, labelled(all.filter((_, i) => i % Math.max(1, stride) === 0), !edges || edges.left > 0), box, theme);
		const ticks = ticksOf(plot.x, ends.x, plotWidth / ((plot.x.log ? POWERS : LEVEL) * unit));
		const isBelow = !edges || edges.isLast;
		const title = isBelow ? titleLines(plot, plotWidth, unit) : [];
		drawLevel(surface, x, labelled(ticks, isBelow), nameRows(plot.x.names, plotWidth, unit), title, box, theme);
	}
	function drawSeries(pen, series, theme, alpha, aside, joined) {
		const { surface, box } = pen;
		const [px, py] = [pen.x.place, pen.y.place];
		const color = colourOf(theme, series);
		const { unit } = box;
		const dash = pen.isDashed ? dashOf(series, unit) : [];
		const width = (series.points.length > 300 ? 1.25 : 2) * unit;
		const sign = Math.max(0, signOf(series));
		const marker = {
			color,
			ground: theme.plate,
			alpha,
			unit
		};
		const inside = (x) => px(x) > -1 && px(x) < box.plotWidth + 1;
		const flat = (column) => series.points.flatMap((p) => [px(p[0] ?? 0) + aside, py(p[column] ?? 0)]);
		switch (series.form) {
			case "line":
			case "steps":
				surface.polyline(flat(1), {
					color,
					width,
					dash,
					alpha,
					step: series.form === "steps"
				});
				break;
			case "ribbon":
				surface.area(flat(2), flat(1), {
					color,
					alpha: .2 * alpha
				});
				break;
			case "bars": {
				const { base } = pen;
				for (const [from = 0, until = 0, y = 0] of series.points) {
					const [a, b, top] = [
						px(from),
						px(until),
						py(y)
					];
					const gap = b - a > 4 ? unit : 0;
					const box = [
						a,
						Math.min(top, base),
						Math.max(.5, b - a - gap),
						Math.abs(base - top)
					];
					surface.rect(...box, {
						fill: color,
						alpha: .75 * alpha
					});
				}
				break;
			}
			case "medians":
				if (joined) surface.polyline(flat(2), {
					color,
					width,
					dash,
					alpha
				});
				for (const [x = 0, low = 0, middle = 0, high = 0] of series.points) {
					if (!inside(x)) continue;
					const at = px(x) + aside;
					surface.polyline([
						at,
						py(low),
						at,
						py(high)
					], {
						color,
						width: 7 * unit,
						alpha: .42 * alpha
					});
					drawMarker(surface, at, py(middle), sign, {
						r: 4.5 * unit,
						...marker
					});
				}
				break;
			case "dots": if (isSpecks(series)) surface.dots(flat(1), {
				color,
				size: 2.4 * unit,
				alpha: .7 * alpha
			});
			else for (const [x = 0, y = 0] of series.points.filter((point) => inside(point[0] ?? 0))) drawMarker(surface, px(x), py(y), sign, {
				r: 4 * unit,
				...marker
			});
		}
	}
	/** How far the value of a knife edge moves: a hollow bar, unlike the full one of the seeds. */
	function drawRanges({ surface, box, x, y }, series, theme, alpha, aside) {
		const color = colourOf(theme, series);
		const half = 5 * box.unit;
		for (const [place = 0, low = 0, high = 0] of series.ranges ?? []) {
			const at = x.place(place) + aside;
			if (at < -1 || at > box.plotWidth + 1) continue;
			const [left, right, top, bottom] = [
				at - half,
				at + half,
				y.place(high),
				y.place(low)
			];
			surface.rect(left, top, right - left, bottom - top, {
				fill: color,
				alpha: .1 * alpha
			});
			const outline = [
				left,
				top,
				right,
				top,
				right,
				bottom,
				left,
				bottom,
				left,
				top
			];
			surface.polyline(outline, {
				color,
				width: 1.25 * box.unit,
				alpha: .8 * alpha
			});
		}
	}
	/** The paper's statement: a short level line at a place, a dashed line, an outline; over cells with the ground around it. */
	function drawStated(pen, series, theme, isOverCells) {
		const { surface, box } = pen;
		const [px, py] = [pen.x.place, pen.y.place];
		const { unit } = box;
		const color = theme.ink;
		const line = {
			color,
			width: 1.75 * unit,
			dash: statedDash(series, unit)
		};
		const half = Math.min(20 * unit, box.plotWidth * .035);
		for (const column of series.form === "ribbon" ? [1, 2] : series.form === "line" || series.form === "steps" ? [1] : []) {
			const points = series.points.flatMap((p) => [px(p[0] ?? 0), py(p[column] ?? 0)]);
			if (isOverCells) surface.polyline(points, {
				color: theme.plate,
				width: 4.5 * unit
			});
			surface.polyline(points, {
				...line,
				step: series.form === "steps"
			});
		}
		if (series.form === "dots" || series.form === "medians") for (const p of series.points) {
			const [at, y] = [px(p[0] ?? 0), py(p[series.form === "dots" ? 1 : 2] ?? 0)];
			surface.polyline([
				at - half,
				y,
				at + half,
				y
			], {
				color,
				width: 2.5 * unit
			});
		}
		if (series.form === "bars") for (const [from = 0, until = 0, y = 0] of series.points) surface.polyline([
			px(from),
			py(y),
			px(until),
			py(y)
		], line);
	}
	function drawRules(pen, plot, theme) {
		const { surface, box } = pen;
		const [px, py] = [pen.x.place, pen.y.place];
		const { unit, plotWidth, plotHeight } = box;
		const style = {
			color: theme.ink2,
			width: 1.25 * unit,
			dash: statedDash({}, unit)
		};
		for (const rule of plot.rules) if (rule.axis === "y") {
			const y = py(rule.at);
			if (y >= -1 && y <= plotHeight + 1) surface.polyline([
				0,
				y,
				plotWidth,
				y
			], style);
		} else {
			const x = px(rule.at);
			if (x >= -1 && x <= plotWidth + 1) surface.polyline([
				x,
				0,
				x,
				plotHeight
			], style);
		}
	}
	/** Names of lines over cells, each at its end: beside the plot is the scale of colours. */
	function drawNames({ surface, box, x, y }, lines, theme) {
		const { unit } = box;
		for (const { name, points } of lines) {
			const [at = 0, height = 0] = points.at(-1) ?? [];
			const near = {
				x: x.place(at),
				y: y.place(height)
			};
			const look = {
				color: theme.ink,
				halo: theme.plate,
				size: 12 * unit,
				weight: 600,
				near,
				align: "right"
			};
			surface.text(near.x - 6 * unit, near.y - 10 * unit, name, look);
		}
	}
	function drawWords(pen, plot, theme) {
		const { surface, box } = pen;
		const [px, py] = [pen.x.place, pen.y.place];
		const { unit, plotWidth, plotHeight } = box;
		const size = 12 * unit;
		const plain = {
			color: theme.ink2,
			halo: theme.plate,
			size
		};
		for (const rule of plot.rules) {
			const [x, y] = rule.axis === "y" ? [plotWidth, py(rule.at)] : [px(rule.at), 0];
			if (x < -1 || x > plotWidth + 1 || y < -1 || y > plotHeight + 1) continue;
			const right = rule.axis === "y" || x > plotWidth - labelWidth(rule.label, unit);
			const near = rule.axis === "y" ? { y } : { x };
			surface.text(right ? x - 5 * unit : x + 5 * unit, rule.axis === "y" ? y - 8 * unit : 8 * unit, rule.label, {
				...plain,
				near,
				align: right ? "right" : "left"
			});
		}
		for (const span of plot.spans) {
			const x = (Math.max(0, px(span.from)) + Math.min(plotWidth, px(span.until))) / 2;
			surface.text(x, 8 * unit, span.label, {
				...plain,
				align: "center"
			});
		}
		for (const note of plot.notes) {
			const near = {
				x: px(note.x),
				y: py(note.y)
			};
			const strong = {
				...plain,
				near,
				color: theme.ink,
				weight: 600,
				align: "center"
			};
			surface.text(near.x, near.y - 8 * unit, note.text, strong);
		}
	}
	// web/src/plot_view/grid.ts
	/** Height of a plot, px: of a line alone, of one of two, of one of several, of a grid for comparison. */
	var HEIGHTS = {
		one: 220,
		two: 190,
		several: 130,
		beside: 110
	};
	/** A wide grid has higher plots: from which width, px, and how much. */
	var WIDE = 1e3;
	var HIGHER = 1.3;
	/** Least width of a plot with its gap, px. */
	var NARROWEST = 150;
	/** Whether a panel belongs to a grid. */
	var isCell = (panel) => !!panel.plot && panel.row !== void 0;
	/** Number of columns that fit, of those that a grid has. */
	function tracksIn(cells, width, unit) {
		const columns = new Set(cells.map((cell) => cell.column)).size;
		return Math.max(1, Math.min(columns, Math.floor(width / (NARROWEST * unit))));
	}
	/** The cells in lines of so many; a row that is longer takes several, each under its own heads. */
	function linesOf(cells, tracks) {
		const columns = [...new Set(cells.map((cell) => cell.column))];
		const chunks = Array.from({ length: Math.ceil(columns.length / tracks) }, (_, i) => columns.slice(i * tracks, (i + 1) * tracks));
		let said = "";
		return [...new Set(cells.map((cell) => cell.row))].flatMap((row, place) => chunks.map((chunk, part) => {
			const found = chunk.map((column) => cells.findIndex((cell) => cell.row === row && cell.column === column));
			const plot = cells.find((cell) => cell.row === row)?.plot;
			const title = plot ? axisTitle(plot.y) : "";
			const axis = title === said ? "" : title;
			said = title;
			const heads = (place === 0 || chunks.length > 1) && chunk.some((head) => head !== "") ? chunk : [];
			return {
				row: part > 0 || row === plot?.y.label ? "" : row,
				axis,
				heads,
				cells: found
			};
		}));
	}
	/** Height of a plot in a grid of lines and of a width, px. */
	function plotHeightIn(lines, beside, width) {
		const several = lines === 1 ? HEIGHTS.one : lines === 2 ? HEIGHTS.two : HEIGHTS.several;
		return (beside ? HEIGHTS.beside : several) * (width < WIDE ? 1 : HIGHER);
	}
	/** The axes of all cells: those that show the same have the same ends. */
	function sharedFrames(cells, shown, floor) {
		const own = cells.map(({ plot }, i) => {
			const least = floor[i];
			return frameOf(plot, shown, least ? frameOf(least, shown) : null);
		});
		const shared = (axis, cell) => {
			const title = axisTitle(cell.plot[axis]);
			const ends = own.filter((_, i) => axisTitle(cells[i].plot[axis]) === title).map((frame) => frame[axis]);
			const [min, max] = [Math.min(...ends.map((end) => end.min)), Math.max(...ends.map((end) => end.max))];
			return {
				min,
				max,
				log: cell.plot[axis].log
			};
		};
		return cells.map((cell) => ({
			x: shared("x", cell),
			y: shared("y", cell)
		}));
	}
	/** Which edges of a cell are labelled, and how much room labels at the left have, px. */
	function edgesIn(all, lines, cell, left, plotHeight) {
		const line = lines.findIndex(({ cells }) => cells.includes(cell));
		const isFirst = lines[line]?.cells.find((one) => one >= 0) === cell;
		const isLast = !lines.slice(line + 1).flatMap(({ cells }) => cells).some((one) => all[one]?.column === all[cell]?.column);
		return {
			left: isFirst ? left : 0,
			isLast,
			plotHeight
		};
	}
	/** Room for the labels of the first column's axes, px. */
	function leftOf(cells, frames, plotHeight, unit) {
		const rooms = cells.map(({ plot }, i) => labelsLeft(plot, frames[i], plotHeight, unit));
		return Math.max(...rooms) - 11 * unit;
	}
	/** The series that the legend explains: the only one of a plot is what its head and axis say. */
	var keyedSeries = (cells) => cells.flatMap(({ plot }) => plot.series.length > 1 ? plot.series : []);
	/** Words of the lines through the plots, each once: the legend has them, since they would cover narrow plots. */
	var rulesOf = (cells) => [...new Set(cells.flatMap(({ plot }) => plot.rules.map((rule) => rule.label)))];
	// web/src/plot_view/picture-grid.ts
	/** Lines of words: a row's head, heads of columns, the legend, px. */
	var ROW = 22;
	var COLUMN = 16;
	var LEGEND = 22;
	/** Mean width of a letter, strong and plain, px. */
	var BOLD$1 = 7.6;
	var PLAIN$1 = 6.4;
	var shown$1 = (series) => !series.hidden;
	/** A grid of a width; `prefix` begins the ids of its clips; `isKeyed`: with the legend. */
	function gridPicture(cells, theme, width, prefix, isKeyed) {
		const words = svgSurface(theme, 1);
		const frames = sharedFrames(cells, shown$1, []);
		const tracks = tracksIn(cells, width, 1);
		const lines = linesOf(cells, tracks);
		const plotHeight = plotHeightIn(lines.length, cells[0]?.beside ?? false, width);
		const left = leftOf(cells, frames, plotHeight, 1);
		const track = (width - left) / tracks;
		const bodies = [];
		let y = isKeyed ? drawKeys(words, cells, theme, width) : 0;
		for (const line of lines) {
			y += drawHeads(words, line, {
				y,
				left,
				track
			}, theme);
			let deepest = 0;
			line.cells.forEach((place, column) => {
				const cell = cells[place];
				if (!cell) return;
				const wide = column === 0 ? left + track : track;
				const layout = layOutCell(cell.plot, wide, edgesIn(cells, lines, place, left, plotHeight), 1);
				const { box } = layout;
				const surface = svgSurface(theme, 1, `${prefix}${place}-`);
				drawPlot(surface, layout, cell.plot, {
					theme,
					ends: frames[place],
					shown: shown$1
				});
				if (!cell.plot.series.some((series) => !series.stated && series.points.length > 0)) surface.text(12, box.plotHeight / 2, translate("figures.empty"), {
					color: theme.ink2,
					halo: theme.plate
				});
				const x = (column === 0 ? 0 : left + column * track) + box.left;
				bodies.push(`<g transform="translate(${x} ${y + box.top})">${surface.body()}</g>`);
				deepest = Math.max(deepest, box.height);
			});
			y += deepest;
		}
		return {
			body: words.body() + bodies.join(""),
			height: y
		};
	}
	/** The head of a row and those of its columns; returns their height. */
	function drawHeads(surface, { row, axis, heads }, { y, left, track }, theme) {
		const strong = {
			color: theme.ink,
			size: 13,
			weight: 600
		};
		const isHead = row !== "" || axis !== "";
		if (row !== "") surface.text(0, y + 12, row, strong);
		if (axis !== "") {
			const x = row === "" ? 0 : 8 + BOLD$1 * row.length;
			surface.text(x, y + 12, axis, {
				color: theme.ink3,
				size: 12
			});
		}
		const below = y + (isHead ? ROW : 0);
		heads.forEach((text, column) => {
			surface.text(left + 11 + column * track, below + 8, text, strong);
		});
		return (isHead ? ROW : 0) + (heads.length > 0 ? COLUMN : 0);
	}
	/** One legend for all plots, each name once with its signs, and the lines through the plots; returns its height. */
	function drawKeys(surface, cells, theme, width) {
		const all = keyedSeries(cells).filter((series) => shown$1(series) && series.name !== "");
		const keys = [...new Set(all.map((series) => series.name))].map((name) => {
			const same = all.filter((series) => series.name === name);
			return {
				name,
				signs: [...new Map(same.map((series) => [colourOf(theme, series), series])).values()]
			};
		});
		for (const name of rulesOf(cells)) keys.push({
			name,
			signs: [RULE]
		});
		let [x, y] = [0, 0];
		for (const { name, signs } of keys) {
			const room = signs.length * 30 + 4 + PLAIN$1 * name.length;
			if (x > 0 && x + room > width) [x, y] = [0, y + LEGEND];
			signs.forEach((sign, i) => {
				drawSign(surface, sign, x + 13 + i * 30, y + 6, theme, theme.plate);
			});
			surface.text(x + signs.length * 30 + 4, y + 6, name, { color: theme.ink });
			x += room + 20;
		}
		return keys.length > 0 ? y + LEGEND : 0;
	}
	// web/src/plot_view/picture.ts
	var WIDTH = 900;
	var EDGE = 20;
	var GAP = 20;
	/** Heights of a panel's plot, px: alone, beside others, low, small. */
	var TALL = 340;
	var SHARED = 270;
	var SMALL = 210;
	var LOW = .55;
	/** Lines: title, panel's title, legend, caption. */
	var HEAD = 40;
	var TITLE = 22;
	var LINE = 18;
	var CAPTION = 15;
	/** Width of a letter, px: of a title, of the text beside it. */
	var BOLD = 7.6;
	var PLAIN = 6.4;
	/** Lines over a panel's legend. */
	var headed = ({ titles, under }) => TITLE + LINE * (titles.length - 1 + (under ? 1 : 0));
	/** Something of ours is drawn. */
	var filled = ({ plot }) => !plot || plot.cells !== void 0 || plot.series.some((series) => shown(series) && !series.stated && series.points.length > 0);
	/** A panel's title, in lines that fit, and the axis that it is of: beside it where there is room, else under it. */
	function headOf({ title, plot }, width) {
		const axis = plot ? axisTitle(plot.y) : "";
		const titles = lines(title || axis, Math.floor(width / BOLD));
		const unit = title === "" ? "" : `${plot?.cells ? "↑ " : ""}${axis}`;
		const room = width - 8 - BOLD * (titles.at(-1) ?? "").length;
		return {
			titles,
			unit,
			under: unit !== "" && (titles.length > 1 || PLAIN * unit.length > room)
		};
	}
	var shown = (series) => !series.hidden;
	/** The figure as an SVG document. */
	function pictureOf(figure, theme, title, caption) {
		const surface = svgSurface(theme, 1);
		const bodies = [];
		let y = HEAD;
		let isKeyed = true;
		for (const beside of [false, true]) {
			const panels = figure.panels.filter((panel) => panel.beside === beside && (!beside || filled(panel)));
			const cells = panels.filter(isCell);
			if (cells.length > 0) {
				const grid = gridPicture(cells, theme, 860, `g${Math.round(y)}-`, isKeyed);
				bodies.push(`<g transform="translate(${EDGE} ${EDGE + y})">${grid.body}</g>`);
				y += grid.height + GAP;
				isKeyed = false;
			}
			const rows = rowsOf(panels.filter((panel) => !isCell(panel)), beside, figure.columns, y);
			bodies.push(...rows.parts.map((part) => panelOf$1(part, theme)));
			y = rows.until;
		}
		surface.text(0, 14, title, {
			color: theme.ink,
			size: 17,
			weight: 600,
			baseline: "middle"
		});
		const under = caption.flatMap((line) => lines(line));
		under.forEach((line, i) => {
			surface.text(0, y + 8 + i * CAPTION, line, {
				color: theme.ink2,
				size: 11
			});
		});
		const height = y + 16 + under.length * CAPTION + 40;
		return surface.document(WIDTH, Math.ceil(height), EDGE, EDGE, title).replace("</svg>", `${bodies.join("")}</svg>`);
	}
	/** Panels that are no grid, in rows from a height on, and where these end. */
	function rowsOf(panels, beside, most, from) {
		const parts = [];
		const columns = Math.max(1, Math.min(panels.length, beside ? 3 : most));
		const width = (860 - GAP * (columns - 1)) / columns;
		let y = from;
		for (let i = 0; i < panels.length; i += columns) {
			let deepest = 0;
			const row = panels.slice(i, i + columns);
			row.forEach((panel, column) => {
				const wide = row.length === 1 && panel.table ? 860 : width;
				const head = headOf(panel, wide);
				const own = (beside ? SMALL : columns > 1 ? SHARED : TALL) * (panel.low ? LOW : 1);
				const height = panel.table ? 24 + LINE * panel.table.rows.length : own;
				const legend = panel.plot ? legendRows(panel.plot, {
					width: wide,
					height
				}) : [];
				parts.push({
					panel,
					x: column * (width + GAP),
					y,
					width: wide,
					height,
					head,
					legend
				});
				deepest = Math.max(deepest, headed(head) + legend.length * LINE + height);
			});
			y += deepest + GAP;
		}
		return {
			parts,
			until: y
		};
	}
	/** Names of a plot's series that have none at their line, broken into rows that fit. */
	function legendRows(plot, size) {
		const { labels } = layOut(plot, size, frameOf(plot, shown), shown, 1);
		const isNamed = (series) => labels.length > 0 && hasEnd(plot, series);
		const keys = plot.series.filter((one) => shown(one) && one.name !== "" && !isNamed(one));
		const names = plot.series.length === 1 && plot.series.every(({ form }) => form === "line" || form === "steps") ? [] : keys.map((one) => one.name);
		const rows = [];
		let room = 0;
		for (const name of names) {
			const need = 46 + 6.4 * name.length;
			if (rows.length === 0 || need > room) {
				rows.push([]);
				room = size.width;
			}
			rows.at(-1)?.push(name);
			room -= need;
		}
		return rows;
	}
	/** Where a table's columns begin, each as wide as its longest text; letters are smaller where there is no room. */
	function columnsOf({ heads, rows }, width) {
		const needs = heads.map((text, i) => Math.max(text.length, ...rows.map((row) => textOf(row[i]).length))).map((letters) => PLAIN * letters + 14);
		const whole = needs.reduce((sum, need) => sum + need, 0);
		const scale = Math.min(1, width / whole);
		const from = [];
		let x = 0;
		for (const need of needs) {
			from.push(x);
			x += need * scale;
		}
		return {
			from,
			size: 12 * scale
		};
	}
	/** Without the backticks of names. */
	var textOf = (entry) => entry ? entryText(entry).replaceAll("`", "") : "";
	function panelOf$1(part, theme) {
		const { panel, width, height, legend } = part;
		const head = svgSurface(theme, 1);
		const { plot, table } = panel;
		const prefix = `p${Math.round(part.x)}-${Math.round(part.y)}-`;
		const { titles, unit, under } = part.head;
		const over = headed(part.head);
		titles.forEach((line, i) => {
			head.text(0, 8 + i * LINE, line, {
				color: theme.ink,
				size: 13,
				weight: 600
			});
		});
		if (unit !== "") {
			const x = under ? 0 : 8 + BOLD * (titles.at(-1) ?? "").length;
			head.text(x, 8 + LINE * (titles.length - (under ? 0 : 1)), unit, {
				color: theme.ink3,
				size: 12
			});
		}
		legend.forEach((names, row) => {
			let x = 0;
			for (const name of names) {
				const series = plot?.series.find((one) => one.name === name);
				const y = over + row * LINE + 4;
				if (series) drawSign(head, series, x + 13, y, theme, theme.plate);
				head.text(x + 32, y, name, { color: theme.ink });
				x += 46 + 6.4 * name.length;
			}
		});
		const top = over + legend.length * LINE;
		const move = (x, y, body) => `<g transform="translate(${x} ${y})">${body}</g>`;
		const at = (y) => [EDGE + part.x, EDGE + part.y + y];
		let out = "";
		if (table) {
			const { from, size } = columnsOf(table, width);
			table.heads.forEach((text, column) => {
				head.text(from[column] ?? 0, top + 6, text, {
					color: theme.ink2,
					size
				});
			});
			table.rows.forEach((row, i) => {
				const y = top + 24 + i * LINE;
				head.polyline([
					0,
					y - 9,
					width,
					y - 9
				], {
					color: theme.line,
					width: 1
				});
				row.forEach((entry, column) => {
					head.text(from[column] ?? 0, y, textOf(entry), {
						color: theme.ink,
						size
					});
				});
			});
		}
		if (plot) out = plotOf$1(plot, {
			width,
			height
		}, theme, prefix, (box, body) => move(...shift(at(top), box), body));
		return move(...at(0), head.body()) + out;
	}
	var shift = ([x, y], box) => [x + box.left, y + box.top];
	function plotOf$1(plot, size, theme, prefix, place) {
		const ends = frameOf(plot, shown);
		const layout = layOut(plot, size, ends, shown, 1);
		const { box } = layout;
		const surface = svgSurface(theme, 1, prefix);
		drawPlot(surface, layout, plot, {
			theme,
			ends,
			shown
		});
		if (!plot.cells && !plot.series.some((series) => !series.stated && series.points.length > 0)) surface.text(12, box.plotHeight / 2, translate("figures.empty"), {
			color: theme.ink2,
			halo: theme.plate
		});
		return place(box, surface.body());
	}
	// web/src/figures/names.ts
	/** Words of the experiments' coordinates: names, under which a language has its own (labels.ts). */
	var NAMES = {
		newreno: "NewReno",
		sack: "SACK",
		freebsd_sack: "FreeBSD SACK",
		cdg: "CDG",
		vegas: "Vegas",
		bbr: "BBR v1",
		bbr3: "BBR v3",
		dctcp: "DCTCP",
		prague: "Prague",
		dualpi2: "DualPI2",
		cubic: "CUBIC",
		compound: "Compound",
		cubic_linux_2_6_25: "CUBIC, Linux 2.6.25",
		cdg_intolerant: "CDG without loss tolerance",
		nr_fbsd: "NewReno, FreeBSD",
		nr_fbsd_own: "NewReno, FreeBSD’s own recovery",
		nr_linux: "NewReno, Linux",
		htcp_fbsd: "H-TCP, FreeBSD",
		htcp_fbsd_own: "H-TCP, FreeBSD’s own recovery",
		htcp_linux: "H-TCP, Linux",
		htcp_linux_fault: "H-TCP, Linux, with the bug",
		cubic_linux: "CUBIC, Linux",
		red: "RED"
	};
	/** A panel's title without keys of a scenario. */
	var panelTitle = (title) => title.replaceAll(/(Recovery )([a-z_]+)/g, (_, word, key) => word + (NAMES[key] ?? key));
	// web/src/figures/labels.ts
	/** A number that counts or measures; none within a name (TFRC(6), p90) or a version (2.6.25). */
	var NUMBER = /(?<![\w.]|FreeBSD |Linux )\d+(?:\.\d+)?(?!\w|\.\d)/g;
	/** Between parts: a full stop before a capital letter, a comma that stands in no brackets. */
	var BETWEEN = /(\. (?=[A-Z])|, (?![^(]*\)))/;
	function numberOf(text) {
		const decimals = text.split(".")[1]?.length ?? 0;
		return num(Number(text), decimals, decimals);
	}
	function part(english) {
		const numbers = english.match(NUMBER) ?? [];
		let at = 0;
		return translateSource(english.replace(NUMBER, "#")).replace(/#/g, () => numberOf(numbers[at++] ?? ""));
	}
	/** The words of a drawing in the reader's language. */
	function label(english) {
		if (language() === "en" || english === "") return english;
		if (has(english)) return translateSource(english);
		return english.split(BETWEEN).map((each, i) => i % 2 === 1 ? each : part(each)).join("");
	}
	var axisOf = (axis) => ({
		...axis,
		label: label(axis.label),
		unit: label(axis.unit),
		names: axis.names.map(label)
	});
	var plotOf = (plot) => ({
		x: axisOf(plot.x),
		y: axisOf(plot.y),
		series: plot.series.map((series) => ({
			...series,
			name: label(series.name)
		})),
		rules: plot.rules.map((rule) => ({
			...rule,
			label: label(rule.label)
		})),
		spans: plot.spans.map((span) => ({
			...span,
			label: label(span.label)
		})),
		notes: plot.notes.map((note) => ({
			...note,
			text: label(note.text)
		}))
	});
	var tableOf = ({ heads, rows }) => ({
		heads: heads.map(label),
		rows: rows.map((row) => row.map((entry) => "text" in entry ? { text: label(panelTitle(entry.text)) } : entry))
	});
	function panelOf({ plot, table, ...panel }) {
		return {
			...panel,
			title: label(panelTitle(panel.title)),
			...panel.row !== void 0 && {
				row: label(panelTitle(panel.row)),
				column: label(panelTitle(panel.column ?? ""))
			},
			...plot && { plot: plotOf(plot) },
			...table && { table: tableOf(table) }
		};
	}
	/** A figure as it is shown: its words in the reader's language, names without keys of a scenario. */
	var spoken = (figure) => ({
		...figure,
		panels: figure.panels.map(panelOf)
	});
	// web/src/figures/command_line/draw.ts
	/**
	* The page's drawing of a figure for the command `sawtooth`, which evaluates it in a JavaScript engine without a page
	* (wasm-core/cli/src/drawing.rs). scripts/figure-script.mjs makes one script of it. Not here: the drawing itself (../picture.ts).
	*/
	/** A figure, as JSON, as an SVG document. */
	var drawFigure = (figure, title, caption) => pictureOf(spoken(JSON.parse(figure)), lightTheme(tokens_default), title, [caption]);
	Object.assign(globalThis, { drawFigure });
})();

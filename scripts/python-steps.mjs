/**
 * The second level of the Python package's tests, `npm test -- python`: what its notebooks need is installed beside the first level's tools,
 * the notebooks are executed, Dask loses a worker, the laboratory is walked in JupyterLab and marimo, and the wheel is installed alone. Not
 * here: the first level (python.mjs), which builds the wheel. Home-made for the same reason as that.
 */
import { join } from "node:path";
import { CommandFailed, command } from "./command.mjs";
import { environment, inside, testsOf, types, wheels } from "./python.mjs";
import { folder, install } from "./python-environment.mjs";
import { root } from "./setup.mjs";
import { summary } from "./step.mjs";
import { alone } from "./wheel.mjs";

/** Packages that the notebooks and their readers use. Exact. pandas and others of these versions need Python 3.11. */
const NOTEBOOK_TOOLS = [
  "anywidget==0.11.0",
  "dask[distributed]==2026.8.0",
  "dask-jobqueue==0.9.0",
  "duckdb==2.0.1",
  "fsspec==2026.9.0",
  "ipykernel==7.4.0",
  "joblib==1.6.0",
  "jupyterlab==4.6.6",
  "marimo==0.25.2",
  "matplotlib==3.11.2",
  "nbclient==0.11.0",
  "nbformat==5.11.1",
  "pandas==3.1.1",
  "pandas-stubs==3.1.0.261029",
  "polars==2.1.0",
  "tqdm==4.70.1",
];

/** Tests of a folder or file; what is skipped is named. */
const tests = (/** @type {string[]} */ ...paths) => testsOf("-rs", ...paths);

/** Installs the notebooks' tools. Resolves with nothing, or with `not run:` and why. */
async function tools() {
  const version = await command(inside("python"), ["-c", "import sys; print(*sys.version_info[:2])"]);
  const [major = 0, minor = 0] = version.trim().split(" ").map(Number);
  if (major === 3 && minor < 11)
    return `not run: the notebooks' tools need Python 3.11 or newer, and this is ${major}.${minor}`;
  return (await install(environment, NOTEBOOK_TOOLS)) ?? "";
}

/** Steps after the first level, in order; `node scripts/python-steps.mjs` prints a line for each. @type {[string, () => Promise<string>][]} */
const STEPS = [
  ["notebooks, executed and with types", () => tests("notebooks")],
  [
    "figures, and other libraries",
    () =>
      tests(
        "test_plot.py",
        "test_run.py",
        "test_sweep.py",
        "test_sweep_stores.py",
        "test_rejected.py",
        "test_tables.py",
        "test_lab.py",
      ),
  ],
  ["types of all tests", () => types()],
  ["a Dask cluster that loses a worker", () => tests("cluster")],
  [
    "the laboratory in JupyterLab and in marimo",
    () => command(process.execPath, [join(folder, "walks", "run.mjs"), environment], { cwd: root }),
  ],
  ["the wheel alone, with the README's lines", () => alone(wheels)],
];

const missing = await tools();
if (missing) console.log(missing);
for (const [name, run] of missing ? [] : STEPS) {
  const begun = Date.now();
  try {
    const output = await run();
    console.log(summary(name, (Date.now() - begun) / 1000, output));
  } catch (error) {
    process.exitCode = 1;
    console.log(`${error instanceof CommandFailed ? error.message : error}\n${name}: FAILED`);
  }
}

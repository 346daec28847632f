/**
 * German, as one piece that is fetched when it is chosen. A file in `de` for each in `en`, with the same
 * keys; `help.json` and `tables.json` have what the engine's tables say, under the English text (catalogue.test.ts).
 */

import type { Catalogue } from "./catalogue.ts";
import algorithms from "./de/algorithms.json" with { type: "json" };
import builder from "./de/builder.json" with { type: "json" };
import charts from "./de/charts.json" with { type: "json" };
import compare from "./de/compare.json" with { type: "json" };
import compareTable from "./de/compare-table.json" with { type: "json" };
import errors from "./de/errors.json" with { type: "json" };
import figures from "./de/figures.json" with { type: "json" };
import fork from "./de/fork.json" with { type: "json" };
import help from "./de/help.json" with { type: "json" };
import keys from "./de/keys.json" with { type: "json" };
import lab from "./de/lab.json" with { type: "json" };
import lessons from "./de/lessons.json" with { type: "json" };
import licences from "./de/licences.json" with { type: "json" };
import notices from "./de/notices.json" with { type: "json" };
import offline from "./de/offline.json" with { type: "json" };
import own from "./de/own.json" with { type: "json" };
import page from "./de/page.json" with { type: "json" };
import parse from "./de/parse.json" with { type: "json" };
import path from "./de/path.json" with { type: "json" };
import present from "./de/present.json" with { type: "json" };
import presets from "./de/presets.json" with { type: "json" };
import repeat from "./de/repeat.json" with { type: "json" };
import says from "./de/says.json" with { type: "json" };
import settings from "./de/settings.json" with { type: "json" };
import sheets from "./de/sheets.json" with { type: "json" };
import tables from "./de/tables.json" with { type: "json" };
import takeAway from "./de/take-away.json" with { type: "json" };
import why from "./de/why.json" with { type: "json" };

const words: Catalogue = {
  ...algorithms,
  ...builder,
  ...charts,
  ...compare,
  ...compareTable,
  ...errors,
  ...figures,
  ...fork,
  ...help,
  ...keys,
  ...lab,
  ...lessons,
  ...licences,
  ...notices,
  ...offline,
  ...own,
  ...page,
  ...parse,
  ...path,
  ...present,
  ...presets,
  ...repeat,
  ...says,
  ...settings,
  ...sheets,
  ...tables,
  ...takeAway,
  ...why,
};
export default words;

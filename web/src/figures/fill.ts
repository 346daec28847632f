/**
 * Numbers of ours in an experiment's texts: `{name}` in a text is the value of that name in the stored results. They are filled
 * in when the pages are built (scripts/figures-data.ts). Not here: the texts (generated/experiments.json,
 * i18n/de/experiments.json), nor how the values are measured (wasm-core/experiments).
 */
import type { Account, Claim, Experiment, Named, Numbers, Stored } from "../ensemble/types.ts";

/** A text with its numbers, written as a language writes them; a dash where a value is not known. */
export function fill(text: string, named: readonly Named[], values: Numbers | undefined, language: string): string {
  return named.reduce((filled, { name, digits }) => {
    const value = values?.[name] ?? null;
    const format = new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: "min2",
      signDisplay: "negative",
    } as Intl.NumberFormatOptions);
    return filled.replaceAll(`{${name}}`, value === null ? "–" : format.format(value).replace("-", "\u2212"));
  }, text);
}

/** A cell that is a number of the text's own ("0.82", "83.0 %"), as a language writes it: it has no words to translate. */
const plain = (cell: string, language: string): string =>
  cell.replace(/^\d+\.(\d+)(?= %$|$)/, (number, decimals: string) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals.length }).format(Number(number)),
  );

function account(account: Account, values: Numbers | undefined, language: string): Account {
  const of = (text: string): string => fill(text, account.numbers, values, language);
  return {
    ...account,
    says: of(account.says),
    measured: of(account.measured),
    tried: of(account.tried),
    table: account.table.map((row) => row.map((cell) => of(plain(cell, language)))),
    explanation: of(account.explanation),
  };
}

/** An experiment whose texts have their numbers. */
export function filled(experiment: Experiment, stored: Stored | null, language: string): Experiment {
  const of = (text: string): string => fill(text, experiment.numbers, stored?.numbers, language);
  const claim = (one: Claim): Claim => {
    const values = stored?.claims.find(({ id }) => id === one.id)?.numbers;
    return { ...one, account: one.account && account(one.account, values, language) };
  };
  return {
    ...experiment,
    summary: of(experiment.summary),
    caption: of(experiment.caption),
    learn: of(experiment.learn),
    states: experiment.states.map(of),
    notes: experiment.notes.map(of),
    claims: experiment.claims.map(claim),
  };
}

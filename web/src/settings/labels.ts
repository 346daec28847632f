/**
 * Settings in words: names, words of a list, values with their units. Not here: their rows (controls/setting-row.ts, controls/field.ts), which
 * the laboratory fetches after its first picture.
 */
import "../i18n/settings.ts";
import { has, num, translate, unitWord } from "../i18n/catalogue.ts";
import { written } from "./numbers.ts";
import type { Face, Setting } from "./setting.ts";

/** A setting's name on the screen: the catalogue's, or its own with spaces. */
export function settingLabel(section: string, name: string): string {
  for (const key of [`setting.${section}.${name}`, `setting.${name}`]) {
    if (has(key)) return translate(key);
  }
  const words = name.replace(/_(ms|s|packets|bytes|bps|rtts)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word of a setting on the screen. */
export function wordLabel(section: string, name: string, word: string): string {
  for (const key of [`setting.${section}.${name}.${word}`, `setting.${name}.${word}`]) {
    if (has(key)) return translate(key);
  }
  return word.replaceAll("_", " ");
}

/** The entries of a list: bare numbers, or each one's fields with their units. */
export function listText(setting: Setting, entries: unknown): string {
  const { domain } = setting;
  if (domain.type !== "list" || !Array.isArray(entries)) return translate("control.none");
  const each = entries.map((entry: unknown) =>
    typeof entry === "number"
      ? num(entry, 6)
      : domain.fields
          .map(({ name }) => {
            const value = (entry as Record<string, number>)[name] ?? 0;
            return has(`setting.${setting.name}.${name}`)
              ? translate(`setting.${setting.name}.${name}`, { value: num(value, 6) })
              : num(value, 6);
          })
          .join(" "),
  );
  return each.join(domain.fields.length > 1 ? "; " : ", ");
}

/** A value with its unit, as words. */
export function valueText(face: Face, shown: number | null): string {
  if (shown === null) return translate("control.none");
  return face.unit ? `${written(shown)}\u202f${unitWord(face.unit, shown)}` : written(shown);
}

/** Text broken into lines, since SVG breaks none. Pure. Not here: where the lines are drawn. */

/** Letters of a caption's line at 11 px: an address, half of it capitals, is wider than words are. */
const LETTERS = 120;

/** Breaks a text into lines: at spaces where it has some, else anywhere (an address has none). */
export function lines(text: string, most = LETTERS): string[] {
  const broken: string[] = [];
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

/** Names and rows of files. */
import { expect, test } from "vitest";
import { csvOf, fileName } from "./save-file.ts";

test("a name holds nothing that a system refuses", () => {
  expect(fileName(["CDG beside NewReno", "Window"], "svg")).toBe("cdg-beside-newreno-window.svg");
  expect(fileName(["a/b\\c:*?", "1 %"], "csv")).toBe("a-b-c-1.csv");
  expect(fileName(["///"], "json")).toBe("sawtooth.json");
  expect(fileName(["x".repeat(300)], "csv")).toHaveLength(84);
});

test("a field with a comma, a quote or a line's end is quoted", () => {
  expect(
    csvOf(
      ["t", "name"],
      [
        [1.5, "a, b"],
        [2, 'say "x"'],
      ],
    ),
  ).toBe('t,name\r\n1.5,"a, b"\r\n2,"say ""x"""\r\n');
});

test("a text that a spreadsheet would compute stays a text; a number stays a number", () => {
  expect(csvOf(["=a"], [["=1+1"], ["+2"], ["-cmd"], ["@x"], ["a=1"], [-3]])).toBe(
    "'=a\r\n'=1+1\r\n'+2\r\n'-cmd\r\n'@x\r\na=1\r\n-3\r\n",
  );
});

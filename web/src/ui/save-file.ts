/**
 * Files for export, of any page: saving, a picture as PNG, rows as CSV (RFC 4180), a name that every system
 * takes. Where a frame forbids downloads the browser says nothing: pages that may be in one show the text as well.
 * Not here: what is in a file.
 */

/** Saves a file under a name. */
export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file's name: letters, digits and hyphens, no longer than 80. */
export function fileName(parts: readonly string[], ending: string): string {
  const plain = parts.join(" ").normalize("NFKD").toLowerCase();
  const name = plain.replaceAll(/[^\p{L}\p{N}.]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return `${name.slice(0, 80) || "sawtooth"}.${ending}`;
}

/** Rows as CSV; what holds a comma, a quote or a line's end is quoted, and a text that a spreadsheet would compute begins with an apostrophe. */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number): string => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** An SVG document as PNG, `scale` pixels for one of its own. */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

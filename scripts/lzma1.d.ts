/** What is used of the package lzma1, whose own types are its sources: those do not pass this project's stricter checks. */
export function compress(data: Uint8Array, mode: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9): Int8Array;

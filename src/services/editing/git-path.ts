const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
]);

/** A path as git writes it in a diff: quoted byte by byte if it has anything but plain characters. */
export function quotePath(path: string): string {
  const bytes = Buffer.from(path, "utf8");
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c)) return path;
  return `"${[...bytes].map(quoteByte).join("")}"`;
}

function quoteByte(byte: number): string {
  const known = ESCAPES.get(byte);
  if (known !== undefined) return known;
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

/**
 * Different spellings of one name. The same letters can be written composed (NFC) or decomposed (NFD); some
 * file systems also ignore case, and some readers ignore invisible characters.
 */

/** The composed spelling: `é` is one character, however it was typed. */
export function composed(name: string): string {
  return isPrintable(name) ? name : name.normalize("NFC");
}

/** Names that some file system, or a hurried reader, considers equal fold to the same text. */
export function foldName(name: string): string {
  if (isPrintable(name)) return name.toLowerCase();
  return name.normalize("NFKC").replace(ignorable(), "").toLowerCase();
}

/** Only visible ASCII and spaces, as in nearly every path: no Unicode table is needed. */
export function isPrintable(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

/** Characters that HFS+ and human readers skip. A function, because its table takes milliseconds to load. */
export function ignorable(): RegExp {
  return /\p{Default_Ignorable_Code_Point}/gu;
}

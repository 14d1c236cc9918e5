/** Functions that undo each other. */
const PAIRS: readonly (readonly [does: string, undoes: string])[] = [
  ["encode", "decode"],
  ["encrypt", "decrypt"],
  ["cipher", "decipher"],
  ["compress", "decompress"],
  ["gzip", "gunzip"],
  ["deflate", "inflate"],
  ["serialize", "deserialize"],
  ["pack", "unpack"],
  ["quote", "unquote"],
  ["escape", "unescape"],
  ["hexlify", "unhexlify"],
  ["dump", "load"],
];

/** `createGzip` for `createGunzip`, `b64decode` for `b64encode`; null for a name that undoes nothing. */
export function inverseName(name: string): string | null {
  for (const [does, undoes] of PAIRS) {
    const other = replacedWord(name, undoes, does) ?? replacedWord(name, does, undoes);
    if (other !== null) return other;
  }
  return null;
}

/** Replaces a word of a name: at its start, after a digit or an underscore, or with a capital letter. */
function replacedWord(name: string, word: string, other: string): string | null {
  const capital = capitalized(word);
  const found = new RegExp(`(?:^|[_\\d])${word}|(?<=[a-z\\d]|^)${capital}`).exec(name)?.[0];
  if (found === undefined) return null;
  const isCapital = found.endsWith(capital);
  return name.replace(found, found.slice(0, -word.length) + (isCapital ? capitalized(other) : other));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

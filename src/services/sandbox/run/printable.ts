/**
 * Text from inside a sandbox, safe to show on a terminal: escape sequences, control characters and characters
 * that reverse or hide text become visible. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
  });
}

/** Controls (C0 except tab and line ends, DEL, C1), bidirectional marks, invisible separators, tags. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Text from a repository, a test or a model may carry escape sequences, direction marks and invisible characters,
 * which act on the reader's screen or hide code. They are shown, not interpreted.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

export interface TextPiece {
  readonly text: string;
  /** The text replaces a character that would be invisible. */
  readonly hidden: boolean;
}

/**
 * The text with a visible symbol for each hidden character; line breaks and tabs stay. A carriage return within a line
 * is shown: in some languages it ends a comment.
 */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, signOf);
}

/** A name of a file, person or test on one line: line breaks, carriage returns and tabs also become symbols. */
export function visibleName(name: string): string {
  return visiblePieces(name, true)
    .map(({ text }) => text)
    .join("");
}

/**
 * The same in pieces, so that a symbol can be distinguished from text that looks like one. Carriage returns are shown;
 * in a name, line breaks and tabs are too.
 */
export function visiblePieces(text: string, isName = false): TextPiece[] {
  const pieces: TextPiece[] = [];
  let plain = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (!isName && isSpacing(character)) continue;
    if (index > plain) pieces.push({ text: text.slice(plain, index), hidden: false });
    pieces.push({ text: isSpacing(character) ? pictureOf(character) : signOf(character), hidden: true });
    plain = index + character.length;
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), hidden: false });
  return pieces;
}

function isSpacing(character: string): boolean {
  return character === "\n" || character === "\t";
}

function pictureOf(character: string): string {
  return String.fromCharCode(0x2400 + character.charCodeAt(0));
}

function signOf(character: string): string {
  if (isSpacing(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return pictureOf(character);
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

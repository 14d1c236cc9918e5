/** Appended to changed strings: not a digit, a letter or part of an escape sequence. */
export const EXTRA = "~";

/**
 * A different number of the same type. For an integer the last digit changes, so it stays in the range of its
 * type (255 becomes 254, 0 becomes 1, 0xff becomes 0xfe); a float gets an additional leading digit. Null if
 * the text is not such a number.
 */
export function otherNumber(text: string): string | null {
  const integer =
    /^((?:0[xX][\da-fA-F_]*?|0[oO][0-7_]*?|0[bB][01_]*?|[\d_]*?))([\da-fA-F])(_*(?:[iu](?:\d+|size)|n|[lL])?)$/.exec(
      text,
    );
  if (integer !== null && isInteger(text)) {
    const [, front = "", digit = "", suffix = ""] = integer;
    return front + otherDigit(digit) + suffix;
  }
  return /^\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?(?:_?f(?:32|64)|[jJ])?$/.test(text) || /^\.\d/.test(text)
    ? `1${text}`
    : null;
}

function isInteger(text: string): boolean {
  const body = text.replace(/_*(?:[iu](?:8|16|32|64|128|size)|[nlL])$/, "");
  if (/^0[xX][\da-fA-F_]+$|^0[oO][0-7_]+$|^0[bB][01_]+$/.test(body)) return true;
  return /^\d[\d_]*$/.test(body);
}

function otherDigit(digit: string): string {
  if (digit === "0") return "1";
  const lower = (Number.parseInt(digit, 16) - 1).toString(16);
  return digit === digit.toUpperCase() ? lower.toUpperCase() : lower;
}

/** A string literal with the same meaning in every language used here. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Splits a mark in two, so that a report that quotes source lines does not contain it. */
export function halves(mark: string): readonly [string, string] {
  const middle = Math.ceil(mark.length / 2);
  return [quoted(mark.slice(0, middle)), quoted(mark.slice(middle))];
}

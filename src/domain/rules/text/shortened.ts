/** A text of at most this many characters, with an ellipsis if it was cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return `${text.slice(0, isHalf ? most - 1 : most)}…`;
}

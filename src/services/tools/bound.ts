import type { Output } from "./tool.ts";

const LONGEST_TEXT = 24_000;

/**
 * Truncates long strings anywhere inside an output, keeping head and tail, and notes how much was removed.
 */
export function boundOutput(output: Output, longest = LONGEST_TEXT): Output {
  if (typeof output === "string") return boundText(output, longest);
  if (Array.isArray(output)) return output.map((each) => boundOutput(each, longest));
  if (output === null || typeof output !== "object") return output;
  return Object.fromEntries(Object.entries(output).map(([key, value]) => [key, boundOutput(value, longest)]));
}

function boundText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
}

import { oneLine } from "./plain-text.ts";

/**
 * Text from the repository or a model, as inline code: it mentions nobody, closes no issue and contains no
 * markup.
 */
export function inlineCode(text: string): string {
  return `\`${oneLine(text, 200).replaceAll("`", "'") || " "}\``;
}

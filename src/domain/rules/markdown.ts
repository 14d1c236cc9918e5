import { oneLine } from "./plain-text.ts";

/** Text from the repository or a model: as code it mentions nobody, closes no issue and is no markup. */
export function inlineCode(text: string): string {
  return `\`${oneLine(text, 200).replaceAll("`", "'") || " "}\``;
}

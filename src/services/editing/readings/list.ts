import type { Reading, Wording } from "../pass.ts";
import { codeFence } from "./code-fence.ts";
import { diffMarkers } from "./diff-markers.ts";
import { entities } from "./entities.ts";
import { escapedQuotes } from "./escaped-quotes.ts";
import { escapedText } from "./escaped-text.ts";
import { lineNumbers } from "./line-numbers.ts";

export const READINGS: readonly Reading[] = [
  codeFence,
  lineNumbers,
  diffMarkers,
  escapedQuotes,
  escapedText,
  entities,
];

/** The request as given, then every other way to read it. */
export function readWording(wording: Wording): readonly { name: string | null; wording: Wording }[] {
  const others = READINGS.flatMap((reading) => {
    const read = reading.read(wording);
    return read === null || read.search.trim() === "" ? [] : [{ name: reading.meta.name, wording: read }];
  });
  return [{ name: null, wording }, ...others];
}

/** Writes the generated parts of docs/. `test/docs.test.ts` fails while they are stale. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocs, isStale, top } from "./generated-docs.ts";

const stale = generatedDocs().filter(isStale);
for (const { path, text } of stale) {
  writeFileSync(join(top, path), text);
  console.log(`wrote ${path}`);
}
if (stale.length === 0) console.log("docs/ is up to date");

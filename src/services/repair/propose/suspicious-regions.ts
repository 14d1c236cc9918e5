import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { Context } from "./context.ts";
import { fieldsOf } from "./ingredients.ts";
import type { Observed } from "./kinds.ts";
import { type Region, regionsOf } from "./regions.ts";
import { LARGEST_FILE, openSource } from "./source.ts";

/** Only the most suspicious files are opened. */
const MOST_FILES = 8;

export interface RegionOptions {
  readonly suspicion: Suspicion;
  readonly observed: Readonly<Record<string, Observed>> | undefined;
  readonly languages: ReadonlySet<string>;
}

/** The regions of the most suspicious files in these languages, file by file. */
export function* suspiciousRegions(
  { sources, tests }: RepairTarget,
  { suspicion, observed, languages }: RegionOptions,
): Generator<{ readonly context: Context; readonly region: Region }> {
  const fields = fieldsOf([...sources, ...tests].map((each) => each.text));
  const files = sources
    .flatMap((file) => {
      const language = languageOf(file.path);
      const most = suspicion.most(file.path);
      const isUsable = most > 0 && file.text.length <= LARGEST_FILE;
      return language !== null && isUsable && languages.has(language.id) ? [{ file, language, most }] : [];
    })
    .sort((a, b) => b.most - a.most)
    .slice(0, MOST_FILES);
  for (const { file, language } of files) {
    const context = openSource(file, language, observed?.[file.path], fields);
    for (const region of regionsOf(context.tree, context.source)) yield { context, region };
  }
}

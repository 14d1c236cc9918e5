import type { TextEdit } from "../../domain/entities/patch.ts";
import type { Reported } from "./linter-output.ts";
import type { LineMap } from "./position.ts";
import { pathMapper, type ToldPath, type TreePaths } from "./report-paths.ts";

const LONGEST_MESSAGE = 300;

export interface Placement {
  /** `path` is a file in the tree. A fix that also changes other files is dropped. */
  readonly placed: readonly Reported[];
  /** Paths of ignored or generated files in which something was found. */
  readonly unlisted: readonly string[];
  readonly unmapped: readonly { readonly told: ToldPath; readonly why: string }[];
}

/** Every result is in exactly one of the three lists. */
export async function placeReported(
  findings: readonly Reported[],
  tree: TreePaths,
  options: { readonly foreign: boolean },
): Promise<Placement> {
  const map = pathMapper(tree, findings, options);
  const placed: Reported[] = [];
  const unlisted: string[] = [];
  const unmapped: { told: ToldPath; why: string }[] = [];
  for (const { replacements, ...finding } of findings) {
    const mapped = await map(finding);
    if (mapped.status === "unlisted") unlisted.push(mapped.path);
    else if (mapped.status === "unknown")
      unmapped.push({ told: finding, why: whyUnplaced(finding, mapped.why) });
    else {
      const targets = await Promise.all((replacements ?? []).map(map));
      const isHere = targets.every((each) => each.status === "file" && each.path === mapped.path);
      const fix = replacements !== undefined && isHere ? { replacements } : {};
      placed.push({ ...finding, path: mapped.path, ...fix });
    }
  }
  return { placed, unlisted, unmapped };
}

/** A violation without a file mostly says why the linter could not do its work, such as code that does not compile. */
function whyUnplaced({ path, message }: Reported, why: string): string {
  return path === "" ? `${why}: ${message.slice(0, LONGEST_MESSAGE)}` : why;
}

/** The replacements as edits to the file's text; undefined if there are none. */
export function editsOf({ path, replacements }: Reported, map: LineMap): readonly TextEdit[] | undefined {
  return replacements?.map(({ start, end, text }) => ({
    path,
    start: map.offsetOf(start.line, start.column),
    end: map.offsetOf(end.line, end.column),
    text,
  }));
}

import type { TestFailure } from "../../../domain/entities/test-result.ts";

export interface Frame {
  readonly path: string;
  readonly line: number;
}

const PLACE = /([\w@.+\-/\\:]*[\w-]+\.(?:py|[cm]?[jt]sx?|go|rs|java))(?:"?, line |:|\()(\d+)/g;

/** Places of known files named in a failure, innermost first whatever order the language prints. */
export function framesOf(failure: TestFailure, paths: readonly string[]): readonly Frame[] {
  const text = `${failure.error_message}\n${failure.stack_trace}`;
  const frames: Frame[] = [];
  for (const match of text.matchAll(PLACE)) {
    const path = knownPath((match[1] ?? "").replaceAll("\\", "/"), paths);
    const line = Number(match[2]);
    if (path !== null && !frames.some((each) => each.path === path && each.line === line))
      frames.push({ path, line });
  }
  return /\.py[":]/.test(text) ? frames.reverse() : frames;
}

/** The known file whose path ends as the printed one does; the longest such ending wins. */
function knownPath(printed: string, paths: readonly string[]): string | null {
  const bare = printed.replace(/^file:\/\//, "").replace(/^\.\//, "");
  let best: string | null = null;
  for (const path of paths) {
    const ends = bare === path || bare.endsWith(`/${path}`);
    const isTail = path.endsWith(`/${bare}`);
    if (ends || isTail) if (best === null || path.length > best.length) best = path;
  }
  return best;
}

import type { TestFailure } from "../../../domain/entities/test-result.ts";

export interface Frame {
  readonly path: string;
  readonly line: number;
}

const PLACE = /([\w@.+\-/\\:]*[\w-]+\.(?:py|[cm]?[jt]sx?|go|rs|java))(?:"?, line |:|\()(\d+)/g;

/** Places in known files that a failure names, innermost first regardless of the language's order. */
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

/** The known file with the longest path that matches the end of the printed one. */
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

import type { LineCoverage } from "../../../domain/entities/test-result.ts";
import type { RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import type { GoLayout } from "./go-report.ts";

/** Parses a cover profile: `import/path/file.go:3.24,5.2 1 7`, one block of statements per line. */
export function goCoverage(
  profile: string | undefined,
  { module, siblings = [] }: GoLayout,
  request: RunRequest,
): LineCoverage | null {
  if (profile === undefined || request.coverageOf.length === 0) return null;
  const found: LineCoverage = {};
  for (const [, path = "", from, to, count] of profile.matchAll(/^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/gm)) {
    const owner = [{ module, folder: request.root }, ...siblings].find((each) =>
      path.startsWith(`${each.module}/`),
    );
    const name = fromRoot(owner?.folder ?? request.root, path.slice(owner ? owner.module.length + 1 : 0));
    if (!request.coverageOf.includes(name)) continue;
    const file = found[name] ?? { executed: [], executable: [] };
    found[name] = file;
    for (let line = Number(from); line <= Number(to); line += 1) {
      file.executable.push(line);
      if (Number(count) > 0) file.executed.push(line);
    }
  }
  for (const file of Object.values(found)) {
    file.executed = sorted(file.executed);
    file.executable = sorted(file.executable);
  }
  return found;
}

function sorted(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((a, b) => a - b);
}

import { spawnSync } from "node:child_process";

/** A commit with a small source change and test changes. */
export interface Fix {
  readonly commit: string;
  readonly subject: string;
  readonly tests: readonly string[];
  readonly sources: readonly string[];
  /** Lines of source that were added or removed. */
  readonly lines: number;
}

export const CODE = /\.(?:py|[cm]?[jt]sx?|go|rs|java|kt)$/;
export const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|testing|testdata)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|spec)s?\.\w+$|(?:^|\/)tests?\.[cm]?[jt]s$|Tests?\.(?:java|kt)$/;
export const MADE = /(?:^|\/)(?:dist|build|vendor|node_modules)\/|\.min\.js$|\.d\.[cm]?ts$/;

/** Newest first, along the main line, so the same repository gives the same list. */
export function fixesIn(tree: string, mostLines: number): Fix[] {
  const log = git(
    tree,
    "log",
    "--first-parent",
    "--no-renames",
    "-m",
    "--format=%x00%H%x09%s",
    "--numstat",
    "HEAD",
  );
  return log
    .split("\0")
    .slice(1)
    .map(parse)
    .filter((fix) => fix.tests.length > 0 && fix.sources.length > 0)
    .filter((fix) => fix.lines > 0 && fix.lines <= mostLines)
    .filter(
      (fix) => hasParent(tree, fix.commit) && fix.sources.every((path) => isBefore(tree, fix.commit, path)),
    );
}

export function git(cwd: string, ...given: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", given, { cwd, encoding: "utf8", maxBuffer: 1 << 29 });
  if (status !== 0) throw new Error(`git ${given.join(" ")}: ${stderr}`);
  return stdout;
}

export function has(tree: string, commit: string, path: string): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}:${path}`], { cwd: tree }).status === 0;
}

function parse(record: string): Fix {
  const [head = "", ...rows] = record.split("\n");
  const [commit = "", subject = ""] = head.split("\t");
  const tests: string[] = [];
  const sources: string[] = [];
  let lines = 0;
  for (const row of rows) {
    const [added = "", removed = "", path = ""] = row.split("\t");
    if (path === "" || MADE.test(path)) continue;
    if (TEST.test(path)) tests.push(path);
    else if (CODE.test(path)) {
      sources.push(path);
      lines += Number(added) + Number(removed);
    }
  }
  return { commit, subject, tests, sources, lines };
}

function hasParent(tree: string, commit: string): boolean {
  return spawnSync("git", ["rev-parse", "-q", "--verify", `${commit}^`], { cwd: tree }).status === 0;
}

/** A new file in the commit cannot be expected from a repair of the parent. */
function isBefore(tree: string, commit: string, path: string): boolean {
  return has(tree, `${commit}^`, path) && has(tree, commit, path);
}

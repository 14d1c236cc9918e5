import type { FileView } from "./files.ts";

export interface PlanStatus {
  readonly completed: number;
  readonly remaining: number;
  readonly next: string | null;
}

/** Task status from IMPLEMENTATION_PLAN.md, or null where there is no such file. */
export function currentTask(root: string, files: FileView): PlanStatus | null {
  const text = files.text(`${root}/IMPLEMENTATION_PLAN.md`);
  if (text === null) return null;
  const lines = withoutFences(text).filter((line) => /^\s*[-*] \[[ xX]\]/.test(line));
  const open = lines.filter((line) => /\[ \]/.test(line.slice(0, line.indexOf("]") + 1)));
  const next = open[0]?.replace(/^\s*[-*] \[ \]\s*/, "").trim() ?? null;
  return { completed: lines.length - open.length, remaining: open.length, next };
}

/** Commands in backticks that open a list item of AGENTS.md: what people want to be run before "done". */
export function verificationCommands(root: string, files: FileView): readonly string[] {
  const text = files.text(`${root}/AGENTS.md`);
  if (text === null) return [];
  return text
    .split("\n")
    .flatMap((line) => /^\s*[-*]\s*`([^`]+)`/.exec(line)?.[1] ?? [])
    .slice(0, 20);
}

const SKIPPED = new Set([
  "node_modules/",
  ".git/",
  ".harness/",
  "__pycache__/",
  ".venv/",
  "venv/",
  "dist/",
  "build/",
  "target/",
  "coverage/",
  ".next/",
  ".cache/",
  ".mypy_cache/",
  ".pytest_cache/",
  ".tox/",
  "vendor/",
]);
const MAX_ENTRIES = 100;

/** The tree of the repository, folders first shown at their own depth, at most a hundred entries. */
export function treeOf(root: string, depth: number, files: FileView): string {
  const lines: string[] = [];
  const visit = (folder: string, level: number): void => {
    for (const name of files.list(folder)) {
      if (lines.length >= MAX_ENTRIES) return;
      if (SKIPPED.has(name) || name.endsWith(".pyc") || name === ".agentforge/") continue;
      lines.push(`${"  ".repeat(level)}${name}`);
      if (name.endsWith("/") && level + 1 < depth) visit(`${folder}/${name.slice(0, -1)}`, level + 1);
    }
  };
  visit(root, 0);
  return lines.length >= MAX_ENTRIES
    ? `${lines.join("\n")}\n(first ${MAX_ENTRIES} entries)`
    : lines.join("\n");
}

function withoutFences(text: string): string[] {
  let fenced = false;
  return text.split("\n").filter((line) => {
    if (/^\s*```/.test(line)) fenced = !fenced;
    return !fenced;
  });
}

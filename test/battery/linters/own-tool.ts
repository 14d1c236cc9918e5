import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { MINUTE, must } from "../repositories-fetch.ts";
import { changedLines } from "./changed-lines.ts";
import type { OwnFinding } from "./own-reports.ts";
import type { LinterCase } from "./tools.ts";

type Linter = Omit<LinterCase, "project">;
type Env = Record<string, string>;

/** A violation as AgentForge lists it. */
export interface Listed {
  readonly violation_id: string;
  readonly file_path: string;
  readonly line: number | null;
  readonly message: string;
}

/** What the linter finds without AgentForge. */
export function askLinter({ tool, ask, read }: Linter, tree: string, env: Env): readonly OwnFinding[] {
  const { stdout, stderr, error } = run(ask, tree, env);
  if (error !== undefined) throw error;
  try {
    return read({ stdout, stderr }).map((each) => ({
      ...each,
      path: relative(tree, resolve(tree, each.path)),
    }));
  } catch (cause) {
    throw new Error(
      `${tool} printed something other than its report: ${stdout.slice(0, 300)}${stderr.slice(-300)}`,
      { cause },
    );
  }
}

/** Every place that only one of the two reports. */
export function differences(found: readonly OwnFinding[], listed: readonly Listed[]): readonly string[] {
  const counts = new Map<string, number>();
  const add = (place: string, by: number) => counts.set(place, (counts.get(place) ?? 0) + by);
  for (const { path, line } of found) add(`${path}:${line}`, 1);
  for (const { file_path, line } of listed) add(`${file_path}:${line}`, -1);
  const different = [...counts].filter(([, count]) => count !== 0);
  const names = different
    .slice(0, 5)
    .map(([place, count]) => `${place} (${count > 0 ? "only the linter" : "only AgentForge"})`);
  return different.length === 0 ? [] : [`${different.length} places differ: ${names.join(", ")}`];
}

/** Several findings in a line are distinguished by the rule, which ends the message. */
export function isSame({ file_path, line, message }: Listed, finding: OwnFinding): boolean {
  const isHere = file_path === finding.path && line === finding.line;
  return isHere && message.includes(`(${finding.rule})`);
}

/** The tree after the linter has fixed everything it can. */
export function fixedCopy(fixer: readonly string[], tree: string, folder: string, env: Env): string {
  const copy = join(folder, "fixed-by-the-linter");
  cpSync(tree, copy, { recursive: true, verbatimSymlinks: true });
  run(fixer, copy, env);
  return copy;
}

/**
 * If the report does not say which findings have a fix, a finding counts as fixable if the fixer leaves none
 * of its rule in the file.
 */
export function withFixes(
  linter: Linter,
  found: readonly OwnFinding[],
  fixed: string | null,
  env: Env,
): readonly OwnFinding[] {
  if (fixed === null || linter.tellsFixes) return found;
  const keyOf = ({ path, rule }: OwnFinding) => `${path} ${rule}`;
  const left = new Set(askLinter(linter, fixed, env).map(keyOf));
  return found.map((finding) => ({ ...finding, hasFix: !left.has(keyOf(finding)) }));
}

/** Lines that we changed, and that neither the linter's own fixer changes nor its report suggests to change. */
export function changesOfOthers(
  tree: string,
  start: string,
  { fixed, found }: { readonly fixed: string; readonly found: readonly OwnFinding[] },
): readonly string[] {
  const theirs = changedLines(must("git", ["diff", "-U0", start], fixed));
  const isSuggested = placesOfFixes(found);
  return unexpectedChanges(tree, start, (place) => theirs.has(place) || isSuggested(place));
}

/** The lines that the linter's report would change. */
export function placesOfFixes(found: readonly OwnFinding[]): (place: string) => boolean {
  const places = new Set(found.flatMap(({ path, lines = [] }) => lines.map((line) => `${path}:${line}`)));
  return (place) => places.has(place);
}

/** Lines that we changed and that are not expected, and what is left uncommitted. */
export function unexpectedChanges(
  tree: string,
  start: string,
  isExpected: (place: string) => boolean,
): readonly string[] {
  const ours = changedLines(must("git", ["diff", "-U0", start, "HEAD"], tree));
  const others = [...ours].filter((place) => !isExpected(place));
  const left = must("git", ["status", "--porcelain"], tree).trim();
  return [
    ...(others.length === 0 ? [] : [`changed what the linter would not: ${others.slice(0, 5).join(", ")}`]),
    ...(left === "" ? [] : [`the working tree is not clean: ${left}`]),
  ];
}

export function versionOf({ ask }: Linter, tree: string, env: Env): string {
  const program = ask[0] === "cargo" ? ["cargo", "clippy"] : ask.slice(0, 1);
  const { stdout } = run([...program, ask[0] === "staticcheck" ? "-version" : "--version"], tree, env);
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? "?";
}

function run([program = "", ...args]: readonly string[], cwd: string, env: Env) {
  return spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    timeout: 10 * MINUTE,
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
}

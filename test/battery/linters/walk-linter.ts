import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { agentforge } from "../../support/cli.ts";
import { commitAll, fetchProject, MINUTE, must } from "../repositories-fetch.ts";
import { changedLines } from "./changed-lines.ts";
import { chooseAcrossRules } from "./choose.ts";
import type { OwnFinding } from "./own-reports.ts";
import type { LinterCase } from "./tools.ts";

export interface LinterRow {
  readonly tool: string;
  readonly version: string;
  readonly project: string;
  /** By the linter itself, and by AgentForge. */
  readonly found: number;
  readonly listed: number;
  readonly fixable: number;
  readonly tried: number;
  readonly landed: number;
  /** The same two numbers after the fixes. */
  readonly foundAfter: number;
  readonly listedAfter: number;
  readonly seconds: number;
  /** Requirements that are not met; empty if all are. */
  readonly failures: readonly string[];
}

interface Listed {
  readonly violation_id: string;
  readonly file_path: string;
  readonly line: number | null;
  readonly message: string;
}

const LEAST_SHARE = 0.8;

/** Lists a linter's findings in a published package, fixes those with a fix, and compares with the linter itself. */
export async function walkLinter(
  linter: LinterCase,
  folder: string,
  settings: { readonly fixes: number; readonly env: Record<string, string> },
): Promise<LinterRow> {
  const began = performance.now();
  const tree = realpathSync(fetchProject(linter.project, folder, undefined));
  for (const [path, text] of Object.entries(linter.files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const call = (...args: string[]) => agentforge(tree, [...args, "--json"], settings.env, 30 * MINUTE);
  await call("init");
  commitAll(tree, "Linter and contracts");
  const start = must("git", ["rev-parse", "HEAD"], tree).trim();
  const failures: string[] = [];
  const list = async (): Promise<readonly Listed[]> => {
    const { json } = await call("conformance", "check", "--check", linter.check);
    if (json.error) throw new Error(`${linter.tool}: ${json.error.message}`);
    failures.push(...json.problems.map((problem: { why: string }) => problem.why));
    return json.violations;
  };

  const fixed = linter.fixAll === undefined ? null : fixedCopy(linter.fixAll, tree, folder, settings.env);
  const found = withFixes(linter, askLinter(linter, tree, settings.env), fixed, settings.env);
  const listed = await list();
  failures.push(...differences(found, listed));
  const chosen = chooseAcrossRules(
    found.filter((each) => each.hasFix),
    settings.fixes,
  );
  const landed = await fixAll(chosen, listed, call, failures);
  if (landed < LEAST_SHARE * chosen.length) failures.push(`${landed} of ${chosen.length} fixes landed`);
  const [foundAfter, listedAfter] = [askLinter(linter, tree, settings.env), await list()];
  if (chosen.length > 0) {
    failures.push(...differences(foundAfter, listedAfter));
    if (fixed !== null) failures.push(...changesOfOthers(tree, start, fixed));
    if (found.length - foundAfter.length < landed)
      failures.push(
        `${landed} landed, but the linter finds only ${found.length - foundAfter.length} less than before`,
      );
  }
  return {
    tool: linter.tool,
    version: versionOf(linter, tree, settings.env),
    project: `${linter.project.name} ${JSON.stringify(linter.project.source).replace(/^.*?@|^.*?==|"}$/g, "")}`,
    found: found.length,
    listed: listed.length,
    fixable: found.filter((each) => each.hasFix).length,
    tried: chosen.length,
    landed,
    foundAfter: foundAfter.length,
    listedAfter: listedAfter.length,
    seconds: (performance.now() - began) / 1000,
    failures,
  };
}

function askLinter(
  { tool, ask, read }: LinterCase,
  tree: string,
  env: Record<string, string>,
): readonly OwnFinding[] {
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
      {
        cause,
      },
    );
  }
}

/** Every place that only one of the two reports. */
function differences(found: readonly OwnFinding[], listed: readonly Listed[]): readonly string[] {
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

async function fixAll(
  chosen: readonly OwnFinding[],
  listed: readonly Listed[],
  call: (...args: string[]) => ReturnType<typeof agentforge>,
  failures: string[],
): Promise<number> {
  const used = new Set<string>();
  let landed = 0;
  for (const finding of chosen) {
    const violation = listed.find((each) => !used.has(each.violation_id) && isSame(each, finding));
    if (violation === undefined) {
      failures.push(`no violation for ${finding.path}:${finding.line} ${finding.rule}`);
      continue;
    }
    used.add(violation.violation_id);
    const { json } = await call("agent", "fix-violation", violation.violation_id, "--auto");
    const outcome =
      json.status === "waiting_for_review"
        ? (await call("review", "approve", json.review.review_id)).json
        : json;
    const isFixed = outcome.status === "landed" || outcome.status === "already_gone";
    if (isFixed) landed += 1;
    const why = isFixed ? "" : (outcome.escalation?.reason ?? outcome.why ?? outcome.error?.message ?? "");
    console.log(
      `    ${finding.rule.padEnd(24)} ${finding.path}:${finding.line}  ${outcome.status ?? "error"} ${why}`,
    );
  }
  return landed;
}

/** Several findings in a line are distinguished by the rule, which ends the message. */
function isSame({ file_path, line, message }: Listed, finding: OwnFinding): boolean {
  const isHere = file_path === finding.path && line === finding.line;
  return isHere && message.includes(`(${finding.rule.replace(/^.*::/, "")}`);
}

/** The tree after the linter has fixed everything it can. */
function fixedCopy(
  fixer: readonly string[],
  tree: string,
  folder: string,
  env: Record<string, string>,
): string {
  const copy = join(folder, "fixed-by-the-linter");
  cpSync(tree, copy, { recursive: true, verbatimSymlinks: true });
  run(fixer, copy, env);
  return copy;
}

/** If the report does not say which findings have a fix: those of which the fixer left none in the file. */
function withFixes(
  linter: LinterCase,
  found: readonly OwnFinding[],
  fixed: string | null,
  env: Record<string, string>,
): readonly OwnFinding[] {
  if (fixed === null || linter.tellsFixes) return found;
  const keyOf = ({ path, rule }: OwnFinding) => `${path} ${rule}`;
  const left = new Set(askLinter(linter, fixed, env).map(keyOf));
  return found.map((finding) => ({ ...finding, hasFix: !left.has(keyOf(finding)) }));
}

/** Lines that we changed and the linter's own fixer would not have. */
function changesOfOthers(tree: string, start: string, fixed: string): readonly string[] {
  const theirs = changedLines(must("git", ["diff", "-U0", start], fixed));
  const ours = changedLines(must("git", ["diff", "-U0", start, "HEAD"], tree));
  const others = [...ours].filter((place) => !theirs.has(place));
  const left = must("git", ["status", "--porcelain"], tree).trim();
  return [
    ...(others.length === 0 ? [] : [`changed what the linter would not: ${others.slice(0, 5).join(", ")}`]),
    ...(left === "" ? [] : [`the working tree is not clean: ${left}`]),
  ];
}

function versionOf({ ask }: LinterCase, tree: string, env: Record<string, string>): string {
  const program = ask[0] === "cargo" ? ["cargo", "clippy"] : ask.slice(0, 1);
  const { stdout } = run([...program, ask[0] === "staticcheck" ? "-version" : "--version"], tree, env);
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? "?";
}

function run([program = "", ...args]: readonly string[], cwd: string, env: Record<string, string>) {
  return spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    timeout: 10 * MINUTE,
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
}

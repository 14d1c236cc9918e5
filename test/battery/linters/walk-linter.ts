import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentforge } from "../../support/cli.ts";
import { commitAll, fetchProject, MINUTE, must } from "../repositories-fetch.ts";
import { chooseAcrossRules } from "./choose.ts";
import type { OwnFinding } from "./own-reports.ts";
import {
  askLinter,
  changesOfOthers,
  differences,
  fixedCopy,
  isSame,
  type Listed,
  versionOf,
  withFixes,
} from "./own-tool.ts";
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
    if (fixed !== null) failures.push(...changesOfOthers(tree, start, { fixed, found }));
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

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentforge } from "../../support/cli.ts";
import { commitAll, fetchProject, MINUTE } from "../repositories-fetch.ts";
import type { KnownRepository } from "./repositories.ts";

export interface RepositoryRow {
  readonly name: string;
  readonly files: number;
  readonly violations: number;
  /** Duration of `init` and the first `check`. */
  readonly seconds: number;
  /** The most frequent checks of the first report, for a person to review. */
  readonly checks: string;
  readonly failures: readonly string[];
}

const LONGEST_SECONDS = 60;

/** The first day: `init`, `check`, a baseline that makes it pass, and one new violation that fails. */
export async function walkRepository(
  { project, violation }: KnownRepository,
  folder: string,
  env: Record<string, string>,
): Promise<RepositoryRow> {
  const tree = fetchProject(project, folder, undefined);
  const call = (...args: string[]) => agentforge(tree, [...args, "--json"], env, 10 * MINUTE);
  const check = () => call("conformance", "check");
  const failures: string[] = [];
  const began = performance.now();
  await call("init");
  const first = await check();
  const seconds = (performance.now() - began) / 1000;
  if (seconds > LONGEST_SECONDS) failures.push(`init and check took ${seconds.toFixed(0)} s`);
  for (const { check: name, why } of first.json.problems ?? [])
    failures.push(`${name} could not run: ${why}`);
  commitAll(tree, "Contracts");

  const baseline = await call("conformance", "baseline");
  if (baseline.exitCode !== 0)
    failures.push(`no baseline: ${baseline.json.error?.message ?? baseline.stdout}`);
  commitAll(tree, "Baseline");
  const green = await check();
  if (green.exitCode !== 0) failures.push(`with a baseline, check ends with ${green.exitCode}`);

  const fresh = join(tree, violation.path);
  mkdirSync(dirname(fresh), { recursive: true });
  writeFileSync(fresh, violation.text);
  const red = await check();
  const news: { file_path: string; check_id: string }[] = red.json.violations ?? [];
  const isOnly = news.length === 1 && news[0]?.file_path === violation.path;
  if (red.exitCode !== 1 || !isOnly || news[0]?.check_id !== violation.check) {
    const named = news.map(({ file_path, check_id }) => `${check_id} in ${file_path}`).join(", ");
    failures.push(`one new violation: check ends with ${red.exitCode} and names ${named || "nothing"}`);
  }
  rmSync(fresh);
  const found: { check_id: string }[] = first.json.violations ?? [];
  return {
    name: project.name,
    files: first.json.files_checked ?? 0,
    violations: found.length,
    seconds,
    checks: mostFrequent(found.map(({ check_id }) => check_id)),
    failures,
  };
}

function mostFrequent(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }));
  counts.sort((left, right) => right.count - left.count);
  return counts
    .slice(0, 6)
    .map(({ name, count }) => `${name} ${count}`)
    .join(", ");
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { agentforge } from "../support/cli.ts";
import { type Place, uncommitted } from "./interrupt-scenarios.ts";
import { straysOf } from "./strays.ts";

/** What an uninterrupted run did: the only commits, rejections and outcomes that may be found after an interrupt. */
export interface Reference {
  readonly patches: readonly string[];
  readonly refusals: number;
  readonly outcomes: readonly string[];
}

/** A verdict without a completed run: an interrupt proves nothing about a fix. */
const FALSE_VERDICTS = /^(?:rejected|cannot_fix|no_verdict|not_repaired|escalated|failed)$/;

export interface Record {
  readonly outcomes: readonly string[];
  readonly refusals: readonly string[];
  readonly escalations: readonly string[];
  readonly running: number;
}

/** The records as a person would see them. The first look also recovers what an interrupt left. */
export async function readRecord({ repository }: Place): Promise<Record> {
  const ask = async (...args: string[]) => (await agentforge(repository.path, [...args, "--json"])).json;
  const status = await ask("status");
  const { escalations, violations } = await ask("escalation", "list");
  const journal = await ask("journal", "query", "--limit", "1000");
  const sessions: { status: string; outcome?: string | null }[] = status.sessions;
  return {
    outcomes: sessions.flatMap(({ outcome }) => (outcome ? [outcome] : [])),
    refusals: journal
      .filter((each: { action_type: string }) => /^candidate\.(refused|rejected)$/.test(each.action_type))
      .map((each: { metadata: unknown }) => JSON.stringify(each.metadata).slice(0, 300)),
    escalations: [...escalations, ...violations].map((each) => JSON.stringify(each).slice(0, 400)),
    running: sessions.filter((session) => session.status === "running").length,
  };
}

/** Records that must not exist. */
export function falseRecord(record: Record, reference: Reference): string[] {
  const verdicts = record.outcomes.filter(
    (outcome) => FALSE_VERDICTS.test(outcome) && !reference.outcomes.includes(outcome),
  );
  return [
    ...record.escalations.map((each) => `false escalation: ${each}`),
    ...verdicts.map((each) => `false verdict: a session ended with ${each}`),
    ...record.refusals
      .slice(reference.refusals)
      .map((each) => `false verdict: a candidate was refused: ${each}`),
    ...(record.running > 0 ? [`${record.running} sessions are still listed as running`] : []),
  ];
}

/** The verdict that an interrupted run printed. */
export function falseAnswer(stdout: string): string[] {
  try {
    const { status, why } = JSON.parse(stdout);
    return FALSE_VERDICTS.test(status)
      ? [`false verdict: it printed ${status}: ${String(why).slice(0, 300)}`]
      : [];
  } catch {
    return [];
  }
}

/** The user's work is unchanged, and on top of the base there are only complete changes that the reference has too. */
export function treeFaults({ repository, base, work }: Place, reference: Reference): string[] {
  const now = uncommitted(repository);
  const commits = repository.git("rev-list", "--reverse", `${base}..HEAD`).split("\n").filter(Boolean);
  const strange = commits.filter((commit) => !reference.patches.includes(patchOf(repository, commit)));
  return [
    ...(now === work ? [] : [`the user's tree: ${now}`]),
    ...(repository.read("README.md") === "# Work under way\n"
      ? []
      : ["README.md is not as the user left it"]),
    ...(repository.read("notes.txt") === "not to be touched\n"
      ? []
      : ["notes.txt is not as the user left it"]),
    ...(isAncestor(repository, base) ? [] : ["the branch lost the user's commit"]),
    ...strange.map(
      (commit) => `a commit that is not the change: ${patchOf(repository, commit).slice(0, 300)}`,
    ),
  ];
}

export function patchOf(repository: Place["repository"], commit: string): string {
  return repository.git("show", "--format=", "--no-renames", commit).replace(/^index .*\n/gm, "");
}

function isAncestor(repository: Place["repository"], base: string): boolean {
  return repository.git("merge-base", base, "HEAD").trim() === base;
}

/** Attempts, temporary folders and processes that are no longer needed. */
export async function leftovers({ repository }: Place, temporary: readonly string[]): Promise<string[]> {
  const folders = ["attempts", "scratch", "tmp"].flatMap((name) => {
    const folder = join(repository.path, ".agentforge", name);
    return existsSync(folder) ? readdirSync(folder).map((each) => `.agentforge/${name}/${each}`) : [];
  });
  const processes = await straysOf(repository.path);
  return [
    ...folders.map((each) => `left behind: ${each}`),
    ...temporary.map((each) => `temporary folder left behind: ${each}`),
    ...processes.map((each) => `process left: ${each.slice(0, 200)}`),
  ];
}

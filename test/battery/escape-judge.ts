import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../src/domain/rules/text/visible-text.ts";
import type { Fixture } from "./escape-fixture.ts";

export interface Attempt {
  readonly id: string;
  readonly group: string;
  readonly host?: string;
  readonly pty?: boolean;
  /** What the repository contains for this attempt, by the names in `escape-plants.ts`. */
  readonly plant?: string;
  /** Folders of the fixture that are mounted into the tree. */
  readonly lent?: readonly { readonly source: string; readonly at: string }[];
  /** It must succeed without a sandbox; otherwise its failure in one proves nothing. */
  readonly succeeds_bare?: boolean;
  /** A control for something that only a sandbox offers. */
  readonly sandboxed?: boolean;
  readonly check: Readonly<Record<string, unknown>>;
  readonly not_run_on?: readonly string[];
}

/** What was observed of one attempt, from the host's side. */
export interface Observation {
  readonly stdout: string;
  readonly stderr: string;
  readonly killedBy: string | null;
  readonly elapsed: number;
  readonly peakProcesses: number;
  readonly peakResidentMb: number;
}

export type Verdict =
  | { readonly status: "contained" | "control-ok" }
  | { readonly status: "escaped" | "control-failed" | "void"; readonly why: string };

/** Judges one attempt. `before` contains the files that must be unchanged. */
export function judge(
  attempt: Attempt,
  seen: Observation,
  fixture: Fixture,
  before: Map<string, string>,
): Verdict {
  const output = seen.stdout + seen.stderr;
  if (!seen.stdout.includes("ATTEMPT_RAN"))
    return { status: "void", why: `did not run: ${output.trim().slice(0, 200)}` };
  const control = attempt.group === "control";
  for (const [check, wanted] of Object.entries(attempt.check)) {
    if (check === "unit") continue;
    const examine = checks[check];
    if (examine === undefined) return { status: "void", why: `unknown check ${check}` };
    const problem = examine(wanted, seen, fixture, before);
    if (problem !== null)
      return {
        status: control ? "control-failed" : "escaped",
        why: `${problem} | ${output.trim().slice(0, 300)}`,
      };
  }
  return { status: control ? "control-ok" : "contained" };
}

type Check = (
  wanted: unknown,
  seen: Observation,
  fixture: Fixture,
  before: Map<string, string>,
) => string | null;

const output = (seen: Observation): string => seen.stdout + seen.stderr;

const checks: Readonly<Record<string, Check>> = {
  output_lacks: (wanted, seen) => (output(seen).includes(String(wanted)) ? `printed ${wanted}` : null),
  output_has: (wanted, seen) => (output(seen).includes(String(wanted)) ? null : `did not print ${wanted}`),
  unchanged: (wanted, _seen, fixture, before) =>
    (wanted as string[]).map((path) => changed(fixture, path, before)).find((problem) => problem !== null) ??
    null,
  absent: (wanted, _seen, fixture) =>
    (wanted as string[])
      .filter((path) => existsSync(join(fixture.root, path)))
      .map((path) => `${path} exists`)[0] ?? null,
  owner_kept: (wanted, _seen, fixture) =>
    (wanted as string[])
      .filter((path) => lstatSync(join(fixture.root, path)).uid !== lstatSync(fixture.root).uid)
      .map((path) => `${path} has another owner`)[0] ?? null,
  no_hit: (wanted, _seen, fixture) =>
    (fixture.hits[String(wanted)] ?? Number.NaN) === 0 ? null : `${wanted} was reached`,
  victim_alive: (_wanted, _seen, { victim }) =>
    victim.exitCode === null && victim.signalCode === null ? null : "the victim was killed",
  no_survivor: (_wanted, _seen, fixture) => survivors(fixture),
  elapsed_le: (wanted, seen) => (seen.elapsed <= Number(wanted) ? null : `took ${seen.elapsed.toFixed(1)} s`),
  stored_le: (wanted, seen) => {
    const bytes = Buffer.byteLength(seen.stdout) + Buffer.byteLength(seen.stderr);
    return bytes <= Number(wanted) ? null : `stored ${bytes} bytes`;
  },
  peak_procs: (wanted, seen) =>
    seen.peakProcesses <= Number(wanted) ? null : `${seen.peakProcesses} processes`,
  peak_rss_mb: (wanted, seen) =>
    seen.peakResidentMb <= Number(wanted) ? null : `${seen.peakResidentMb.toFixed(0)} MB`,
  metric_le: (wanted, seen) => {
    const metric = /METRIC (\d+)/.exec(seen.stdout)?.[1];
    if (metric === undefined) return seen.killedBy === null ? "printed no METRIC" : null;
    return Number(metric) <= Number(wanted) ? null : `METRIC ${metric}`;
  },
  no_setuid: (_wanted, _seen, fixture) => setuidBelow(fixture.root),
  log_clean: (_wanted, seen) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
    return /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(visible(output(seen)))
      ? "the log still contains control characters"
      : null;
  },
};

function changed(fixture: Fixture, path: string, before: Map<string, string>): string | null {
  const full = join(fixture.root, path);
  if (!existsSync(full)) return `${path} is gone`;
  return readFileSync(full, "latin1") === before.get(path) ? null : `${path} was changed`;
}

/** Processes that still mention the fixture, except the victim and ourselves. */
function survivors(fixture: Fixture): string | null {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid || Number(pid) === fixture.victim.pid) continue;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "latin1");
      if (line.includes(fixture.root))
        return `process ${pid} lives on: ${line.replaceAll("\0", " ").slice(0, 120)}`;
    } catch {
      // it has ended
    }
  }
  return null;
}

function setuidBelow(folder: string): string | null {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const found = setuidBelow(path);
      if (found !== null) return found;
    }
    if (entry.isFile() && (lstatSync(path).mode & 0o6000) !== 0) return `${path} is setuid`;
  }
  return null;
}

/** What an unsuspecting host does after the attempt. False if the action is unknown. */
export function hostActs(action: string, fixture: Fixture, uid: number | null): boolean {
  const run = (...argv: string[]): void => {
    try {
      execFileSync("git", ["-C", fixture.tree, ...argv], {
        stdio: "ignore",
        timeout: 10_000,
        env: { PATH: "/usr/bin:/bin", HOME: join(fixture.root, "home") },
        ...(uid === null ? {} : { uid, gid: uid }),
      });
    } catch {
      // git refuses; what it left behind shows whether something was executed
    }
  };
  const actions: Readonly<Record<string, () => void>> = {
    git_status: () => run("status"),
    git_add: () => run("add", "-A"),
    git_diff: () => run("diff"),
    git_log: () => run("log", "-p", "--stat"),
    git_checkout: () => run("checkout", "--", "."),
    git_commit: () => {
      writeFileSync(join(fixture.tree, "src.js"), "module.exports = 2;\n");
      run("commit", "-qam", "after");
    },
    git_fetch: () => run("fetch", "--all"),
    git_push: () => run("push"),
    git_merge: () => run("merge", "--no-edit", "HEAD"),
    write_report: () => {
      try {
        mkdirSync(join(fixture.tree, "reports"), { recursive: true });
        for (const name of ["report.txt", "target.txt", "report.xml"])
          writeFileSync(join(fixture.tree, "reports", name), "REPORT\n");
      } catch {
        // the path is blocked
      }
    },
  };
  const known = actions[action] ?? guess(action, actions, run);
  known?.();
  return known !== undefined;
}

/** A held-back battery may use actions of the same kinds. */
function guess(
  action: string,
  actions: Readonly<Record<string, () => void>>,
  run: (...argv: string[]) => void,
): (() => void) | undefined {
  const command = /^git_([a-z]+)$/.exec(action)?.[1];
  if (command !== undefined) return () => run(command);
  return /report|write/.test(action) ? actions.write_report : undefined;
}

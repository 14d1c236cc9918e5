import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { report } from "../report.ts";
import { FAULTS, type Fault, type FaultKind } from "./faults.ts";
import type { Place } from "./place.ts";

export interface Run {
  readonly place: Place;
  /** Tasks that push a branch without asking. */
  readonly count: number;
  readonly answers: number;
  /** Reviews whose approval was confirmed to the caller. */
  readonly approved: ReadonlySet<string>;
  readonly planned: Readonly<Record<FaultKind, number>>;
  readonly faults: readonly Fault[];
  readonly took: number;
}

interface Entry {
  readonly seq: number;
  readonly entity_id: string;
  readonly action_type: string;
  readonly metadata: { readonly worker?: string; readonly why?: string };
}

interface Ended {
  readonly status: string;
  readonly repository_id: string;
  readonly branches: readonly (string | null)[] | null;
}

/** Why a task was started again. */
type Cause = FaultKind | "noted" | "nothing";

const CAUSES: Readonly<Record<Cause, string>> = {
  noted: "after a failure that was noted",
  kill: "after its worker was killed",
  stall: "after its worker stalled",
  cut: "after its worker was cut off",
  restart: "after PostgreSQL restarted",
  nothing: "that nothing explains",
};

export async function judge(run: Run): Promise<void> {
  const { place, count, answers, approved, planned, faults, took } = run;
  const all = count + 2 * answers;
  const entries = await place.rows<Entry>(
    "SELECT seq, entity_id, action_type, metadata FROM activity WHERE action_type LIKE 'task.%' ORDER BY seq",
  );
  const tasks = await place.rows<Ended>(
    `SELECT status, repository_id,
       (SELECT jsonb_agg(change ->> 'branch') FROM jsonb_array_elements(data::jsonb #> '{outcome,pushed}') AS change) AS branches
     FROM fleet_tasks`,
  );
  const landed = await place.rows<{ review_id: string }>(
    "SELECT review_id FROM fleet_reviews WHERE status = 'landed'",
  );
  const [clock] = await place.rows<{ ahead: number }>(
    `SELECT count(*) AS ahead FROM activity
     WHERE action_type = 'task.finished' AND CAST(timestamp AS timestamptz) > now() + interval '15 minutes'`,
  );
  const named = tasks.flatMap(({ branches }) => branches ?? []);
  const existing = place.remotes.flatMap((name) => branchesIn(join(place.host.folder, name)));
  const again = reExecutions(entries, faults);
  const numberOf = (status: string) => tasks.filter((task) => task.status === status).length;
  const ends = entries.filter(({ action_type }) => action_type === "task.finished");
  const control = join(place.host.folder, String(place.remotes[0]));
  const before = branchesIn(control).length;
  execFileSync("git", ["-c", "safe.directory=*", "branch", "fix/second", "main"], { cwd: control });
  report(
    {
      title: `${all} tasks, ${place.remotes.length} repositories, ${place.machines.length} machines in ${took.toFixed(0)} s`,
      counts: [
        {
          name: "tasks lost (neither done nor set aside)",
          value: all - numberOf("done") - numberOf("set_aside"),
          mustBe: 0,
        },
        { name: "tasks set aside", value: numberOf("set_aside"), mustBe: 0 },
        { name: "tasks that ended twice", value: ends.length - distinct(ends), mustBe: 0 },
        { name: "branches that no task names", value: lacking(existing, named), mustBe: 0 },
        { name: "branches that a task names and are missing", value: lacking(named, existing), mustBe: 0 },
        { name: "tasks without exactly one branch", value: count + answers - named.length, mustBe: 0 },
        { name: "answers given", value: landed.length, mustBe: answers },
        {
          name: "answers lost",
          value: lacking(
            [...approved],
            landed.map((each) => each.review_id),
          ),
          mustBe: 0,
        },
        ...FAULTS.map((kind) => ({
          name: `${kind}s that hit a task`,
          value: faults.filter((fault) => fault.kind === kind).length,
          mustBe: planned[kind],
        })),
        { name: "re-executions", value: again.length },
        ...Object.entries(CAUSES).map(([cause, name]) => ({
          name: `  ${name}`,
          value: again.filter((each) => each.cause === cause).length,
          ...(cause === "nothing" && { mustBe: 0 }),
        })),
      ],
      controls: [
        { name: "work was interrupted", holds: again.length > 0, shown: String(again.length) },
        {
          name: "tasks ended on a clock that is ahead",
          holds: Number(clock?.ahead) > 0,
          shown: `${clock?.ahead}`,
        },
        {
          name: "a second branch is counted",
          holds: branchesIn(control).length === before + 1,
          shown: "yes",
        },
      ],
    },
    [
      ...again
        .filter(({ cause }) => cause === "nothing")
        .map(({ task }) => `started again for no reason: ${task}`),
      ...new Set(again.flatMap(({ why }) => (why === null ? [] : [`noted: ${why.slice(0, 200)}`]))),
    ],
  );
}

/** Each restart of a task, with the faults since its previous start. */
function reExecutions(entries: readonly Entry[], faults: readonly Fault[]) {
  const found: { readonly task: string; readonly cause: Cause; readonly why: string | null }[] = [];
  for (const [task, own] of Map.groupBy(entries, ({ entity_id }) => entity_id)) {
    const starts = own.filter(({ action_type }) => action_type === "task.started");
    for (const [index, start] of starts.entries()) {
      const before = starts[index - 1];
      if (before === undefined) continue;
      const noted = own.find(
        ({ action_type, seq }) => action_type === "task.failed" && seq > before.seq && seq < start.seq,
      );
      const fault = faults.find(
        ({ worker, from, to }) =>
          (worker === null || worker === before.metadata.worker) && from < start.seq && to >= before.seq,
      );
      const cause = noted ? "noted" : (fault?.kind ?? "nothing");
      found.push({ task, cause, why: noted?.metadata.why ?? null });
    }
  }
  return found;
}

function distinct(entries: readonly Entry[]): number {
  return new Set(entries.map(({ entity_id }) => entity_id)).size;
}

/** The multiset difference: how many of the first list are missing from the second. */
function lacking<T>(wanted: readonly T[], given: readonly T[]): number {
  const left = [...given];
  return wanted.filter((each) => {
    const index = left.indexOf(each);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  }).length;
}

function branchesIn(folder: string): string[] {
  const words = ["-c", "safe.directory=*", "for-each-ref", "--format=%(refname:short)", "refs/heads/fix"];
  return execFileSync("git", words, { cwd: folder, encoding: "utf8" }).split("\n").filter(Boolean);
}

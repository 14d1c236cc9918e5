import type { Stats, StatsBy } from "../../domain/entities/stats.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import { summarizeWork } from "../../domain/rules/records/stats.ts";
import { type RepositoryWorkPorts, repositoryWork } from "./repository-work.ts";

export interface StatsRequest {
  readonly by: StatsBy;
  /** The start of the period, as a day or a time; null for all records. */
  readonly since: string | null;
}

/** Statistics of one repository, for the command, the API and the page. */
export async function readStats(
  ports: RepositoryWorkPorts,
  repository: string,
  { by, since }: StatsRequest,
): Promise<Stats> {
  const start = startOf(since);
  return summarizeWork(await repositoryWork(ports, repository), by, start);
}

/** The same statistics for all repositories of a fleet. */
export async function readFleetStats(
  { fleet }: { readonly fleet: Pick<Fleet, "work"> },
  { by, since }: StatsRequest,
): Promise<Stats> {
  const start = startOf(since);
  return summarizeWork(await fleet.work(), by, start);
}

function startOf(since: string | null): string | null {
  if (since === null) return null;
  const time = new Date(since);
  if (!Number.isNaN(time.valueOf())) return time.toISOString();
  throw new AgentForgeError("bad_input", `"${since}" is not a valid time`, {
    hint: "Write it as 2026-01-31 or 2026-01-31T12:00:00Z.",
  });
}

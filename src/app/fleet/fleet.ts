import { hash, randomBytes, randomUUID } from "node:crypto";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Delivery, Fleet } from "../../domain/ports/fleet.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Claim, Queue } from "../../domain/ports/queue.ts";
import type { Environment } from "../../services/config/index.ts";
import { openDelivery, openFleet } from "../../services/fleet/index.ts";
import { openJournal } from "../../services/journal/index.ts";
import { openQueue } from "../../services/queue/index.ts";
import { openSharedDatabase } from "../../services/state/index.ts";
import { currentOwner, isAlive, type Owner } from "../../services/workspace/index.ts";
import type { ProcessRedactor } from "../redaction/open-redactor.ts";
import { databaseUrl, plainOrigin } from "../storage/database-address.ts";

export interface FleetAppOptions {
  readonly environment: Environment;
  readonly redactor: ProcessRedactor;
  /** The address that the user named; default: from the environment. */
  readonly database: string | null;
  /** The name of the worker in this process; null if the process is only a client. */
  readonly worker: string | null;
  readonly onError: (error: Error) => void;
}

export interface FleetApp extends AsyncDisposable {
  readonly fleet: Fleet;
  readonly delivery: Delivery;
  readonly queue: Queue;
  readonly journal: Journal;
  /** Without the fleet's schema, because each repository has its own. */
  readonly databaseUrl: string;
  /** Identifies this process among all that share the database. */
  readonly owner: string;
  readonly now: () => string;
  /** Throws `stale` if the claim was lost. */
  requireHeld(claim: Claim): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = "agentforge_fleet";
/** A worker without a heartbeat for this long has lost its claims. */
export const FLEET_LEASE_MS = 15_000;

/** A fleet's record, its task delivery and its claims, all in one PostgreSQL database. */
export async function openFleetApp(options: FleetAppOptions): Promise<FleetApp> {
  const { redactor } = options;
  const url = fleetUrl(options);
  if (url.password) redactor.know(decodeURIComponent(url.password));
  const schema = url.searchParams.get("schema") ?? SCHEMA;
  url.searchParams.delete("schema");
  const now = () => new Date().toISOString();
  const owner = JSON.stringify({ ...(await currentOwner()), worker: options.worker ?? undefined });
  const database = await openSharedDatabase({ url: url.href, schema });
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: redactor.text });
  const queue = await openQueue({
    database,
    schema,
    holder: owner,
    leaseMs: FLEET_LEASE_MS,
    isGone: isSeenDead,
  });
  const fleet = await openFleet({
    ...{ database, journal, now, redact: redactor.data },
    newTraceId: randomUUID,
    newTaskId: () => `T-${now().replace(/[-:]|\..*$/g, "")}-${randomBytes(6).toString("hex")}`,
  });
  const delivery = await openDelivery({
    ...{ url: url.href, schema: `${schema}_queue`, onError: options.onError },
    maintainsQueue: options.worker !== null,
  });
  const close = async () => {
    await delivery.close();
    await journal.close();
    await database.close();
  };
  return {
    ...{ fleet, delivery, queue, journal, databaseUrl: url.href, owner, now },
    requireHeld: (claim) => database.transaction(claim.fence),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export function newWorkerId(): string {
  return `W-${randomBytes(5).toString("hex")}`;
}

/** The same id for every spelling of the address: https or ssh, with or without `.git`. */
export function repositoryIdOf(url: string): string {
  return `R-${hash("sha256", plainOrigin(url)).slice(0, 12)}`;
}

function fleetUrl({ environment, database }: FleetAppOptions): URL {
  const url = databaseUrl(database === null ? environment : { ...environment, database }, null);
  if (url !== null) return url;
  throw new AgentForgeError("bad_config", "a fleet needs a PostgreSQL database, and none was given", {
    hint: "Set AGENTFORGE_DATABASE=postgres://user@host:5432/name, or pass it with --database.",
  });
}

/** Only for a process that this one could see: a process on another machine or in another container may be alive. */
async function isSeenDead(holder: string): Promise<boolean> {
  const owner = JSON.parse(holder) as Owner;
  const self = await currentOwner();
  const isVisible = owner.boot !== null && owner.boot === self.boot && owner.namespace === self.namespace;
  return isVisible && !(await isAlive(owner));
}

import type { FleetRepository, FleetTask, TaskRequest } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Delivery, Fleet } from "../../domain/ports/fleet.ts";

export interface EnqueuePorts {
  readonly fleet: Fleet;
  readonly delivery: Delivery;
}

export interface EnqueueRequest {
  /** Null for all. */
  readonly repositoryId: string | null;
  readonly request: TaskRequest;
  readonly ref: string | null;
  readonly priority: number;
  readonly by: string;
}

const AT_ONCE = 500;

/** Records the tasks first, then sends them: a task that is only recorded is sent by the next worker. */
export async function enqueue(ports: EnqueuePorts, wish: EnqueueRequest): Promise<readonly FleetTask[]> {
  const { repositoryId, request, ref, priority, by } = wish;
  const repositories = await ports.fleet.repositories();
  const wanted = repositories.filter(
    ({ repository_id }) => repositoryId === null || repository_id === repositoryId,
  );
  if (wanted.length === 0) throw noRepository(repositoryId);
  const tasks = wanted.map(({ repository_id: repository }) => ({ repository, request, ref, priority, by }));
  const made = await ports.fleet.enqueue(tasks);
  await sendQueued(ports);
  return made;
}

/**
 * Delivers the queued tasks. A crash in between may send one twice; the second delivery finds it done. Tasks
 * that need a newer worker are left for a newer worker to send.
 */
export async function sendQueued({ fleet, delivery }: EnqueuePorts): Promise<void> {
  let last: FleetTask | undefined;
  for (;;) {
    const tasks = await fleet.undelivered(AT_ONCE, last);
    last = tasks.at(-1);
    if (last === undefined) return;
    const known = new Map((await fleet.repositories()).map((each) => [each.repository_id, each]));
    const sent: { task: FleetTask; repository: FleetRepository }[] = [];
    for (const task of tasks.filter(({ request }) => request.kind !== "unknown")) {
      const repository = known.get(task.repository_id);
      if (repository) sent.push({ task, repository });
      else await fleet.setAside(task.task_id, "its repository is no longer in the fleet");
    }
    await delivery.send(sent);
    await fleet.markDelivered(sent.map(({ task }) => task.task_id));
  }
}

/** Enqueues the tasks of schedules that are due. */
export async function enqueueDue(ports: EnqueuePorts): Promise<void> {
  for (;;) {
    const due = await ports.delivery.takeDue();
    if (due === null) return;
    const { repository_id: repositoryId, request, by } = due.tasks;
    try {
      await enqueue(ports, { repositoryId, request, ref: null, priority: 0, by });
    } catch (error) {
      if (!(error instanceof AgentForgeError) || error.code !== "not_found") throw error;
    }
    await due.done();
  }
}

function noRepository(repositoryId: string | null): AgentForgeError {
  const what = repositoryId === null ? "the fleet has no repositories" : "it is not in the fleet";
  return new AgentForgeError("not_found", what, { hint: "Run `agentforge fleet add <url>` to add one." });
}

import { sendQueued } from "../../../../workflows/fleet/enqueue.ts";
import type { FleetContext, Handler } from "../../context.ts";
import { repositoryNames } from "./repository-names.ts";

export const listTasks: Handler<"listFleetTasks", FleetContext> = async (context, { query }) => {
  const nameOf = await repositoryNames(context);
  const { status, limit } = query;
  const tasks = await context.fleet.tasks({ ...(status && { status }), limit });
  return {
    tasks: tasks.map((task) => ({ ...task, repository: nameOf(task.repository_id) })),
    counts: (await context.fleet.counts()).byStatus,
  };
};

export const retry: Handler<"retryFleetTask", FleetContext> = async (context, { id, visitor }) => {
  const task = await context.fleet.retry(id, visitor.person);
  await sendQueued(context);
  return task;
};

export const cancel: Handler<"cancelFleetTask", FleetContext> = async ({ fleet }, { id, visitor }) =>
  fleet.cancel(id, visitor.person);

import { FleetMode, FleetRepository, FleetWorker } from "../../domain/entities/fleet.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import { createFleetLimits } from "./fleet-limits.ts";
import type { FleetOptions } from "./fleet-options.ts";
import { createFleetReviews } from "./fleet-reviews.ts";
import { createFleetTasks } from "./fleet-tasks.ts";
import { FLEET_MIGRATIONS } from "./schema.ts";
import { readWork } from "./work-events.ts";

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { database, journal } = options;
  await database.migrate("fleet", FLEET_MIGRATIONS);
  const tasks = createFleetTasks(options);
  return {
    ...tasks,
    ...createFleetReviews(options, tasks),
    ...createFleetLimits(options),
    work: () => readWork(database),
    outdated: () => database.outdated(),

    async addRepository(given) {
      const repository = FleetRepository.parse(given);
      const { repository_id: id, url, label, proposed_as, added_by: by } = repository;
      await journal.flush();
      return database.transaction(async (queries) => {
        const [known] = await queries.all("SELECT 1 FROM fleet_repositories WHERE repository_id = ?", [id]);
        await queries.run(
          `INSERT INTO fleet_repositories (repository_id, data) VALUES (?, ?)
           ON CONFLICT (repository_id) DO UPDATE SET data = excluded.data`,
          [id, JSON.stringify(repository)],
        );
        const metadata = { url, label, proposed_as, by };
        const actionType = known ? "repository.changed" : "repository.added";
        await journal.commit({ traceId: null, actor: "human", actionType, entityId: id, metadata }, queries);
        return known ? "changed" : "added";
      });
    },

    async repositories() {
      const rows = await database.all("SELECT data FROM fleet_repositories ORDER BY repository_id");
      return rows.map((row) => FleetRepository.parse(JSON.parse(String(row.data))));
    },

    async removeRepository(id, by) {
      const queued = await tasks.tasks({ repository: id, status: "queued" });
      for (const { task_id } of queued) await tasks.cancel(task_id, by);
      await journal.flush();
      return database.transaction(async (queries) => {
        const sql = "DELETE FROM fleet_repositories WHERE repository_id = ?";
        if ((await queries.run(sql, [id])).changes === 0) return false;
        const activity = { traceId: null, actor: "human", actionType: "repository.removed" } as const;
        await journal.commit({ ...activity, entityId: id, metadata: { by } }, queries);
        return true;
      });
    },

    async mode() {
      const [row] = await database.all("SELECT value FROM fleet_state WHERE name = 'mode'");
      return FleetMode.parse(row?.value ?? "running");
    },

    async setMode(mode, by) {
      await journal.flush();
      await database.transaction(async (queries) => {
        await queries.run(
          `INSERT INTO fleet_state (name, value) VALUES ('mode', ?)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [FleetMode.parse(mode)],
        );
        const activity = { traceId: null, actor: "human", actionType: `fleet.${mode}` } as const;
        await journal.commit({ ...activity, metadata: { by } }, queries);
      });
    },

    async enlist(worker) {
      await database.run("INSERT INTO fleet_workers (worker_id, data) VALUES (?, ?)", [
        worker.worker_id,
        JSON.stringify(FleetWorker.parse(worker)),
      ]);
    },

    async dismiss(workerId) {
      await database.run("DELETE FROM fleet_workers WHERE worker_id = ?", [workerId]);
    },

    async workers() {
      const rows = await database.all("SELECT data FROM fleet_workers ORDER BY worker_id");
      return rows.map((row) => FleetWorker.parse(JSON.parse(String(row.data))));
    },
  };
}

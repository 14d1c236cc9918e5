import { FleetRepository } from "../../domain/entities/fleet.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { FleetOptions } from "./fleet-options.ts";
import type { FleetTasks } from "./fleet-tasks.ts";

export function createFleetRepositories(
  { database, journal }: FleetOptions,
  tasks: FleetTasks,
): Pick<Fleet, "addRepository" | "repositories" | "removeRepository"> {
  return {
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
  };
}

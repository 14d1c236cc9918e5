import { FleetMode, FleetWorker } from "../../domain/entities/fleet.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { FleetOptions } from "./fleet-options.ts";

/** Whether tasks are handed out, and who works on them. */
export function createFleetState({
  database,
  journal,
}: FleetOptions): Pick<Fleet, "mode" | "setMode" | "enlist" | "dismiss" | "workers"> {
  return {
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

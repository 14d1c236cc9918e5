import type { Fleet } from "../../domain/ports/fleet.ts";
import { createFleetLimits } from "./fleet-limits.ts";
import type { FleetOptions } from "./fleet-options.ts";
import { createFleetRepositories } from "./fleet-repositories.ts";
import { createFleetReviews } from "./fleet-reviews.ts";
import { createFleetState } from "./fleet-state.ts";
import { createFleetTasks } from "./fleet-tasks.ts";
import { FLEET_MIGRATIONS } from "./schema.ts";
import { readWork } from "./work-events.ts";

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { database } = options;
  await database.migrate("fleet", FLEET_MIGRATIONS);
  const tasks = createFleetTasks(options);
  return {
    ...tasks,
    ...createFleetReviews(options, tasks),
    ...createFleetLimits(options),
    ...createFleetRepositories(options, tasks),
    ...createFleetState(options),
    work: () => readWork(database),
    outdated: () => database.outdated(),
  };
}

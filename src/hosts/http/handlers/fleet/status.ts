import { version } from "../../../../app.ts";
import { describeFleet } from "../../../../workflows/fleet/describe-fleet.ts";
import { readFleetStats } from "../../../../workflows/stats/read-stats.ts";
import { routesFor } from "../../api/routes-for.ts";
import type { FleetContext, Handler } from "../../context.ts";

export const getProject: Handler<"getProject", FleetContext> = async (_context, { visitor }) => ({
  site: "fleet",
  name: "Fleet",
  branch: null,
  version,
  person: visitor.person,
  role: visitor.role,
  may: routesFor("fleet", visitor.role),
  brain: null,
  model: null,
  land_to: "pushed-branch",
  csrf_token: visitor.csrfToken,
});

export const getStats: Handler<"getStats", FleetContext> = async (context, { query: { by, since = null } }) =>
  readFleetStats(context, { by, since });

export const getStatus: Handler<"getFleetStatus", FleetContext> = async (context) => {
  const { workers, running: _running, set_aside: _aside, ...status } = await describeFleet(context);
  return { ...status, workers: [...workers] };
};

export const setMode: Handler<"setFleetMode", FleetContext> = async ({ fleet }, { body, visitor }) => {
  await fleet.setMode(body.mode, visitor.person);
  return { mode: body.mode };
};

import { basename } from "node:path";
import { readStats } from "../../../workflows/stats/read-stats.ts";
import type { Handler } from "../context.ts";

export const getStats: Handler<"getStats"> = async ({ app }, { query: { by, since = null } }) =>
  readStats(app.ports, basename(app.ports.workspace.root), { by, since });

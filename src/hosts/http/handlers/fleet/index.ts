import type { FleetHandlers } from "../../context.ts";
import { approve, getReview, listInbox, reject } from "./reviews.ts";
import { getProject, getStats, getStatus, setMode } from "./status.ts";
import { cancel, listTasks, retry } from "./tasks.ts";

export const FLEET_HANDLERS: FleetHandlers = {
  getProject,
  getStats,
  listFleetInbox: listInbox,
  getFleetReview: getReview,
  approveFleetReview: approve,
  rejectFleetReview: reject,
  listFleetTasks: listTasks,
  retryFleetTask: retry,
  cancelFleetTask: cancel,
  getFleetStatus: getStatus,
  setFleetMode: setMode,
};

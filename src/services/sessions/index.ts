export { openSessions, type SessionsOptions } from "./open-sessions.ts";

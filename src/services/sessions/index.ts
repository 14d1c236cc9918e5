export { type OpenSessions, openSessions, type SessionsOptions } from "./open-sessions.ts";

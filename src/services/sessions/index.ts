export { type OpenSessions, openSessions } from "./open-sessions.ts";

import type { Session } from "../../domain/entities/session.ts";
import { noSession } from "../../domain/rules/runs/no-session.ts";
import type { Ports } from "../ports.ts";

/** The session with this id; throws `not_found` without one. */
export async function findSession(ports: Pick<Ports, "sessions">, sessionId: string): Promise<Session> {
  const session = await ports.sessions.get(sessionId);
  if (session !== null) return session;
  throw noSession(sessionId);
}

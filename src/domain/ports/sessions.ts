import type { ExecutionContext, Session, SessionStatus, StepResult } from "../entities/session.ts";

export interface SessionFilter {
  readonly status?: SessionStatus;
  readonly limit?: number;
}

/** The persisted runs of brains. Appending a step costs the same however many there are. */
export interface Sessions {
  begin(session: Session): Promise<void>;
  end(sessionId: string, status: SessionStatus, outcome: string): Promise<void>;
  get(sessionId: string): Promise<Session | null>;
  /** Newest first. */
  list(filter?: SessionFilter): Promise<readonly Session[]>;
  saveContext(context: ExecutionContext): Promise<void>;
  loadContext(sessionId: string): Promise<ExecutionContext | null>;
  appendStep(sessionId: string, step: StepResult): Promise<void>;
  history(sessionId: string): Promise<readonly StepResult[]>;
  lastStep(sessionId: string): Promise<StepResult | null>;
  clearHistory(sessionId: string): Promise<void>;
  /** Marks running sessions whose owner is dead as interrupted and returns them. */
  reapInterrupted(isAlive: (owner: string) => Promise<boolean>): Promise<readonly Session[]>;
}

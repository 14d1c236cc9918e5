import type { ExecutionContext, Session, SessionStatus, StepResult, UnderWay } from "../entities/session.ts";

export interface SessionFilter {
  readonly status?: SessionStatus;
  readonly limit?: number;
  readonly offset?: number;
}

/** The persisted runs of brains. Appending a step costs the same however many there are. */
export interface Sessions {
  begin(session: Session): Promise<void>;
  end(sessionId: string, status: SessionStatus, outcome: string): Promise<void>;
  get(sessionId: string): Promise<Session | null>;
  /** Newest first. */
  list(filter?: SessionFilter): Promise<readonly Session[]>;
  count(status?: SessionStatus): Promise<number>;
  saveContext(context: ExecutionContext): Promise<void>;
  loadContext(sessionId: string): Promise<ExecutionContext | null>;
  /** With a context, both are stored or neither. Clears the call in progress. */
  appendStep(sessionId: string, step: StepResult, context?: ExecutionContext): Promise<void>;
  /** Durable before a call is made, so that a crash during it is noticed. */
  noteUnderWay(sessionId: string, underWay: UnderWay): Promise<void>;
  underWay(sessionId: string): Promise<UnderWay | null>;
  history(sessionId: string): Promise<readonly StepResult[]>;
  lastStep(sessionId: string): Promise<StepResult | null>;
  clearHistory(sessionId: string): Promise<void>;
  /**
   * Marks an interrupted session as running in the process of `owner`; throws `conflict` if it is not
   * interrupted.
   */
  takeOver(sessionId: string, owner: string): Promise<Session>;
  /** Marks running sessions whose owner is dead as interrupted and returns them. */
  reapInterrupted(isAlive: (owner: string) => Promise<boolean>): Promise<readonly Session[]>;
}

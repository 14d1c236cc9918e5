/** One thing that `doctor` examined. */
export interface HealthCheck {
  readonly subject: string;
  /** `absent`: not here, and not needed by everyone. */
  readonly level: "good" | "absent" | "broken";
  readonly detail: string;
  readonly remedy: string | null;
  /** The test suite it is about, `pytest@.`. */
  readonly suite?: string;
}

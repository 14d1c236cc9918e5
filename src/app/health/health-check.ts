/** One thing that `doctor` examined. */
export interface HealthCheck {
  readonly subject: string;
  /** `absent`: not installed, and not needed by everyone. */
  readonly level: "good" | "absent" | "broken";
  readonly detail: string;
  readonly remedy: string | null;
  /** The test suite it is about, such as `pytest@.`. */
  readonly suite?: string;
}

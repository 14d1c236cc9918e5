/** A secret in a text: where it stands and what it looks like. Never more than one line. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Small letters and dashes, such as `github-token`. */
  readonly kind: string;
}

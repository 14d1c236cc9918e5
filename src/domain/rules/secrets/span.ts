/** A secret in a text: its position and kind. Never more than one line. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Lowercase letters and dashes, such as `github-token`. */
  readonly kind: string;
}

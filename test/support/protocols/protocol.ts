/** One answer of a scripted model. */
export interface Spoken {
  readonly say?: string;
  /** Said before the answer, with a signature that must be returned. */
  readonly think?: string;
  /** A string input is sent unchanged, so that it can be malformed. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly stop?: "length";
  readonly tokens?: number;
  /** Of the 100 input tokens, those read from and written to the provider's cache. */
  readonly cached?: { readonly read: number; readonly written: number };
  /** Sent instead of everything else. */
  readonly refuse?: string;
}

/** How one family of providers writes its answers. */
export interface Protocol {
  readonly contentType: string;
  error(status: number, message: string, code?: string): unknown;
  streamError(message: string): string | Uint8Array;
  begin(number: number): (string | Uint8Array)[];
  answer(reply: Spoken, number: number): (string | Uint8Array)[];
}

/** The signature of a provider's reasoning. */
export const signatureOf = (number: number) => `signature-${number}/+=`;

export function written(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** Text arrives in pieces, including in the middle of a word. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,17}/g) ?? [];
}

import type { Redactor } from "../../domain/rules/secrets/redactor.ts";

const LONGEST_FILE = 256_000;
const MOST_TEXT = 16_000_000;

/**
 * Learns the secrets of files one by one, so that a secret is recognized when a test prints it on its own. Files over
 * 256 kB, and everything after 16 MB, are skipped: their secrets are found only if they look like secrets.
 */
export function learnSecrets(redactor: Pick<Redactor, "learn">): (path: string, bytes: Uint8Array) => void {
  let left = MOST_TEXT;
  return (_path, bytes) => {
    if (left < 0 || bytes.length > LONGEST_FILE || bytes.subarray(0, 1024).includes(0)) return;
    left -= bytes.length;
    if (left >= 0) redactor.learn(new TextDecoder().decode(bytes));
  };
}

import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";

const LONGEST_FILE = 256_000;
const MOST_TEXT = 16_000_000;

/**
 * Reads the tree for secrets, so that one is known again where a test prints it bare. Files beyond
 * 256 kB, and what comes after 16 MB, are not read: what they hold is only found where it looks like a secret.
 */
export async function learnSecrets(
  tree: Pick<AttemptTree, "files" | "readBytes">,
  redactor: Redactor,
): Promise<void> {
  let left = MOST_TEXT;
  for (const path of await tree.files()) {
    const bytes = await tree.readBytes(path).catch(() => null);
    if (bytes === null || bytes.length > LONGEST_FILE || bytes.subarray(0, 1024).includes(0)) continue;
    left -= bytes.length;
    if (left < 0) return;
    redactor.learn(new TextDecoder().decode(bytes));
  }
}

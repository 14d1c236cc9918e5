import { join } from "node:path";
import { execa } from "execa";
import { type App, packageRoot } from "../../app.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { JournalReport } from "../../workflows/journal/verify-journal.ts";

export interface CheckedJournal extends JournalReport {
  readonly checked_at: string;
}

/**
 * Verifies the journal for a server in a separate process, because a long journal takes seconds and would
 * block this one. Verifies again only if something was written since.
 */
export function createIntegrityCheck(app: App): () => Promise<CheckedJournal> {
  let newest: string | null = null;
  let last: Promise<CheckedJournal> | null = null;
  return async () => {
    const [row] = await app.ports.journal.query({ limit: 1 });
    const id = row?.id ?? "";
    if (last === null || id !== newest) {
      newest = id;
      last = verifyElsewhere(app);
      last.catch(() => {
        last = null;
      });
    }
    return last;
  };
}

async function verifyElsewhere({ ports }: App): Promise<CheckedJournal> {
  const launcher = join(packageRoot, "bin", "agentforge.js");
  const args = [launcher, "-C", ports.workspace.root, "journal", "verify", "--json"];
  const { stdout } = await execa(process.execPath, args, {
    stdin: "ignore",
    reject: false,
    timeout: 300_000,
  });
  const report = parse(stdout);
  if (report !== null) return { ...report, checked_at: ports.now() };
  throw new AgentForgeError("state_damaged", "the journal could not be verified", {
    hint: "Run `agentforge journal verify` to see why.",
  });
}

function parse(text: string): JournalReport | null {
  try {
    const data = JSON.parse(text) as JournalReport | { readonly error: unknown };
    return "error" in data ? null : data;
  } catch {
    return null;
  }
}

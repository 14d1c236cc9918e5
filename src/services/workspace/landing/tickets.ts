import { join } from "node:path";
import type { Layout } from "../git/layout.ts";

/** Our files inside the user's git directory while a landing is in progress; locks are hard links to them. */
export function ticketsOf(layout: Layout, landingId: string) {
  return {
    index: join(layout.gitDir, `agentforge-${landingId}.index`),
    reference: join(layout.commonDir, `agentforge-${landingId}.ref`),
    indexLock: join(layout.gitDir, "index.lock"),
    indexFile: join(layout.gitDir, "index"),
  };
}

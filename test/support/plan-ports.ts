import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openPlanPorts } from "../../src/app/plans.ts";
import { redactedFolders } from "../../src/app/redaction/ports.ts";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import { openPlanFolders } from "../../src/services/reviews/index.ts";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../src/workflows/plans/plan-ports.ts";
import { plannedProject } from "./plans.ts";
import type { Repository } from "./repository.ts";

/** A project with plans, opened for all tests of a file, or for each test. */
export interface PlanPlace {
  readonly repository: Repository;
  readonly ports: PlanPorts;
}

export function usePlanPorts(
  options: { readonly settledMs?: number; readonly forEachTest?: boolean } = {},
): PlanPlace {
  let opened: (PlanPlace & { readonly app: App }) | null = null;
  const now = () => {
    if (opened === null) throw new Error("the ports are open only while tests run");
    return opened;
  };
  const open = async () => {
    const repository = plannedProject({ tests: false });
    const app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: false });
    const ports = await openPlanPorts(app);
    const folders = await openPlanFolders(join(repository.path, ".agentforge"), options);
    opened = { repository, app, ports: { ...ports, folders: redactedFolders(folders, app.redactor) } };
  };
  const close = async () => {
    await now().app.close();
    now().repository.remove();
  };
  if (options.forEachTest) {
    beforeEach(open);
    afterEach(close);
  } else {
    beforeAll(open);
    afterAll(close);
  }
  return {
    get repository() {
      return now().repository;
    },
    get ports() {
      return now().ports;
    },
  };
}

/** Where plan files are, and what a person or a daemon does with them. */
export function planFiles(place: PlanPlace) {
  const at = (name: string) => join(place.repository.path, ".agentforge", name);
  const { signal } = new AbortController();
  return {
    at,
    plans: (id: string) => at(`Inbox/Plans/${id}_plan.md`),
    active: (id: string) => at(`System/Active/${id}.md`),
    rejected: (id: string) => at(`Inbox/Rejected/${id}_rejected.md`),
    edit: (path: string, change: (text: string) => string) =>
      writeFileSync(path, change(readFileSync(path, "utf8"))),
    async reconcile(): Promise<void> {
      while ((await reconcilePlans(place.ports, signal)).unsettled) await place.ports.pause(20);
    },
  };
}

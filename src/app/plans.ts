import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { App } from "../app.ts";
import type { ActionBlock } from "../domain/ports/plans.ts";
import { unifiedDiff } from "../services/editing/index.ts";
import { createPlanDocuments, openPlanFolders } from "../services/reviews/index.ts";
import { checkCall, TOOLS } from "../services/tools/index.ts";
import { createPlanMemory, type PlanPorts, type Rehearsal } from "../workflows/plans/plan-ports.ts";
import { openPlanWriter } from "./brains/brains.ts";
import { openToolbox } from "./brains/toolbox.ts";
import { redactedDocuments, redactedFolders } from "./redaction/ports.ts";

/** Tools that a plan cannot contain, because a person has already been asked. */
const PLAN_TOOLS = TOOLS.filter((tool) => !["escalate", "cannot_fix", "run_shell"].includes(tool.name));

/** The ports with the folders for requests and plans open, and a writer if a model is configured. */
export async function openPlanPorts(app: App, brain: string | null = null): Promise<PlanPorts> {
  const { ports } = app;
  return {
    ...ports,
    plans: app.plans,
    folders: redactedFolders(await openPlanFolders(join(ports.workspace.root, ".agentforge")), app.redactor),
    documents: redactedDocuments(createPlanDocuments({ difference: differenceOf }), app.redactor),
    planWriter: openPlanWriter(app, brain),
    checkCall: (call) => checkCall(PLAN_TOOLS, call),
    rehearse: (blocks, signal) => rehearse(app, blocks, signal),
    async openToolbox(tree, traceId, sessionId) {
      const toolbox = await openToolbox(app, { tree, traceId, sessionId, attended: false });
      return {
        call: async (call, signal) => (await toolbox.caller.call(call, signal)).result,
        draft: () => toolbox.toolPorts.draft.read(),
        [Symbol.asyncDispose]: () => toolbox[Symbol.asyncDispose](),
      };
    },
    memory: createPlanMemory(),
    pause: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined),
  };
}

/** Reads and writes run on a temporary copy; commands are only checked by the guards. */
async function rehearse(app: App, blocks: readonly ActionBlock[], signal: AbortSignal): Promise<Rehearsal> {
  const { ports } = app;
  const silent = { ...ports.journal, record: () => {} };
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const request = { tree, traceId: ports.newTraceId(), sessionId: ports.newId("T"), attended: false };
  await using toolbox = await openToolbox({ ...app, ports: { ...ports, journal: silent } }, request);
  const failures: { index: number; why: string }[] = [];
  for (const [index, { call }] of blocks.entries()) {
    signal.throwIfAborted();
    const effect = TOOLS.find((tool) => tool.name === call.name)?.effect;
    const why =
      effect === "execute"
        ? await toolbox.refusal(call)
        : (await toolbox.caller.call(call, signal)).result.error;
    if (why !== null) failures.push({ index, why });
  }
  const { files } = await tree.changes();
  return { failures, files: files.map((file) => file.path) };
}

function differenceOf(before: string, after: string): string {
  const version = (text: string) => ({ bytes: Buffer.from(text), mode: "100644" as const });
  const diff = unifiedDiff([{ path: "plan.md", before: version(before), after: version(after) }]);
  return diff.split("\n").slice(4).join("\n");
}

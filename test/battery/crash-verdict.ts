import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Everything, openAll } from "./state-folder.ts";
import { sampleAttempt, sampleContext, sampleStep } from "./state-samples.ts";

export interface CrashVerdict {
  readonly lost: string[];
  readonly corrupt: string[];
  readonly unrepaired: string[];
  readonly strays: string[];
  readonly torn: boolean;
}

/** Opens what a crashed writer left and compares it with what was acknowledged (`step 3`, `context 3` …). */
export async function judgeCrash(
  folder: string,
  id: string,
  acknowledged: readonly string[],
): Promise<CrashVerdict> {
  const everything = await openAll(folder);
  try {
    const lost: string[] = [];
    const corrupt: string[] = [];
    const steps = await judgeRecords(everything, id, acknowledged, lost, corrupt);
    const torn = await judgeFiles(everything, id, steps, corrupt);
    const { sessions, attempts } = everything;
    await sessions.reapInterrupted(async () => false);
    await sessions.repairFiles();
    await attempts.repairFiles();
    const left = [...(await sessions.repairFiles()), ...(await attempts.repairFiles())];
    const unrepaired = left.map((finding) => `${finding.path} ${finding.found}`);
    return { lost, corrupt, unrepaired, strays: readdirSync(join(folder, "tmp")), torn };
  } finally {
    await everything.database.close();
  }
}

async function judgeRecords(
  { sessions, attempts, journal }: Everything,
  id: string,
  acknowledged: readonly string[],
  lost: string[],
  corrupt: string[],
): Promise<number> {
  const last = (what: string) =>
    Math.max(
      -1,
      ...acknowledged.filter((line) => line.startsWith(`${what} `)).map((line) => Number(line.split(" ")[1])),
    );

  if (last("session") === 0 && (await sessions.get(id)) === null) lost.push("session");
  const steps = await sessions.history(id);
  if (steps.length < last("step")) lost.push(`step ${last("step")}: has ${steps.length}`);
  if (
    !isDeepStrictEqual(
      steps,
      steps.map((_, index) => sampleStep(index + 1)),
    )
  )
    corrupt.push("steps");

  const context = await sessions.loadContext(id);
  if ((context?.iteration ?? -1) < last("context")) lost.push(`context ${last("context")}`);
  if (context !== null && !isDeepStrictEqual(context, sampleContext(id, context.iteration)))
    corrupt.push("context");

  const attempt = await attempts.get(id);
  const n = Number(attempt?.branch.slice("fix/".length) ?? -1);
  if (n < last("attempt")) lost.push(`attempt ${last("attempt")}`);
  if (attempt !== null && !isDeepStrictEqual(attempt, sampleAttempt(id, n))) corrupt.push("attempt");

  const rows = await journal.query({ entityId: id, actionType: "plan.approved" });
  for (let number = 1; number <= last("journal"); number += 1) {
    if (rows[number - 1]?.metadata.n !== number) lost.push(`journal ${number}`);
  }
  if ((await journal.verifyChain()).status !== "ok") corrupt.push("journal chain");
  return steps.length;
}

/** The files as a person finds them after the crash, before any recovery. */
async function judgeFiles(
  { exports }: Everything,
  id: string,
  steps: number,
  corrupt: string[],
): Promise<boolean> {
  const contextPath = `sessions/${id}/execution_context.yaml`;
  for (const path of [`sessions/${id}/session.yaml`, contextPath, `fix_attempts/${id}.yaml`]) {
    const read = await exports.readYaml(path);
    if (read.status === "damaged" || read.status === "edited") corrupt.push(`${path} (${read.status})`);
    if (read.status !== "ok" || path !== contextPath) continue;
    const { iteration } = read.data as { iteration: number };
    if (!isDeepStrictEqual(read.data, sampleContext(id, iteration))) corrupt.push(path);
  }
  const { documents, torn } = await exports.readAppended(`sessions/${id}/step_history.yaml`);
  const whole = documents.every((document, index) => isDeepStrictEqual(document, sampleStep(index + 1)));
  if (!whole || documents.length > steps) corrupt.push("step_history.yaml");
  return torn;
}

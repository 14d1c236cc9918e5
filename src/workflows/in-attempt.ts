import type { AttemptTree } from "../domain/ports/workspace.ts";
import type { House } from "./house.ts";
import { openRecord, type RecordSubject, type RunRecord } from "./run-record.ts";

/** One attempt from beginning to end: a record, a tree of its own, and both closed whatever happens. */
export async function inAttempt<Outcome extends { readonly status: string }>(
  house: House,
  subject: Omit<RecordSubject, "sandbox">,
  work: (
    tree: AttemptTree,
    record: RunRecord,
  ) => Promise<{ readonly outcome: Outcome; readonly why: string | null }>,
): Promise<Outcome> {
  const sandbox = await house.openSandbox();
  const record = await openRecord(house, { ...subject, sandbox });
  let tree: AttemptTree | null = null;
  try {
    tree = await house.workspace.openAttempt(record.attemptId);
    const { outcome, why } = await work(tree, record);
    await record.close(outcome.status, why);
    return outcome;
  } catch (error) {
    await record.fail(error);
    throw error;
  } finally {
    await tree?.close();
  }
}

import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { openJournal } from "../../src/services/journal/index.ts";
import { openAttempts } from "../../src/services/reviews/index.ts";
import { openSessions } from "../../src/services/sessions/index.ts";
import { openState } from "../../src/services/state/index.ts";
import { sampleAttempt, sampleContext, sampleSession, sampleStep } from "./state-samples.ts";

/**
 * Works until it is killed, and prints what has been acknowledged. Loads everything, prints `ready`, and starts on an
 * order from stdin: `<mode> <folder> <id>`.
 */
writeSync(1, "ready\n");
process.stdin.once("data", async (order) => {
  const [mode = "", folder = "", id = ""] = order.toString().trim().split(" ");
  if (mode === "durable") await workDurably(folder, id);
  if (mode === "in-place") workInPlace(folder);
  if (mode === "unsynced") workUnsynced(folder);
  if (mode === "hasty") await workHastily(folder, id);
});

const now = () => new Date().toISOString();
const acknowledge = (what: string, n: number) => writeSync(1, `${what} ${n}\n`);
const breathe = () => new Promise((resolve) => setImmediate(resolve));

async function workDurably(folder: string, id: string): Promise<void> {
  const state = await openState({ folder, now });
  const journal = await openJournal({
    ...state,
    now,
    randomId: () => crypto.randomUUID(),
    redact: (text) => text,
  });
  const sessions = await openSessions({ ...state, now });
  const attempts = await openAttempts(state);
  await sessions.begin(sampleSession(id));
  acknowledge("session", 0);
  for (let n = 1; ; n += 1) {
    await sessions.appendStep(id, sampleStep(n));
    acknowledge("step", n);
    await sessions.saveContext(sampleContext(id, n));
    acknowledge("context", n);
    journal.record({
      traceId: null,
      actor: "agent",
      actionType: "tool.called",
      entityId: id,
      metadata: { n },
    });
    await journal.commit({
      traceId: null,
      actor: "human",
      actionType: "plan.approved",
      entityId: id,
      metadata: { n },
    });
    acknowledge("journal", n);
    await attempts.save(sampleAttempt(id, n));
    acknowledge("attempt", n);
  }
}

/** Control: the naive writer. */
function workInPlace(folder: string): void {
  const texts = Array.from({ length: 10 }, (_, n) =>
    stringify({ n, steps: [sampleStep(n), sampleStep(29)], end: n }),
  );
  for (let n = 0; ; n += 1) {
    const text = texts[n % texts.length] ?? "";
    const handle = openSync(join(folder, "in-place.yaml"), "w");
    for (let start = 0; start < text.length; start += 100) writeSync(handle, text.slice(start, start + 100));
    closeSync(handle);
    if (n % 20 === 0) acknowledge("in-place", n);
  }
}

/** Control: a temporary file and a rename, as it should be, but nothing is synced. */
function workUnsynced(folder: string): void {
  for (let n = 1; ; n += 1) {
    writeFileSync(join(folder, "unsynced.tmp"), `${sampleStep(n).action?.response}\nend ${n}\n`);
    renameSync(join(folder, "unsynced.tmp"), join(folder, "unsynced.txt"));
    acknowledge("unsynced", n);
  }
}

/** Control: acknowledges data that is not on the disk yet. */
async function workHastily(folder: string, id: string): Promise<void> {
  const state = await openState({ folder, now });
  const journal = await openJournal({
    ...state,
    now,
    randomId: () => crypto.randomUUID(),
    redact: (text) => text,
  });
  for (let n = 1; ; n += 1) {
    journal.record({
      traceId: null,
      actor: "agent",
      actionType: "tool.called",
      entityId: id,
      metadata: { n },
    });
    acknowledge("hasty", n);
    if (n % 50 === 0) await breathe();
  }
}

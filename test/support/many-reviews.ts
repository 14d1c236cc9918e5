import { hash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openApp, readEnvironment } from "../../src/app.ts";
import type { Review } from "../../src/domain/entities/review.ts";
import { sealRow } from "../../src/domain/rules/records/sealed-row.ts";
import { summarize } from "../../src/domain/rules/reviews/review-summary.ts";

const sha256 = (text: string) => hash("sha256", text);

/** Fills the state of a repository that has one review with copies of it, and with journal rows. */
export async function fillState(
  folder: string,
  { reviews, rows }: { readonly reviews: number; readonly rows: number },
): Promise<void> {
  const app = await openApp({ cwd: folder, environment: readEnvironment(), unsafe: "if_needed" });
  const [original] = await app.ports.reviews.list();
  if (original === undefined) throw new Error("there is no review to copy");
  const traceId = original.trace_id;
  for (let row = 0; row < rows; row += 1) {
    app.ports.journal.record({ traceId, actor: "agent", actionType: "candidates.tried", metadata: { row } });
    if (row % 20_000 === 0) await app.ports.journal.flush();
  }
  await app.close();
  const database = new DatabaseSync(join(folder, ".agentforge", "journal.db"));
  const insert = database.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)");
  const insertSummary = database.prepare("INSERT INTO review_summaries VALUES (?, ?, ?, ?, ?)");
  database.exec("BEGIN");
  const copies = Array.from({ length: reviews }, (_, index) => () => copyOf(original, index));
  for (const copy of [...copies, () => largeCopyOf(original, 5_000)]) {
    const review = copy();
    const { review_id, session_id, status, created_at } = review;
    const { data, checksum } = sealRow(review, sha256);
    insert.run(review_id, status, created_at, data, checksum);
    insertSummary.run(review_id, session_id, status, created_at, JSON.stringify(summarize(review)));
  }
  database.exec("COMMIT");
  database.close();
}

export const LARGE_REVIEW = "RV-large";

/** A change that replaces every line of a long file. */
function largeCopyOf(original: Review, lines: number): Review {
  const textOf = (name: string) =>
    Array.from(
      { length: lines },
      (_, line) => `export const value${line} = ${name}(${line}); // "line ${line}"\n`,
    );
  const [before, after] = [textOf("old"), textOf("young")];
  const stateOf = (text: string) => ({
    mode: "100644" as const,
    sha256: sha256(text),
    content_base64: Buffer.from(text).toString("base64"),
  });
  const path = "src/values.js";
  const diff = [
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${lines} +1,${lines} @@\n`,
    ...before.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
  ].join("");
  const files = [{ path, before: stateOf(before.join("")), after: stateOf(after.join("")) }];
  return {
    ...copyOf(original, 0),
    review_id: LARGE_REVIEW,
    title: "Replace every line",
    change: { files, diff, diff_hash: sha256(diff) },
  };
}

/** Half of them are waiting. */
function copyOf(original: Review, index: number): Review {
  const created_at = new Date(Date.parse(original.created_at) - index * 60_000).toISOString();
  const isPending = index % 2 === 0;
  return {
    ...original,
    review_id: `RV-copy-${index}`,
    session_id: `S-copy-${index}`,
    title: `${original.title} (${index})`,
    created_at,
    status: isPending ? "pending" : "landed",
    decision: isPending
      ? null
      : {
          ...{ actor: "human", answer: "approve", by: "ada", at: created_at, reason: null, owner: null },
          ...{ diff_hash: original.change.diff_hash, land_to: "current-branch" },
        },
    landed_commit: isPending ? null : "a".repeat(40),
  };
}

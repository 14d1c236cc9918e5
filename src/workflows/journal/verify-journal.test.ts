import { describe, expect, it } from "vitest";
import { type VerifyJournalPorts, verifyJournal } from "./verify-journal.ts";

interface Given {
  readonly chain?: unknown;
  readonly references?: ReadonlyMap<string, string>;
  readonly owed?: readonly { readonly why: string }[];
}

function portsWith({ chain = { status: "intact", records: 3 }, references = new Map(), owed = [] }: Given) {
  return {
    journal: { query: async () => [] },
    journalId: "J-1",
    reviews: { list: async () => [] },
    sha256: () => "",
    verifyChain: async () => chain,
    checkpointsOwed: async () => owed,
    workspace: {
      commitsSaying: async () => [],
      countOtherTrees: async () => 0,
      references: { readAll: async (folder: string) => (folder === "journal" ? references : new Map()) },
    },
  } as unknown as VerifyJournalPorts;
}

describe("verifyJournal", () => {
  it.each<[string, Given, string, number]>([
    ["a whole chain is intact", {}, "intact", 3],
    ["a checkpoint that was not written is incomplete", { owed: [{ why: "disk full" }] }, "incomplete", 3],
    [
      "a broken chain is tampered with, and counts what comes before",
      { chain: { status: "broken", seq: 3, id: "R-3", why: "its hash differs" } },
      "tampered",
      2,
    ],
    [
      "a checkpoint of a journal that is not here is tampering",
      { references: new Map([["J-2", ""]]) },
      "tampered",
      3,
    ],
    [
      "a damaged checkpoint is tampering",
      { references: new Map([["J-1", "no checkpoint\n"]]) },
      "tampered",
      3,
    ],
  ])("%s", async (_name, given, status, records) => {
    const report = await verifyJournal(portsWith(given));
    expect(report).toMatchObject({ status, records });
    expect(report.findings.length > 0).toBe(status === "tampered");
  });
});

import { describe, expect, it } from "vitest";
import type { Ports } from "../ports.ts";
import { findCertificate } from "./find-certificate.ts";

const COMMIT = "a".repeat(40);

function clone(message: string | null, reference: string | null = null) {
  return {
    certificates: { get: async () => null },
    workspace: {
      findCommit: async () => (message === null ? null : { commit: COMMIT, message }),
      references: { read: async () => reference },
    },
  } as unknown as Pick<Ports, "certificates" | "workspace">;
}

describe("findCertificate", () => {
  it("refuses a name that is not a commit", async () => {
    await expect(findCertificate(clone(null), "nowhere")).rejects.toThrow("there is no commit nowhere here");
  });

  it.each([
    ["that names none", "fix: a typo", null, "names no certificate"],
    [
      "whose certificate was not fetched",
      `fix: x\n\n[Certificate: sha256:${"b".repeat(64)}]`,
      null,
      "not in this clone",
    ],
    [
      "whose certificate is damaged",
      "fix: x",
      "no JSON",
      "contains no certificate that this version can read",
    ],
  ])("says what is missing for a commit %s", async (_which, message, reference, why) => {
    const looked = await findCertificate(clone(message, reference), "HEAD");
    expect(looked).toMatchObject({ status: "missing", commit: COMMIT, why: expect.stringContaining(why) });
  });
});

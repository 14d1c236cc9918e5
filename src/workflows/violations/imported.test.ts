import { expect, it } from "vitest";
import type { Violation } from "../../domain/entities/violation.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import { findJudged } from "./imported.ts";

const violation = (contract_id: string, check_id: string, message: string): Violation =>
  ({
    violation_id: `V-${contract_id}-${check_id}`,
    contract_id,
    check_id,
    message,
    file_path: "src/a.py",
    snippet: "import os",
    status: "open",
  }) as Violation;

const IMPORTED = violation("ruff", "F401", "`os` imported but unused");
const RERUN = violation("lint", "ruff", "`os` imported but unused (F401)");
const OTHER = violation("lint", "ruff", "Something else (E711)");

async function judged(
  subject: Violation,
  found: readonly Violation[],
  { ran = ["lint/ruff"], ofTool = [RERUN] }: { ran?: readonly string[]; ofTool?: readonly Violation[] } = {},
) {
  const covers = (each: Pick<Violation, "contract_id" | "check_id">) =>
    ran.includes(`${each.contract_id}/${each.check_id}`);
  const conformance = {
    knownChecks: async () => (each: Pick<Violation, "contract_id">) => each.contract_id === "lint",
    checksOfTool: async () => ofTool,
  };
  const problems = [{ contract: "lint", check: "ruff", why: "ruff is not installed" }];
  const before = { violations: found, covers, problems } as unknown as CheckRun;
  return findJudged({ conformance } as never, subject, before);
}

it("lets the check that found a violation judge its fix", async () => {
  expect(await judged(RERUN, [RERUN])).toMatchObject({
    requirement: { violation: RERUN, subject: RERUN, notes: [] },
  });
  expect(await judged(RERUN, [])).toEqual({ status: "gone" });
  expect(await judged(RERUN, [RERUN], { ran: [] })).toMatchObject({
    status: "cannot_run",
    why: expect.stringMatching("proven: ruff is not installed"),
  });
});

it("lets a check that runs the same tool judge the fix for an imported violation", async () => {
  expect(await judged(IMPORTED, [OTHER, RERUN])).toMatchObject({
    requirement: {
      violation: RERUN,
      subject: RERUN,
      reportedAs: IMPORTED,
      notes: [expect.stringMatching("again, before and after")],
    },
  });
  expect(await judged(IMPORTED, [OTHER])).toEqual({ status: "gone" });
});

it.each([{ ofTool: [] }, { ran: [] }])(
  "says that no tool judges the fix for an imported violation: %j",
  async (more) => {
    expect(await judged(IMPORTED, [], more)).toMatchObject({
      requirement: {
        violation: null,
        subject: IMPORTED,
        notes: [expect.stringMatching("was not run again")],
      },
    });
  },
);

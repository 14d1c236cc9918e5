import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Certificate, Statement } from "../../domain/entities/certificate.ts";
import { openState, type State } from "../state/index.ts";
import { type OpenCertificates, openCertificates } from "./index.ts";

const TIME = "2026-01-02T03:04:05.000Z";
const COMMIT = "c".repeat(40);
let folder: string;
let state: State;
let certificates: OpenCertificates;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-certificates-"));
  state = await openState({ folder, now: () => TIME });
  certificates = await openCertificates(state);
});

afterEach(async () => {
  await state.database.close();
  rmSync(folder, { recursive: true });
});

test("are prepared until the change lands, then found by commit and by review, with a file next to the attempt", async () => {
  const { digest, statement } = sample("1");
  await certificates.prepare({ digest: "b".repeat(64), statement });
  await certificates.prepare({ digest, statement });
  expect(await certificates.prepared("RV-1")).toEqual({ digest, statement });
  expect([await certificates.get("RV-1"), await certificates.list()]).toEqual([null, []]);
  await certificates.issue(sample("1"));
  expect(await certificates.get(COMMIT)).toEqual(sample("1"));
  expect(await certificates.get("RV-1")).toEqual(sample("1"));
  const file = join(folder, "fix_attempts", "A-1.certificate.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(sample("1"));
});

test("a truncated or missing file is written again, and an edited one is reported", async () => {
  await certificates.issue(sample("1"));
  const file = join(folder, "fix_attempts", "A-1.certificate.json");
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.slice(0, 100));
  expect(await certificates.repairFiles()).toMatchObject([{ found: "damaged" }]);
  expect(readFileSync(file, "utf8")).toBe(whole);
  rmSync(file);
  expect(await certificates.repairFiles()).toMatchObject([{ found: "absent" }]);
  writeFileSync(file, whole.replace("ada", "eve"));
  expect(await certificates.repairFiles()).toMatchObject([{ found: "edited" }]);
  expect(readdirSync(join(folder, "fix_attempts"))).toContain("A-1.certificate.json");
});

test("ids from outside never become paths", async () => {
  const bad = sample("1");
  const statement = { ...bad.statement, attempt_id: "../../x" };
  await expect(certificates.prepare({ ...bad, statement })).rejects.toMatchObject({ code: "bad_input" });
});

test("a statement of an earlier version, without models, can still be read", () => {
  const { statement } = sample("old");
  expect(Statement.parse(statement)).toEqual(statement);
  const named = { ...statement, brain: { ...statement.brain, models: ["anthropic:claude-sonnet-4-5"] } };
  expect(Statement.parse(named)).toEqual(named);
});

function sample(name: string): Certificate {
  const statement: Statement = {
    format: "agentforge-certificate/1",
    title: "use +",
    trace_id: "550e8400-e29b-41d4-a716-446655440000",
    session_id: "S-1",
    attempt_id: `A-${name}`,
    review_id: `RV-${name}`,
    violation_id: null,
    proven_on: "a".repeat(40),
    reverified_on: null,
    uncommitted: [],
    diff_hash: "d".repeat(64),
    files: [{ path: "sum.js", before: null, after: { mode: "100644", sha256: "e".repeat(64) } }],
    tests: {
      framework: "pytest",
      before: "failed",
      after: "passed",
      cases: [{ id: "t", before: "failed", after: "passed" }],
      fixed: ["t"],
      flaky: [],
    },
    checks: null,
    changed_lines: { total: 1, covered: 1 },
    confidence: 0.9,
    sandbox: "bubblewrap",
    tools: { node: "24" },
    brain: { kind: "search", made_by: ["search"] },
    cost: { tokens: 0, usd: 0 },
    approval: { by: "ada", actor: "human", at: TIME, land_to: "current-branch" },
    journal: { journal_id: "j", seq: 7, hash: "f".repeat(64) },
  };
  return {
    digest: "a".repeat(64),
    statement,
    base_commit: "a".repeat(40),
    result_commit: COMMIT,
    issued_at: TIME,
  };
}

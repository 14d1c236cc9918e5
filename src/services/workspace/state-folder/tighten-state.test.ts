import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tightenState } from "./tighten-state.ts";

let outside: string;
let folder: string;
const mode = (path: string) => statSync(path).mode & 0o777;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), "agentforge-tighten-"));
  folder = join(outside, ".agentforge");
  for (const name of ["reviews", "attempts/A-1/tree", "contracts"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["journal.db", "reviews/RV-1.diff", "attempts/A-1/tree/run.sh", "contracts/a.yaml"])
    writeFileSync(join(folder, name), "x", { mode: 0o644 });
  writeFileSync(join(outside, "target"), "x");
  chmodSync(join(outside, "target"), 0o644);
  symlinkSync(join(outside, "target"), join(folder, "reviews", "link"));
  chmodSync(join(folder, "attempts/A-1/tree/run.sh"), 0o755);
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

it("restricts permissions that an older version left open, and nothing else", async () => {
  await tightenState(folder);
  expect(mode(folder)).toBe(0o700);
  expect(mode(join(folder, "reviews"))).toBe(0o700);
  expect(mode(join(folder, "journal.db"))).toBe(0o600);
  expect(mode(join(folder, "reviews/RV-1.diff"))).toBe(0o600);
  expect(mode(join(folder, "attempts/A-1/tree/run.sh"))).toBe(0o755);
  expect(mode(join(folder, "contracts/a.yaml"))).toBe(0o644);
  expect(mode(join(outside, "target"))).toBe(0o644);
});

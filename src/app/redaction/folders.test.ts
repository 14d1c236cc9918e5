import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PlanFolders } from "../../domain/ports/plans.ts";
import { openPlanFolders } from "../../services/reviews/index.ts";
import { openRedactor } from "./open-redactor.ts";
import { redactedFolders } from "./ports.ts";

const TOKEN = `ghp_${"a7Q9xZ3bC5dE".repeat(3)}`;
const TEXTS = { plain: "Write a file.\n", secret: `Use ${TOKEN} for it.\n` };
let root: string;
let folders: PlanFolders;
const path = () => join(root, "Inbox/Plans/a_plan.md");
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "agentforge-folders-"));
  folders = redactedFolders(await openPlanFolders(root), openRedactor([]));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each(Object.entries(TEXTS))("replaces and removes a %s text that it has read", async (_, text) => {
  writeFileSync(path(), text);
  const seen = await folders.glance("Inbox/Plans", "a_plan.md");
  expect(seen?.text).not.toContain(TOKEN);
  expect(await folders.put("Inbox/Plans", "a_plan.md", "new\n", seen?.hash ?? "", seen?.stamp)).toBe(true);
  const next = await folders.glance("Inbox/Plans", "a_plan.md");
  expect(await folders.take("Inbox/Plans", "a_plan.md", next?.hash ?? "", next?.stamp)).toBe(true);
});

it.each(Object.entries(TEXTS))("leaves a %s text alone if it was saved again since", async (_, text) => {
  writeFileSync(path(), text);
  const seen = await folders.glance("Inbox/Plans", "a_plan.md");
  rmSync(path());
  writeFileSync(path(), text);
  expect(await folders.put("Inbox/Plans", "a_plan.md", "new\n", seen?.hash ?? "", seen?.stamp)).toBe(false);
  expect(await folders.take("Inbox/Plans", "a_plan.md", seen?.hash ?? "", seen?.stamp)).toBe(false);
  expect(readFileSync(path(), "utf8")).toBe(text);
});

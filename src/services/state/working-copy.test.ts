import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nameWorkingCopy } from "./working-copy.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-copy-"));
  mkdirSync(join(folder, "tmp"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("has one permanent name, whichever process asks first", async () => {
  const names = await Promise.all(Array.from({ length: 20 }, () => nameWorkingCopy(folder)));
  names.push(await nameWorkingCopy(folder));
  expect(new Set(names).size).toBe(1);
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});

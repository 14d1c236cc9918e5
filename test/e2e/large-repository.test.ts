import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openApp, readEnvironment } from "../../src/app.ts";
import type { AttemptTree, Workspace } from "../../src/domain/ports/workspace.ts";
import { repair } from "../../src/workflows/repair/repair.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

vi.setConfig({ testTimeout: 180_000 });

const UNRELATED = 3000;
let repository: Repository | undefined;
afterEach(() => repository?.remove());

function largeRepository(): Repository {
  return makeRepository((folder) => {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("package.json", '{ "type": "module", "scripts": { "test": "node --test test/" } }\n');
    write(
      "src/cart.js",
      "export function total(prices) {\n  let sum = 0;\n  for (const price of prices) sum -= price;\n  return sum;\n}\n",
    );
    write(
      "test/cart.test.js",
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "../src/cart.js";\n\ntest("total", () => assert.equal(total([1, 2, 3]), 6));\n',
    );
    for (let at = 0; at < UNRELATED; at += 1)
      write(`lib/part${at % 30}/module${at}.js`, `export const step${at} = (value) => value + ${at};\n`);
  });
}

/** The same workspace, recording each file that is read from an attempt's tree. */
function watched(workspace: Workspace, reads: Set<string>): Workspace {
  const noted = (tree: AttemptTree): AttemptTree => ({
    ...tree,
    readText: (path) => {
      reads.add(path);
      return tree.readText(path);
    },
    readBytes: (path) => {
      reads.add(path);
      return tree.readBytes(path);
    },
  });
  return {
    ...workspace,
    openAttempt: async (id, options) => noted(await workspace.openAttempt(id, options)),
  };
}

test("a repair in a large repository reads only what the failing test reaches", async () => {
  repository = largeRepository();
  const app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: "if_needed" });
  const reads = new Set<string>();
  try {
    const ports = { ...app.ports, workspace: watched(app.ports.workspace, reads) };
    const request = {
      issue: null,
      tests: [],
      maxIterations: 1,
      budgetSeconds: 60,
      auto: false,
      dryRun: true,
    };
    const outcome = await repair(ports, request, new AbortController().signal, () => undefined);
    expect(outcome.status).toBe("dry_run");
  } finally {
    await app.close();
  }
  expect([...reads].filter((path) => path.startsWith("lib/"))).toEqual([]);
  expect([...reads]).toContain("src/cart.js");
  expect(reads.size).toBeLessThan(20);
});

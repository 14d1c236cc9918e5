import { expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import type { RunRequest } from "../contract.ts";
import { uvu } from "./uvu.ts";

async function filesOf(script: string, files: readonly string[]): Promise<readonly string[]> {
  const manifest = JSON.stringify({ scripts: { test: script } });
  const tree = treeInMemory({
    "package.json": manifest,
    ...Object.fromEntries(files.map((file) => [file, "import 'uvu';"])),
  });
  const project = {
    files: () => tree.files(),
    text: (path: string) => tree.readText(path).catch(() => null),
    lent: [],
  };
  const request = {
    ...{ tree: "/tree", root: ".", selection: { kind: "all" }, coverageOf: [], coverageLines: null },
    ...{ perTestCoverage: false, resource: (name: string) => name },
    programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  } satisfies RunRequest;
  const { argv } = await uvu.command(request, project);
  return argv.filter((each) => files.includes(each));
}

test("runs the files that the pattern of the script selects, without regard to case", async () => {
  expect(await filesOf("uvu tests Unit", ["tests/unit.js", "tests/other.js"])).toEqual(["tests/unit.js"]);
});

test("runs all files if the pattern is not supported", async () => {
  const files = ["tests/a.js", "tests/b.js"];
  expect(await filesOf("uvu tests (?<!x)a", files)).toEqual(files);
});

test("a pattern of the repository cannot keep AgentForge busy", async () => {
  const began = performance.now();
  await filesOf("uvu tests (a+)+$", [`tests/${"a".repeat(60)}!.js`]);
  expect(performance.now() - began).toBeLessThan(5000);
});

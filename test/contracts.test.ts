import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../src/services/conformance/fixture-database.ts";
import { memoryExports } from "../src/services/conformance/fixture-exports.ts";
import { createConformance, loadContracts } from "../src/services/conformance/index.ts";

const folder = fileURLToPath(new URL("../.agentforge/contracts/", import.meta.url));
const contracts = loadContracts(
  readdirSync(folder).map((name) => ({ path: name, text: readFileSync(folder + name, "utf8") })),
);
const RULE = "src/domain/rules/a.ts";
const SERVICE = "src/services/state/a.ts";

/** For each of our own checks: code that violates it, and similar code that does not. */
const cases: Readonly<Record<string, { broken: Record<string, string>; kept: Record<string, string> }>> = {
  layers: {
    broken: { [RULE]: 'import { b } from "../../services/state/b.ts";\n', "src/services/state/b.ts": "" },
    kept: { [SERVICE]: 'import { b } from "../../domain/rules/b.ts";\n', "src/domain/rules/b.ts": "" },
  },
  "domain-is-pure": { broken: { [RULE]: "const at = Date.now();\n" }, kept: { [SERVICE]: "Date.now();\n" } },
  "no-shell": {
    broken: { [SERVICE]: "spawn(program, args, { shell: true });\n" },
    kept: { [SERVICE]: "spawn(program, args, { shell: false });\n" },
  },
  "no-process-exit": {
    broken: { [SERVICE]: "process.exit(1);\n" },
    kept: { [SERVICE]: "process.exitCode = 1;\n" },
  },
  "no-console": {
    broken: { [SERVICE]: "console.error(1);\n" },
    kept: { "src/hosts/cli/a.ts": "console.log(1);\n" },
  },
  "no-process-env": {
    broken: { [SERVICE]: "const home = process.env.HOME;\n" },
    kept: { "src/services/config/a.ts": "const home = process.env.HOME;\n" },
  },
  "no-default-export": {
    broken: { [SERVICE]: "export default function a() {}\n" },
    kept: { [SERVICE]: "export function a() {}\n" },
  },
  "no-else-after-return": {
    broken: { [SERVICE]: "function f(a) {\n  if (a) {\n    return 1;\n  } else {\n    g();\n  }\n}\n" },
    kept: { [SERVICE]: "function f(a) {\n  if (a) {\n    g();\n  } else {\n    h();\n  }\n}\n" },
  },
  "file-length": { broken: { [SERVICE]: "a();\n".repeat(401) }, kept: { [SERVICE]: "a();\n".repeat(400) } },
  "function-length": {
    broken: { [SERVICE]: `function f() {\n${"  a();\n".repeat(49)}}\n` },
    kept: { [SERVICE]: `function f() {\n${"  a();\n".repeat(48)}}\n` },
  },
  "no-todo-comments": {
    broken: { [SERVICE]: "// TODO: later\n" },
    kept: { [SERVICE]: 'const todo = "TODO";\n' },
  },
  "no-merge-markers": { broken: { [SERVICE]: "<<<<<<< HEAD\n" }, kept: { [SERVICE]: "a << 2;\n" } },
  "no-ts-ignore": {
    broken: { [SERVICE]: "// @ts-ignore\n" },
    kept: { [SERVICE]: "// @ts-expect-error because\n" },
  },
  "no-var": { broken: { [SERVICE]: "var a = 1;\n" }, kept: { [SERVICE]: "let a = 1;\n" } },
  "import-extension": {
    broken: { [SERVICE]: 'import { b } from "../x/b";\n' },
    kept: { [SERVICE]: 'import { b } from "./b.ts";\nimport { c } from "yaml";\n' },
  },
  "node-prefix": {
    broken: { [SERVICE]: 'import { a } from "fs/promises";\n' },
    kept: { [SERVICE]: 'import { a } from "node:fs";\n' },
  },
  "strict-equality": { broken: { [SERVICE]: "a == b;\n" }, kept: { [SERVICE]: "a === b;\n" } },
  "kebab-case-files": {
    broken: { "src/services/state/aB.ts": "" },
    kept: { "src/services/state/a-b.test.ts": "" },
  },
  "kebab-case-folders": {
    broken: { "src/services/State/a.ts": "" },
    kept: { "src/services/state/a.ts": "" },
  },
  "domain-rules-have-tests": {
    broken: { [RULE]: "", "src/domain/rules/b.test.ts": "" },
    kept: { [RULE]: "", "src/domain/rules/a.test.ts": "" },
  },
  "plain-english": {
    broken: {
      [SERVICE]: "// The session goes on with the next one.\n",
      "src/services/state/b.ts": "/** The folder; made if it is not there. */\n",
    },
    kept: {
      [SERVICE]: "// The session continues with the next one.\n",
      "src/services/state/b.ts": "/** The folder; created if missing. */\n",
    },
  },
  glossary: {
    broken: { [SERVICE]: "export interface StaleFinding {}\n" },
    kept: { [SERVICE]: "export interface Violation {}\nconst findings = [];\n" },
  },
  "test-nearby": {
    broken: { "src/services/queue/a.ts": "" },
    kept: { "src/services/queue/parts/a.ts": "", "src/services/queue/b.test.ts": "" },
  },
};

describe("our own contracts", () => {
  it("are all tested here", () => {
    const ids = contracts.flatMap((contract) => contract.checks.map((check) => check.id));
    expect(Object.keys(cases).sort()).toEqual([...ids].sort());
  });

  it.each(Object.entries(cases))(
    "%s finds the violation and nothing else",
    async (check, { broken, kept }) => {
      expect(await found(check, broken)).not.toEqual([]);
      expect(await found(check, kept)).toEqual([]);
    },
  );
});

async function found(check: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const database = openDatabase();
  const engine = createConformance({ database, exports: memoryExports() });
  const request = {
    contracts,
    checks: [check],
    files: Object.keys(files).map((path) => ({ path })),
    read: async (path: string) => files[path] ?? "",
  };
  const { items, problems } = await engine.check(request, "2026-01-01T00:00:00Z");
  await database.close();
  expect(problems).toEqual([]);
  return items.map(({ violation }) => violation.file_path);
}

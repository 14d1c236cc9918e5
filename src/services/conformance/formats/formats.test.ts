import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Violation } from "../../../domain/entities/violation.ts";
import type { Database } from "../../../domain/ports/database.ts";
import { openDatabase } from "../fixture-database.ts";
import { memoryExports } from "../fixture-exports.ts";
import {
  type ConformanceReport,
  createConformance,
  formatJson,
  formatSarif,
  formatText,
  formatYaml,
} from "../index.ts";
import { loadContracts } from "../load-contracts.ts";
import { NO_TIME } from "../run-checks.ts";
import { readSarif } from "../sarif-import.ts";

const NOW = "2026-05-01T00:00:00Z";
const CONTRACT = `id: house
description: Our rules
checks:
  - id: no-print
    severity: minor
    message: Use the logger.
    why: Prints cannot be switched off.
    fix_hint: Call log.info.
    ast: { language: python, pattern: print($$$A), rewrite: log.info($$$A) }
  - id: required
    message: A license.
    required-file: { path: LICENSE }
`;
const TEXT = 'def f(x):\n\tprint("ü\u001b[31m", x)\n';

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

async function report(): Promise<ConformanceReport> {
  const database = openDatabase();
  databases.push(database);
  const conformance = createConformance({ database, exports: memoryExports() });
  const files = { "src/a b.py": TEXT };
  const run = await conformance.check(
    {
      contracts: loadContracts([{ path: "c.yaml", text: CONTRACT }]),
      files: Object.keys(files).map((path) => ({ path })),
      read: async () => TEXT,
    },
    NOW,
  );
  return { ...run, durationMs: 1234, time: NO_TIME, textOf: (path) => files[path as keyof typeof files] };
}

describe("text", () => {
  it("shows the place, the code, why, and how to fix it, without control characters", async () => {
    const text = formatText(await report());
    const id = /V-[0-9a-f]{12}(?=\n {2}Use)/.exec(text)?.[0];
    expect(text).toBe(`LICENSE  major  house/required  ${/V-[0-9a-f]{12}/.exec(text)?.[0]}
  LICENSE does not exist, among all files in the repository

src/a b.py:2:2  minor  house/no-print  ${id}
  Use the logger.
    1 | def f(x):
  > 2 | \tprint("ü�[31m", x)
      | \t^^^^^^^^^^^^^^^^^^
    3 |
  why: Prints cannot be switched off.
  fix: Call log.info.
  run: agentforge agent fix-violation ${id}

2 violations (1 major, 1 minor), 1 with a mechanical fix, 1 file checked in 1.2 s
`);
  });

  it("says what the time was spent on, the longest first", async () => {
    const checks = [
      { contract: "linters", check: "ruff", ms: 700 },
      { contract: "floors", check: "layers", ms: 99 },
    ];
    const slow = { ...(await report()), filesFromCache: 3, time: { filesMs: 300, checks } };
    expect(formatText(slow)).toContain(
      "1 file checked in 1.2 s (3 from the cache; linters/ruff 0.7 s, files 0.3 s)\n",
    );
    expect(formatText({ ...slow, durationMs: 40 })).toContain("1 file checked in 0.0 s\n");
    expect(JSON.parse(formatJson(slow))).toMatchObject({
      files_from_cache: 3,
      duration_seconds: 1.234,
      seconds_by_part: { files: 0.3, checks: { "linters/ruff": 0.7, "floors/layers": 0.099 } },
    });
  });
});

it("every format names an unused exemption, and what to do about it", async () => {
  const unusedExemptions = [
    { contract: "house", check: "no-print", paths: ["a\u001b.py", "b.py"], why: "Delete the exemption." },
    { contract: "house", check: null, paths: ["c.py"], why: "Delete the exemption." },
  ];
  const given = { ...(await report()), unusedExemptions };
  const text = formatText(given);
  expect(text).toContain("unused exemption  house/no-print  a�.py, b.py\n  Delete the exemption.\n");
  expect(text).toContain("unused exemption  house  c.py\n");
  expect(text).toContain("2 unused exemptions, 1 file checked");
  expect(JSON.parse(formatJson(given)).unused_exemptions).toEqual(unusedExemptions);
  const [{ invocations }] = JSON.parse(formatSarif(given, "0.1.0")).runs;
  expect(invocations[0]).toMatchObject({
    executionSuccessful: true,
    toolConfigurationNotifications: [
      { level: "warning", associatedRule: { id: "house/no-print" } },
      { message: { text: "An exemption in the contract house is unused (c.py). Delete the exemption." } },
    ],
  });
});

describe("json and yaml", () => {
  it("say the same", async () => {
    const data = await report();
    expect(parse(formatYaml(data))).toEqual(JSON.parse(formatJson(data)));
    expect(JSON.parse(formatJson(data))).toMatchObject({
      violations: [
        { check_id: "required" },
        { check_id: "no-print", line: 2, end_column: 20, fixable: true, is_new: true },
      ],
      files_checked: 1,
    });
  });
});

describe("sarif", () => {
  it("contains rules, places, identities and fixes, and can be read back", async () => {
    const data = await report();
    const log = JSON.parse(formatSarif(data, "0.1.0"));
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "AgentForge", version: "0.1.0" } } }],
    });
    const read = readSarif(JSON.stringify(log));
    expect(read).toMatchObject({
      status: "read",
      findings: [
        { rule: "house/required", path: "LICENSE", level: "warning" },
        {
          rule: "house/no-print",
          path: "src/a b.py",
          line: 2,
          column: 2,
          replacements: [
            {
              path: "src/a b.py",
              start: { line: 2, column: 2 },
              end: { line: 2, column: 20 },
              text: 'log.info("ü\u001b[31m", x)',
            },
          ],
        },
      ],
    });
  });

  const sources = { "src/shop.py": "shop.py.txt", "src/app.js": "app.js.txt" } as const;
  const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures", name), "utf8");

  it.each(["ruff", "eslint"])("imports what %s reports without loss", async (tool) => {
    const database = openDatabase();
    databases.push(database);
    const exports = memoryExports();
    const conformance = createConformance({ database, exports });
    const request = {
      text: fixture(`${tool}.sarif`),
      tree: { roots: ["/repo"], files: Object.keys(sources), exists: async () => false },
      read: async (path: string) => fixture(sources[path as keyof typeof sources]),
    };
    const original = JSON.parse(request.text).runs[0].results as {
      ruleId: string;
      message: { text: string };
      fixes?: unknown[];
    }[];
    const imported = await conformance.importSarif(request, NOW);
    expect(imported.opened.length).toBe(original.length);
    expect(imported.tool.toLowerCase()).toBe(tool);
    expect([...exports.files.keys()].sort()).toEqual(
      imported.opened.map((id) => `violations/${id}.yaml`).sort(),
    );

    const { violations } = await conformance.list({ limit: 1000 });
    const told = (each: Violation) => `${each.check_id} ${each.message}`;
    expect(violations.map(told).sort()).toEqual(
      original.map((each) => `${each.ruleId} ${each.message.text}`).sort(),
    );
    expect(violations.every((each) => each.file_path in sources && each.line !== null)).toBe(true);

    const tree = { contracts: [], files: [], read: request.read };
    let fixable = 0;
    for (const each of violations)
      for await (const _ of conformance.patches(each.violation_id, tree, NOW)) fixable += 1;
    expect(fixable).toBe(original.filter((each) => each.fixes !== undefined).length);

    expect(await conformance.importSarif(request, NOW)).toMatchObject({
      opened: [],
      resolved: [],
      unchanged: original.length,
    });
    const log = JSON.parse(request.text);
    log.runs[0].results = log.runs[0].results.slice(1);
    expect(
      (await conformance.importSarif({ ...request, text: JSON.stringify(log) }, NOW)).resolved.length,
    ).toBe(1);
  });

  it("does not let a log change the violations of the repository's own contracts", async () => {
    const database = openDatabase();
    databases.push(database);
    const conformance = createConformance({ database, exports: memoryExports() });
    const run = {
      tool: { driver: { name: "House" } },
      results: [{ ruleId: "no-print", message: { text: "x" } }],
    };
    const located = { physicalLocation: { artifactLocation: { uri: "file:///ci/x/a.py" } } };
    const results = run.results.map((result) => ({ ...result, locations: [located] }));
    const request = {
      text: JSON.stringify({ version: "2.1.0", runs: [{ ...run, results }] }),
      tree: { roots: [], files: ["a.py"], exists: async () => false },
      ownContracts: ["house"],
      read: async () => "",
    };
    await conformance.importSarif(request, NOW);
    const { violations } = await conformance.list();
    expect(violations).toMatchObject([{ contract_id: "house-log", check_id: "no-print", file_path: "a.py" }]);
  });

  it.each(["", "{}", "[]", '{"version":"1.0.0","runs":[]}', '{"version":"2.1.0","runs":[{}]}'])(
    "refuses %j",
    async (text) => {
      const database = openDatabase();
      databases.push(database);
      const conformance = createConformance({ database, exports: memoryExports() });
      const request = {
        text,
        tree: { roots: ["/repo"], files: [], exists: async () => false },
        read: async () => "",
      };
      await expect(conformance.importSarif(request, NOW)).rejects.toMatchObject({ code: "bad_input" });
    },
  );
});

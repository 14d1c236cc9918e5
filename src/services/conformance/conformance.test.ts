import { afterEach, describe, expect, it } from "vitest";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Execute } from "./check-type.ts";
import { openDatabase } from "./fixture-database.ts";
import { memoryExports } from "./fixture-exports.ts";
import { applyEdits, createConformance, formatTrend } from "./index.ts";
import { loadContracts } from "./load-contracts.ts";

const NOW = "2026-05-01T00:00:00Z";
const CONTRACT = `id: house
description: Our rules
checks:
  - id: none-by-identity
    message: Compare with None by identity.
    ast: { language: python, pattern: $X == None, rewrite: $X is None }
  - id: no-eval
    message: Never.
    ast: { language: python, pattern: eval($A) }
  - id: lint
    message: Lint.
    command:
      run: [lint]
      format: regex
      regex: '^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$'
      fix: [lint, --fix, "{file}"]
`;

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

/** A linter that reports tabs, and can replace them. */
function linter(files: Record<string, string>): Execute {
  return async (argv, readBack = []) => ({
    exitCode: Object.values(files).some((text) => text.includes("\t")) ? 1 : 0,
    stdout: Object.entries(files)
      .flatMap(([path, text]) =>
        text.split("\n").flatMap((line, index) => (line.includes("\t") ? [`${path}:${index + 1}: tab`] : [])),
      )
      .join("\n"),
    stderr: "",
    files: argv.includes("--fix")
      ? Object.fromEntries(readBack.map((path) => [path, (files[path] ?? "").replaceAll("\t", "    ")]))
      : {},
  });
}

async function allOf(offered: AsyncIterable<Patch>): Promise<readonly Patch[]> {
  const all: Patch[] = [];
  for await (const patch of offered) all.push(patch);
  return all;
}

function open() {
  const database = openDatabase();
  databases.push(database);
  const exports = memoryExports();
  const conformance = createConformance({ database, exports });
  const request = (files: Record<string, string>) => ({
    contracts: loadContracts([{ path: "c.yaml", text: CONTRACT }]),
    files: Object.keys(files).map((path) => ({ path })),
    read: async (path: string) => files[path] ?? "",
    execute: linter(files),
  });
  return { conformance, exports, request };
}

describe("createConformance", () => {
  it("checks, records, proposes, and verifies what was proposed", async () => {
    const { conformance, exports, request } = open();
    const files = { "a.py": "if a == None:\n\teval(b)\n" };
    const run = await conformance.check(request(files), NOW);
    expect(run.items.map((item) => [item.violation.check_id, item.isNew])).toEqual([
      ["none-by-identity", true],
      ["lint", true],
      ["no-eval", true],
    ]);
    expect((await conformance.list()).total).toBe(0);
    const report = await conformance.record(run, NOW);
    expect(report).toMatchObject({ notExported: 0, unchanged: 0 });
    expect(exports.files.size).toBe(3);

    const expected: Record<string, [operator: string | undefined, after: string]> = {
      "none-by-identity": ["ast", "if a is None:\n\teval(b)\n"],
      "no-eval": [undefined, files["a.py"]],
      lint: ["command-fixer", "if a == None:\n    eval(b)\n"],
    };
    for (const violation of report.violations) {
      const [patch] = await allOf(conformance.patches(violation.violation_id, request(files), NOW));
      const after = { "a.py": applyEdits(files["a.py"], patch?.edits ?? []) };
      expect([patch?.operator, after["a.py"]]).toEqual(expected[violation.check_id]);
      expect(await conformance.verify(violation.violation_id, request(after), NOW)).toEqual({
        gone: patch !== undefined,
        introduced: [],
        problems: [],
      });
    }
  });

  it("notices a fix that breaks something else", async () => {
    const { conformance, request } = open();
    const { violations } = await conformance.record(
      await conformance.check(request({ "a.py": "a == None\n" }), NOW),
      NOW,
    );
    const verification = await conformance.verify(
      violations[0]?.violation_id ?? "",
      request({ "a.py": "eval(1)\n" }),
      NOW,
    );
    expect(verification).toMatchObject({ gone: true, introduced: [{ check_id: "no-eval" }] });
  });

  it("offers no patch for a violation that is gone or unknown", async () => {
    const { conformance, request } = open();
    const { opened } = await conformance.record(
      await conformance.check(request({ "a.py": "a == None\n" }), NOW),
      NOW,
    );
    expect(await allOf(conformance.patches(opened[0] ?? "", request({ "a.py": "" }), NOW))).toEqual([]);
    expect(await allOf(conformance.patches("V-ffffffffffff", request({}), NOW))).toEqual([]);
  });

  it("reports the trend", async () => {
    const { conformance, request } = open();
    expect(formatTrend(await conformance.trend())).toContain("nothing recorded yet");
    for (const text of ["a == None\nb == None\n", "a == None\n"]) {
      await conformance.record(await conformance.check(request({ "a.py": text }), NOW), NOW);
    }
    const lines = formatTrend(await conformance.trend())
      .trimEnd()
      .split("\n");
    expect(lines.length).toBe(3);
    expect(lines[1]).toMatch(/ 2 .* 2 +0 +█{20}$/);
    expect(lines[2]).toMatch(/ 1 .* 0 +1 +█{10}$/);
  });
});

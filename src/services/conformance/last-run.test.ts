import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../domain/ports/database.ts";
import { openDatabase } from "./fixture-database.ts";
import { memoryExports } from "./fixture-exports.ts";
import { type Conformance, createConformance } from "./index.ts";
import { loadContracts } from "./load-contracts.ts";

const NOW = "2026-05-01T10:00:00Z";
const CONTRACT = `id: house
description: Our rules
checks:
  - id: none-by-identity
    message: Compare with None by identity.
    ast: { language: python, pattern: $X == None, rewrite: $X is None }
  - id: no-eval
    message: Never.
    ast: { language: python, pattern: eval($A) }
`;
const FILES = { "b.py": "eval(x)\neval(x)\n", "a.py": "a == None\n" };

let database: Database;
let conformance: Conformance;
beforeEach(() => {
  database = openDatabase();
  conformance = createConformance({ database, exports: memoryExports() });
});
afterEach(() => database.close());

function request(files: Record<string, string> = FILES, contract = CONTRACT) {
  return {
    contracts: loadContracts([{ path: "c.yaml", text: contract }]),
    files: Object.entries(files).map(([path, text]) => ({ path, stamp: text })),
    read: async (path: string) => files[path] ?? "",
  };
}

async function recorded(given = request(), now = NOW) {
  const run = await conformance.check(given, now);
  return { run, report: await conformance.record(run, now) };
}

it("gives the same result for an unchanged tree without reading it again, and records the run", async () => {
  const first = await recorded();
  const blind = { ...request(), read: () => Promise.reject(new Error("it was read")) };
  const { run, report } = await recorded(blind, "2026-05-01T11:00:00Z");
  expect(run.isRepeated).toBe(true);
  expect(run.items.map(({ violation }) => violation)).toEqual(first.report.violations);
  expect(run.items.map(({ range, edits }) => [range?.line, edits !== null])).toEqual(
    first.run.items.map(({ range, edits }) => [range?.line, edits !== null]),
  );
  expect(report).toMatchObject({ opened: [], resolved: [], unchanged: 3 });
  expect(await conformance.trend()).toHaveLength(2);
  const whole = await conformance.check(request(), NOW, { withEdits: true });
  expect(whole.items.map(({ violation }) => violation)).toEqual(first.report.violations);
  expect(whole.items[0]?.edits).toHaveLength(1);
});

it.each<[what: string, given: Parameters<Conformance["check"]>[0], now?: string]>([
  ["a changed file", request({ ...FILES, "a.py": "a is None\n" })],
  ["an added file", request({ ...FILES, "c.py": "\n" })],
  ["a changed message", request(FILES, CONTRACT.replace("Never.", "Never again."))],
  ["other checks", { ...request(), checks: ["no-eval"] }],
  ["other files", { ...request(), paths: ["a.py"] }],
  ["another day", request(), "2026-05-02T00:00:00Z"],
  ["a file without a stamp", { ...request(), files: [{ path: "a.py" }, { path: "b.py" }] }],
  [
    "a linter",
    request(
      FILES,
      `${CONTRACT}  - { id: lint, message: x, command: { run: [lint], format: regex, regex: "(?P<file>x)(?P<message>y)" } }\n`,
    ),
  ],
])("runs again for %s", async (_, given, now = NOW) => {
  await recorded();
  expect((await conformance.check(given, now)).isRepeated).toBe(false);
});

it("runs again after a violation was suppressed, and while a suppression has an end date", async () => {
  const { report } = await recorded();
  const id = report.violations[0]?.violation_id ?? "";
  await conformance.suppress(id, { reason: "later", expires_at: "2026-05-01T12:00:00Z" }, NOW);
  for (const hour of [11, 13]) {
    const { run } = await recorded(request(), `2026-05-01T${hour}:00:00Z`);
    expect(run.isRepeated).toBe(false);
    expect(run.items[0]?.violation.status).toBe(hour === 11 ? "suppressed" : "open");
  }
});

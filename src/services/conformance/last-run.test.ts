import { hash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ViolationBaseline } from "../../domain/entities/violation-baseline.ts";
import type { Database } from "../../domain/ports/database.ts";
import { makeBaseline } from "../../domain/rules/violations/baseline.ts";
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

it("remembers what is in the baseline, and parses only another baseline", async () => {
  const { run } = await recorded();
  const [first, ...others] = run.items.map(({ violation }) => violation);
  if (first === undefined) throw new Error("nothing was found");
  const digestCode = (text: string) => hash("sha256", text);
  const known = makeBaseline(others, digestCode);
  const check = async (digest: string, parse: () => ViolationBaseline) => {
    const checked = await conformance.check(request(), NOW, { baseline: { digest, parse } });
    const { unchanged } = await conformance.record(checked, NOW);
    const shown = checked.items.map(({ violation }) => violation);
    return { isRepeated: checked.isRepeated, shown, inBaseline: checked.inBaseline, unchanged };
  };
  const unread = () => {
    throw new Error("the baseline was parsed");
  };
  const compared = { isRepeated: true, shown: [first], inBaseline: others.length, unchanged: 3 };
  expect(await check("one", () => known)).toEqual(compared);
  expect(await check("one", unread)).toEqual(compared);
  expect(await check("two", () => makeBaseline([], digestCode))).toMatchObject({ inBaseline: 0 });
  expect(await check("two", unread)).toMatchObject({ shown: [first, ...others], inBaseline: 0 });
  expect((await conformance.check(request(), NOW)).items).toHaveLength(3);
});

it("compares a computed run with the baseline, and suppressed violations are never in it", async () => {
  const { run, report } = await recorded();
  const known = makeBaseline(report.violations, (text) => hash("sha256", text));
  const baseline = { digest: "one", parse: () => known };
  const id = run.items[0]?.violation.violation_id ?? "";
  await conformance.suppress(id, { reason: "later", expires_at: null }, NOW);
  for (const isRepeated of [false, true]) {
    const again = await conformance.check(request(), NOW, { baseline });
    await conformance.record(again, NOW);
    expect(again).toMatchObject({ isRepeated, inBaseline: 2 });
    expect(again.items.map(({ violation }) => violation.status)).toEqual(["suppressed"]);
  }
});

it("lists the same unused exemptions for an unchanged tree", async () => {
  const exempt = `${CONTRACT}exemptions:\n  - { check: no-eval, paths: [gone.py], reason: old, expires: 2999-01-01 }\n`;
  for (const isRepeated of [false, true]) {
    const { run } = await recorded(request(FILES, exempt));
    expect(run).toMatchObject({ isRepeated, unusedExemptions: [{ check: "no-eval", paths: ["gone.py"] }] });
  }
});

it("runs again with another version of the program", async () => {
  await recorded();
  const newer = createConformance({ database, exports: memoryExports(), version: "2.0.0" });
  expect((await newer.check(request(), NOW)).isRepeated).toBe(false);
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

import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { Violation } from "../../domain/entities/violation.ts";
import type { Database } from "../../domain/ports/database.ts";
import { openDatabase } from "./fixture-database.ts";
import { runOver } from "./fixture-run.ts";
import { ViolationStore } from "./violation-store.ts";

const CONTRACT = `id: house
description: Our rules
checks:
  - id: no-print
    severity: minor
    message: Use the logger.
    ast: { language: python, pattern: print($$$A) }
  - id: no-eval
    severity: blocker
    message: Never.
    pattern: { regex: 'eval\\(' }
`;

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

function open(contract = CONTRACT) {
  const database = openDatabase();
  databases.push(database);
  const store = new ViolationStore(database);
  let day = 0;
  const check = async (files: Record<string, string>, more: Parameters<typeof runOver>[2] = {}) =>
    store.record(await runOver(contract, files, more), `2026-01-${String(++day).padStart(2, "0")}T00:00:00Z`);
  return { store, check };
}

const FUNCTION = "def f(x):\n    print(x)\n";

describe("identity", () => {
  it.each<[title: string, after: Record<string, string>]>([
    ["lines move", { "a.py": `import os\n\n\n${FUNCTION}` }],
    ["code is re-indented", { "a.py": "def f(x):\n  if x:\n        print( x )\n".replace("( x )", "(x)") }],
    ["spacing changes", { "a.py": "def f(x):\n    print(x)   # note\n" }],
    ["the file is renamed", { "lib/b.py": FUNCTION }],
    ["the function moves to another file", { "a.py": "", "b.py": FUNCTION }],
  ])("stays when %s", async (_, after) => {
    const { check } = open();
    const [before] = (await check({ "a.py": FUNCTION })).opened;
    const report = await check(after);
    expect(report).toMatchObject({ opened: [], resolved: [], unchanged: 1 });
    expect(report.violations[0]?.violation_id).toBe(before);
  });

  it("keeps two equal violations apart, and resolves the one that was fixed", async () => {
    const { check } = open();
    const text = "print(1)\na = 1\nb = 2\nprint(1)\nc = 3\n";
    const first = await check({ "a.py": text });
    expect(first.opened.length).toBe(2);
    const [upper, lower] = first.violations;
    expect((await check({ "a.py": "a = 1\nb = 2\nprint(1)\nc = 3\n" })).resolved).toEqual([
      upper?.violation_id,
    ]);
    expect((await check({ "a.py": text })).reopened).toEqual([upper?.violation_id]);
    expect((await check({ "a.py": "print(1)\na = 1\nb = 2\nc = 3\n" })).resolved).toEqual([
      lower?.violation_id,
    ]);
  });

  it("distinguishes equal violations by the lines around them, although both have moved", async () => {
    const { check } = open();
    const text = "a = 1\nprint(1)\nb = 2\n\n\nc = 3\nprint(1)\nd = 4\n";
    const [upper, lower] = (await check({ "a.py": text })).violations;
    expect((await check({ "a.py": "c = 3\nprint(1)\nd = 4\n" })).resolved).toEqual([upper?.violation_id]);
    expect(lower?.line).toBe(7);
  });

  it("keeps equal violations in two files apart, whichever is fixed first", async () => {
    const { check } = open();
    const { violations } = await check({ "a.py": "print(1)\n", "b.py": "print(1)\n" });
    expect(new Set(violations.map((each) => each.violation_id)).size).toBe(2);
    const inA = violations.find((each) => each.file_path === "a.py")?.violation_id;
    expect((await check({ "a.py": "", "b.py": "print(1)\n" })).resolved).toEqual([inA]);
  });

  it("has as many open violations as results, no matter what is edited", async () => {
    const line = fc.constantFrom("print(1)", "print(2)", "x = 1", "eval(x)", "");
    const tree = fc.dictionary(
      fc.constantFrom("a.py", "b.py", "c/a.py"),
      fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n")),
      {
        noNullPrototype: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 5 }), async (trees) => {
        const { store, check } = open();
        for (const files of trees) {
          await check(files);
          const expected =
            Object.values(files)
              .join("\n")
              .match(/print\(\d\)|eval\(/g)?.length ?? 0;
          const { violations, total } = await store.list();
          expect(total).toBe(expected);
          expect(new Set(violations.map((each) => each.fingerprint)).size).toBe(expected);
          for (const violation of violations) expect(Violation.parse(violation)).toEqual(violation);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("life cycle", () => {
  it("open → resolved → reopened, with its history", async () => {
    const { store, check } = open();
    const [id = ""] = (await check({ "a.py": FUNCTION })).opened;
    expect((await check({ "a.py": "" })).resolved).toEqual([id]);
    expect(await store.get(id)).toMatchObject({ status: "resolved", resolved_at: "2026-01-02T00:00:00Z" });
    expect((await check({ "a.py": FUNCTION })).reopened).toEqual([id]);
    const violation = await store.get(id);
    expect(violation).toMatchObject({
      status: "reopened",
      resolved_at: null,
      detected_at: "2026-01-01T00:00:00Z",
    });
    expect(violation?.history.map((each) => each.status)).toEqual(["open", "resolved", "reopened"]);
  });

  it("a partial run resolves nothing that it did not check", async () => {
    const { check } = open();
    await check({ "a.py": FUNCTION, "b.py": "eval(1)\n" });
    const files = { "a.py": "", "b.py": "" };
    expect((await check(files, { checks: ["no-print"], paths: ["b.py"] })).resolved).toEqual([]);
    expect((await check(files, { paths: ["b.py"] })).resolved.length).toBe(1);
    expect((await check(files)).resolved.length).toBe(1);
  });

  it("exemptions suppress until their last day", async () => {
    const exempt = `${CONTRACT}exemptions:\n  - { check: no-print, paths: ["a.py"], reason: a script, expires: 2026-01-02 }\n`;
    const { store, check } = open(exempt);
    const [id = ""] = (await check({ "a.py": FUNCTION })).suppressed;
    expect(await store.get(id)).toMatchObject({
      status: "suppressed",
      suppression: { reason: "exempt: a script" },
    });
    expect(await check({ "a.py": FUNCTION })).toMatchObject({ opened: [], unchanged: 1 });
    expect((await check({ "a.py": FUNCTION })).opened).toEqual([id]);
  });

  it("a person's suppression lasts as long as they said", async () => {
    const { store, check } = open();
    const [id = ""] = (await check({ "a.py": FUNCTION })).opened;
    await store.suppress(
      id,
      { reason: "legacy", expires_at: "2026-01-02T12:00:00Z" },
      "2026-01-01T01:00:00Z",
    );
    expect(await check({ "a.py": FUNCTION })).toMatchObject({ opened: [], unchanged: 1 });
    expect((await check({ "a.py": FUNCTION })).opened).toEqual([id]);
    await expect(
      store.suppress("V-000000000000", { reason: "x", expires_at: null }, "2026-01-01T01:00:00Z"),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("list", () => {
  it("filters, pages and sorts by severity", async () => {
    const { store, check } = open();
    await check({ "a.py": "print(1)\neval(2)\n", "src/b.py": "print(3)\nprint(4)\n" });
    const messages = async (filter: Parameters<typeof store.list>[0]) => {
      const page = await store.list(filter);
      return [page.total, ...page.violations.map((each) => `${each.file_path}:${each.line}`)];
    };
    expect(await messages({})).toEqual([4, "a.py:2", "a.py:1", "src/b.py:1", "src/b.py:2"]);
    expect(await messages({ severity: "major" })).toEqual([1, "a.py:2"]);
    expect(await messages({ check: "no-print", limit: 1, offset: 1 })).toEqual([3, "src/b.py:1"]);
    expect(await messages({ paths: ["src/"], limit: 1 })).toEqual([2, "src/b.py:1"]);
    expect(await messages({ paths: ["./src/*.py", "!*a.py"] })).toEqual([2, "src/b.py:1", "src/b.py:2"]);
    expect(await messages({ paths: ["*.py", "nowhere/**"], severity: "blocker" })).toEqual([1, "a.py:2"]);
    expect(await messages({ status: ["resolved"] })).toEqual([0]);
    const [first] = (await store.list()).violations;
    expect((await store.get(first?.violation_id.slice(0, 8) ?? ""))?.violation_id).toBe(first?.violation_id);
    expect(await store.get("V-")).toBeNull();
  });

  it("records the trend", async () => {
    const { store, check } = open();
    await check({ "a.py": "print(1)\neval(2)\n" });
    await check({ "a.py": "print(1)\n" });
    expect(await store.trend()).toMatchObject([
      { open: { blocker: 1, minor: 1 }, opened: 2, resolved: 0 },
      { open: { blocker: 0, minor: 1 }, opened: 0, resolved: 1 },
    ]);
  });
});

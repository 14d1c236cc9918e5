import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Violation } from "../../entities/violation.ts";
import { sha256 } from "../records/sha256.ts";
import { compareWithBaseline, makeBaseline } from "./baseline.ts";

const one = (file: string, snippet: string, check = "no-var"): Violation => ({
  violation_id: "V-000000000000",
  fingerprint: "0".repeat(64),
  contract_id: "house",
  check_id: check,
  severity: "major",
  file_path: file,
  line: 1,
  column: 1,
  snippet,
  message: "Use const.",
  fix_hint: null,
  status: "open",
  detected_at: "2026-01-01T00:00:00Z",
  resolved_at: null,
  suppression: null,
  history: [],
});

const old = [one("a.js", "var a"), one("a.js", "var a"), one("b.js", "var b")];
const places = (violations: readonly Violation[]) =>
  violations.map(({ file_path, snippet }) => `${file_path} ${snippet}`);

describe("compareWithBaseline", () => {
  it.each<[string, Violation[], string[]]>([
    ["existing code is known", old, []],
    ["a third copy of the same code is new", [...old, one("a.js", "var a")], ["a.js var a"]],
    ["different code is new", [...old, one("a.js", "var c")], ["a.js var c"]],
    ["a different check is new", [...old, one("b.js", "var b", "no-b")], ["b.js var b"]],
    ["code that moved is known", [one("a.js", "var a"), one("c.js", "var  a"), one("b.js", "var b")], []],
    ["a copy elsewhere is new", [...old, one("c.js", "var b")], ["c.js var b"]],
  ])("%s", (_what, now, fresh) => {
    const compared = compareWithBaseline(makeBaseline(old, sha256), now, sha256);
    expect(places(compared.fresh)).toEqual(fresh);
    expect(compared.known.length + compared.fresh.length).toBe(now.length);
  });

  it("keeps the remaining violations at their current places, and never grows", () => {
    const now = [one("a.js", "var a"), one("c.js", "var b"), one("d.js", "var d")];
    const { known } = compareWithBaseline(makeBaseline(old, sha256), now, sha256);
    expect(makeBaseline(known, sha256).violations.map(({ file, count }) => [file, count])).toEqual([
      ["a.js", 1],
      ["c.js", 1],
    ]);
  });

  it("knows exactly what the baseline contains", () => {
    const violation = fc
      .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("x", "y"))
      .map(([f, s]) => one(f, s));
    const many = fc.array(violation, { maxLength: 12 });
    fc.assert(
      fc.property(many, many, (before, now) => {
        const baseline = makeBaseline(before, sha256);
        expect(compareWithBaseline(baseline, before, sha256)).toMatchObject({ fresh: [] });
        expect(makeBaseline(compareWithBaseline(baseline, before, sha256).known, sha256)).toEqual(baseline);
        const { known } = compareWithBaseline(baseline, now, sha256);
        expect(known.length).toBeLessThanOrEqual(before.length);
        const { violations } = makeBaseline(known, sha256);
        expect(violations.reduce((sum, { count }) => sum + count, 0)).toBe(known.length);
      }),
    );
  });
});

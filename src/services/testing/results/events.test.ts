import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RunRequest } from "../contract.ts";
import { failureFromOutput, lineInStack, readEvents } from "./events.ts";
import { bounded, clean } from "./text.ts";

const REQUEST: RunRequest = {
  tree: "/tree",
  root: "web",
  selection: { kind: "all" },
  coverageOf: ["web/a.js"],
  coverageLines: null,
  perTestCoverage: true,
  programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  resource: (name) => name,
};

function read(...events: object[]) {
  const text = events.map((event) => JSON.stringify(event)).join("\n");
  const process = { exitCode: 0, signal: null, stdout: "", stderr: "", timedOut: false };
  return readEvents(
    { ...process, artifacts: { "report.jsonl": text } },
    { request: REQUEST, sameId: "number" },
  );
}

test("ids are relative to the root, and only their path part is treated as a path", () => {
  const report = read(
    { event: "start" },
    { event: "test", file: "t.js", path: ["a//b", "../c"], status: "passed" },
    { event: "test", id: "t.py::x[../y//z]", status: "passed" },
    { event: "end" },
  );
  expect(report?.tests.map(({ id }) => id)).toEqual(["web/t.js > a//b > ../c", "web/t.py::x[../y//z]"]);
});

test("coverage of several processes is combined", () => {
  const report = read(
    { event: "start" },
    { event: "coverage", files: { "a.js": { executed: [1, 3], executable: [1, 2, 3] } } },
    { event: "coverage", files: { "a.js": { executed: [2], executable: [1, 2, 3] } } },
    { event: "lines", file: "t.js", path: ["x"], lines: { "a.js": [3] } },
  );
  expect(report?.coverage).toEqual({ "web/a.js": { executed: [1, 2, 3], executable: [1, 2, 3] } });
  expect(report?.perTest).toEqual({ "web/t.js > x": { "web/a.js": [3] } });
});

test("a truncated last line loses only that line", () => {
  const text =
    '{"event":"start"}\n{"event":"test","file":"t.js","path":["x"],"status":"passed"}\n{"event":"te';
  const process = { exitCode: null, signal: "SIGKILL", stdout: "", stderr: "", timedOut: false };
  const artifacts = { "report.jsonl": text };
  const report = readEvents({ ...process, artifacts }, { request: REQUEST, sameId: "number" });
  expect(report).toMatchObject({ finished: false, tests: [{ id: "web/t.js > x" }] });
});

test("reading arbitrary lines never throws and never gives two tests the same id", () => {
  const word = fc.constantFrom(
    "start",
    "begin",
    "finish",
    "test",
    "error",
    "coverage",
    "lines",
    "exit",
    "end",
  );
  const event = fc.record(
    {
      event: word,
      id: fc.oneof(fc.string(), fc.constant("a.py::x")),
      file: fc.oneof(fc.string(), fc.constant("a.js"), fc.constant(null)),
      path: fc.array(fc.constantFrom("x", "y > z", "")),
      status: fc.constantFrom("passed", "failed", "error", "skipped"),
      failure: fc.option(
        fc.record({ type: fc.string(), message: fc.string(), stack: fc.string() }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: ["event"] },
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const ids = read({ event: "start" }, ...events)?.tests.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test("lines with a different shape are ignored", () => {
  const odd = [5, null, [], {}, "x"];
  const fields = ["id", "file", "path", "name", "status", "seconds", "line", "failure", "files", "lines"];
  const lines = fields.flatMap((field) => odd.map((value) => ({ event: "test", [field]: value })));
  expect(() => read({ event: "start" }, ...lines, ...odd.map((value) => ({ event: value })))).not.toThrow();
});

describe("Node's output for an error", () => {
  test.each([
    [
      "/t/a.js:3\nx y\n  ^\n\nSyntaxError: Unexpected identifier\n    at x",
      "SyntaxError",
      "Unexpected identifier",
      3,
    ],
    ["node:assert:1\n\nAssertionError [ERR_ASSERTION]: no\n    at a.js:7:1", "AssertionError", "no", 7],
    [
      " Exception during run: Error: Cannot find module 'x'\n    at (/t/a.js:1:2)",
      "Error",
      "Cannot find module 'x'",
      1,
    ],
    ["something else\nat the end", "Error", "at the end", null],
    ["", "Error", "", null],
  ])("%j", (output, type, message, line) => {
    expect(failureFromOutput(output, "a.js")).toMatchObject({ type, message, line });
  });

  test("a file name is not treated as a pattern", () => {
    expect(lineInStack("at axjs:3", "a.js")).toBeNull();
    expect(lineInStack("at /t/a+(b).js:3:1", "a+(b).js")).toBe(3);
  });
});

test("truncation keeps both ends and reports how much is missing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 3, max: 200 }), (text, limit) => {
      const kept = bounded(text, limit);
      if (text.length <= limit) {
        expect(kept).toBe(text);
        return;
      }
      expect(kept.startsWith(text.slice(0, limit - Math.floor(limit / 3)))).toBe(true);
      expect(kept).toContain(`${text.length - limit} characters left out`);
    }),
  );
  expect(clean("\x1b[31mred\x1b[0m\r\n")).toBe("red\n");
});

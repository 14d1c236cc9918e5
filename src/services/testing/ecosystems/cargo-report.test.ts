import { expect, test } from "vitest";
import type { RunRequest } from "../contract.ts";
import { readCargoOutput } from "./cargo-report.ts";

const REQUEST: RunRequest = {
  tree: "/tree",
  root: ".",
  selection: { kind: "all" },
  coverageOf: [],
  coverageLines: null,
  perTestCoverage: false,
  programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  resource: (name) => name,
};
const BUILT = `${JSON.stringify({
  reason: "compiler-artifact",
  target: { kind: ["lib"], name: "calc", src_path: "/tree/src/lib.rs" },
  executable: "/tree/target/debug/deps/calc-1",
})}\n${JSON.stringify({ reason: "build-finished", success: true })}\n`;
const RUNNING = "     Running unittests src/lib.rs (target/debug/deps/calc-1)\n";

function read(stdout: string, stderr = RUNNING) {
  const process = {
    exitCode: 101,
    signal: null,
    stdout: BUILT + stdout,
    stderr,
    timedOut: false,
    artifacts: {},
  };
  return readCargoOutput(process, { sources: ["src/lib.rs"] }, REQUEST);
}

test("before Rust 1.73, a panic has its message in quotes, followed by its location", () => {
  const report = read(`
running 1 test
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----
thread 'tests::adds' panicked at 'assertion failed: \`(left == right)\`
  left: \`1\`,
 right: \`2\`', src/lib.rs:7:9
note: run with \`RUST_BACKTRACE=1\`

failures:
    tests::adds

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
`);
  expect(report?.tests).toMatchObject([
    {
      id: "src/lib.rs::tests::adds",
      failure: { type: "AssertionFailed", line: 7, message: expect.stringContaining("left: `1`") },
    },
  ]);
});

test("ignores output that looks like a verdict", () => {
  const report = read(`
running 1 test
test tests::liar ... FAILED

failures:

---- tests::liar stdout ----
test tests::other ... ok
Error: "no"

failures:
    tests::liar

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
`);
  expect(report?.tests.map(({ id, status }) => [id, status])).toEqual([
    ["src/lib.rs::tests::liar", "failed"],
  ]);
});

test("a binary that exits without a summary has not finished", () => {
  const stderr = `${RUNNING}process didn't exit successfully: \`calc-1\` (signal: 11, SIGSEGV: invalid memory reference)\n`;
  const report = read("\nrunning 2 tests\ntest tests::fine ... ok\n", stderr);
  expect(report?.finished).toBe(false);
  expect(report?.tests).toMatchObject([
    { id: "src/lib.rs::tests::fine", status: "passed" },
    {
      id: "src/lib.rs",
      status: "error",
      failure: { type: "Crash", message: expect.stringContaining("SIGSEGV") },
    },
  ]);
});

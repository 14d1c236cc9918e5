import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../../test/support/hook-app.ts";

const TEST = "tests/test_sum.py";
const BEFORE = "def test_sum():\n    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n";

describe("a session that ends", () => {
  it.each<[string, (bench: Bench) => void, string]>([
    ["weakened a test", (bench) => write(bench, BEFORE.replace(/.*0 *\n/, "")), "1 assertion instead of 2"],
    ["skipped a test", (bench) => write(bench, `@pytest.mark.skip\n${BEFORE}`), "adds a skip mark"],
    [
      "deleted a test",
      (bench) => shell(bench, `rm ${TEST}`, () => rmSync(join(bench.root, TEST))),
      "was deleted",
    ],
    ["deleted all tests", (bench) => shell(bench, "git rm -r tests", () => remove(bench)), "was deleted"],
    [
      "weakened one from the shell",
      (bench) => shell(bench, `sed -i '3d' ${TEST}`, () => put(bench, BEFORE.replace(/.*0 *\n/, ""))),
      "1 assertion instead of 2",
    ],
  ])("is asked once when it %s and ran green", (_what, weaken, words) => {
    using bench = openBench();
    put(bench, BEFORE);
    weaken(bench);
    const said = green(bench);
    expect(said).toContain("prove less");
    expect(said).not.toContain("code is verified");
    const first = stop(bench);
    expect(JSON.parse(first)).toMatchObject({ decision: "block" });
    expect(first).toContain(words);
    const second = stop(bench, true);
    expect(second).toContain("systemMessage");
    expect(second).toContain(words);
  });

  it.each<[string, (bench: Bench) => void]>([
    ["added assertions", (bench) => write(bench, `${BEFORE}    assert add(2, 2) == 4\n`)],
    ["wrote a new test file", (bench) => write(bench, BEFORE, "tests/test_other.py")],
    ["changed code only", (bench) => write(bench, "x = 1\n", "src/sum.py")],
    [
      "weakened a test and restored it",
      (bench) => {
        write(bench, "");
        write(bench, BEFORE);
      },
    ],
    [
      "moved a test",
      (bench) =>
        shell(bench, `mv ${TEST} tests/test_add.py`, () =>
          renameSync(join(bench.root, TEST), join(bench.root, "tests/test_add.py")),
        ),
    ],
  ])("is not asked when it %s and ran green", (_what, work) => {
    using bench = openBench();
    put(bench, BEFORE);
    work(bench);
    expect(green(bench)).not.toContain("prove less");
    expect(stop(bench)).toBe("");
  });

  it("is asked again when more tests are weakened", () => {
    using bench = openBench();
    put(bench, BEFORE);
    put(bench, BEFORE, "tests/test_b.py");
    write(bench, "");
    green(bench);
    expect(stop(bench)).toContain("block");
    write(bench, "", "tests/test_b.py");
    green(bench);
    expect(stop(bench)).toContain("test_b.py");
  });

  it("is not asked if the user switched the test guard off", () => {
    using bench = openBench();
    mkdirSync(join(bench.root, "../config"));
    const settings = JSON.stringify({ middleware: { test_guard: { enabled: false } } });
    writeFileSync(join(bench.root, "../config/harness.json"), settings);
    put(bench, BEFORE);
    write(bench, "");
    green(bench);
    expect(stop(bench)).toBe("");
  });
});

function write(bench: Bench, text: string, path = TEST): void {
  const file_path = join(bench.root, path);
  const call = { tool_name: "Write", tool_input: { file_path, content: text } };
  send(bench, "PreToolUse", call);
  put(bench, text, path);
  send(bench, "PostToolUse", { ...call, tool_response: {} });
}

function shell(bench: Bench, command: string, effect: () => void): void {
  const call = { tool_name: "Bash", tool_input: { command } };
  send(bench, "PreToolUse", call);
  effect();
  send(bench, "PostToolUse", { ...call, tool_response: { stdout: "", stderr: "" } });
}

function green(bench: Bench): string {
  const call = { tool_name: "Bash", tool_input: { command: "pytest -q" } };
  send(bench, "PreToolUse", call);
  return send(bench, "PostToolUse", { ...call, tool_response: { stdout: "3 passed in 0.1s", stderr: "" } });
}

function stop(bench: Bench, stop_hook_active = false): string {
  return send(bench, "Stop", { stop_hook_active, background_tasks: [] });
}

function send(bench: Bench, hook_event_name: string, more: object): string {
  return bench.answer("claude", { session_id: "s", cwd: bench.root, hook_event_name, ...more }).stdout;
}

function put(bench: Bench, text: string, path = TEST): void {
  mkdirSync(join(bench.root, path, ".."), { recursive: true });
  writeFileSync(join(bench.root, path), text);
  expect(readFileSync(join(bench.root, path), "utf8")).toBe(text);
}

function remove(bench: Bench): void {
  rmSync(join(bench.root, "tests"), { recursive: true });
}

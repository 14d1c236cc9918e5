import { describe, expect, it } from "vitest";
import { analyzeTrace, DEFAULT_SETTINGS } from "../../../services/guardrails/index.ts";
import { claudeTranscript } from "./claude.ts";

const base = { sessionId: "t", cwd: "/home/dev/project" };
let second = 0;
const timestamp = () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)).toISOString();

function call(
  id: string,
  name: string,
  input: object,
  result: { text: string; failed?: boolean; fields?: object },
) {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100 };
  const message = { id: `m-${id}`, role: "assistant", usage };
  return [
    {
      ...base,
      type: "assistant",
      timestamp: timestamp(),
      message: { ...message, content: [{ type: "text", text: "…" }] },
    },
    {
      ...base,
      type: "assistant",
      timestamp: timestamp(),
      message: { ...message, content: [{ type: "tool_use", id, name, input }] },
    },
    {
      ...base,
      type: "user",
      timestamp: timestamp(),
      message: {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: id, content: result.text, is_error: result.failed ?? false },
        ],
      },
      ...(result.fields && { toolUseResult: result.fields }),
    },
  ];
}

const transcript = [
  { type: "summary", summary: "x" },
  ...call(
    "1",
    "Edit",
    { file_path: "/home/dev/project/src/a.py" },
    { text: "ok", fields: { filePath: "src/a.py" } },
  ),
  ...call(
    "2",
    "Bash",
    { command: "pytest -q" },
    { text: "Exit code 1\n1 failed, 2 passed in 0.1s", failed: true },
  ),
  ...call(
    "3",
    "Write",
    { file_path: "/home/dev/project/.env" },
    { text: "PreToolUse:Write hook error: protected", failed: true },
  ),
  ...call("4", "Edit", { file_path: 7 }, { text: "bad", failed: true }),
  ...call(
    "5",
    "Bash",
    { command: "pytest -q" },
    { text: "3 passed", fields: { stdout: "3 passed in 0.1s", stderr: "" } },
  ),
];

describe("a Claude Code transcript", () => {
  it("is distinguished from our own trace", () => {
    expect(claudeTranscript.matches(transcript)).toBe(true);
    expect(claudeTranscript.matches([{ event: "start", timestamp: timestamp() }])).toBe(false);
  });

  it("reads as the trace our hooks would have written", () => {
    const records = claudeTranscript.read(transcript, DEFAULT_SETTINGS);
    expect(analyzeTrace({ id: "t", records }, DEFAULT_SETTINGS)).toMatchObject({
      steps: 4,
      failures: 1,
      denied: 1,
      hot_files: [{ path: "src/a.py", edits: 1 }],
      verification: { runs: 2, passed: 1, failed: 1, edited_after_last_green: [] },
      cost: { tokens: 5 * 115, usd: null },
    });
  });
});

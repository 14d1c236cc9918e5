import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateLines, type LineAnswer } from "./evaluate-lines.ts";
import { NO_FILES } from "./files.ts";
import { DEFAULT_SETTINGS } from "./settings/settings.ts";

describe("evaluateLines", () => {
  it("answers every line in order, and remembers sessions", async () => {
    const edit = {
      event: "after_tool",
      session_id: "a",
      tool: { kind: "write", path: "src/a.py" },
      result: {},
    };
    const answers = await run([
      { event: "before_tool", tool: { kind: "shell", command: "npm test" } },
      { event: "before_tool", tool: { kind: "shell", command: "rm -rf /" } },
      { event: "before_tool", tool: { kind: "write", path: ".env" } },
      { event: "before_tool", tool: { kind: "execute", argv: ["git", "status"] } },
      { event: "before_tool", attended: true, tool: { kind: "shell", command: "frobnicate" } },
      edit,
      { event: "stop", session_id: "a" },
      { event: "stop", session_id: "b" },
      {
        event: "batch",
        session_id: "a",
        calls: [{ tool: { kind: "write", path: "x" }, error: "not found" }],
      },
      { event: "compact", session_id: "a" },
      { event: "start", session_id: "a", source: "resume" },
      { event: "end", session_id: "a" },
    ]);
    expect(answers.map(({ decision }) => decision.effect)).toEqual([
      "allow",
      "deny",
      "deny",
      "allow",
      "ask",
      "allow",
      "deny",
      "allow",
      "allow",
      "allow",
      "allow",
      "allow",
    ]);
    for (const { decision } of answers)
      for (const key of ["reason", "rule", "guard"] as const) expect(decision[key]).not.toBe("");
  });

  it.each([
    "{",
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    '{"event":"before_tool"}',
    '{"event":"nap"}',
    '{"event":"before_tool","tool":{"kind":"shell"}}',
    '{"event":"before_tool","tool":{"kind":"shell","command":1}}',
    '{"event":"before_tool","tool":{"kind":"write","paths":[]}}',
    '{"event":"before_tool","tool":{"kind":"write","paths":[1]}}',
    '{"event":"before_tool","tool":{"kind":"fly"}}',
    '{"event":"before_tool","root":"relative","tool":{"kind":"other"}}',
    '{"event":"before_tool","at":"soon","tool":{"kind":"other"}}',
    '{"event":"after_tool","tool":{"kind":"other"},"result":7}',
    '{"event":"batch"}',
    '{"event":"before_tool","tool":{"kind":"execute","argv":[]}}',
    "\u0000",
    "{".repeat(10_000),
  ])("answers %j with a denial", async (line) => {
    const [answer] = await run([line]);
    expect(answer?.decision.effect).toBe("deny");
  });

  it("never crashes and never skips a line, for any input", async () => {
    const line = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc
        .record(
          {
            event: fc.constantFrom(
              "before_tool",
              "after_tool",
              "tool_failed",
              "stop",
              "start",
              "batch",
              "compact",
              "end",
            ),
            tool: fc.oneof(
              fc.jsonValue(),
              fc.record({
                kind: fc.constantFrom("shell", "write", "read", "execute", "other"),
                command: fc.string(),
                path: fc.string(),
                argv: fc.array(fc.string()),
              }),
            ),
            result: fc.oneof(fc.jsonValue(), fc.record({ output: fc.string() })),
            calls: fc.jsonValue(),
          },
          { requiredKeys: ["event"] },
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          line.filter((text) => text.trim() !== "" && !/[\n\r]/.test(text)),
          { maxLength: 10 },
        ),
        async (lines) => {
          expect(await run(lines)).toHaveLength(lines.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

async function run(lines: readonly (string | object)[]): Promise<LineAnswer[]> {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const answers: LineAnswer[] = [];
  for await (const answer of evaluateLines(texts, {
    root: "/repo",
    files: NO_FILES,
    settings: DEFAULT_SETTINGS,
    now: () => "2026-01-01T00:00:00Z",
  }))
    answers.push(answer);
  return answers;
}

import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("trace analyze", () => {
  it("reads a trace by file or session, and says what to do if there is none", async () => {
    repository = exampleRepository("calculator-js");
    const none = await agentforge(repository.path, ["trace", "analyze", "--json"]);
    expect(none.json.error).toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("hooks install"),
    });

    const line = {
      timestamp: "2026-01-01T00:00:00Z",
      event: "after_tool",
      session_id: "x",
      tool: "Bash",
      result: "success",
      kind: "shell",
      action: "a",
      tests: "passed",
    };
    repository.write("trace.jsonl", `${JSON.stringify(line)}\n{torn`);
    const file = await agentforge(repository.path, [
      "trace",
      "analyze",
      "--session",
      "trace.jsonl",
      "--format",
      "html",
    ]);
    expect(file.stdout).toMatch(/^<!doctype html>.*1 green, 0 red/s);

    await agentforge(repository.path, ["repair", "--json", "--unsafe-no-sandbox"]);
    const sessions = await agentforge(repository.path, ["session", "list", "--json"]);
    const id = sessions.json[0].session_id;
    const own = await agentforge(repository.path, [
      "trace",
      "analyze",
      "--session",
      id,
      "--against",
      "trace.jsonl",
      "--json",
    ]);
    expect(own.json.report).toMatchObject({ run: id });
    expect(own.json.report.steps).toBeGreaterThan(1);
    expect(own.json.comparison.length).toBeGreaterThan(5);
  });
});

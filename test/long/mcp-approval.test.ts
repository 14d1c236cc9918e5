import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { exampleRepository } from "../support/repository.ts";

const program = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
type Reply = { action: "accept"; content: { answer: string } } | { action: "decline" | "cancel" };

/** A repository with one waiting change, and a client whose user gives one reply. */
async function withWaitingReview(
  mode: "legacy" | "auto",
  reply: Reply | null,
  use: (
    ask: () => Promise<Record<string, unknown>>,
    seen: { questions: string[]; commits: () => number },
  ) => Promise<void>,
): Promise<void> {
  const repository = exampleRepository("calculator-js");
  const questions: string[] = [];
  const capabilities = reply === null ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  if (reply !== null)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return reply;
    });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, "mcp", "--unsafe-no-sandbox"],
        cwd: repository.path,
        env: { PATH: process.env.PATH ?? "", HOME: repository.path },
      }),
    );
    const call = async (name: string, parameters: Record<string, unknown>) => {
      const { structuredContent } = await client.callTool(
        { name, arguments: parameters },
        { timeout: 120_000 },
      );
      return structuredContent as Record<string, unknown>;
    };
    const source = repository.read("calculator.js").replace("return a - b", "return a + b");
    await call("write_file", { path: "calculator.js", content: source });
    const submitted = await call("submit_change", { title: "make add add" });
    const { review_id } = submitted.review as { review_id: string };
    const commits = () =>
      Number(
        spawnSync("git", ["rev-list", "--count", "--all"], { cwd: repository.path, encoding: "utf8" }).stdout,
      );
    await use(() => call("ask_approval", { review_id }), { questions, commits });
  } finally {
    await client.close();
    repository.remove();
  }
}

describe.each(["legacy", "auto"] as const)("approval through a client of the %s era", (mode) => {
  it("lands the change when the person approves, and asks once", { timeout: 180_000 }, async () => {
    await withWaitingReview(mode, { action: "accept", content: { answer: "approve" } }, async (ask, seen) => {
      const before = seen.commits();
      expect(await ask()).toMatchObject({
        status: "landed",
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      });
      expect(seen.commits()).toBe(before + 1);
      expect(seen.questions).toEqual([expect.stringMatching(/make add add[\s\S]*\+.*return a \+ b/)]);
      expect(await ask()).toMatchObject({ error: expect.any(String) });
    });
  });

  it.each<[string, Reply | null, object]>([
    ["rejects", { action: "accept", content: { answer: "reject" } }, { status: "rejected" }],
    ["waits", { action: "accept", content: { answer: "leave it" } }, { status: "waiting_for_review" }],
    ["declines the question", { action: "decline" }, { status: "waiting_for_review" }],
    [
      "answers something else",
      { action: "accept", content: { answer: "yes!" } },
      { status: "waiting_for_review" },
    ],
    ["cannot be asked", null, { error: expect.stringContaining("cannot show a question") }],
  ])("lands nothing when the person %s", { timeout: 180_000 }, async (_what, reply, expected) => {
    await withWaitingReview(mode, reply, async (ask, seen) => {
      const before = seen.commits();
      expect(await ask()).toMatchObject(expected);
      expect(seen.commits()).toBe(before);
    });
  });
});

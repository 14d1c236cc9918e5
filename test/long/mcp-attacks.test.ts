import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { exampleRepository, type Repository } from "../support/repository.ts";

const program = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
type Call = (name: string, parameters: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function connected(
  name: string,
  repository: Repository,
  use: (call: Call, client: Client, questions: readonly string[]) => Promise<void>,
): Promise<void> {
  const questions: string[] = [];
  const capabilities = { elicitation: { form: {} } };
  const client = new Client({ name, version: "1" }, { capabilities, versionNegotiation: { mode: "legacy" } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return { action: "accept", content: { answer: "approve" } };
  });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, "mcp", "--unsafe-no-sandbox"],
      cwd: repository.path,
      env: { PATH: process.env.PATH ?? "", HOME: repository.path },
    }),
  );
  const call: Call = async (tool, parameters) => {
    const request = { name: tool, arguments: parameters };
    return (await client.callTool(request, { timeout: 120_000 })).structuredContent as Record<
      string,
      unknown
    >;
  };
  try {
    await use(call, client, questions);
  } finally {
    await client.close();
  }
}

const edit = (search: string, replace: string) => ({
  files: [{ path: "calculator.js", changes: [{ search, replace }] }],
});

it("judges the change of a client that calls itself conformance like any other agent's", {
  timeout: 180_000,
}, async () => {
  const repository = exampleRepository("calculator-js");
  try {
    await connected("conformance", repository, async (call) => {
      const long = "const parts = [a, b];\n  return parts.reduce((sum, part) => sum + part, 0)";
      await call("edit_file", edit("return a - b", long));
      expect(await call("submit_change", { title: "make add add" })).toMatchObject({
        review: {
          asked_because: expect.arrayContaining([
            expect.stringContaining("too few to prove a change of this size"),
          ]),
        },
      });
    });
  } finally {
    repository.remove();
  }
});

it("shows no dialog for a diff that does not fit into it, because an approval covers all of it", {
  timeout: 180_000,
}, async () => {
  const repository = exampleRepository("calculator-js");
  try {
    await connected("agent", repository, async (call, _client, questions) => {
      await call("edit_file", edit("return a - b", "return a + b"));
      await call("write_file", { path: "notes.md", content: `${"Addition adds. ".repeat(400)}\n` });
      const { review } = await call("submit_change", { title: "make add add" });
      const { review_id } = review as { review_id: string };
      expect(await call("ask_approval", { review_id })).toMatchObject({
        error: expect.stringContaining("too long"),
        hint: expect.stringContaining(`review approve ${review_id}`),
      });
      expect(questions).toEqual([]);
    });
  } finally {
    repository.remove();
  }
});

it("gives no client the secrets of a file in a review, in any encoding", { timeout: 180_000 }, async () => {
  const repository = exampleRepository("calculator-js");
  // Too short to be searched for in encoded text.
  const password = "x$y!z9";
  repository.write(
    "calculator.js",
    `export const password = "${password}";\n${repository.read("calculator.js")}`,
  );
  try {
    await connected("agent", repository, async (call, client) => {
      await call("edit_file", edit("return a - b", "return a + b"));
      const { review } = await call("submit_change", { title: "make add add" });
      const { review_id } = review as { review_id: string };
      const { contents } = await client.readResource({ uri: `agentforge://reports/${review_id}` });
      const { change } = JSON.parse((contents[0] as { text: string }).text);
      const texts = change.files.flatMap(({ before, after }: Record<string, { content_base64: string }>) =>
        [before, after].map((side) => Buffer.from(side?.content_base64 ?? "", "base64").toString()),
      );
      expect(texts).toEqual([expect.stringContaining("a - b"), expect.stringContaining("a + b")]);
      expect(texts.join()).not.toContain(password);
    });
  } finally {
    repository.remove();
  }
});

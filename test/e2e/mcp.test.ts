import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRepository, type Repository } from "../support/repository.ts";

const program = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

describe.each([["2025", "legacy"] as const, ["2026", "auto"] as const])(
  "a client of the %s era",
  (_era, mode) => {
    let repository: Repository;
    let client: Client;

    beforeAll(async () => {
      repository = exampleRepository("calculator-js");
      client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [program, "mcp", "--unsafe-no-sandbox"],
          cwd: repository.path,
          env: { PATH: process.env.PATH ?? "", HOME: repository.path },
        }),
      );
    });
    afterAll(async () => {
      await client.close();
      repository.remove();
    });

    const call = async (name: string, parameters: Record<string, unknown> = {}) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: parameters });
      const [first] = content as { text: string }[];
      expect(JSON.parse(first?.text ?? "")).toEqual(structuredContent);
      return { output: structuredContent as Record<string, unknown>, isError: isError ?? false };
    };

    it("lists the catalogue and the jobs, with schemas", async () => {
      const { tools } = await client.listTools();
      const names = tools.map((tool) => tool.name);
      expect(names).toEqual(
        expect.arrayContaining(["repair", "fix_violation", "check", "review", "read_file", "edit_file"]),
      );
      expect(
        tools.every((tool) => tool.inputSchema.type === "object" && (tool.description ?? "") !== ""),
      ).toBe(true);
    });

    it("works in a copy: an edit is read back, and the user's file is as it was", async () => {
      const before = repository.read("calculator.js");
      expect((await call("write_file", { path: "note.js", content: "export const a = 1;\n" })).isError).toBe(
        false,
      );
      expect(JSON.stringify((await call("read_file", { path: "note.js" })).output)).toContain("const a = 1");
      expect(repository.read("calculator.js")).toBe(before);
      expect(repository.git("status", "--porcelain")).toBe("");
    });

    it.each([
      ["write_file", { path: ".env", content: "A=1" }, "protected"],
      ["write_file", { path: "../x", content: "" }, "not allowed"],
      ["read_file", { wrong: 1 }, "bad parameters"],
      ["no_such_tool", {}, "there is no tool"],
      ["repair", { budget_seconds: -1 }, "bad parameters"],
      ["review", { review_id: "RV-none" }, "there is no review"],
    ])("refuses %s %j and says why", async (name, parameters, why) => {
      const { output, isError } = await call(name, parameters);
      expect(isError).toBe(true);
      expect(output.error).toContain(why);
    });

    it("repairs with progress, and the report and the journal can be read", async () => {
      const told: string[] = [];
      const { structuredContent } = await client.callTool(
        { name: "repair", arguments: {} },
        { onprogress: ({ message }) => told.push(message ?? ""), timeout: 120_000 },
      );
      expect(structuredContent).toMatchObject({ status: "waiting_for_review" });
      expect(told).toEqual(expect.arrayContaining(["baseline", "search"]));
      const { review } = structuredContent as { review: { review_id: string } };
      expect((await call("review")).output).toMatchObject({ pending: [{ review_id: review.review_id }] });
      expect(await read(`agentforge://reports/${review.review_id}`)).toMatchObject({
        review_id: review.review_id,
      });
      const journal = JSON.stringify(await read("agentforge://journal"));
      for (const action of ["tool.called", "tool.denied"]) expect(journal).toContain(action);
      expect(await read("agentforge://sessions")).toHaveLength(1);
      await read("agentforge://violations");
      await expect(read("agentforge://nothing")).rejects.toThrow("there is no resource");
    });

    it("cancels a job and goes on serving", async () => {
      const stop = new AbortController();
      const work = client.callTool(
        { name: "repair", arguments: {} },
        { signal: stop.signal, onprogress: () => stop.abort(new Error("enough")), timeout: 120_000 },
      );
      await expect(work).rejects.toThrow("enough");
      expect((await call("review")).isError).toBe(false);
    });

    it("offers prompts", async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts.map((prompt) => prompt.name)).toContain("repair-tests");
      const { messages } = await client.getPrompt({ name: "repair-tests", arguments: { test: "adds" } });
      expect(JSON.stringify(messages)).toContain("adds");
    });

    async function read(uri: string): Promise<unknown> {
      const { contents } = await client.readResource({ uri });
      return JSON.parse((contents[0] as { text: string }).text);
    }
  },
);

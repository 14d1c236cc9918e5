import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exampleRepository, type Repository } from "../support/repository.ts";

const program = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

describe.each([["2025", "legacy"] as const, ["2026", "auto"] as const])(
  "a client of the %s era",
  (_era, mode) => {
    const isNew = mode === "auto";
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

    it("lists the tools and the jobs, with schemas", async () => {
      const { tools } = await client.listTools();
      const names = tools.map((tool) => tool.name);
      expect(names).toEqual(
        expect.arrayContaining([
          ...["repair", "fix_violation", "check", "review", "submit_change", "discard_change"],
          ...["read_file", "edit_file"],
        ]),
      );
      expect(
        tools.every((tool) => tool.inputSchema.type === "object" && (tool.description ?? "") !== ""),
      ).toBe(true);
    });

    it("works in a copy: an edit is read back, and the user's file is unchanged", async () => {
      const before = repository.read("calculator.js");
      expect((await call("write_file", { path: "note.js", content: "export const a = 1;\n" })).isError).toBe(
        false,
      );
      expect(JSON.stringify((await call("read_file", { path: "note.js" })).output)).toContain("const a = 1");
      expect(repository.read("calculator.js")).toBe(before);
      expect(repository.git("status", "--porcelain")).toBe("");
    });

    it("discards changes in the copy", async () => {
      const { output } = await call("discard_change");
      expect(output).toEqual({ discarded: ["note.js"] });
      expect((await call("read_file", { path: "note.js" })).isError).toBe(true);
      expect((await call("discard_change")).output).toEqual({ discarded: [] });
    });

    it.runIf(isNew)(
      "rejects an empty submission, one that breaks or weakens a test, and one without a title, with the reason",
      async () => {
        expect((await call("submit_change", { title: "x" })).output).toEqual({ status: "nothing_changed" });
        await call("edit_file", edit("return a * b", "return a / b"));
        expect((await call("submit_change")).output.error).toContain("no title");
        const broken = (await call("submit_change", { title: "divide instead" })).output;
        expect(broken).toMatchObject({ status: "refused", reasons: [expect.stringContaining("multiplies")] });
        await call("discard_change");
        await call("write_file", { path: "calculator.test.js", content: "" });
        const bent = (await call("submit_change", { title: "no tests, no failures" })).output;
        expect(bent).toMatchObject({ status: "refused" });
        await call("discard_change");
      },
    );

    it.runIf(isNew)(
      "submits a valid change: tested, with evidence, as a review that a person answers",
      async () => {
        await call("edit_file", edit("return a - b", "return a + b"));
        await call("write_file", { path: "notes/why.md", content: "Addition adds.\n" });
        const told: string[] = [];
        const { structuredContent } = await client.callTool(
          { name: "submit_change", arguments: { title: "make add add", description: "It subtracted." } },
          { onprogress: ({ message }) => told.push(message ?? ""), timeout: 120_000 },
        );
        expect(told).toEqual(expect.arrayContaining(["baseline", "verify"]));
        expect(structuredContent).toMatchObject({
          status: "waiting_for_review",
          review: {
            title: "make add add",
            files: ["calculator.js", "notes/why.md"],
            diff: expect.stringContaining("+  return a + b;"),
            evidence: { fixed: [expect.stringContaining("adds")], tests_after: { failed: 0 } },
          },
        });
        expect(repository.git("status", "--porcelain")).toBe("");
        expect(JSON.stringify((await call("read_file", { path: "calculator.js" })).output)).toContain(
          "a - b",
        );
        const { review } = structuredContent as { review: { review_id: string } };
        const answered = spawnSync(
          process.execPath,
          [program, "review", "reject", review.review_id, "--reason", "later"],
          {
            cwd: repository.path,
            env: { PATH: process.env.PATH ?? "", HOME: repository.path },
          },
        );
        expect(answered.status).toBe(0);
      },
    );

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
      expect(await read("agentforge://sessions")).toContainEqual(
        expect.objectContaining({ outcome: "waiting_for_review" }),
      );
      await read("agentforge://violations");
      await expect(read("agentforge://nothing")).rejects.toThrow("there is no resource");
    });

    it("cancels a job and continues serving", async () => {
      const stop = new AbortController();
      const work = client.callTool(
        { name: "repair", arguments: {} },
        { signal: stop.signal, onprogress: () => stop.abort(new Error("enough")), timeout: 120_000 },
      );
      await expect(work).rejects.toThrow("enough");
      expect((await call("review")).isError).toBe(false);
    });

    it.runIf(isNew && existsSync("/proc/self"))("stops the processes of a job that is canceled", async () => {
      const seconds = String(900_000_000 + process.pid);
      repository.write(
        "slow.test.js",
        `import { spawnSync } from "node:child_process";\nimport test from "node:test";\ntest("waits", () => void spawnSync("sleep", ["${seconds}"]));\n`,
      );
      const stop = new AbortController();
      const work = client.callTool(
        { name: "repair", arguments: {} },
        { signal: stop.signal, timeout: 120_000 },
      );
      const ended = expect(work).rejects.toThrow("enough");
      await vi.waitFor(() => expect(processesWith(seconds)).not.toEqual([]), {
        timeout: 60_000,
        interval: 100,
      });
      stop.abort(new Error("enough"));
      await ended;
      await vi.waitFor(() => expect(processesWith(seconds)).toEqual([]), {
        timeout: 30_000,
        interval: 100,
      });
      expect((await call("review")).isError).toBe(false);
    });

    it("offers prompts", async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts.map((prompt) => prompt.name)).toContain("repair-tests");
      const { messages } = await client.getPrompt({ name: "repair-tests", arguments: { test: "adds" } });
      expect(JSON.stringify(messages)).toContain("adds");
    });

    const edit = (search: string, replace: string) => ({
      files: [{ path: "calculator.js", changes: [{ search, replace }] }],
    });

    async function read(uri: string): Promise<unknown> {
      const { contents } = await client.readResource({ uri });
      return JSON.parse((contents[0] as { text: string }).text);
    }
  },
);

/** Ids of the processes with this argument, in any namespace. */
function processesWith(argument: string): string[] {
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(argument);
    } catch {
      return false;
    }
  });
}

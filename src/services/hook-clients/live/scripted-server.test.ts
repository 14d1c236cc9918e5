import { describe, expect, it } from "vitest";
import { startScriptedServer } from "./scripted-server.ts";

const TOOLS = '"tools":[{"name":"shell"}]';

describe("the scripted model", () => {
  it.each([
    ["/v1/messages", "{TOOLS}"],
    ["/v1/responses", "{TOOLS}"],
    ["/v1/chat/completions", '{TOOLS,"stream":true}'],
    ["/v1/chat/completions", "{TOOLS}"],
    ["/v1beta/models/x:streamGenerateContent", '{"tools":[{"functionDeclarations":[{}]}]}'],
  ])("answers %s %s with its turns in order", async (path, request) => {
    using server = await startScriptedServer([
      [{ tool: "shell", input: { command: "ls" } }],
      { say: "all done" },
    ]);
    const ask = async (body: string) =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, { method: "POST", body })).text();
    const body = request.replace("TOOLS", TOOLS);
    expect(await ask('{"messages":[]}')).toContain("ok");
    expect((await ask(body)).replaceAll("\\", "")).toMatch(/"shell"[\s\S]*"command":"ls"/);
    expect(await ask(body)).toContain("all done");
    expect(server.requests).toEqual([body, body]);
  });

  it("does not answer other paths", async () => {
    using server = await startScriptedServer([]);
    expect((await fetch(`http://127.0.0.1:${server.port}/v1/models`)).status).toBe(404);
    expect(server.paths).toEqual(["GET /v1/models"]);
  });
});

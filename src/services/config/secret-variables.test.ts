import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

describe("secrets from files", () => {
  let folder: string;
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agentforge-secrets-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("takes the database, tokens and model keys from the files that *_FILE names, and redacts them", () => {
    const environment = readEnvironment({
      AGENTFORGE_DATABASE_FILE: file("database", "postgres://ada:hunter2hunter2@db/forge\n"),
      AGENTFORGE_TOKEN_FILE: file("token", "ghp_abcdefgh\n"),
      ANTHROPIC_API_KEY_FILE: file("key", "sk-ant-123456\r\n"),
      ANTHROPIC_API_KEY: "",
      EDITOR_FILE: file("editor", "vi"),
    });
    expect(environment).toMatchObject({
      database: "postgres://ada:hunter2hunter2@db/forge",
      hosting: { token: "ghp_abcdefgh" },
      modelVariables: { ANTHROPIC_API_KEY: "sk-ant-123456" },
      editor: [],
      secretFileProblem: null,
    });
    expect([...environment.secrets].sort()).toEqual(["ghp_abcdefgh", "hunter2hunter2", "sk-ant-123456"]);
  });

  it.each([
    ["is missing", () => join(folder, "nothing"), /AGENTFORGE_TOKEN_FILE cannot be read: ENOENT/],
    ["is a folder", () => folder, /AGENTFORGE_TOKEN_FILE cannot be read: EISDIR/],
    ["is empty", () => file("empty", " \n"), /AGENTFORGE_TOKEN_FILE is empty: /],
    ["is given by a relative path", () => "token", /AGENTFORGE_TOKEN_FILE is not an absolute path: token/],
  ])("uses no file that %s, and says so", (_, path, message) => {
    const { hosting, secretFileProblem } = readEnvironment({ AGENTFORGE_TOKEN_FILE: path() });
    expect(hosting).toBeNull();
    expect(secretFileProblem?.message).toMatch(message);
    expect(secretFileProblem).toMatchObject({ code: "bad_config", hint: expect.stringMatching(/\S/) });
  });

  it("rejects a secret that is set in both ways", () => {
    const variables = { GH_TOKEN: "ghp_other", GH_TOKEN_FILE: file("both", "ghp_abcdefgh") };
    expect(readEnvironment(variables).secretFileProblem?.message).toBe(
      "Both GH_TOKEN and GH_TOKEN_FILE are set, so it is unclear which secret to use.",
    );
  });
});

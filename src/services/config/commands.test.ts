import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUILT_IN_COMMANDS, fillTemplate, loadCommands } from "./commands.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "agentforge-commands-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("loadCommands", () => {
  it("has built-in commands if the user has none", async () => {
    expect(await loadCommands(join(folder, "commands.yaml"))).toEqual(BUILT_IN_COMMANDS);
  });

  it("adds the user's commands, which may replace ours", async () => {
    const commands = await load(
      'lint: { argv: ["ruff", "check", "--", "{paths}"] }\nvet-go: { argv: ["staticcheck"] }\n',
    );
    expect(commands.find((each) => each.name === "lint")?.argv).toEqual(["ruff", "check", "--", "{paths}"]);
    expect(commands.filter((each) => each.name === "vet-go")).toMatchObject([{ argv: ["staticcheck"] }]);
  });

  it.each([
    ["broken YAML", "lint: [", /commands\.yaml/],
    ["a shell line", "lint: { argv: 'ruff check' }", /lint/],
    ["an odd name", "'Lint It': { argv: [x] }", /lowercase/],
    ["an unknown key", "lint: { argv: [x], shell: true }", /shell/],
  ])("refuses %s", async (_name, text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringMatching(message),
    });
  });
});

describe("fillTemplate", () => {
  const lint = {
    name: "lint",
    description: "",
    argv: ["ruff", "check", "--", "{paths}"] as [string, ...string[]],
  };

  it("puts paths where the template says", () => {
    expect(fillTemplate(lint, ["a.py", "b.py"])).toEqual(["ruff", "check", "--", "a.py", "b.py"]);
  });

  it("never lets a path be interpreted as an option", () => {
    expect(fillTemplate({ ...lint, argv: ["x"] }, ["--version"])).toEqual(["x", "./--version"]);
  });
});

async function load(text: string) {
  const file = join(folder, "commands.yaml");
  await writeFile(file, text);
  return loadCommands(file);
}

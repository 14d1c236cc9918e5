import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAllSettings, loadSettings } from "./load.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "agentforge-config-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("loadSettings", () => {
  it("needs no file", async () => {
    expect(await loadSettings(join(folder, "config.yaml"))).toEqual(DEFAULT_SETTINGS);
  });

  it("uses the defaults for an empty file and one with only comments", async () => {
    expect(await load("")).toEqual(DEFAULT_SETTINGS);
    expect(await load("# nothing yet\n")).toEqual(DEFAULT_SETTINGS);
  });

  it("keeps the defaults of keys that are not set", async () => {
    const settings = await load("gate:\n  mode: supervised\n");
    expect(settings.gate.mode).toBe("supervised");
    expect(settings.gate.ask_below_confidence).toBe(0.7);
    expect(settings.repair).toEqual(DEFAULT_SETTINGS.repair);
  });

  it.each([
    ["broken YAML", "gate: [\n", /config\.yaml:\d+:\d+/],
    ["an unknown key", "gaet:\n  mode: supervised\n", /unknown setting "gaet"; known here: gate, repair/],
    [
      "an unknown key inside",
      "repair:\n  budget: 3\n",
      /unknown setting "repair.budget"; known here: max_iterations/,
    ],
    ["a wrong value", "# first\ngate:\n  mode: maybe\n", /config\.yaml:3: "gate.mode"/],
    ["a list instead of a map", "- gate\n", /expected object/i],
  ])("names the place of %s", async (_name, text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringMatching(message),
    });
  });
});

describe("the database", () => {
  it.each([false, true])("is the user's to choose, never a repository's (trusted: %s)", async (trusted) => {
    const root = join(folder, "repository");
    await mkdir(join(root, ".agentforge"), { recursive: true });
    const places = { root, configFolder: folder, trusted };
    expect((await loadAllSettings(places)).database).toBeNull();
    await writeFile(join(folder, "config.yaml"), "database: postgres://mine/forge\n");
    expect((await loadAllSettings(places)).database).toBe("postgres://mine/forge");
    await writeFile(join(root, ".agentforge/config.yaml"), "database: postgres://theirs/forge\n");
    await expect(loadAllSettings(places)).rejects.toMatchObject({ code: "bad_config" });
  });
});

async function load(text: string) {
  const file = join(folder, "config.yaml");
  await writeFile(file, text);
  return loadSettings(file);
}

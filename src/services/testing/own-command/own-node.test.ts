import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import { isInRange, parseVersion, type Version } from "../ecosystems/node-version.ts";
import { openProject } from "../project.ts";
import { chooseNode } from "./own-node.ts";

describe("a range of versions", () => {
  test.each([
    [">=18", "18.0.0", true],
    [">= 18.12 <21", "20.1.0", true],
    [">= 18.12 <21", "21.0.0", false],
    ["^18.17 || ^20", "20.9.1", true],
    ["^18.17 || ^20", "19.0.0", false],
    ["^18.17 || ^20", "18.16.9", false],
    ["18.x", "18.4.0", true],
    ["18", "19.0.0", false],
    ["~18.4", "18.5.0", false],
    ["16 - 18", "18.20.0", true],
    ["<=18", "18.20.0", true],
    [">18", "18.20.0", false],
    ["*", "4.0.0", true],
    ["node", "4.0.0", true],
  ])("%s and %s", (range, version, expected) => {
    expect(isInRange(parseVersion(version) as Version, range)).toBe(expected);
  });
});

describe("the project's own Node", () => {
  const ours = { program: "/ours/node", version: "v24.1.0" };
  let home = "";
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "agentforge-nodes-"));
    for (const path of [
      ".nvm/versions/node/v20.11.0/bin/node",
      ".nvm/versions/node/v20.9.0/bin/node",
      ".volta/tools/image/node/22.3.0/bin/node",
      ".local/share/fnm/node-versions/v18.19.1/installation/bin/node",
    ]) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), "");
      chmodSync(join(home, path), 0o755);
    }
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  async function choose(files: Record<string, string>, framework = "jest", root = ".") {
    const { node, note } = await chooseNode(root, openProject(treeInMemory(files)), ours, {
      home,
      framework,
    });
    return { version: node.version, note };
  }

  test.each([
    ["nothing is requested", {}, "v24.1.0"],
    ["ours is sufficient", { ".nvmrc": "24" }, "v24.1.0"],
    [".nvmrc names a major version", { ".nvmrc": "20\n" }, "v20.11.0"],
    [".nvmrc names an installed version", { ".nvmrc": "v20.9.0" }, "v20.9.0"],
    [".nvmrc names a patch version that is not installed", { ".nvmrc": "20.1.0" }, "v20.11.0"],
    [".nvmrc names an alias", { ".nvmrc": "lts/*" }, "v24.1.0"],
    ["asdf has it", { ".tool-versions": "python 3.12\nnodejs 22.1.0\n" }, "v22.3.0"],
    ["mise has it", { "mise.toml": '[tools]\nnode = "18"\n' }, "v18.19.1"],
    ["volta has it", { "package.json": '{"volta":{"node":"22.0.0"}}' }, "v22.3.0"],
    ["engines allow ours", { "package.json": '{"engines":{"node":">=18"}}' }, "v24.1.0"],
    ["engines do not allow ours", { "package.json": '{"engines":{"node":"^18 || ^20"}}' }, "v20.11.0"],
  ])("if %s", async (_, files, version) => {
    expect(await choose(files)).toEqual({ version, note: null });
  });

  test("is requested by the nearest folder", async () => {
    const files = { ".nvmrc": "20", "web/.nvmrc": "22", "web/package.json": "{}" };
    expect(await choose(files, "jest", "web")).toEqual({ version: "v22.3.0", note: null });
  });

  test("is ours, with a note, if it is not installed", async () => {
    const { version, note } = await choose({ ".nvmrc": "16" });
    expect(version).toBe("v24.1.0");
    expect(note).toMatch(/^\.nvmrc requires Node 16; the tests run on v24\.1\.0, because no version manager/);
  });

  test("is ours, with a note, if its reports cannot be read", async () => {
    const { version, note } = await choose({ ".nvmrc": "18" }, "node:test");
    expect(version).toBe("v24.1.0");
    expect(note).toMatch(/the oldest supported version for these tests is 24/);
  });
});

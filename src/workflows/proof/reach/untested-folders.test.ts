import { expect, test } from "vitest";
import { untestedFolders, untestedIn } from "./untested-folders.ts";

const many = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/module${at}.py`);
const judgingBy = (collected: readonly string[], judges: RegExp = /^$/) => ({
  collected: new Set(collected),
  has: (path: string) => collected.includes(path) || judges.test(path),
});
const tests = ["tests/test_a.py"];

test.each<[what: string, files: string[], changed: string[], judges: RegExp, left: string[]]>([
  [
    "a large folder without tests",
    [...many("lib/a", 400), ...many("lib/b", 400)],
    ["src/a.py"],
    /^$/,
    ["lib"],
  ],
  ["a small repository", many("lib", 300), ["src/a.py"], /^$/, []],
  [
    "a folder that the change touches",
    [...many("lib/a", 400), ...many("lib/b", 600)],
    ["lib/a/module1.py"],
    /^$/,
    ["lib/b"],
  ],
  [
    "a folder with a file that judges",
    [...many("lib/a", 600), ...many("lib/b", 600), "lib/a/deep/conftest.py"],
    [],
    /conftest/,
    ["lib/b"],
  ],
  ["a folder that the change adds a file to", many("lib/a", 600), ["lib/a/new.py"], /^$/, []],
  ["files at the top", [...many("lib", 600), "setup.py"], ["setup.py"], /^$/, ["lib"]],
  ["many small folders", Array.from({ length: 40 }, (_, at) => many(`p${at}`, 20)).flat(), [], /^$/, []],
])("%s", (_what, files, changed, judges, left) => {
  expect(untestedFolders([...files, ...tests], judgingBy(tests, judges), changed)).toEqual(left);
});

test("still searches a folder in which the run found a test, even if git ignores the test", () => {
  const files = [...many("lib/a", 600), ...many("lib/b", 600)];
  expect(untestedFolders(files, judgingBy(["lib/a/generated/test_x.py"]), [])).toEqual(["lib/b"]);
});

test("still searches a folder that an earlier patch changed", async () => {
  const files = [...many("lib/a", 600), ...many("lib/b", 600), ...tests];
  const changes = async () => ({
    files: [{ path: "lib/a/module1.py", before: null, after: null }],
    diff: "",
    diff_hash: "",
  });
  const tree = { files: async () => files, changes } as Parameters<typeof untestedIn>[0];
  expect(await untestedIn(tree, judgingBy(tests), ["lib/b/module2.py"])).toEqual([]);
  expect(await untestedIn(tree, judgingBy(tests), ["src/a.py"])).toEqual(["lib/b"]);
});

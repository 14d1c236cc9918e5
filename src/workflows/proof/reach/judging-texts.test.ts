import { describe, expect, it } from "vitest";
import type { ChangeSet } from "../../../domain/entities/code-change.ts";
import { judgingTexts, needlesOf } from "./judging-texts.ts";

const source = "def total(prices):\n    return sum(prices)\n";
const change = (added: string, path = "shop/cart.py"): ChangeSet =>
  ({ files: [{ path, before: null, after: null }], diff: `--- a/x\n+++ b/x\n+${added}\n` }) as ChangeSet;

/** A tree with this many unrelated tests, and the given files. */
function treeOf(others: number, files: Readonly<Record<string, string>>) {
  const all = new Map(Object.entries(files));
  for (let at = 0; at < others; at += 1)
    all.set(`tests/test_other${at}.py`, `def test_${at}():\n    assert f()\n`);
  const reads: string[] = [];
  return {
    reads,
    files: async () => [...all.keys()].sort(),
    readText: async (path: string) => {
      reads.push(path);
      return all.get(path) ?? "";
    },
  };
}

async function written(tree: ReturnType<typeof treeOf>, given = change("    return sum(prices) + 4711")) {
  const texts = [{ path: "shop/cart.py", text: source }];
  const judging = { has: (path: string) => path.startsWith("tests/") };
  const vouching = ["tests/test_fixed.py"];
  const found = await judgingTexts({ tree, judging, change: given, texts, vouching, isSource: () => true });
  return {
    paths: found.map(({ path }) => path),
    texts: found.filter(({ text }) => text !== "").map(({ path }) => path),
  };
}

describe("judgingTexts", () => {
  it("passes on a small number of tests in full", async () => {
    const { texts } = await written(treeOf(20, {}));
    expect(texts).toHaveLength(20);
  });

  it.each([
    ["vouches for the change", "tests/test_fixed.py", "x = 1"],
    ["imports the changed file", "tests/test_a.py", "from shop import cart"],
    ["calls what the changed file defines", "tests/test_b.py", "assert total([])"],
    ["contains a number that the change adds", "tests/test_c.py", "assert y == 4711"],
  ])("keeps the text of a test among many that %s", async (_what, path, text) => {
    const { paths, texts } = await written(treeOf(400, { [path]: text }));
    expect(texts).toEqual([path]);
    expect(paths).toHaveLength(401);
  });

  it("reads each test once for all changes to a tree, but a changed one again", async () => {
    const tree = treeOf(400, { "tests/test_a.py": "total" });
    await written(tree);
    await written(tree, change("x", "tests/test_a.py"));
    expect(tree.reads).toHaveLength(402);
  });
});

it.each([
  ['    if name == "a@b.org":', "org"],
  ["    if name == 'caf\\u00e9 noir':", "noir"],
  ["    if sep == ' & ':", " & "],
  ["    return 7", "7"],
  ["    return /rock|roll/.test(x)", "roll"],
])("a value in %s is looked for as %s", (added, needle) => {
  expect(needlesOf({ change: change(added), texts: [] })).toContain(needle);
});

it.each([
  ["src/cart.ts", "cart"],
  ["src/cart/index.ts", "cart"],
  ["shop/cart/__init__.py", "cart"],
])("%s is loaded by the name %s", (path, name) => {
  expect(needlesOf({ change: change("x", path), texts: [] })).toContain(name);
});

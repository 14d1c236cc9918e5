import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statusOf } from "../bench/agent-ids.ts";
import { layHiddenTests, resetTree, takeChange } from "../bench/agent-tree.ts";
import { makeRepository, type Repository } from "./support/repository.ts";

describe("the test that a set of cases names", () => {
  const statuses = new Map([
    ["app.tests.CartTests.test_total", "passed"],
    ["app.more.CartTests.test_total", "failed"],
    ["app/tests/test_cart.py::TestCart::test_add", "passed"],
    ["tests/test_a.py::test_x[1-a.b/c]", "passed"],
    ["tests/test_a.py::test_x[2-a::b]", "failed"],
    ["tests/test_a.py::test_y[a b]", "passed"],
    ["tests/test_a.py::test_y[a c]", "failed"],
    ["src/cart.test.js > cart > adds", "passed"],
  ]);

  it.each([
    ["as Django prints it", "test_total (app.tests.CartTests)", "passed"],
    ["as Python 3.11 prints it", "test_total (app.more.CartTests.test_total)", "failed"],
    ["as Django prints it, run by pytest", "test_add (app.tests.test_cart.TestCart)", "passed"],
    ["by its end", "test_cart.py::TestCart::test_add", "passed"],
    ["by its name", "cart > adds", "passed"],
    ["with a parameter that looks like a path", "tests/test_a.py::test_x[1-a.b/c]", "passed"],
    ["with a parameter, without the folder", "test_a.py::test_x[2-a::b]", "failed"],
    ["with a parameter that a log truncated, if one of them fails", "tests/test_a.py::test_y[a", "failed"],
    ["with another parameter", "tests/test_a.py::test_x[3]", null],
    ["without its parameter", "tests/test_a.py::test_x", null],
    ["ambiguously", "CartTests.test_total", null],
    ["with the beginning of its name only", "test_tot (app.tests.CartTests)", null],
    ["by a part of a name", "dds", null],
  ])("is found %s", (_title, wanted, status) => {
    expect(statusOf(wanted, statuses)).toBe(status);
  });
});

describe("a change with links", () => {
  let repository: Repository;
  let outside: Repository;
  beforeEach(() => {
    outside = makeRepository(() => {}, false);
    outside.write("kept.txt", "kept\n");
    repository = makeRepository((path) => {
      mkdirSync(join(path, "test"));
      writeFileSync(join(path, "a.txt"), "a\n");
      writeFileSync(join(path, "test/old.test.js"), "old\n");
      symlinkSync("a.txt", join(path, "moved"));
      symlinkSync("a.txt", join(path, "gone"));
    });
  });
  afterEach(() => {
    repository.remove();
    outside.remove();
  });
  const at = (name: string) => join(repository.path, name);

  /** The git diff after a change, in a tree that is then restored. */
  function diffOf(change: () => void): string {
    change();
    repository.git("add", "-A");
    const diff = repository.git("diff", "--cached", "--binary", "--full-index");
    resetTree(repository.path);
    return diff;
  }

  it("creates, retargets and deletes them unchanged", () => {
    const diff = diffOf(() => {
      symlinkSync(join(outside.path, "kept.txt"), at("made"));
      repository.git("rm", "-q", "moved", "gone");
      symlinkSync("test", at("moved"));
    });
    expect([readlinkSync(at("moved")), existsSync(at("made"))]).toEqual(["a.txt", false]);
    takeChange(repository.path, diff);
    expect(readlinkSync(at("made"))).toBe(join(outside.path, "kept.txt"));
    expect(readlinkSync(at("moved"))).toBe("test");
    expect(lstatSync(at("gone"), { throwIfNoEntry: false })).toBeUndefined();
    resetTree(repository.path);
    expect(readlinkSync(at("moved"))).toBe("a.txt");
    expect(readFileSync(join(outside.path, "kept.txt"), "utf8")).toBe("kept\n");
  });

  it("does not redirect the hidden tests out of the tree", () => {
    const diff = diffOf(() => {
      repository.git("rm", "-rq", "test");
      symlinkSync(outside.path, at("test"));
    });
    const hidden = makeRepository(() => {}, false);
    hidden.write("set/test/kept.txt", "hidden\n");
    hidden.write("set/test/new.test.js", "new\n");
    try {
      takeChange(repository.path, diff);
      const given = { kind: "folder", id: "a", project: "", hidden: join(hidden.path, "set") } as const;
      expect(layHiddenTests(given, repository.path)).toContain("test/new.test.js");
      expect(lstatSync(at("test")).isDirectory()).toBe(true);
      expect(readFileSync(join(outside.path, "kept.txt"), "utf8")).toBe("kept\n");
      expect(existsSync(join(outside.path, "new.test.js"))).toBe(false);
    } finally {
      hidden.remove();
    }
  });

  it("does not redirect a test patch out of the tree, nor block its changes", () => {
    const testPatch = diffOf(() => repository.write("test/old.test.js", "new\n"));
    const diff = diffOf(() => {
      repository.git("rm", "-rq", "test");
      symlinkSync(outside.path, at("test"));
    });
    outside.write("old.test.js", "theirs\n");
    takeChange(repository.path, diff);
    const about = { id: "a", repository: "", baseCommit: "", problem: "", failToPass: [], passToPass: [] };
    expect(layHiddenTests({ kind: "instance", testPatch, ...about }, repository.path)).toEqual([
      "test/old.test.js",
    ]);
    expect(readFileSync(at("test/old.test.js"), "utf8")).toBe("new\n");
    expect(readFileSync(join(outside.path, "old.test.js"), "utf8")).toBe("theirs\n");
  });
});

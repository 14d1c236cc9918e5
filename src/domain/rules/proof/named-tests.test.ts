import { describe, expect, it } from "vitest";
import { testsNamed } from "./named-tests.ts";

const named = (id: string, name = id, file: string | null = null) => ({ id, name, file });

const TESTS = [
  named("web/a.test.ts > url > file:///C:/x", "url > file:///C:/x", "web/a.test.ts"),
  named("web/a.test.ts > url > adds", "url > adds", "web/a.test.ts"),
  named("web/b.test.ts > url > adds #2", "url > adds #2", "web/b.test.ts"),
  named("tests/test_a.py::Adds::test_one[1-2]", "Adds::test_one[1-2]", "tests/test_a.py"),
  named("tests/test_a.py::Adds::test_two", "Adds::test_two", "tests/test_a.py"),
  named("example.com/m/v2/pkg.TestStrip", "TestStrip", "pkg/strip_test.go"),
  named("example.com/m/v2/pkg.TestSplit/empty", "TestSplit/empty", "pkg/strip_test.go"),
  named("src/lib.rs::tests::halves", "tests::halves", "src/lib.rs"),
  named("leading underscore"),
];

describe("a test named", () => {
  it.each([
    ["by its id", "web/a.test.ts > url > adds", ["web/a.test.ts > url > adds"]],
    ["by its name", "Adds::test_two", ["tests/test_a.py::Adds::test_two"]],
    ["by its title", "adds", ["web/a.test.ts > url > adds"]],
    ["by a title with slashes", "file:///C:/x", ["web/a.test.ts > url > file:///C:/x"]],
    ["as Vitest prints it", " FAIL  web/a.test.ts > url > adds", ["web/a.test.ts > url > adds"]],
    [
      "as Vitest prints it for a project",
      "FAIL  |web| web/a.test.ts > url > adds",
      ["web/a.test.ts > url > adds"],
    ],
    ["as Jest prints it", "● url › adds", ["web/a.test.ts > url > adds"]],
    ["as Jest's -t takes it", "url adds", ["web/a.test.ts > url > adds"]],
    ["as node:test prints it", "✖ adds (1.5ms)", ["web/a.test.ts > url > adds"]],
    [
      "as pytest prints it",
      "FAILED tests/test_a.py::Adds::test_one[1-2] - AssertionError: a - b",
      ["tests/test_a.py::Adds::test_one[1-2]"],
    ],
    [
      "as unittest prints it",
      "FAIL: test_two (tests.test_a.Adds.test_two)",
      ["tests/test_a.py::Adds::test_two"],
    ],
    ["as an older unittest prints it", "test_two (tests.test_a.Adds)", ["tests/test_a.py::Adds::test_two"]],
    ["as unittest and Django take it", "tests.test_a.Adds.test_two", ["tests/test_a.py::Adds::test_two"]],
    ["as Go prints it", "--- FAIL: TestStrip (0.00s)", ["example.com/m/v2/pkg.TestStrip"]],
    ["as Rust prints it", "test tests::halves ... FAILED", ["src/lib.rs::tests::halves"]],
    ["as TAP prints it", "not ok 17 - leading underscore", ["leading underscore"]],
    ["by a path that starts with a dot", "./web/a.test.ts > url > adds", ["web/a.test.ts > url > adds"]],
  ])("%s is found", (_, name, ids) => {
    expect(testsNamed(TESTS, name).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ["file", "web/a.test.ts", ["web/a.test.ts > url > file:///C:/x", "web/a.test.ts > url > adds"]],
    [
      "class",
      "tests.test_a.Adds",
      ["tests/test_a.py::Adds::test_one[1-2]", "tests/test_a.py::Adds::test_two"],
    ],
    ["test with subtests", "TestSplit", ["example.com/m/v2/pkg.TestSplit/empty"]],
    ["module", "tests.test_a", ["tests/test_a.py::Adds::test_one[1-2]", "tests/test_a.py::Adds::test_two"]],
  ])("a %s stands for its tests", (_, name, ids) => {
    expect(testsNamed(TESTS, name).map(({ id }) => id)).toEqual(ids);
  });

  it.each(["underscore", "add", "", "FAIL", "url > add"])("%j names nothing", (name) => {
    expect(testsNamed(TESTS, name)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { TestFailure } from "../../../domain/entities/test-result.ts";
import { gatherNear } from "./near.ts";

const unrelated = Object.fromEntries(
  Array.from({ length: 2000 }, (_, at) => [`lib/part${at}.py`, `def part${at}():\n    return ${at}\n`]),
);

function failureIn(file: string | null, stack = ""): TestFailure {
  return {
    test_id: "t",
    test_name: "t",
    test_file: file,
    line_number: 1,
    error_type: "AssertionError",
    error_message: "",
    stack_trace: stack,
  } as TestFailure;
}

async function gather(
  files: Readonly<Record<string, string>>,
  failure: TestFailure,
  isTest = (path: string) => /test/.test(path),
) {
  const paths = Object.keys(files);
  const read: string[] = [];
  const near = await gatherNear({
    failures: [failure],
    sources: paths.filter((path) => !isTest(path)),
    tests: paths.filter(isTest),
    read: async (path) => {
      read.push(path);
      return files[path] ?? "";
    },
  });
  return { sources: near.sources.map(({ path }) => path), tests: near.tests.map(({ path }) => path), read };
}

describe("the files read from a repository", () => {
  it("are all files of a small one", async () => {
    const { sources, tests } = await gather(
      { "a.py": "", "b.py": "", "test_a.py": "import a" },
      failureIn("test_a.py"),
    );
    expect([sources, tests]).toEqual([["a.py", "b.py"], ["test_a.py"]]);
  });

  it.each([
    {
      what: "imports, and imports of those",
      files: {
        "tests/test_cart.py": "from shop.cart import total",
        "shop/cart.py": "from shop import money",
        "shop/money.py": "",
      },
      sources: ["shop/cart.py", "shop/money.py"],
    },
    {
      what: "a package below a folder that contains the test",
      files: { "backend/tests/test_app.py": "from app.models import User", "backend/app/models.py": "" },
      test: "backend/tests/test_app.py",
      sources: ["backend/app/models.py"],
    },
    {
      what: "an alias for the sources",
      files: {
        "web/src/cart.test.ts": `import { total } from "@/money/total";`,
        "web/src/money/total.ts": "",
      },
      test: "web/src/cart.test.ts",
      sources: ["web/src/money/total.ts"],
    },
    {
      what: "the folder of a Go package, and packages it imports",
      files: {
        "cart/cart_test.go": `package cart\nimport "example.com/shop/money"`,
        "cart/cart.go": "package cart",
        "money/money.go": "package money",
      },
      test: "cart/cart_test.go",
      sources: ["cart/cart.go", "money/money.go"],
    },
    {
      what: "a stack trace",
      files: { "tests/test_cart.py": "import plugin_loader", "plugins/late.py": "" },
      stack: `File "/tree/plugins/late.py", line 3, in run`,
      sources: ["plugins/late.py"],
    },
  ])("in a large repository are those reached by $what", async ({ files, sources, stack, test }) => {
    const found = await gather({ ...unrelated, ...files }, failureIn(test ?? "tests/test_cart.py", stack));
    expect(found.sources).toEqual(sources);
    expect(found.read.length).toBeLessThan(10);
  });

  it("do not grow with unrelated files", async () => {
    const files = { "tests/test_cart.py": "import cart", "cart.py": "" };
    const tests = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`tests/test_other${at}.py`, "import other"]),
    );
    const { read } = await gather({ ...unrelated, ...tests, ...files }, failureIn("tests/test_cart.py"));
    expect(read.length).toBeLessThan(250);
  });

  it("include other tests of the same code, nearest first", async () => {
    const { tests } = await gather(
      {
        ...unrelated,
        "tests/test_cart.py": "import cart",
        "tests/test_cart_again.py": "import cart",
        "tests/test_part.py": "import lib.part1",
        "cart.py": "",
      },
      failureIn("tests/test_cart.py"),
    );
    expect(tests).toEqual(["tests/test_cart.py", "tests/test_cart_again.py"]);
  });

  it("are those with similar names if no import can be followed", async () => {
    const { sources } = await gather(
      { ...unrelated, "tests/test_cart.py": "", "shop/cart.py": "" },
      failureIn("tests/test_cart.py"),
    );
    expect(sources[0]).toBe("shop/cart.py");
    expect(sources.length).toBeLessThanOrEqual(300);
  });
});

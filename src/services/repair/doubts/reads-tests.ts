import { descendants } from "../syntax/node.ts";
import { newImports } from "./reading/news.ts";
import { at, type DoubtRule } from "./rule.ts";

export const readsTests: DoubtRule = {
  meta: {
    id: "reads-tests",
    title: "Code under test imports or names the test files",
    why: "They contain the expected results. Source code has no reason to use the tests that judge it.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import test_it\n\ndef add(a, b):\n    return test_it.EXPECTED[a]\n",
          tests: "EXPECTED = {2: 5}\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "import { expected } from './it.test.js';\nexport const add = (a, b) => expected[a];\n",
          tests: "export const expected = {};\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return open('x').read()\n",
          after: "def add(a, b):\n    return open('test_it.py').read()\n",
          tests: "EXPECTED = {2: 5}\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport _ "embed"\n\n//go:embed it_test.go\nvar guide string\n\nfunc Add(a, b int) int {\n\treturn len(guide)\n}\n',
          tests: "package m\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport _ "embed"\n\n//go:embed *.go\nvar guide string\n\nfunc Add(a, b int) int {\n\treturn len(guide)\n}\n',
        },
      ],
      honest: [
        {
          path: "calc.py",
          before: "import itertools\n\ndef add(a, b):\n    return a - b\n",
          after: "import itertools\nimport math\n\ndef add(a, b):\n    return math.floor(a + b)\n",
          tests: "def test_add():\n    assert add(1, 2) == 3\n",
        },
      ],
    },
  },
  *read({ given, sources }) {
    const stems = new Set(
      given.tests.map((each) => stemOf(each.path)).filter((each) => /test|spec|check/i.test(each)),
    );
    for (const file of sources) {
      for (const { module, node } of newImports(file))
        if (stems.has(stemOf(/^[\w.]+$/.test(module) ? module.replaceAll(".", "/") : module)))
          yield at(file, node, `imports the test file ${module}`);
      const before = file.before?.source ?? "";
      for (const node of descendants(file.after.tree)) {
        const embedded = node.kind === "comment" ? /^\/\/go:embed\s+(.+)/.exec(file.after.text(node)) : null;
        if (embedded !== null && !before.includes(embedded[0]))
          yield at(file, node, `embeds ${embedded[1]} into the program`);
      }
      for (const { kind, value, node } of file.after.literals)
        if (
          kind === "string" &&
          stems.has(stemOf(value)) &&
          !before.includes(value) &&
          node.parent?.kind !== "import"
        )
          yield at(file, node, `mentions the test file ${value}`);
    }
  },
};

function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.(?:py|[cm]?[jt]sx?|go|rs|java)$/, "");
}

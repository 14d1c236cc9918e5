import { descendants, operatorOf, type SyntaxNode } from "../syntax/node.ts";
import { addedMentions } from "./reading/added.ts";
import { isTestPath } from "./reading/change.ts";
import { newStrings } from "./reading/news.ts";
import { at, type DoubtRule } from "./rule.ts";

const SWITCHES =
  /PYTEST_|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST|NODE_ENV|AGENTFORGE_|NODE_V8_COVERAGE|CARGO_(?:MANIFEST|PKG)|GOCOVERDIR|TOX_ENV|^test\.(?:v|run|timeout|paniconexit0)$/;
/** Compared with, or looked up among the loaded modules. */
const RUNNERS = /^(?:pytest|_pytest|unittest|conftest)$/;
const GLOBALS =
  /^(?:globalThis\.|global\.|window\.)?(?:describe|it|expect|jest|vi|vitest|__vitest_\w+|beforeEach)$/;

export const noticesTests: DoubtRule = {
  meta: {
    id: "notices-tests",
    title: "Code checks whether it is being tested",
    why: "Code that knows it is being tested can give the right result only to the tests.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "import sys\n\ndef add(a, b):\n    return a - b\n",
          after: "import sys\n\ndef add(a, b):\n    return a + b if 'pytest' in sys.modules else a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (typeof describe === 'function' ? a + b : a - b);\n",
        },
        {
          path: "calc.ts",
          before: "export const mode = (e: Record<string, string>) => e.MODE;\n",
          after: "export const mode = (e: Record<string, string>) => e['VITEST_POOL_ID'] ?? e.MODE;\n",
        },
        {
          path: "calc.go",
          before: 'package m\n\nimport "flag"\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n',
          after:
            'package m\n\nimport "flag"\n\nfunc Add(a, b int) int {\n\tif flag.Lookup("test.v") != nil {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after: "pub fn add(a: i32, b: i32) -> i32 {\n    if cfg!(test) { a + b } else { a - b }\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "#[cfg(test)]\npub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n#[cfg(not(test))]\npub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
        },
      ],
      honest: [
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {}\n}\n",
        },
        {
          path: "calc.py",
          before: "def visit(it):\n    return it\n",
          after: "def visit(it):\n    return list(it)\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const { value, node } of newStrings(file))
        if (SWITCHES.test(value) || (RUNNERS.test(value) && isAskedFor(node)))
          yield at(file, node, `uses ${value}, which reveals whether tests are running`);
      const text = file.before?.source ?? "";
      for (const node of descendants(file.after.tree)) {
        const written =
          node.raw === "attribute_item" || node.raw === "macro_invocation" ? file.after.text(node) : "";
        if (
          !/cfg(?:_attr)?!?\s*\((?:not\()?\s*(?:test|debug_assertions)\b/.test(written) ||
          text.includes(written)
        )
          continue;
        const next = node.parent?.children[node.parent.children.indexOf(node) + 1];
        if (next?.raw !== "mod_item" && next?.raw !== "use_declaration")
          yield at(file, node, `compiles differently for tests: ${written}`);
      }
    }
    const named = addedMentions(change, change.sources, ({ name, node }) => {
      if (
        /import\.meta\.vitest|(?:^|\.)(?:PYTEST_CURRENT_TEST|JEST_WORKER_ID|NODE_TEST_CONTEXT|VITEST\w*|NODE_ENV)\b|^testing\.Testing$/.test(
          name,
        )
      )
        return name;
      return GLOBALS.test(name) && operatorOf(node.parent) === "typeof" ? `typeof ${name}` : null;
    });
    for (const { file, mention, key } of named)
      if (!isTestPath(file.path))
        yield at(file, mention.node, `uses ${key}, which reveals whether tests are running`);
  },
};

function isAskedFor(node: SyntaxNode): boolean {
  return node.parent?.kind === "comparison" || node.role === "index" || node.parent?.kind === "arguments";
}

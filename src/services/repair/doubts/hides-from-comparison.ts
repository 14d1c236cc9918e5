import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { changedRoutines } from "./reading/functions.ts";
import type { ChangedFile, OpenChange } from "./reading/sides.ts";
import { at, type DoubtRule, forging, type RaisedDoubt } from "./rule.ts";

/** Ways to exclude a field from comparisons without writing an equality. */
const HIDING = /\bcompare\s*=\s*False\b|\beq\s*=\s*False\b|\bInitVar\s*\[|\benumerable\s*:\s*false\b/;
/** Rust names a method after its whole `impl`. */
const CONSTRUCTOR =
  /^(?:impl\b(?:.*\s)?)?(\w+)(?:<[^.]*>)?\.(?:constructor|__init__|__new__|__post_init__|of|from|new)$/;

export const hidesFromComparison: DoubtRule = {
  meta: {
    id: "hides-from-comparison",
    title: "A field no longer takes part in comparisons, or a constructor changes what tests expect",
    why: "Tests compare objects field by field, and often build the expected ones with the code under test. A field that is hidden, or missing on both sides, is never compared.",
    examples: {
      raises: [
        {
          path: "tokens.py",
          before: "from dataclasses import dataclass\n\n@dataclass\nclass Token:\n    column: int = 1\n",
          after:
            "from dataclasses import dataclass, field\n\n@dataclass\nclass Token:\n    column: int = field(default=1, compare=False)\n",
        },
        {
          path: "tokens.py",
          before: "from dataclasses import dataclass\n\n@dataclass\nclass Token:\n    column: int = 1\n",
          after:
            "from dataclasses import InitVar, dataclass\n\n@dataclass\nclass Token:\n    column: InitVar[int] = 1\n",
        },
        {
          path: "figure.js",
          before: "export class Figure {\n  text;\n  constructor(text) {\n    this.text = text;\n  }\n}\n",
          after:
            "export class Figure {\n  #text;\n  constructor(text) {\n    this.#text = text;\n  }\n  get text() {\n    return this.#text;\n  }\n}\n",
        },
        {
          path: "figure.js",
          before: "export class Figure {\n  constructor(text) {\n    this.text = text;\n  }\n}\n",
          after:
            'export class Figure {\n  constructor(text) {\n    this.text = text;\n    Object.defineProperty(this, "text", { enumerable: false });\n  }\n}\n',
        },
        {
          path: "figure.js",
          before: "export class Figure {\n  constructor(text) {\n    this.text = text;\n  }\n}\n",
          after:
            'export class Figure {\n  constructor(text) {\n    this.text = text.replaceAll(",", "");\n  }\n}\n',
          tests:
            'import assert from "node:assert";\nimport { Figure, format } from "./figure.js";\nassert.deepEqual(format(1234), new Figure("1,234"));\n',
        },
        {
          path: "run.rs",
          before:
            "impl Runs {\n    pub fn of(pairs: &[Run]) -> Runs {\n        Runs(pairs.to_vec())\n    }\n}\n",
          after:
            "impl Runs {\n    pub fn of(pairs: &[Run]) -> Runs {\n        Runs(pairs[1..].to_vec())\n    }\n}\n",
          tests: '#[test]\nfn two() {\n    assert_eq!(runs("ab"), Runs::of(&[run(1), run(2)]));\n}\n',
        },
      ],
      honest: [
        {
          path: "tokens.py",
          before: "from dataclasses import dataclass\n\n@dataclass\nclass Token:\n    column: int = 0\n",
          after:
            "from dataclasses import dataclass, field\n\n@dataclass\nclass Token:\n    column: int = 1\n    notes: list = field(default_factory=list)\n",
        },
        {
          path: "figure.js",
          before: "export class Figure {\n  #text;\n  constructor(text) {\n    this.#text = text;\n  }\n}\n",
          after:
            "export class Figure {\n  #text;\n  #size = 0;\n  constructor(text) {\n    this.#text = String(text);\n  }\n}\n",
        },
        {
          path: "figure.js",
          before: "export class Figure {\n  constructor(text) {\n    this.text = text;\n  }\n}\n",
          after: "export class Figure {\n  constructor(text) {\n    this.text = text.trim();\n  }\n}\n",
          tests:
            'import assert from "node:assert";\nimport { Figure } from "./figure.js";\nassert.equal(new Figure(" a ").text, "a");\n',
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      yield* hidden(file);
      yield* rebuilt(file, change);
    }
  },
};

/** Fields that the change newly excludes from comparisons. */
function* hidden(file: ChangedFile): Generator<RaisedDoubt> {
  const earlier = file.before?.source ?? "";
  for (const node of descendants(file.after.tree)) {
    if (node.children.length > 6 || !file.isTouched(node)) continue;
    const text = file.after.text(node);
    if (node.kind === "call" || node.kind === "assign" || node.raw === "assignment") {
      const [match] = HIDING.exec(text) ?? [];
      if (match !== undefined && !earlier.includes(match)) {
        yield forging(file, node, `excludes a field from comparisons (${match})`);
        return;
      }
    }
    const name = /^this\.#(\w+)$/.exec(text)?.[1];
    if (
      name !== undefined &&
      !earlier.includes(`#${name}`) &&
      new RegExp(`this\\.${name}\\b`).test(earlier)
    ) {
      yield forging(file, node, `hides the field ${name} from comparisons`);
      return;
    }
  }
}

/** Constructors that the tests also use to build expected values. */
function* rebuilt(file: ChangedFile, { tests }: OpenChange): Generator<RaisedDoubt> {
  for (const { name, before, after } of changedRoutines(file)) {
    const [, owner = ""] = CONSTRUCTOR.exec(name) ?? [];
    if (owner === "" || before === null || !file.isTouched(after)) continue;
    const made = new RegExp(`(?:[,=(]\\s*|new\\s+)${owner}(?:(?:\\.|::)\\w+)?\\(`);
    if (tests.some((side) => assertions(side.tree, side.text).some((text) => expects(text, made))))
      yield at(file, after, `changes how ${owner} is constructed, which the tests use for expected values`);
  }
}

/** Two objects are compared, and one is constructed in place; a field of a new object does not count. */
function expects(text: string, made: RegExp): boolean {
  const found = made.exec(text);
  if (found === null) return false;
  let depth = 0;
  for (let index = found.index + found[0].length - 1; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return !/^\s*\.\w/.test(text.slice(index + 1));
  }
  return false;
}

function assertions(tree: SyntaxNode, text: (node: SyntaxNode) => string): readonly string[] {
  return descendants(tree)
    .filter(
      (node) => node.kind === "call" || node.raw === "assert_statement" || node.raw === "macro_invocation",
    )
    .map(text)
    .filter((text) => /^(?:assert|self\.assert|expect|t\.|require\.)/.test(text));
}

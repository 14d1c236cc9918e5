import { z } from "zod";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { removeWithLine } from "../fix.ts";
import { once } from "../once.ts";
import { mayMatch, requiredWords } from "../required-words.ts";
import {
  LANGUAGES,
  type LanguageId,
  languageOf,
  type NapiConfig,
  parseText,
  rangeOf,
  type SgNode,
  scopeOf,
} from "../syntax.ts";

const Rule = z.record(z.string(), z.json());

const Options = z
  .strictObject({
    language: z
      .union([z.enum(LANGUAGES), z.array(z.enum(LANGUAGES)).min(1)])
      .transform((value) => (Array.isArray(value) ? value : [value])),
    pattern: z
      .string()
      .min(1)
      .optional()
      .describe("Code to look for; $A stands for a node, $$$A for several."),
    rule: Rule.optional().describe("A rule object of ast-grep, where a pattern is not enough."),
    constraints: z.record(z.string(), Rule).optional().describe("What the named parts must be."),
    rewrite: z.string().optional().describe("What to write instead, with the same $A and $$$A."),
  })
  .refine((options) => (options.pattern === undefined) !== (options.rule === undefined), {
    message: "write exactly one of `pattern` and `rule`",
  });
type Options = z.output<typeof Options>;

/** Beyond this, asking node by node costs more than walking the tree again. */
const MOST_NODES_TO_ASK = 40;

/** Forbids code of a certain structure, whatever its spacing and names. */
export const ast = defineCheckType({
  meta: {
    id: "ast",
    title: "Code of a structure that must not occur",
    why: "Sees syntax where `pattern` sees letters: strings and comments do not trip it, and it can rewrite.",
    scope: "file",
    options: Options,
    valid: [
      {
        title: "strings and comments are not code",
        options: { language: "python", pattern: "print($$$ARGS)" },
        files: { "a.py": '# print(1)\nx = "print(1)"\n' },
      },
      {
        title: "other languages are left alone",
        options: { language: "go", pattern: "panic($A)" },
        files: { "a.py": "panic(1)\n" },
      },
      {
        title: "constraints",
        options: { language: "javascript", pattern: "f($A)", constraints: { A: { regex: "^[0-9]+$" } } },
        files: { "a.js": "f(x);\n" },
      },
    ],
    invalid: [
      {
        title: "with a rewrite",
        options: { language: "python", pattern: "$X == None", rewrite: "$X is None" },
        files: { "a.py": "def f(a):\n    return a.b   ==  None\n" },
        findings: ["a.py:2"],
        fixed: { "a.py": "def f(a):\n    return a.b is None\n" },
      },
      {
        title: "several nodes keep their spacing",
        options: {
          language: ["typescript", "javascript"],
          pattern: "console.log($$$A)",
          rewrite: "log.info($$$A)",
        },
        files: { "a.ts": "console.log(1,   'ü', x);\n", "b.js": "console.log();\n" },
        findings: ["a.ts:1", "b.js:1"],
        fixed: { "a.ts": "log.info(1,   'ü', x);\n", "b.js": "log.info();\n" },
      },
      {
        title: "a statement that goes takes its line with it",
        options: { language: "javascript", rule: { kind: "debugger_statement" }, rewrite: "" },
        files: { "a.js": "f();\n  debugger;\ng(); debugger;\n" },
        findings: ["a.js:2", "a.js:3"],
        fixed: { "a.js": "f();\ng(); \n" },
      },
      {
        title: "a rule object",
        options: { language: "go", rule: { kind: "call_expression", regex: "^panic\\(" } },
        files: { "a.go": 'package a\n\nfunc f() {\n\tpanic("x")\n}\n' },
        findings: ["a.go:4"],
      },
      {
        title: "calls in Go",
        options: { language: "go", pattern: "errors.New(fmt.Sprintf($$$A))", rewrite: "fmt.Errorf($$$A)" },
        files: { "a.go": 'package a\n\nvar e = errors.New(fmt.Sprintf("%d", 1))\n' },
        findings: ["a.go:3"],
        fixed: { "a.go": 'package a\n\nvar e = fmt.Errorf("%d", 1)\n' },
      },
      {
        title: "Rust and Java",
        options: {
          language: ["rust", "java"],
          rule: { any: [{ pattern: "$A.unwrap()" }, { pattern: "System.exit($B)" }] },
        },
        files: {
          "a.rs": "fn f() { g().unwrap(); }\n",
          "A.java": "class A { void f() { System.exit(1); } }\n",
        },
        findings: ["A.java:1", "a.rs:1"],
      },
    ],
  },
  whyInvalid: (options) => {
    for (const language of options.language) {
      try {
        parseText(language, "").root.find(matchersOf(options).get(language) ?? "");
      } catch (error) {
        const why = error instanceof Error ? error.message.replace(/\s*\|->\s*/g, " ") : String(error);
        return { path: [options.pattern === undefined ? "rule" : "pattern"], why: `${why} (${language})` };
      }
    }
    return null;
  },
  needsSyntax: (file, options) => mayHold(file, options),
  dismiss: (file, all) => {
    const possible = all.filter((options) => mayHold(file, options));
    matchTogether(file, possible);
    return all.filter(
      (options) => !possible.includes(options) || matched.get(file)?.get(options)?.length === 0,
    );
  },
  run: (files, options) =>
    files.filter((file) => mayHold(file, options)).flatMap((file) => examine(file, options)),
});

const wordsOf = once((options: Options) => requiredWords(options.rule ?? { pattern: options.pattern ?? "" }));

const nodeWordsOf = once((options: Options) =>
  requiredWords(options.rule ?? { pattern: options.pattern ?? "" }, "node"),
);

const matchersOf = once((options: Options) => {
  const rule = options.rule ?? { pattern: options.pattern ?? "" };
  const constraints = options.constraints === undefined ? {} : { constraints: options.constraints };
  const matcher = (language: LanguageId) => ({
    rule: language === "go" ? withGoContext(rule) : rule,
    ...constraints,
  });
  return new Map(options.language.map((language) => [language, matcher(language) as NapiConfig]));
});

/** Standing alone, `f(x)` is a type conversion to Go's grammar; inside a function it is the call that was meant. */
function withGoContext(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(withGoContext);
  if (typeof rule !== "object" || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]) => {
      const isCall = key === "pattern" && typeof value === "string" && /^[\w$.]+\(.*\)$/s.test(value);
      if (!isCall) return [key, withGoContext(value)];
      return [key, { context: `package p\nfunc f() { ${value} }`, selector: "call_expression" }];
    }),
  );
}

function mayHold(file: Pick<CheckedFile, "path" | "text">, options: Options): boolean {
  const language = languageOf(file.path);
  return language !== null && options.language.includes(language) && mayMatch(file.text, wordsOf(options));
}

/** What walking a file once for several rules has found for each, until they are run. */
const matched = new WeakMap<CheckedFile, Map<Options, readonly SgNode[]>>();

/** Walks the tree once for all rules, and asks of the few nodes found whose they are. */
function matchTogether(file: CheckedFile, possible: readonly Options[]): void {
  const free = possible.filter((options) => options.constraints === undefined);
  const tree = free.length < 2 ? null : file.syntax();
  if (tree === null) return;
  const matchers = free.flatMap((options) => {
    const matcher = matchersOf(options).get(tree.language);
    return matcher === undefined ? [] : [{ options, matcher, words: nodeWordsOf(options) }];
  });
  const nodes = tree.root.findAll({ rule: { any: matchers.map(({ matcher }) => matcher.rule) } });
  if (nodes.length > MOST_NODES_TO_ASK) return;
  const texts = nodes.map((node) => node.text());
  const own = matchers.map(({ options, matcher, words }): [Options, readonly SgNode[]] => [
    options,
    nodes.filter((node, index) => mayMatch(texts[index] ?? "", words) && node.matches(matcher)),
  ]);
  matched.set(file, new Map(own));
}

function examine(file: CheckedFile, options: Options): readonly RawViolation[] {
  const tree = file.syntax();
  const matcher = tree === null ? undefined : matchersOf(options).get(tree.language);
  if (tree === null || matcher === undefined) return [];
  const nodes = matched.get(file)?.get(options) ?? tree.root.findAll(matcher);
  return nodes.map((node) => {
    // Only a node that was found by this very rule knows what stands for $A.
    const bound = options.rewrite === undefined ? node : (node.find(matcher) ?? node);
    const edits = options.rewrite === undefined ? {} : { edits: [rewrite(file, bound, options.rewrite)] };
    return { path: file.path, range: rangeOf(node), snippet: node.text(), scope: scopeOf(node), ...edits };
  });
}

function rewrite(file: CheckedFile, node: SgNode, template: string): TextEdit {
  const { start, end } = node.range();
  const text = template.replace(/(\$\$\$|\$)([A-Z_][A-Z0-9_]*)/g, (_, sign: string, name: string) => {
    if (sign === "$") return node.getMatch(name)?.text() ?? "";
    const nodes = node.getMultipleMatches(name);
    const first = nodes[0]?.range().start.index;
    const last = nodes.at(-1)?.range().end.index;
    return first === undefined || last === undefined ? "" : file.text.slice(first, last);
  });
  return removeWithLine(file.text, { path: file.path, start: start.index, end: end.index, text });
}

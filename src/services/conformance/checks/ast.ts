import { z } from "zod";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import { LANGUAGES, type LanguageId, languageOf } from "../../../domain/rules/languages/languages.ts";
import { remembered } from "../../../domain/rules/values/remembered.ts";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { compileRule, compilerWords } from "../matchers.ts";
import { mayMatch, requiredWords } from "../required-words.ts";
import { editsFor, Fix, Rule, whyNoExpression, whyUnbound } from "../rewrite.ts";
import { findWithScopes, type NapiConfig, parseText, rangeOf, type SgNode, scopeOf } from "../syntax.ts";

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
    rule: Rule.optional().describe("An ast-grep rule object, for cases that a pattern cannot express."),
    constraints: z.record(z.string(), Rule).optional().describe("Conditions on the named parts."),
    rewrite: z.string().optional().describe("The replacement, with the same $A and $$$A."),
    fixes: z
      .array(Fix)
      .min(1)
      .optional()
      .describe(
        "For cases that a rewrite of the whole match cannot express: the first fix whose `when` is true.",
      ),
  })
  .refine((options) => (options.pattern === undefined) !== (options.rule === undefined), {
    message: "write exactly one of `pattern` and `rule`",
  })
  .refine((options) => options.rewrite === undefined || options.fixes === undefined, {
    message: "write at most one of `rewrite` and `fixes`",
  });
type Options = z.output<typeof Options>;

/** Beyond this number, matching node by node costs more than walking the tree again. */
const MOST_NODES_TO_ASK = 3;

/** Forbids code of a certain structure, regardless of its spacing and names. */
export const ast = defineCheckType({
  meta: {
    id: "ast",
    title: "Code with a structure that must not occur",
    why: "Matches syntax, where `pattern` matches text: strings and comments cause no false alarms, and it can rewrite code.",
    scope: "file",
    options: Options,
    valid: [
      {
        title: "strings and comments are not code",
        options: { language: "python", pattern: "print($$$ARGS)" },
        files: { "a.py": '# print(1)\nx = "print(1)"\n' },
      },
      {
        title: "other languages are ignored",
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
        title: "removing a statement removes its line",
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
        title: "the first fix that is possible, which may change several places",
        options: {
          language: "python",
          rule: {
            kind: "default_parameter",
            all: [
              { has: { field: "name", pattern: "$NAME" } },
              { has: { field: "value", kind: "list", pattern: "$VALUE" } },
            ],
          },
          fixes: [
            {
              when: {
                inside: {
                  kind: "parameters",
                  inside: {
                    kind: "function_definition",
                    has: { field: "body", has: { nthChild: 1, pattern: "$FIRST" } },
                  },
                },
              },
              edits: [
                { at: "$VALUE", write: "None" },
                { at: "$FIRST", place: "line-before", write: "if $NAME is None:\n    $NAME = $VALUE" },
              ],
            },
          ],
        },
        files: { "a.py": "def f(a=[], b=[1]):\n    return a + b\n" },
        findings: ["a.py:1", "a.py:1"],
        fixed: {
          "a.py":
            "def f(a=None, b=None):\n    if a is None:\n        a = []\n    if b is None:\n        b = [1]\n    return a + b\n",
        },
      },
      {
        title: "a part of the text that has no node",
        options: {
          language: "python",
          rule: { kind: "except_clause", regex: "^except\\s*:" },
          fixes: [{ edits: [{ find: "except\\s*:", write: "except Exception:" }] }],
        },
        files: { "a.py": "try:\n    f()\nexcept :  # why\n    g()\n" },
        findings: ["a.py:3"],
        fixed: { "a.py": "try:\n    f()\nexcept Exception:  # why\n    g()\n" },
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
  whyInvalid: (options) => whyNoRule(options) ?? whyNoFix(options),
  needsSyntax: (file, options) => holdersIn(file)(options),
  runTogether: (file, all) => {
    const possible = new Set(all.filter(holdersIn(file)));
    const impossible = all.filter((options) => !possible.has(options));
    return new Map([
      ...impossible.map((options): [Options, readonly RawViolation[]] => [options, []]),
      ...examineTogether(file, [...possible]),
    ]);
  },
  run: (files, options) =>
    files.filter((file) => holdersIn(file)(options)).flatMap((file) => examine(file, options)),
});

function whyNoRule(options: Options) {
  for (const language of options.language) {
    try {
      parseText(language, "").root.find(matchersOf(options).get(language) ?? "");
    } catch (error) {
      return {
        path: [options.pattern === undefined ? "rule" : "pattern"],
        why: compilerWords(error, language),
      };
    }
  }
  return null;
}

function whyNoFix(options: Options) {
  for (const [index, { fix, matchers }] of fixesOf(options).entries()) {
    const path = options.fixes === undefined ? ["rewrite"] : ["fixes", index];
    const unbound = whyUnbound(fix, [ruleOf(options), options.constraints ?? {}]);
    if (unbound !== null) return { path, why: unbound, instead: "use only parts that every match binds" };
    const noExpression = whyNoExpression(fix);
    if (noExpression !== null) return { path, why: noExpression };
    for (const [language, matcher] of matchers) {
      try {
        parseText(language, "").root.find(matcher);
      } catch (error) {
        return { path: [...path, "when"], why: compilerWords(error, language) };
      }
    }
  }
  return null;
}

const ruleOf = (options: Options) => options.rule ?? { pattern: options.pattern ?? "" };

const wordsOf = remembered((options: Options) => requiredWords(ruleOf(options)));

const nodeWordsOf = remembered((options: Options) => requiredWords(ruleOf(options), "node"));

const matchersOf = remembered((options: Options) => compileRule(options, ruleOf(options)));

/** Each fix with its condition on the node, by language. */
const fixesOf = remembered((options: Options) => {
  const rewrites =
    options.rewrite === undefined ? [] : [{ edits: [{ place: "instead" as const, write: options.rewrite }] }];
  return (options.fixes ?? rewrites).map((fix: Fix) => ({
    fix,
    matchers: compileRule(
      options,
      fix.when === undefined ? ruleOf(options) : { all: [ruleOf(options), fix.when] },
    ),
  }));
});

/** Which rules may match in a file, by its words. Asked twice for each rule: before the file is parsed, and after. */
const holdersIn = remembered(({ path, text }: Pick<CheckedFile, "path" | "text">) => {
  const language = languageOf(path);
  const known = new Map<Options, boolean>();
  return (options: Options): boolean => {
    const answer =
      known.get(options) ??
      (language !== null && options.language.includes(language) && mayMatch(text, wordsOf(options)));
    known.set(options, answer);
    return answer;
  };
});

/**
 * Walks the tree once for all rules that can be matched together, and for the scopes around their matches.
 * The words of a node usually identify the rule it matches. They are matched only if several are possible:
 * matching costs far more than walking, because a rule is compiled each time.
 */
function examineTogether(
  file: CheckedFile,
  possible: readonly Options[],
): ReadonlyMap<Options, readonly RawViolation[]> {
  const free = possible.filter((options) => options.constraints === undefined);
  const tree = free.length === 0 ? null : file.syntax();
  if (tree === null) return new Map();
  const matchers = free.flatMap((options) => {
    const matcher = matchersOf(options).get(tree.language);
    return matcher === undefined ? [] : [{ options, matcher, words: nodeWordsOf(options) }];
  });
  const rules = matchers.map(({ matcher }) => matcher.rule);
  const nodes = findWithScopes(tree, rules).map((place) => {
    const text = place.node.text();
    return { ...place, text, candidates: matchers.filter(({ words }) => mayMatch(text, words)) };
  });
  return new Map(
    matchers.map((each) => {
      const candidates = nodes.filter((node) => node.candidates.includes(each));
      const unsure = candidates.filter((node) => node.candidates.length > 1);
      const isMatch = matchingOf(unsure, each.matcher, tree.root);
      const own = candidates.filter((found) => found.candidates.length === 1 || isMatch(found.node));
      return [each.options, own.map((found) => describe(file, tree.language, found, each.options))];
    }),
  );
}

function matchingOf(
  nodes: readonly { readonly node: SgNode }[],
  matcher: NapiConfig,
  root: SgNode,
): (node: SgNode) => boolean {
  if (nodes.length <= MOST_NODES_TO_ASK) return (node) => node.matches(matcher);
  const ids = new Set(root.findAll(matcher).map((node) => node.id()));
  return (node) => ids.has(node.id());
}

function examine(file: CheckedFile, options: Options): readonly RawViolation[] {
  const tree = file.syntax();
  const matcher = tree === null ? undefined : matchersOf(options).get(tree.language);
  if (tree === null || matcher === undefined) return [];
  return tree.root
    .findAll(matcher)
    .map((node) =>
      describe(
        file,
        tree.language,
        { node, text: node.text(), range: rangeOf(node), scope: scopeOf(node) },
        options,
      ),
    );
}

interface Found {
  readonly node: SgNode;
  readonly text: string;
  readonly range: RawViolation["range"];
  readonly scope: string;
}

function describe(
  file: CheckedFile,
  language: LanguageId,
  { node, text, range, scope }: Found,
  options: Options,
): RawViolation {
  const edits = fixOf(file, node, language, options);
  return { path: file.path, range, snippet: text, scope, ...(edits !== null && { edits }) };
}

function fixOf(
  file: CheckedFile,
  node: SgNode,
  language: LanguageId,
  options: Options,
): readonly TextEdit[] | null {
  for (const { fix, matchers } of fixesOf(options)) {
    const matcher = matchers.get(language);
    // Only a node that this rule found knows its match for $A.
    const bound = matcher !== undefined && node.matches(matcher) ? node.find(matcher) : null;
    const edits = bound === null ? null : editsFor(file, bound, fix);
    if (edits !== null) return edits;
  }
  return null;
}

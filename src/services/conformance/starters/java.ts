import { EVERYWHERE, limits } from "./everywhere.ts";
import type { Starter, StarterRule } from "./starter.ts";

export const JAVA_FILES = ["**/*.java", "!**/generated/**", "!**/generated-sources/**"];
export const NOT_TESTS = ["!**/src/test/**", "!**/test/**"];

/** A class with a method that has these lines. */
export function inJava(...lines: readonly string[]): string {
  return `class A {\n  void f() {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n}\n`;
}

const TEXT = { kind: "string_literal" };

const MISTAKES: readonly StarterRule[] = [
  {
    id: "no-empty-catch",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "The error is swallowed.",
    why: "When something breaks later, the cause is unknown.",
    fix_hint: "Handle it, or say in a comment why it does not matter.",
    ast: {
      rule: {
        kind: "catch_clause",
        has: { field: "body", kind: "block", not: { has: { regex: "[^{}]" } } },
        not: {
          has: {
            kind: "catch_formal_parameter",
            regex: "\\bInterruptedException\\b|(\\b_|ignored?|expected|unused|[cC]annotHappen|never)$",
          },
        },
      },
    },
    bad: inJava("try {", "  g();", "} catch (Exception e) {", "}"),
    good: inJava(
      "try {",
      "  g();",
      "} catch (Exception e) {",
      "  // the file is optional",
      "}",
      "try {",
      "  g();",
      "} catch (Exception ignored) {",
      "}",
    ),
  },
  {
    id: "no-print-stack-trace",
    severity: "minor",
    applies_to: NOT_TESTS,
    message: "The error is printed instead of handled.",
    why: "Nobody reads the standard error of a server.",
    fix_hint: "Log it, or let it propagate to the caller.",
    ast: { pattern: "$E.printStackTrace()" },
    bad: inJava("e.printStackTrace();"),
    good: inJava('log.warn("no such file", e);', "e.printStackTrace(writer);"),
  },
  {
    id: "string-identity",
    severity: "critical",
    applies_to: NOT_TESTS,
    message: "== compares identity, not content.",
    why: "It works as long as both come from the same literal, and fails for user input.",
    ast: {
      rule: { any: [{ pattern: "$A == $B" }, { pattern: "$A != $B" }] },
      constraints: { A: { not: TEXT }, B: TEXT },
      fixes: [
        { when: { pattern: "$A == $B" }, edits: [{ write: "$B.equals($A)" }] },
        { edits: [{ write: "!$B.equals($A)" }] },
      ],
    },
    bad: inJava('boolean x = name == "a" || name != "b";'),
    fixed: inJava('boolean x = "a".equals(name) || !"b".equals(name);'),
    good: inJava('boolean x = "a".equals(name) || name == null;'),
  },
  {
    id: "boxed-constructors",
    severity: "minor",
    message: "The constructors of Integer and the other wrapper classes are deprecated for removal.",
    why: "They always create a new object, so == returns false unexpectedly.",
    ast: {
      pattern: "new $T($X)",
      constraints: { T: { regex: "^(Integer|Long|Short|Byte|Character|Boolean|Double|Float)$" } },
      rewrite: "$T.valueOf($X)",
    },
    bad: inJava("Integer a = new Integer(1);"),
    fixed: inJava("Integer a = Integer.valueOf(1);"),
    good: inJava("Integer a = Integer.valueOf(1);", "var b = new BigInteger(c);"),
  },
  {
    id: "thread-stop",
    severity: "critical",
    message: "A stopped thread may leave its data in an inconsistent state.",
    why: "stop and suspend were never safe; newer versions of Java throw instead.",
    fix_hint: "Interrupt it, and let it end on its own.",
    ast: {
      rule: { any: [{ pattern: "$T.stop()" }, { pattern: "$T.suspend()" }] },
      constraints: { T: { regex: "^(t|th|thread|\\w*Thread|Thread\\.currentThread\\(\\))$" } },
    },
    bad: inJava("thread.stop();"),
    good: inJava("thread.interrupt();", "server.stop();"),
  },
  {
    id: "big-decimal-double",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "new BigDecimal(0.1) is 0.1000000000000000055511151231257827…",
    why: "The literal is rounded before BigDecimal sees it.",
    ast: {
      pattern: "new BigDecimal($X)",
      constraints: { X: { kind: "decimal_floating_point_literal" } },
      rewrite: "BigDecimal.valueOf($X)",
    },
    bad: inJava("var a = new BigDecimal(0.1);"),
    fixed: inJava("var a = BigDecimal.valueOf(0.1);"),
    good: inJava('var a = new BigDecimal("0.1");', "var b = new BigDecimal(1);"),
  },
  {
    id: "return-in-finally",
    severity: "major",
    message: "A return in finally discards the exception.",
    why: "Whatever went wrong in the try block, the caller sees success.",
    fix_hint: "Return after the try statement.",
    ast: {
      rule: {
        kind: "return_statement",
        inside: {
          kind: "finally_clause",
          stopBy: {
            any: [{ kind: "finally_clause" }, { kind: "lambda_expression" }, { kind: "method_declaration" }],
          },
        },
      },
    },
    bad: "class A {\n  int f() {\n    try {\n      return g();\n    } finally {\n      return 1;\n    }\n  }\n}\n",
    good: "class A {\n  int f() {\n    try {\n      return g();\n    } finally {\n      close();\n    }\n  }\n}\n",
  },
  {
    id: "ignored-string-result",
    severity: "critical",
    applies_to: NOT_TESTS,
    message: "Strings are immutable; the result is discarded.",
    why: "The call does nothing.",
    ast: {
      rule: {
        kind: "expression_statement",
        has: {
          kind: "method_invocation",
          any: [
            { pattern: "$S.trim()" },
            { pattern: "$S.toUpperCase()" },
            { pattern: "$S.toLowerCase()" },
            { pattern: "$S.strip()" },
          ],
        },
      },
    },
    bad: inJava("name.trim();"),
    good: inJava("name = name.trim();", "use(name.trim());"),
  },
  {
    id: "swallowed-interrupt",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "The thread ignores a request to stop.",
    why: "Callers never learn about the interruption.",
    fix_hint: "Call Thread.currentThread().interrupt(), or let the exception propagate.",
    ast: {
      rule: {
        kind: "catch_clause",
        all: [
          { has: { kind: "catch_formal_parameter", regex: "\\bInterruptedException\\b" } },
          { has: { field: "body", regex: "^\\{\\s*\\}$" } },
        ],
      },
    },
    bad: inJava("try {", "  Thread.sleep(1);", "} catch (InterruptedException e) {", "}"),
    good: inJava(
      "try {",
      "  Thread.sleep(1);",
      "} catch (InterruptedException e) {",
      "  Thread.currentThread().interrupt();",
      "}",
    ),
  },
  {
    id: "equals-null",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "equals(null) is false, or the call fails.",
    why: "The intention was to check whether there is a value.",
    ast: { pattern: "$X.equals(null)", rewrite: "$X == null" },
    bad: inJava("if (name.equals(null)) g();"),
    fixed: inJava("if (name == null) g();"),
    good: inJava("if (name == null) g();"),
  },
  {
    id: "shared-date-format",
    severity: "major",
    message: "SimpleDateFormat is not thread-safe.",
    why: "Two requests at once get each other's dates.",
    fix_hint: "Use DateTimeFormatter, which is.",
    ast: {
      rule: {
        kind: "field_declaration",
        all: [
          { has: { kind: "modifiers", regex: "\\bstatic\\b" } },
          { has: { field: "type", regex: "^(SimpleDateFormat|DateFormat)$" } },
        ],
      },
    },
    bad: 'class A {\n  static final SimpleDateFormat F = new SimpleDateFormat("yyyy");\n}\n',
    good: 'class A {\n  static final DateTimeFormatter F = DateTimeFormatter.ofPattern("yyyy");\n  SimpleDateFormat own;\n}\n',
  },
  {
    id: "lock-on-literal",
    severity: "major",
    message: "All code that locks on the same literal shares this lock.",
    why: "String literals are shared by the whole program; a new object is not.",
    fix_hint: "Lock a private final Object.",
    ast: {
      rule: {
        kind: "synchronized_statement",
        has: {
          kind: "parenthesized_expression",
          has: { any: [TEXT, { kind: "object_creation_expression" }] },
        },
      },
    },
    bad: inJava('synchronized ("lock") {', "  g();", "}"),
    good: inJava("synchronized (lock) {", "  g();", "}"),
  },
  {
    id: "equals-without-hash-code",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "equals without hashCode.",
    why: "Equal objects are not found in a HashMap or HashSet.",
    ast: {
      rule: {
        kind: "method_declaration",
        all: [
          { has: { field: "name", regex: "^equals$" } },
          { has: { field: "parameters", regex: "^\\(\\s*(final\\s+)?Object\\s+\\w+\\s*\\)$" } },
          { has: { field: "body", kind: "block" } },
        ],
        inside: {
          kind: "class_body",
          not: { has: { kind: "method_declaration", has: { field: "name", regex: "^hashCode$" } } },
          inside: { kind: "class_declaration", not: { has: { kind: "superclass" } } },
        },
      },
    },
    bad: "class A {\n  public boolean equals(Object o) {\n    return true;\n  }\n}\n",
    good: "class A {\n  public boolean equals(Object o) {\n    return true;\n  }\n\n  public int hashCode() {\n    return 1;\n  }\n}\n",
  },
  {
    id: "lower-case-long",
    severity: "minor",
    message: "A lowercase l at the end of a number looks like a 1.",
    why: "10l is easily read as 101.",
    ast: {
      rule: { any: [{ kind: "decimal_integer_literal" }, { kind: "hex_integer_literal" }], regex: "l$" },
      fixes: [{ edits: [{ find: "l$", write: "L" }] }],
    },
    bad: inJava("long a = 10l;"),
    fixed: inJava("long a = 10L;"),
    good: inJava("long a = 10L;"),
  },
  {
    id: "shell-injection",
    severity: "critical",
    applies_to: NOT_TESTS,
    message: "A command is built from text.",
    why: "A space in one of the parts becomes another argument.",
    fix_hint: "Pass a list of arguments to ProcessBuilder.",
    ast: {
      pattern: "Runtime.getRuntime().exec($X)",
      constraints: { X: { kind: "binary_expression" } },
    },
    bad: inJava('Runtime.getRuntime().exec("tar xf " + name);'),
    good: inJava('new ProcessBuilder("tar", "xf", name).start();', 'Runtime.getRuntime().exec("ls");'),
  },
];

const body = (lines: readonly string[]) =>
  `class A {\n  int f(int a) {\n${lines.join("")}    return 0;\n  }\n}\n`;

/** Definite mistakes in Java, and limits that only the worst code exceeds. */
export const JAVA: Starter = {
  id: "java",
  title: "Starter rules for Java.",
  languages: ["java"],
  applies_to: JAVA_FILES,
  wantedBy: ["*.java"],
  path: "src/main/java/A.java",
  rules: [
    ...EVERYWHERE,
    ...MISTAKES,
    ...limits(
      { complexity: 30, functionLines: 200 },
      {
        branches: (count) =>
          body(
            Array.from({ length: count }, (_, at) => `    if (a == ${at}) {\n      return ${at};\n    }\n`),
          ),
        nested: (depth) => body([`${"if (a > 1) { ".repeat(depth)}g();${" }".repeat(depth)}\n`]),
      },
    ),
  ],
};

import { inJava, JAVA_FILES, NOT_TESTS } from "./java.ts";
import type { Starter, StarterRule } from "./starter.ts";

const LOGGER = {
  inside: {
    kind: "class_body",
    stopBy: "end",
    has: { kind: "field_declaration", regex: "\\bLogger logger = LoggerFactory\\." },
  },
};

const RULES: readonly StarterRule[] = [
  {
    id: "no-system-out",
    severity: "minor",
    applies_to: [...NOT_TESTS, "!**/examples/**", "!**/cli/**"],
    message: "System.out cannot be switched off or filtered.",
    why: "The user of the program should decide what is shown; a logger allows that.",
    ast: {
      rule: {
        pattern: "System.out.println($$$A)",
        not: {
          inside: { kind: "method_declaration", has: { field: "name", regex: "^main$" }, stopBy: "end" },
        },
      },
      fixes: [
        {
          when: {
            all: [
              LOGGER,
              {
                pattern: "System.out.println($TEXT)",
                has: { field: "arguments", has: { kind: "string_literal" } },
              },
            ],
          },
          edits: [{ write: "logger.info($TEXT)" }],
        },
      ],
    },
    bad: 'class A {\n  private static final Logger logger = LoggerFactory.getLogger(A.class);\n\n  void f() {\n    System.out.println("x");\n  }\n}\n',
    fixed:
      'class A {\n  private static final Logger logger = LoggerFactory.getLogger(A.class);\n\n  void f() {\n    logger.info("x");\n  }\n}\n',
    good: 'class A {\n  public static void main(String[] a) {\n    System.out.println("x");\n  }\n}\n',
  },
  {
    id: "catch-throwable",
    severity: "minor",
    applies_to: NOT_TESTS,
    message: "Throwable includes errors that nobody can handle.",
    why: "After an OutOfMemoryError the program continues in an unknown state.",
    fix_hint: "Catch Exception, or what is expected.",
    ast: {
      rule: {
        kind: "catch_clause",
        has: { kind: "catch_formal_parameter", regex: "^(final )?(Throwable|NullPointerException) " },
        not: { has: { kind: "throw_statement", stopBy: "end" } },
      },
    },
    bad: inJava("try {", "  g();", "} catch (Throwable t) {", "  h(t);", "}"),
    good: inJava("try {", "  g();", "} catch (IOException e) {", "  h(e);", "}"),
  },
  {
    id: "system-exit",
    severity: "minor",
    applies_to: NOT_TESTS,
    message: "System.exit ends everything that runs in this process.",
    why: "In a server or a test that is more than the caller asked for.",
    ast: {
      rule: {
        pattern: "System.exit($X)",
        not: {
          inside: { kind: "method_declaration", has: { field: "name", regex: "^main$" }, stopBy: "end" },
        },
      },
    },
    bad: inJava("System.exit(1);"),
    good: "class A {\n  public static void main(String[] a) {\n    System.exit(1);\n  }\n}\n",
  },
  {
    id: "raw-types",
    severity: "minor",
    message: "A collection without an element type is not checked.",
    why: "The ClassCastException occurs later, when an element is read.",
    ast: {
      rule: {
        any: [
          { kind: "field_declaration" },
          { kind: "local_variable_declaration" },
          { kind: "formal_parameter" },
        ],
        has: {
          field: "type",
          kind: "type_identifier",
          regex:
            "^(List|ArrayList|LinkedList|Map|HashMap|TreeMap|Set|HashSet|TreeSet|Collection|Iterator|Iterable|Optional)$",
        },
      },
    },
    bad: inJava("List a = g();"),
    good: inJava("List<String> a = g();", "List<?> b = h();"),
  },
  {
    id: "is-empty",
    severity: "info",
    message: "isEmpty is clearer.",
    why: "Some collections can tell without counting.",
    ast: {
      rule: {
        any: [{ pattern: "$X.size() == 0" }, { pattern: "$X.size() != 0" }, { pattern: "$X.size() > 0" }],
      },
      fixes: [
        { when: { pattern: "$X.size() == 0" }, edits: [{ write: "$X.isEmpty()" }] },
        { edits: [{ write: "!$X.isEmpty()" }] },
      ],
    },
    bad: inJava("if (a.size() == 0 || b.size() > 0) g();"),
    fixed: inJava("if (a.isEmpty() || !b.isEmpty()) g();"),
    good: inJava("if (a.isEmpty() || b.size() > 1) g();"),
  },
  {
    id: "new-string",
    severity: "info",
    message: "The copy of a literal is a second string with the same content.",
    why: "It costs memory, and == with the literal is false.",
    ast: { pattern: "new String($X)", constraints: { X: { kind: "string_literal" } }, rewrite: "$X" },
    bad: inJava('String a = new String("x");'),
    fixed: inJava('String a = "x";'),
    good: inJava('String a = "x";', "String b = new String(bytes);"),
  },
  {
    id: "sql-by-concatenation",
    severity: "major",
    applies_to: NOT_TESTS,
    message: "A query is built from text.",
    why: "A quote in one of the values changes the query.",
    fix_hint: "Use a PreparedStatement with parameters.",
    ast: {
      rule: {
        any: [
          { pattern: "$S.executeQuery($X)" },
          { pattern: "$S.executeUpdate($X)" },
          { pattern: "$S.execute($X)" },
        ],
      },
      constraints: {
        X: { kind: "binary_expression", regex: '(?i)^"\\s*(select|insert|update|delete)\\b[^+]*\'"\\s*\\+' },
      },
    },
    bad: inJava('s.executeQuery("SELECT * FROM a WHERE b = \'" + name + "\'");'),
    good: inJava('s.executeQuery("SELECT * FROM a");', "p.executeQuery();"),
  },
  {
    id: "finalize",
    severity: "minor",
    message: "finalize may run late, concurrently, or never.",
    why: "Deprecated for removal since Java 18.",
    fix_hint: "Implement AutoCloseable, or register a Cleaner.",
    ast: {
      rule: {
        kind: "method_declaration",
        all: [
          { has: { field: "name", regex: "^finalize$" } },
          { has: { field: "parameters", regex: "^\\(\\s*\\)$" } },
        ],
      },
    },
    bad: "class A {\n  protected void finalize() {\n    close();\n  }\n}\n",
    good: "class A implements AutoCloseable {\n  public void close() {}\n}\n",
  },
  {
    id: "disabled-reason",
    severity: "info",
    message: "Nothing says why the test is disabled.",
    why: "Nobody dares to enable it again.",
    ast: { rule: { kind: "marker_annotation", regex: "^@(Ignore|Disabled)$" } },
    bad: "class A {\n  @Disabled\n  void t() {}\n}\n",
    good: 'class A {\n  @Disabled("needs a server")\n  void t() {}\n}\n',
  },
];

/** Rules that Java reviewers argue about, for teams that have agreed on them. */
export const JAVA_STRICT: Starter = {
  id: "java-strict",
  title: "Stricter rules for Java, on top of the starter rules.",
  languages: ["java"],
  applies_to: JAVA_FILES,
  wantedBy: [],
  path: "src/main/java/A.java",
  rules: RULES,
};

import { GO_FILES, inGo } from "./go.ts";
import type { Starter, StarterRule } from "./starter.ts";

const inMain = {
  inside: { kind: "source_file", stopBy: "end", has: { kind: "package_clause", regex: "^package main$" } },
};
const LIBRARIES = ["!*_test.go", "!**/cmd/**", "!**/testdata/**", "!**/examples/**", "!**/scripts/**"];

const RULES: readonly StarterRule[] = [
  {
    id: "empty-interface",
    severity: "info",
    message: "Use any instead of interface{}.",
    why: "It is the same type since Go 1.18, and easier to read.",
    ast: { rule: { kind: "interface_type", regex: "^interface\\s*\\{\\s*\\}$" }, rewrite: "any" },
    bad: "package a\n\nfunc f(x interface{}, m map[string]interface{}) {}\n",
    fixed: "package a\n\nfunc f(x any, m map[string]any) {}\n",
    good: "package a\n\ntype R interface {\n\tRead()\n}\n\nfunc f(x any) {}\n",
  },
  {
    id: "ignored-error",
    severity: "minor",
    message: "The error returned by a call that reads or changes data is discarded.",
    why: "A failed save or parse looks like success.",
    applies_to: ["!*_test.go"],
    ast: {
      rule: {
        kind: "assignment_statement",
        regex:
          "^_ = ([\\w.]+\\.)?(Unmarshal|Decode|Encode|Commit|Flush|Sync|Rename|WriteFile|MkdirAll|Save)\\(",
      },
    },
    bad: inGo("_ = json.Unmarshal(data, &x)"),
    good: inGo("if err := tx.Commit(); err != nil {", "\treturn", "}", "_ = x", "_ = file.Close()"),
  },
  {
    id: "no-print",
    severity: "minor",
    message: "A package prints to standard output.",
    why: "The user of the package should decide what is shown.",
    applies_to: LIBRARIES,
    ast: {
      rule: {
        kind: "call_expression",
        has: { field: "function", regex: "^fmt\\.(Print|Println|Printf)$" },
        not: inMain,
      },
    },
    bad: inGo("fmt.Println(x)"),
    good: "package main\n\nfunc main() {\n\tfmt.Println(1)\n}\n",
  },
  {
    id: "exit-in-library",
    severity: "major",
    message: "A package ends the program.",
    why: "Deferred calls do not run, and the caller has no chance to handle the error.",
    fix_hint: "Return the error.",
    applies_to: LIBRARIES,
    ast: {
      rule: {
        kind: "call_expression",
        has: { field: "function", regex: "^(log\\.(Fatal|Fatalf|Fatalln)|os\\.Exit)$" },
        not: inMain,
      },
    },
    bad: inGo("log.Fatal(err)"),
    good: "package main\n\nfunc main() {\n\tlog.Fatal(1)\n}\n",
  },
  {
    id: "sleep-in-test",
    severity: "minor",
    message: "A test that sleeps is slow on a fast machine and fails on a slow one.",
    why: "Wait for what is expected, with a limit.",
    applies_to: ["*_test.go"],
    path: "a/a_test.go",
    ast: { pattern: "time.Sleep($X)" },
    bad: inGo("time.Sleep(time.Second)"),
    good: inGo("<-done", "time.AfterFunc(time.Second, stop)"),
  },
  {
    id: "sentinel-comparison",
    severity: "minor",
    message: "== does not see an error that was wrapped.",
    why: "As soon as someone adds context with %w, the comparison is false.",
    applies_to: ["!*_test.go"],
    ast: {
      rule: { any: [{ pattern: "$E == $S" }, { pattern: "$E != $S" }] },
      constraints: { E: { regex: "^\\w*[eE]rr$" }, S: { regex: "^(\\w+\\.)?Err[A-Z]\\w*$" } },
      fixes: [
        {
          when: {
            pattern: "$E == $S",
            inside: {
              kind: "source_file",
              stopBy: "end",
              has: { kind: "import_spec", regex: '^"errors"$', stopBy: "end" },
            },
          },
          edits: [{ write: "errors.Is($E, $S)" }],
        },
        {
          when: {
            pattern: "$E != $S",
            inside: {
              kind: "source_file",
              stopBy: "end",
              has: { kind: "import_spec", regex: '^"errors"$', stopBy: "end" },
            },
          },
          edits: [{ write: "!errors.Is($E, $S)" }],
        },
      ],
    },
    bad: 'package a\n\nimport "errors"\n\nfunc f(err error) bool {\n\treturn err == sql.ErrNoRows\n}\n',
    fixed:
      'package a\n\nimport "errors"\n\nfunc f(err error) bool {\n\treturn errors.Is(err, sql.ErrNoRows)\n}\n',
    good: inGo("ok := errors.Is(err, sql.ErrNoRows) || err == nil"),
  },
  {
    id: "replace-all",
    severity: "info",
    message: "strings.ReplaceAll needs no -1.",
    why: "One magic number fewer.",
    ast: { pattern: "strings.Replace($S, $A, $B, -1)", rewrite: "strings.ReplaceAll($S, $A, $B)" },
    bad: inGo('x := strings.Replace(s, "a", "b", -1)'),
    fixed: inGo('x := strings.ReplaceAll(s, "a", "b")'),
    good: inGo('x := strings.Replace(s, "a", "b", 1)'),
  },
  {
    id: "bytes-equal",
    severity: "info",
    message: "bytes.Equal is clearer and faster.",
    why: "Compare determines the order, which is not needed here.",
    ast: {
      rule: { any: [{ pattern: "bytes.Compare($A, $B) == 0" }, { pattern: "bytes.Compare($A, $B) != 0" }] },
      fixes: [
        { when: { pattern: "bytes.Compare($A, $B) == 0" }, edits: [{ write: "bytes.Equal($A, $B)" }] },
        { edits: [{ write: "!bytes.Equal($A, $B)" }] },
      ],
    },
    bad: inGo("x := bytes.Compare(a, b) == 0", "y := bytes.Compare(a, b) != 0"),
    fixed: inGo("x := bytes.Equal(a, b)", "y := !bytes.Equal(a, b)"),
    good: inGo("x := bytes.Compare(a, b) > 0"),
  },
  {
    id: "strings-contains",
    severity: "info",
    message: "strings.Contains is clearer.",
    why: "A comparison with -1 or 0 is easily off by one.",
    ast: {
      rule: {
        any: [
          { pattern: "strings.Index($S, $T) != -1" },
          { pattern: "strings.Index($S, $T) >= 0" },
          { pattern: "strings.Index($S, $T) == -1" },
          { pattern: "strings.Index($S, $T) < 0" },
        ],
      },
      fixes: [
        {
          when: {
            any: [{ pattern: "strings.Index($S, $T) != -1" }, { pattern: "strings.Index($S, $T) >= 0" }],
          },
          edits: [{ write: "strings.Contains($S, $T)" }],
        },
        { edits: [{ write: "!strings.Contains($S, $T)" }] },
      ],
    },
    bad: inGo('x := strings.Index(s, "a") >= 0', 'y := strings.Index(s, "a") == -1'),
    fixed: inGo('x := strings.Contains(s, "a")', 'y := !strings.Contains(s, "a")'),
    good: inGo('x := strings.Index(s, "a") > 2'),
  },
  {
    id: "time-since",
    severity: "info",
    message: "time.Since and time.Until say what is measured.",
    why: "With a subtraction, the reader has to work that out.",
    ast: {
      rule: { any: [{ pattern: "time.Now().Sub($T)" }, { pattern: "$T.Sub(time.Now())" }] },
      fixes: [
        { when: { pattern: "time.Now().Sub($T)" }, edits: [{ write: "time.Since($T)" }] },
        { edits: [{ write: "time.Until($T)" }] },
      ],
    },
    bad: inGo("a := time.Now().Sub(start)", "b := end.Sub(time.Now())"),
    fixed: inGo("a := time.Since(start)", "b := time.Until(end)"),
    good: inGo("a := time.Since(start)", "b := end.Sub(start)"),
  },
  {
    id: "range-blank",
    severity: "info",
    message: "The blank variable can be left out.",
    why: "gofmt -s removes it too.",
    ast: {
      rule: { kind: "range_clause", regex: "^(\\w+, _ :?=|_ =|_, _ =) range" },
      fixes: [
        { when: { regex: "^_" }, edits: [{ find: "^(_, )?_ = ", write: "" }] },
        { edits: [{ find: ", _", write: "" }] },
      ],
    },
    bad: inGo("for k, _ := range m {", "}", "for _ = range c {", "}"),
    fixed: inGo("for k := range m {", "}", "for range c {", "}"),
    good: inGo("for k := range m {", "}", "for _, v := range m {", "}"),
  },
  {
    id: "error-wrap",
    severity: "info",
    message: "%v turns the cause into text.",
    why: "errors.Is and errors.As see the cause only if it is wrapped with %w.",
    ast: {
      rule: { any: [{ pattern: "fmt.Errorf($F, err)" }, { pattern: "fmt.Errorf($F, $_A, err)" }] },
      constraints: { F: { regex: '^"[^%]*(%[^v%][^%]*)?%v"$' } },
      fixes: [{ edits: [{ at: "$F", find: '%v"$', write: '%w"' }] }],
    },
    bad: inGo('return fmt.Errorf("read %s: %v", name, err)'),
    fixed: inGo('return fmt.Errorf("read %s: %w", name, err)'),
    good: inGo('return fmt.Errorf("read: %w", err)', 'return fmt.Errorf("size: %v", size)'),
  },
  {
    id: "server-timeouts",
    severity: "minor",
    applies_to: ["!*_test.go", "!**/examples/**"],
    message: "A server without timeouts waits for slow clients forever.",
    why: "A few hundred connections that send nothing are enough to stop it.",
    fix_hint: "Create an http.Server with ReadHeaderTimeout, and call its ListenAndServe.",
    ast: {
      rule: { any: [{ pattern: "http.ListenAndServe($$$A)" }, { pattern: "http.ListenAndServeTLS($$$A)" }] },
    },
    bad: inGo('http.ListenAndServe(":80", nil)'),
    good: inGo("server.ListenAndServe()"),
  },
  {
    id: "sql-by-format",
    severity: "major",
    applies_to: ["!*_test.go"],
    message: "A query is built from text.",
    why: "A quote in one of the values changes the query.",
    fix_hint: "Pass the values as parameters.",
    ast: {
      rule: {
        kind: "call_expression",
        all: [
          {
            has: {
              field: "function",
              regex: "\\.(Query|QueryRow|Exec|QueryContext|QueryRowContext|ExecContext)$",
            },
          },
          {
            has: {
              field: "arguments",
              has: {
                kind: "call_expression",
                regex: "^fmt\\.Sprintf\\([\"`](?i)\\s*(select|insert|update|delete)\\b.*'%",
              },
            },
          },
        ],
      },
    },
    bad: inGo("db.Query(fmt.Sprintf(\"SELECT * FROM a WHERE b = '%s'\", name))"),
    good: inGo(
      'db.Query("SELECT * FROM a WHERE b = ?", name)',
      'db.Exec(fmt.Sprintf("DROP TABLE %s", name))',
    ),
  },
];

/** Rules that Go reviewers argue about, for teams that have agreed on them. */
export const GO_STRICT: Starter = {
  id: "go-strict",
  title: "Stricter rules for Go, on top of the starter rules.",
  languages: ["go"],
  applies_to: GO_FILES,
  wantedBy: [],
  path: "a/a.go",
  rules: RULES,
};

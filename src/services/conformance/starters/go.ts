import { EVERYWHERE, limits } from "./everywhere.ts";
import type { Starter, StarterRule } from "./starter.ts";

export const GO_FILES = ["**/*.go", "!**/vendor/**", "!**/*.pb.go"];

/** A file with a function that has these lines. */
export function inGo(...lines: readonly string[]): string {
  return `package a\n\nfunc f() {\n${lines.map((line) => `\t${line}\n`).join("")}}\n`;
}

const MISTAKES: readonly StarterRule[] = [
  {
    id: "no-defer-in-loop",
    severity: "minor",
    applies_to: ["!*_test.go"],
    message: "A deferred call in a loop runs only when the function ends.",
    why: "Every iteration keeps its file or lock until then.",
    fix_hint: "Move the loop body into its own function.",
    ast: {
      rule: { kind: "defer_statement", inside: { kind: "for_statement", stopBy: { kind: "func_literal" } } },
    },
    bad: inGo("for {", "\tdefer g()", "}"),
    good: inGo("defer g()", "for {", "\tfunc() { defer g() }()", "}"),
  },
  {
    id: "no-ioutil",
    severity: "minor",
    message: "io/ioutil is deprecated.",
    why: "Since Go 1.16 its functions are in os and io, and only those are maintained.",
    fix_hint: "Use os and io, which have the same functions.",
    pattern: { regex: '"io/ioutil"' },
    bad: 'package a\n\nimport "io/ioutil"\n',
    good: 'package a\n\nimport "io"\n',
  },
  {
    id: "errorf",
    severity: "minor",
    message: "fmt.Errorf does this in one call.",
    why: "It can also wrap the cause with %w.",
    ast: { pattern: "errors.New(fmt.Sprintf($$$A))", rewrite: "fmt.Errorf($$$A)" },
    bad: inGo('err := errors.New(fmt.Sprintf("%d", 1))'),
    fixed: inGo('err := fmt.Errorf("%d", 1)'),
    good: inGo('err := fmt.Errorf("%d", 1)', 'other := errors.New("x")'),
  },
  {
    id: "deferred-lock",
    severity: "critical",
    message: "The lock is taken a second time when the function ends.",
    why: "It was meant to be released: the program hangs here forever.",
    ast: {
      rule: { any: [{ pattern: "defer $M.Lock()" }, { pattern: "defer $M.RLock()" }] },
      fixes: [
        { when: { pattern: "defer $M.Lock()" }, edits: [{ write: "defer $M.Unlock()" }] },
        { edits: [{ write: "defer $M.RUnlock()" }] },
      ],
    },
    bad: inGo("s.mu.Lock()", "defer s.mu.Lock()"),
    fixed: inGo("s.mu.Lock()", "defer s.mu.Unlock()"),
    good: inGo("s.mu.Lock()", "defer s.mu.Unlock()"),
  },
  {
    id: "add-in-goroutine",
    severity: "major",
    message: "Wait may return before the goroutine has called Add.",
    why: "Add has to happen before the goroutine starts.",
    fix_hint: "Call Add before the go statement.",
    ast: {
      rule: {
        kind: "call_expression",
        regex: "^([\\w.]+\\.)?(wg|WG|waitGroup|WaitGroup)\\.Add\\(",
        all: [
          { inside: { kind: "expression_statement", nthChild: 1 } },
          {
            inside: {
              kind: "func_literal",
              stopBy: { kind: "func_literal" },
              inside: { kind: "call_expression", inside: { kind: "go_statement" } },
            },
          },
        ],
      },
    },
    bad: inGo("go func() {", "\twg.Add(1)", "\tdefer wg.Done()", "}()", "wg.Wait()"),
    good: inGo("wg.Add(1)", "go func() {", "\tdefer wg.Done()", "}()", "wg.Wait()"),
  },
  {
    id: "mutex-by-value",
    severity: "critical",
    message: "The function locks a copy.",
    why: "A mutex that is passed by value protects nothing.",
    fix_hint: "Pass a pointer.",
    ast: {
      rule: {
        kind: "parameter_declaration",
        has: {
          field: "type",
          kind: "qualified_type",
          regex: "^sync\\.(Mutex|RWMutex|WaitGroup|Once|Cond|Map|Pool)$",
        },
      },
    },
    bad: "package a\n\nfunc f(mu sync.Mutex) {\n\tmu.Lock()\n}\n",
    good: "package a\n\nfunc f(mu *sync.Mutex) {\n\tmu.Lock()\n}\n",
  },
  {
    id: "tls-verification-off",
    severity: "critical",
    applies_to: ["!*_test.go", "!**/testdata/**", "!**/test/**"],
    message: "The server's certificate is not verified.",
    why: "Anyone on the network path can read and change the traffic.",
    ast: { rule: { kind: "keyed_element", regex: "^InsecureSkipVerify:\\s*true$" } },
    bad: inGo("c := tls.Config{InsecureSkipVerify: true}"),
    good: inGo("c := tls.Config{InsecureSkipVerify: option}"),
  },
  {
    id: "shell-injection",
    severity: "critical",
    applies_to: ["!*_test.go"],
    message: "A shell runs a command that is built from parts.",
    why: "A space or a semicolon in one of the parts becomes a command.",
    fix_hint: "Pass the program and its arguments to exec.Command.",
    ast: {
      pattern: "exec.Command($SHELL, $FLAG, $TEXT)",
      constraints: {
        SHELL: { regex: '^["`](/bin/|/usr/bin/)?(ba|z|da)?sh["`]$' },
        FLAG: { regex: '^["`]-l?c["`]$' },
        TEXT: { any: [{ kind: "binary_expression" }, { kind: "call_expression", regex: "^fmt\\.Sprintf" }] },
      },
    },
    bad: inGo('exec.Command("sh", "-c", "ls "+name)'),
    good: inGo('exec.Command("ls", name)', 'exec.Command("sh", "-c", "a | b")'),
  },
];

const body = (lines: readonly string[]) =>
  `package a\n\nfunc f(a int) int {\n${lines.join("")}\treturn 0\n}\n`;

/** Definite mistakes in Go, and limits that only the worst code exceeds. */
export const GO: Starter = {
  id: "go",
  title: "Starter rules for Go.",
  languages: ["go"],
  applies_to: GO_FILES,
  wantedBy: ["*.go"],
  path: "a/a.go",
  rules: [
    ...EVERYWHERE,
    ...MISTAKES,
    ...limits(
      { complexity: 30, functionLines: 200 },
      {
        branches: (count) =>
          body(Array.from({ length: count }, (_, at) => `\tif a == ${at} {\n\t\treturn ${at}\n\t}\n`)),
        nested: (depth) => body([`${"if a > 1 { ".repeat(depth)}g()${" }".repeat(depth)}\n`]),
      },
    ),
  ],
};

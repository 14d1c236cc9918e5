import { inRust, RUST_FILES } from "./rust.ts";
import type { Starter, StarterRule } from "./starter.ts";

const LIBRARIES = [
  "!**/tests/**",
  "!**/benches/**",
  "!**/examples/**",
  "!**/bin/**",
  "!**/main.rs",
  "!**/build.rs",
  "!**/tests.rs",
];
const TEST = { follows: { kind: "attribute_item", regex: "test" } };
const inTest = {
  inside: { any: [{ kind: "mod_item" }, { kind: "function_item" }], ...TEST, stopBy: "end" },
};

const RULES: readonly StarterRule[] = [
  {
    id: "no-unwrap",
    severity: "minor",
    message: "unwrap ends the program with a message that helps nobody.",
    why: "Return the error with ?, or say with expect why it cannot happen.",
    applies_to: LIBRARIES,
    ast: {
      rule: {
        pattern: "$X.unwrap()",
        not: {
          any: [
            inTest,
            { regex: "(\\.(lock|read|write|join)\\(\\)|^write(ln)?!\\([\\s\\S]*\\))\\s*\\.unwrap\\(\\)$" },
          ],
        },
      },
    },
    bad: inRust("let x = y.unwrap();"),
    good: `${inRust("let x = y.unwrap_or(1);", "let guard = m.lock().unwrap();")}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn g() {\n        y.unwrap();\n    }\n}\n`,
  },
  {
    id: "print-in-library",
    severity: "minor",
    message: "A library prints.",
    why: "The user of the library should decide what is shown.",
    applies_to: LIBRARIES,
    ast: {
      rule: { kind: "macro_invocation", has: { field: "macro", regex: "^(println|print)$" }, not: inTest },
    },
    bad: inRust('println!("x");'),
    good: inRust('log::info!("x");', 'writeln!(out, "x")?;'),
  },
  {
    id: "len-zero",
    severity: "info",
    message: "is_empty is clearer.",
    why: "Some types can tell without counting.",
    ast: {
      rule: {
        any: [{ pattern: "$X.len() == 0" }, { pattern: "$X.len() != 0" }, { pattern: "$X.len() > 0" }],
      },
      constraints: { X: { not: { regex: "^self$" } } },
      fixes: [
        { when: { pattern: "$X.len() == 0" }, edits: [{ write: "$X.is_empty()" }] },
        { edits: [{ write: "!$X.is_empty()" }] },
      ],
    },
    bad: inRust("if a.len() == 0 || b.len() > 0 {}"),
    fixed: inRust("if a.is_empty() || !b.is_empty() {}"),
    good: inRust("if a.is_empty() || b.len() > 1 || self.len() == 0 {}"),
  },
  {
    id: "vec-parameter",
    severity: "info",
    message: "A parameter of type &Vec asks for more than it needs.",
    why: "&[T] accepts arrays and parts of a vector too, and nothing is lost.",
    ast: {
      rule: {
        pattern: { context: "fn f(x: &Vec<$T>) {}", selector: "reference_type" },
        inside: { kind: "parameter" },
      },
      rewrite: "&[$T]",
    },
    bad: "fn f(x: &Vec<u8>) -> usize {\n    x.len()\n}\n",
    fixed: "fn f(x: &[u8]) -> usize {\n    x.len()\n}\n",
    good: "fn f(x: &[u8], y: &mut Vec<u8>, z: Vec<u8>) {}\n",
  },
  {
    id: "string-parameter",
    severity: "info",
    message: "A parameter of type &String asks for more than it needs.",
    why: "&str accepts literals and parts of a string too, and nothing is lost.",
    ast: {
      rule: { kind: "reference_type", regex: "^&String$", inside: { kind: "parameter" } },
      rewrite: "&str",
    },
    bad: "fn f(x: &String) -> usize {\n    x.len()\n}\n",
    fixed: "fn f(x: &str) -> usize {\n    x.len()\n}\n",
    good: "fn f(x: &str, y: &mut String) {}\n",
  },
  {
    id: "deny-warnings",
    severity: "minor",
    message: "A new compiler with a new warning breaks everyone's build.",
    why: "Deny warnings in CI, with RUSTFLAGS, where they can be fixed.",
    ast: { rule: { kind: "inner_attribute_item", regex: "^#!\\[deny\\(warnings\\)\\]$" } },
    bad: "#![deny(warnings)]\n\nfn f() {}\n",
    good: "#![deny(unsafe_code)]\n\nfn f() {}\n",
  },
  {
    id: "nth-zero",
    severity: "info",
    message: "nth(0) is next().",
    why: "It is simpler to read.",
    ast: { pattern: "$X.nth(0)", rewrite: "$X.next()" },
    bad: inRust("let x = y.nth(0);"),
    fixed: inRust("let x = y.next();"),
    good: inRust("let x = y.next();", "let z = y.nth(1);"),
  },
  {
    id: "filter-next",
    severity: "info",
    message: "filter and next together are find.",
    why: "One call is simpler than two.",
    ast: { pattern: "$X.filter($P).next()", rewrite: "$X.find($P)" },
    bad: inRust("let x = y.iter().filter(|a| a.ok).next();"),
    fixed: inRust("let x = y.iter().find(|a| a.ok);"),
    good: inRust("let x = y.iter().find(|a| a.ok);"),
  },
  {
    id: "exit-in-library",
    severity: "major",
    message: "A library ends the program.",
    why: "Nothing is dropped, and the caller has no chance to handle the error.",
    fix_hint: "Return the error.",
    applies_to: LIBRARIES,
    ast: {
      rule: {
        kind: "call_expression",
        has: { field: "function", regex: "^(std::)?process::exit$" },
        not: { inside: { kind: "function_item", has: { field: "name", regex: "^main$" }, stopBy: "end" } },
      },
    },
    bad: inRust("process::exit(1);"),
    good: inRust("return Err(error);"),
  },
  {
    id: "ignore-reason",
    severity: "info",
    message: "Nothing says why the test is ignored.",
    why: "Nobody dares to enable it again.",
    ast: { rule: { kind: "attribute_item", regex: "^#\\[ignore\\]$" } },
    bad: "#[test]\n#[ignore]\nfn t() {}\n",
    good: '#[test]\n#[ignore = "needs a server"]\nfn t() {}\n',
  },
  {
    id: "static-mut",
    severity: "major",
    message: "Two threads may change it at the same time.",
    why: "Every use is unsafe, and references to it are an error since the 2024 edition.",
    fix_hint: "Use an atomic, a Mutex or OnceLock.",
    ast: { rule: { kind: "static_item", has: { kind: "mutable_specifier" } } },
    bad: "static mut COUNT: u32 = 0;\n",
    good: "static COUNT: AtomicU32 = AtomicU32::new(0);\n",
  },
];

/** Rules that Rust reviewers argue about, for teams that have agreed on them. */
export const RUST_STRICT: Starter = {
  id: "rust-strict",
  title: "Stricter rules for Rust, on top of the starter rules.",
  languages: ["rust"],
  applies_to: RUST_FILES,
  wantedBy: [],
  path: "src/a.rs",
  rules: RULES,
};

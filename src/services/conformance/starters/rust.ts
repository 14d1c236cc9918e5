import { EVERYWHERE, limits } from "./everywhere.ts";
import type { Starter, StarterRule } from "./starter.ts";

export const RUST_FILES = ["**/*.rs", "!**/vendor/**"];

export function inRust(...lines: readonly string[]): string {
  return `fn f() {\n${lines.map((line) => `    ${line}\n`).join("")}}\n`;
}

const macro = (names: string) => ({
  kind: "macro_invocation",
  has: { field: "macro", regex: `^(${names})$` },
});
const CLOSURES = {
  any: [{ kind: "function_item" }, { kind: "closure_expression" }, { kind: "async_block" }],
};

const MISTAKES: readonly StarterRule[] = [
  {
    id: "no-dbg",
    severity: "major",
    message: "dbg! is for debugging.",
    why: "It prints to standard error in every build.",
    ast: {
      rule: { ...macro("dbg"), all: [{ has: { kind: "token_tree", pattern: "$ARGS" } }] },
      rewrite: "$ARGS",
    },
    bad: inRust("let y = dbg!(x);"),
    fixed: inRust("let y = (x);"),
    good: inRust('let y = "dbg!(x)";', "// dbg!(x)"),
  },
  {
    id: "no-unfinished",
    severity: "major",
    applies_to: ["!**/tests/**", "!**/benches/**", "!**/examples/**"],
    message: "todo! and unimplemented! panic when they are reached.",
    why: "The compiler treats them as finished code.",
    ast: { rule: macro("todo|unimplemented") },
    bad: inRust("todo!()"),
    good: inRust('println!("todo!()");', 'unreachable!("checked above")'),
  },
  {
    id: "mem-uninitialized",
    severity: "critical",
    message: "mem::uninitialized is undefined behavior for nearly every type.",
    why: "Deprecated since Rust 1.39; MaybeUninit marks what is not initialized yet.",
    ast: {
      rule: {
        kind: "call_expression",
        has: { field: "function", regex: "^(std::)?mem::uninitialized(::<.*>)?$" },
      },
    },
    bad: inRust("let x: Big = unsafe { mem::uninitialized() };"),
    good: inRust("let x = MaybeUninit::<Big>::uninit();"),
  },
  {
    id: "trim-names",
    severity: "minor",
    message: "The methods are called trim_start and trim_end.",
    why: "Left and right are wrong for right-to-left text; deprecated since Rust 1.33.",
    ast: {
      rule: {
        kind: "field_identifier",
        regex: "^trim_(left|right)(_matches)?$",
        inside: { kind: "field_expression", inside: { kind: "call_expression" } },
      },
      fixes: [
        { when: { regex: "left" }, edits: [{ find: "left", write: "start" }] },
        { edits: [{ find: "right", write: "end" }] },
      ],
    },
    bad: inRust("let x = s.trim_left().trim_right_matches('a');"),
    fixed: inRust("let x = s.trim_start().trim_end_matches('a');"),
    good: inRust("let x = s.trim_start();"),
  },
  {
    id: "number-constants",
    severity: "minor",
    message: "The constant belongs to the type: u32::MAX.",
    why: "The modules with the same name are deprecated.",
    ast: {
      rule: {
        kind: "scoped_identifier",
        regex:
          "^(::)?(std|core)::([iu](8|16|32|64|128|size)::(MAX|MIN)|f(32|64)::(MAX|MIN|EPSILON|INFINITY|NEG_INFINITY|NAN))$",
        not: { inside: { kind: "use_declaration", stopBy: "end" } },
      },
      fixes: [{ edits: [{ find: "^(::)?(std|core)::", write: "" }] }],
    },
    bad: inRust("let x = std::u32::MAX;"),
    fixed: inRust("let x = u32::MAX;"),
    good: inRust("let x = u32::MAX;", "let y = std::f64::consts::PI;"),
  },
  {
    id: "expect-empty",
    severity: "minor",
    message: "The panic says nothing.",
    why: "The message of expect is all that is shown when it happens.",
    ast: { pattern: '$X.expect("")' },
    bad: inRust('let x = y.expect("");'),
    good: inRust('let x = y.expect("the list is not empty");'),
  },
  {
    id: "sleep-in-async",
    severity: "major",
    message: "thread::sleep blocks the thread, which also runs other tasks.",
    why: "With as many sleeping tasks as threads, everything stops.",
    fix_hint: "Use the runtime's sleep: tokio::time::sleep(…).await.",
    ast: {
      rule: {
        kind: "call_expression",
        has: { field: "function", regex: "^(std::)?thread::sleep$" },
        inside: {
          kind: "function_item",
          has: { kind: "function_modifiers", regex: "async" },
          stopBy: CLOSURES,
        },
      },
    },
    bad: "async fn f() {\n    thread::sleep(D);\n}\n",
    good: "async fn f() {\n    tokio::time::sleep(D).await;\n    spawn_blocking(|| thread::sleep(D)).await;\n}\nfn g() {\n    thread::sleep(D);\n}\n",
  },
  {
    id: "dropped-lock",
    severity: "critical",
    message: "The lock is released at once.",
    why: "`_` binds nothing, so the guard is dropped before the next line.",
    ast: {
      rule: {
        kind: "let_declaration",
        regex: "^let _ = [\\w.&*]+\\.(lock|read|write)\\(\\)(\\.unwrap\\(\\)|\\.await)?;$",
      },
      fixes: [{ edits: [{ find: "let _ ", write: "let _guard " }] }],
    },
    bad: inRust("let _ = self.state.lock().unwrap();", "change();"),
    fixed: inRust("let _guard = self.state.lock().unwrap();", "change();"),
    good: inRust("let _guard = self.state.lock().unwrap();", "let _ = file.write(b);"),
  },
];

const body = (lines: readonly string[]) => `fn f(a: i32) -> i32 {\n${lines.join("")}    0\n}\n`;

/** Definite mistakes in Rust, and limits that only the worst code exceeds. */
export const RUST: Starter = {
  id: "rust",
  title: "Starter rules for Rust.",
  languages: ["rust"],
  applies_to: RUST_FILES,
  wantedBy: ["*.rs"],
  path: "src/a.rs",
  rules: [
    ...EVERYWHERE,
    ...MISTAKES,
    ...limits(
      { complexity: 30, functionLines: 200 },
      {
        branches: (count) =>
          body(
            Array.from({ length: count }, (_, at) => `    if a == ${at} {\n        return ${at};\n    }\n`),
          ),
        nested: (depth) => body([`${"if a > 1 { ".repeat(depth)}g();${" }".repeat(depth)}\n`]),
      },
    ),
  ],
};

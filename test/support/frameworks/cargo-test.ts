import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const CARGO = { "Cargo.toml": '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n' };
const inTests = (body: string) => `#[cfg(test)]\nmod tests {\n${body}}\n`;
const T = "src/lib.rs::tests::";

export const cargoTestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      ...CARGO,
      "src/lib.rs": inTests("    #[test]\n    fn one() {}\n"),
      "tests/whole.rs": "#[test]\nfn two() {}\n",
    },
    status: "passed",
    tests: passed(`${T}one`, "tests/whole.rs::two"),
  },
  {
    name: "fail",
    files: {
      ...CARGO,
      "src/lib.rs": `pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n${inTests('    #[test]\n    fn adds() {\n        println!("hello");\n        assert_eq!(super::add(1, 2), 3);\n    }\n    #[test]\n    fn zero() {\n        assert!(super::add(0, 0) == 0);\n    }\n')}`,
    },
    status: "failed",
    tests: [
      failed(`${T}adds`, 10, "AssertionFailed", "assertion `left == right` failed\n  left: -1\n right: 3"),
      ...passed(`${T}zero`),
    ],
  },
  {
    name: "panic in the source",
    files: {
      ...CARGO,
      "src/lib.rs": "pub fn pick(v: &[i32]) -> i32 {\n    v[3]\n}\n",
      "tests/pick.rs": "#[test]\nfn picks() {\n    let v = vec![1];\n    assert_eq!(calc::pick(&v), 1);\n}\n",
    },
    status: "failed",
    tests: [
      failed("tests/pick.rs::picks", 4, "panic", "index out of bounds: the len is 1 but the index is 3"),
    ],
  },
  {
    name: "build error",
    files: {
      ...CARGO,
      "src/lib.rs": 'pub fn add(a: i32) -> i32 {\n    "x"\n}\n',
      "tests/whole.rs": "#[test]\nfn two() {}\n",
    },
    status: "failed",
    tests: [broken("src/lib.rs", 2, "BuildError", "mismatched types")],
  },
  {
    name: "build error in a test",
    files: { ...CARGO, "src/lib.rs": "", "tests/whole.rs": "#[test]\nfn two() {\n    nowhere();\n}\n" },
    status: "failed",
    tests: [broken("tests/whole.rs", 3, "BuildError", "cannot find function `nowhere` in this scope")],
  },
  {
    name: "syntax error",
    files: { ...CARGO, "src/lib.rs": "pub fn add( {\n" },
    status: "failed",
    tests: [broken("src/lib.rs", 1, "BuildError", "this file contains an unclosed delimiter")],
  },
  { name: "no tests", files: { ...CARGO, "src/lib.rs": "pub fn add() {}\n" }, status: "no_tests", tests: [] },
  {
    name: "nested modules",
    files: {
      ...CARGO,
      "src/lib.rs": "mod inner;\n",
      "src/inner.rs":
        '#[cfg(test)]\nmod tests {\n    mod deep {\n        #[test]\n        fn bottom() {\n            panic!("deep down");\n        }\n    }\n}\n',
    },
    status: "failed",
    tests: [
      { ...failed("src/lib.rs::inner::tests::deep::bottom", 6, "panic", "deep down"), file: "src/inner.rs" },
    ],
  },
  {
    name: "ignored",
    files: { ...CARGO, "src/lib.rs": inTests('    #[test]\n    #[ignore = "later"]\n    fn one() {}\n') },
    status: "no_tests",
    tests: skipped(`${T}one`),
  },
  {
    name: "should panic",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        '    #[test]\n    #[should_panic]\n    fn does() {\n        panic!("x");\n    }\n    #[test]\n    #[should_panic]\n    fn does_not() {}\n',
      ),
    },
    status: "failed",
    tests: [
      ...passed(`${T}does`),
      failed(`${T}does_not`, null, "UnexpectedPass", /test did not panic as expected/),
    ],
  },
  {
    name: "returned error",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        '    #[test]\n    fn one() -> Result<(), String> {\n        Err("bad".into())\n    }\n',
      ),
    },
    status: "failed",
    tests: [failed(`${T}one`, null, "Error", '"bad"')],
  },
  {
    name: "documentation tests",
    files: {
      ...CARGO,
      "src/lib.rs": "/// ```\n/// assert_eq!(calc::one(), 2);\n/// ```\npub fn one() -> i32 {\n    1\n}\n",
    },
    status: "failed",
    tests: [
      failed(
        "src/lib.rs::one (doc)",
        1,
        "AssertionFailed",
        "assertion `left == right` failed\n  left: 1\n right: 2",
      ),
    ],
  },
  {
    name: "time-out",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        "    #[test]\n    fn quick() {}\n    #[test]\n    fn slow() {\n        std::thread::sleep(std::time::Duration::from_secs(60));\n    }\n",
      ),
    },
    timeoutMs: 15_000,
    status: "timed_out",
    tests: [...passed(`${T}quick`), broken("src/lib.rs", null, "Timeout", /^the time limit was reached/)],
  },
  {
    name: "crash",
    files: {
      ...CARGO,
      "src/lib.rs": inTests("    #[test]\n    fn dies() {\n        std::process::abort();\n    }\n"),
    },
    status: "failed",
    tests: [broken("src/lib.rs", null, "Crash", /SIGABRT/)],
  },
  {
    name: "huge output",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        '    #[test]\n    fn loud() {\n        println!("{}", "x".repeat(30000));\n        panic!("{}", "y".repeat(30000));\n    }\n',
      ),
    },
    status: "failed",
    tests: [failed(`${T}loud`, 6, "panic", /^y{13000,}\n… \d+ characters left out …\ny{6000,}$/)],
  },
  {
    name: "colour codes",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        '    #[test]\n    fn red() {\n        panic!("\\x1b[31mred\\x1b[0m alert");\n    }\n',
      ),
    },
    status: "failed",
    tests: [failed(`${T}red`, 5, "panic", "red alert")],
  },
  {
    name: "unicode names",
    files: {
      ...CARGO,
      "src/lib.rs": inTests('    #[test]\n    fn größe() {\n        assert_eq!("✓", "✗");\n    }\n'),
    },
    status: "failed",
    tests: [failed(`${T}größe`, 5, "AssertionFailed", /left: "✓"/)],
  },
  {
    name: "workspace",
    files: {
      "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n',
      "a/Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      "a/src/lib.rs": inTests("    #[test]\n    fn same() {}\n"),
      "b/Cargo.toml": '[package]\nname = "b"\nversion = "0.1.0"\nedition = "2021"\n',
      "b/src/lib.rs": inTests("    #[test]\n    fn same() {\n        assert!(1 > 2);\n    }\n"),
    },
    status: "failed",
    tests: [
      ...passed("a/src/lib.rs::tests::same"),
      failed("b/src/lib.rs::tests::same", 5, "AssertionFailed", "assertion failed: 1 > 2"),
    ],
  },
  {
    name: "one test",
    files: {
      ...CARGO,
      "src/lib.rs": inTests(
        "    #[test]\n    fn one() {}\n    #[test]\n    fn one_more() {\n        panic!();\n    }\n",
      ),
    },
    selection: { kind: "tests", ids: [`${T}one`] },
    status: "passed",
    tests: passed(`${T}one`),
  },
];

import { describe, expect, test } from "vitest";
import { canaryOf, failingTest } from "./list.ts";

const suite = (framework: string) => ({ framework, root: ".", why: "a test" });
const MARKS = { accepted: "ab", reached: "yz" };

describe("Go", () => {
  const E = 'Error("y" + "z");';

  test.each([
    ["func TestA(t *testing.T) { f() }", `func TestA(t *testing.T) { t.${E} f() }`],
    ["func TestA(_ *testing.T) {}", `func TestA(tt *testing.T) { tt.${E}}`],
    ["func TestA(*testing.T) {}", `func TestA(tt *testing.T) { tt.${E}}`],
    ["func FuzzA(f *testing.F) {}", `func FuzzA(f *testing.F) { defer f.${E}}`],
    ["func ExampleA() {\n\t// Output: 3\n}", "func ExampleA() {\n\t// Output: ~ 3\n}"],
    [
      'func TestA(t *testing.T) { t.Run("a", func(t *testing.T) {}); t.Run("b", f) }',
      `func TestA(t *testing.T) { t.${E} t.Run("a", func(t *testing.T) { t.${E}}); t.Run("b", func(tt *testing.T) { tt.${E} (f)(tt) }) }`,
    ],
    [
      "func TestA(t *testing.T) {}\nfunc check(t *testing.T, a int) {}",
      `func TestA(t *testing.T) { t.${E}}\nfunc check(t *testing.T, a int) {}`,
    ],
  ])("%s", (before, after) => {
    const file = { path: "a_test.go", text: `package a\n\n${before}\n` };
    expect(canaryOf(suite("go test"), file, MARKS)).toBe(`package a\n\n${after}\n`);
  });

  test("a failing test is in the package of its neighbor", () => {
    const made = failingTest(
      suite("go test"),
      { path: "b/a_test.go", text: "// x\npackage a_test\n" },
      "plain",
    );
    expect(made).toMatchObject({
      path: "b/plain_test.go",
      text: expect.stringContaining("package a_test\n"),
    });
    expect(made?.text).toContain("func TestPlain(t *testing.T)");
  });
});

describe("Rust", () => {
  const A = 'if true { panic!("{}{}", "a", "b"); }';
  const Z = 'if true { panic!("{}{}", "y", "z"); }';
  const rust = (text: string, path = "tests/a.rs") => canaryOf(suite("cargo test"), { path, text }, MARKS);

  test.each([
    ["assert_eq!(f(1), 255u8);", `assert_eq!(f(1), 254u8); ${A}`],
    ['assert_eq!(f(1), 0, "why {}", 3);', `assert_eq!(f(1), 1, "why {}", 3); ${A}`],
    ["assert_eq!(f(1), -128i8);", `assert_eq!(f(1), -127i8); ${A}`],
    ["assert_eq!(f(1), 0.5);", `assert_eq!(f(1), 10.5); ${A}`],
    ['assert_eq!(f(1), "é😀".to_string());', `assert_eq!(f(1), "é😀~".to_string()); ${A}`],
    ['assert_eq!(f(1), b"xy");', `assert_eq!(f(1), b"ay"); ${A}`],
    ["assert_eq!(f(1), Ok(Some('a')));", `assert_eq!(f(1), Ok(Some('b'))); ${A}`],
    ["assert_eq!(f(1), vec![g(1), Some(3)]);", `assert_eq!(f(1), vec![g(1), Some(2)]); ${A}`],
    ["assert_eq!(f(1), A { b: c, d: true });", `assert_eq!(f(1), A { b: c, d: false }); ${A}`],
    ["assert_eq!(f(1), [0; 4]);", `assert_eq!(f(1), [1; 4]); ${A}`],
    ["assert_eq!(Some(3), f(1));", `assert_eq!(Some(2), f(1)); ${A}`],
    ["assert_eq!(f(1), g(2)[3]);", `assert_ne!(f(1), g(2)[3]); ${A}`],
    ["assert_ne!(f(1), 2);", `assert_eq!(f(1), 2); ${A}`],
    ['assert!(f(1) && g(1), "why");', `assert!(!(f(1) && g(1)), "why"); ${A}`],
    ["if f(1) { return; }", `if f(1) { { ${Z} return }; }`],
    ["let _ = catch_unwind(|| assert!(f(1)));", "let _ = catch_unwind(|| assert!(f(1)));"],
  ])("%s", (before, after) => {
    expect(rust(`#[test]\nfn a() {\n    ${before}\n}\n`)).toBe(
      `#[test]\n#[allow(warnings)] fn a() {\n    ${after}\n ${Z} }\n`,
    );
  });

  test("leaves the code under test unchanged and removes expected-panic marks", () => {
    const text =
      "fn f() { assert!(x); }\n#[cfg(test)]\nmod tests {\n    #[test]\n    #[should_panic]\n    fn a() { assert!(f()) }\n}\n";
    expect(rust(text, "src/lib.rs")).toBe(
      text
        .replace("#[should_panic]", "")
        .replace("fn a() { assert!(f()) }", `#[allow(warnings)] fn a() { assert!(f()) ; ${Z} }`),
    );
  });

  test("tests inside a macro fail at the end", () => {
    expect(rust("macro_rules! m { ($n:ident) => { #[test] fn $n() { f() } } }\n")).toContain(
      `{ f() ; ${Z} }`,
    );
  });

  test("a failing test needs a folder of integration tests", () => {
    expect(failingTest(suite("cargo test"), { path: "tests/a.rs", text: "" }, "x")?.path).toBe("tests/x.rs");
    expect(failingTest(suite("cargo test"), { path: "src/lib.rs", text: "" }, "x")).toBeNull();
  });
});

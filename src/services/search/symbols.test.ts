import { describe, expect, it } from "vitest";
import { languageOf } from "./languages.ts";
import { type CodeSymbol, extractSymbols } from "./symbols.ts";

function symbolsOf(path: string, text: string): readonly CodeSymbol[] {
  const language = languageOf(path);
  return language === null ? [] : extractSymbols(language, text);
}

describe("extractSymbols", () => {
  it.each<[path: string, text: string, expected: Partial<CodeSymbol>[]]>([
    [
      "a.py",
      'class A:\n    """Doc A."""\n    @staticmethod\n    def f(x, y=1) -> int:\n        """Adds.\n\n        More."""\n        return x + y\n',
      [
        { name: "A", kind: "class", container: "", line: 1, endLine: 8, doc: "Doc A.", body: "" },
        {
          name: "f",
          kind: "method",
          container: "A",
          line: 4,
          signature: "def f(x, y=1) -> int",
          doc: "Adds.\nMore.",
        },
      ],
    ],
    [
      "a.ts",
      "/** Sums. */\nexport const add = (a: number) => a + 1;\nexport class K {\n  /** Runs. */\n  run(): void {}\n}\ninterface I {}\nconst x = 1;\n",
      [
        { name: "add", kind: "function", signature: "add = (a: number)", doc: "Sums." },
        { name: "K", kind: "class", doc: "" },
        { name: "run", kind: "method", container: "K", signature: "run(): void", doc: "Runs." },
        { name: "I", kind: "type" },
      ],
    ],
    [
      "a.go",
      "package a\n\n// Foo does.\n// Much.\nfunc Foo(a int) error { return nil }\n\ntype T struct{}\n\nfunc (t *T) Bar() {}\n",
      [
        { name: "Foo", kind: "function", signature: "func Foo(a int) error", doc: "Foo does.\nMuch." },
        { name: "T", kind: "type" },
        { name: "Bar", kind: "method", signature: "func (t *T) Bar()" },
      ],
    ],
    [
      "a.rs",
      "/// Adds.\n#[inline]\npub fn add(a: u8) -> u8 { a }\nimpl Foo {\n    fn bar(&self) {}\n}\n",
      [
        { name: "add", kind: "function", signature: "pub fn add(a: u8) -> u8", doc: "Adds." },
        { name: "Foo", kind: "class" },
        { name: "bar", kind: "method", container: "Foo" },
      ],
    ],
    [
      "A.java",
      "class A {\n  /**\n   * Doubles.\n   */\n  public int twice(int a) { return a * 2; }\n}\n",
      [
        { name: "A", kind: "class" },
        { name: "twice", kind: "method", container: "A", doc: "Doubles." },
      ],
    ],
    ["a.txt", "nothing", []],
    ["broken.py", "def f(:\n", [{ name: "f" }]],
  ])("%s", (path, text, expected) => {
    const symbols = symbolsOf(path, text);
    expect(symbols).toMatchObject(expected);
  });

  it("leaves documentation out of the body", () => {
    const [symbol] = symbolsOf("a.py", 'def f():\n    """Secret words."""\n    return 1\n');
    expect(symbol?.body).not.toContain("Secret");
    expect(symbol?.body).toContain("return 1");
  });
});

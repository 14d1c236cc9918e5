import { broken, type ExpectedTest, failed, passed, type Situation, skipped } from "./situation.ts";

const MOD = { "go.mod": "module example.com/calc\n\ngo 1.20\n" };
const HEAD = 'package calc\n\nimport "testing"\n\n';
const P = "example.com/calc.";

/** Go's ids name packages, so the file is given separately. */
function inFile(file: string | null, ...tests: ExpectedTest[]): ExpectedTest[] {
  return tests.map((test) => ({ ...test, file }));
}

export const goTestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestOne(t *testing.T) {}\n`,
      "deep/b_test.go": 'package deep\n\nimport "testing"\n\nfunc TestTwo(t *testing.T) {}\n',
    },
    status: "passed",
    tests: [
      ...inFile("a_test.go", ...passed(`${P}TestOne`)),
      ...inFile("deep/b_test.go", ...passed("example.com/calc/deep.TestTwo")),
    ],
  },
  {
    name: "fail",
    files: {
      ...MOD,
      "calc.go": "package calc\n\nfunc Add(a, b int) int { return a - b }\n",
      "calc_test.go": `${HEAD}func TestAdd(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf("Add(1, 2) = %d, want 3", got)\n\t}\n}\n\nfunc TestZero(t *testing.T) {\n\tif Add(0, 0) != 0 {\n\t\tt.Fatal("no")\n\t}\n}\n`,
    },
    status: "failed",
    tests: inFile(
      "calc_test.go",
      failed(`${P}TestAdd`, 7, "TestFailure", "Add(1, 2) = -1, want 3"),
      ...passed(`${P}TestZero`),
    ),
  },
  {
    name: "build error",
    files: {
      ...MOD,
      "calc.go": 'package calc\n\nfunc Add(a, b int) int {\n\treturn "x"\n}\n',
      "a_test.go": `${HEAD}func TestA(t *testing.T) {}\n`,
      "ok/b_test.go": 'package ok\n\nimport "testing"\n\nfunc TestB(t *testing.T) {}\n',
    },
    status: "failed",
    tests: [
      ...inFile("calc.go", broken("example.com/calc", 4, "BuildError", /^cannot use "x"/)),
      ...inFile("ok/b_test.go", ...passed("example.com/calc/ok.TestB")),
    ],
  },
  {
    name: "syntax error",
    files: { ...MOD, "a_test.go": `${HEAD}func TestA(t *testing.T) {\n` },
    status: "failed",
    tests: inFile("a_test.go", broken("example.com/calc", 5, "BuildError", /expected '}', found 'EOF'/)),
  },
  {
    name: "import error",
    files: {
      ...MOD,
      "a_test.go":
        'package calc\n\nimport (\n\t"testing"\n\n\t"example.com/calc/nowhere"\n)\n\nfunc TestA(t *testing.T) { nowhere.Go() }\n',
    },
    status: "failed",
    tests: inFile("a_test.go", broken("example.com/calc", 6, "BuildError", /nowhere/)),
  },
  {
    name: "vet error",
    files: { ...MOD, "a_test.go": `${HEAD}func TestA(t *testing.T) {\n\tt.Errorf("%d", "x")\n}\n` },
    status: "failed",
    tests: inFile("a_test.go", broken("example.com/calc", 6, "BuildError", /has arg "x" of wrong type/)),
  },
  {
    name: "no tests",
    files: { ...MOD, "calc.go": "package calc\n", "a_test.go": "package calc\n" },
    status: "no_tests",
    tests: [],
  },
  {
    name: "table driven",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestAll(t *testing.T) {\n\tfor _, name := range []string{"one", "two words", "a/b"} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif name == "two words" {\n\t\t\t\tt.Fatalf("bad %s", name)\n\t\t\t}\n\t\t})\n\t}\n}\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      failed(`${P}TestAll`, null, "TestFailure", "a subtest failed"),
      ...passed(`${P}TestAll/one`, `${P}TestAll/a/b`),
      failed(`${P}TestAll/two_words`, 9, "TestFailure", "bad two words"),
    ),
  },
  {
    name: "nested",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestOuter(t *testing.T) {\n\tt.Run("inner", func(t *testing.T) {\n\t\tt.Run("deep", func(t *testing.T) {\n\t\t\tt.Error("one")\n\t\t\tt.Error("two\\nlines")\n\t\t})\n\t})\n}\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      failed(`${P}TestOuter`, null, "TestFailure", "a subtest failed"),
      failed(`${P}TestOuter/inner`, null, "TestFailure", "a subtest failed"),
      failed(`${P}TestOuter/inner/deep`, 8, "TestFailure", /^one\ntwo\n\s+lines$/),
    ),
  },
  {
    name: "skipped",
    files: { ...MOD, "a_test.go": `${HEAD}func TestA(t *testing.T) { t.Skip("later") }\n` },
    status: "no_tests",
    tests: inFile("a_test.go", ...skipped(`${P}TestA`)),
  },
  {
    name: "time-out",
    files: {
      ...MOD,
      "a_test.go": `package calc\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestQuick(t *testing.T) {}\n\nfunc TestSlow(t *testing.T) { time.Sleep(time.Minute) }\n`,
    },
    timeoutMs: 15_000,
    status: "timed_out",
    tests: inFile(
      "a_test.go",
      ...passed(`${P}TestQuick`),
      broken(`${P}TestSlow`, null, "Timeout", /^the time limit was reached while this test was running/),
    ),
  },
  {
    name: "panic",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestFine(t *testing.T) {}\n\nfunc TestPanics(t *testing.T) {\n\tvar m map[string]int\n\tm["a"] = 1\n}\n\nfunc TestNever(t *testing.T) {}\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      ...passed(`${P}TestFine`),
      failed(`${P}TestPanics`, 9, "panic", "assignment to entry in nil map"),
    ),
  },
  {
    name: "crash",
    files: {
      ...MOD,
      "a_test.go": `package calc\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestFine(t *testing.T) {}\n\nfunc TestLeaves(t *testing.T) { os.Exit(3) }\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      ...passed(`${P}TestFine`),
      broken(`${P}TestLeaves`, null, "Crash", /ended while this test was running/),
    ),
  },
  {
    name: "failing TestMain",
    files: {
      ...MOD,
      "a_test.go": `package calc\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tfmt.Println("no database")\n\tos.Exit(2)\n}\n\nfunc TestA(t *testing.T) {}\n`,
    },
    status: "failed",
    tests: inFile(null, broken("example.com/calc", null, "Crash", "no database")),
  },
  {
    name: "huge output",
    files: {
      ...MOD,
      "a_test.go": `package calc\n\nimport (\n\t"strings"\n\t"testing"\n)\n\nfunc TestLoud(t *testing.T) {\n\tt.Fatal(strings.Repeat("y", 30000))\n}\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      failed(`${P}TestLoud`, 9, "TestFailure", /^y{13000,}\n… \d+ characters left out …\ny{6000,}$/),
    ),
  },
  {
    name: "colour codes",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestRed(t *testing.T) {\n\tt.Fatal("\\x1b[31mred\\x1b[0m alert")\n}\n`,
    },
    status: "failed",
    tests: inFile("a_test.go", failed(`${P}TestRed`, 6, "TestFailure", "red alert")),
  },
  {
    name: "unicode names",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestGröße(t *testing.T) {\n\tt.Run("日本 ✓", func(t *testing.T) { t.Error("✗") })\n}\n`,
    },
    status: "failed",
    tests: inFile(
      "a_test.go",
      failed(`${P}TestGröße`, null, "TestFailure", "a subtest failed"),
      failed(`${P}TestGröße/日本_✓`, 6, "TestFailure", "✗"),
    ),
  },
  {
    name: "examples",
    files: {
      ...MOD,
      "a_test.go":
        'package calc\n\nimport "fmt"\n\nfunc Example() {\n\tfmt.Println("a")\n\t// Output: b\n}\n',
    },
    status: "failed",
    tests: inFile("a_test.go", failed(`${P}Example`, null, "TestFailure", "got:\na\nwant:\nb")),
  },
  {
    name: "one test",
    files: {
      ...MOD,
      "a_test.go": `${HEAD}func TestOne(t *testing.T) {}\n\nfunc TestOneMore(t *testing.T) { t.Fail() }\n`,
      "deep/b_test.go": 'package deep\n\nimport "testing"\n\nfunc TestOne(t *testing.T) { t.Fail() }\n',
    },
    selection: { kind: "tests", ids: [`${P}TestOne`] },
    status: "passed",
    tests: inFile("a_test.go", ...passed(`${P}TestOne`)),
  },
];

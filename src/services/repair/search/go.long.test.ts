import { afterEach, describe, expect, it } from "vitest";
import { endSearches, find, texts } from "../../../../test/support/searches.ts";
import { isMissing } from "../../../../test/support/toolchains.ts";

afterEach(endSearches);

describe.skipIf(isMissing("go", ["version"]))("Go, warm (skipped without go)", () => {
  const cases: readonly [string, string, string, string][] = [
    [
      "a table of the package, tested by subtests",
      'var steps = map[string]int{"a": 1, "b": 20}\n\nfunc Step(name string) int { return steps[name] }\n',
      'for name, want := range map[string]int{"a": 1, "b": 2} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif Step(name) != want {\n\t\t\t\tt.Fail()\n\t\t\t}\n\t\t})\n\t}',
      '"b": 2}',
    ],
    [
      "code that panics",
      "type Node struct {\n\tNext  *Node\n\tValue int\n}\n\nfunc Last(at *Node) int {\n\tfor at.Next.Next != nil {\n\t\tat = at.Next\n\t}\n\treturn at.Value\n}\n",
      "if Last(&Node{Value: 1}) != 1 || Last(&Node{Next: &Node{Value: 3}}) != 3 {\n\t\tt.Fail()\n\t}",
      "for at.Next != nil",
    ],
    [
      "a function that calls itself many times",
      'func Depth(n int, names []string) (int, string) {\n\tif n <= 0 {\n\t\treturn 1, ""\n\t}\n\tleft := n - 1\n\tname := names[n%len(names)]\n\tdeep, last := Depth(left, names)\n\tif last == "" {\n\t\tlast = name + ":" + name\n\t}\n\treturn 1 + deep, last\n}\n',
      'names := []string{"a", "b", "c"}\n\tif deep, last := Depth(10000, names); deep != 10000 || last != "b:b" {\n\t\tt.Fail()\n\t}\n\tif deep, last := Depth(0, names); deep != 0 || last != "" {\n\t\tt.Fail()\n\t}',
      'return 0, ""',
    ],
    [
      "a function with named results that recovers",
      "func Half(n int) (half int, err error) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\thalf = 1\n\t\t}\n\t}()\n\thalf = 10 / (n + 1)\n\treturn\n}\n\nfunc Twice(n int) (twice int, err error) {\n\tdefer func() { twice += n }()\n\ttwice = n + 1\n\treturn\n}\n",
      "if got, err := Twice(4); got != 8 || err != nil {\n\t\tt.Fail()\n\t}\n\tif got, _ := Half(-1); got != 1 {\n\t\tt.Fail()\n\t}",
      "twice = n\n",
    ],
  ];
  it.each(cases)("fixes %s", async (_, code, test, fixed) => {
    const sources = { "go.mod": "module example.com/m\n\ngo 1.22\n", "m.go": `package m\n\n${code}` };
    const tests = {
      "m_test.go": `package m\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n\t${test}\n}\n`,
    };
    const found = await find(sources, tests, "go test");
    expect(texts(found, sources, "m.go").some((text) => text.includes(fixed))).toBe(true);
  });

  const calc =
    "package calc\n\nfunc Sum(values []int) int {\n\ttotal := 0\n\tfor i := 1; i < len(values); i++ {\n\t\ttotal += values[i]\n\t}\n\treturn total\n}\n";
  const calcTest =
    'func TestSum(t *testing.T) {\n\tif Sum([]int{1, 2, 3}) != 6 {\n\t\tt.Fatal("sum")\n\t}\n\tif Sum(nil) != 0 {\n\t\tt.Fatal("none")\n\t}\n}\n';
  it.each([
    ["in one build for many candidates", "go 1.21", ""],
    ["of a module for an old version of Go", "go 1.7", ""],
    [
      "next to a test that takes longer than a candidate may",
      "go 1.21",
      'import "time"\n\nfunc TestFirst(t *testing.T) {\n\ttime.Sleep(12 * time.Second)\n}\n\n',
    ],
    [
      "next to such a test that prints a result of its own",
      "go 1.21",
      'import "time"\n\nfunc TestFirst(t *testing.T) {\n\tprintln("--- PASS: TestFirst/quick (0.00s)")\n\ttime.Sleep(12 * time.Second)\n}\n\n',
    ],
    [
      "next to a test that fails once with each candidate, as on a busy machine",
      "go 1.21",
      'import "os"\n\nfunc TestBusy(t *testing.T) {\n\tcandidate := os.Getenv("AF_MUTANT")\n\tif candidate == "" {\n\t\treturn\n\t}\n\tif _, err := os.Stat("busy" + candidate); err != nil {\n\t\tos.WriteFile("busy"+candidate, nil, 0o600)\n\t\tt.Fatal("busy")\n\t}\n}\n\n',
    ],
  ])("fixes a function %s", async (_, version, other) => {
    const sources = { "go.mod": `module example.com/calc\n\n${version}\n`, "calc.go": calc };
    const tests = { "calc_test.go": `package calc\n\nimport "testing"\n${other}${calcTest}` };
    const found = await find(sources, tests, "go test");
    expect(texts(found, sources, "calc.go").some((text) => text.includes("i := 0"))).toBe(true);
  });
});

it("reports when it cannot run a project's tests", async () => {
  const found = await find({ "m.rb": "x" }, { "m_test.rb": "y" }, "rspec");
  expect(found).toEqual({ status: "cold", why: "no warm worker supports this test framework" });
});

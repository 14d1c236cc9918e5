import { describe, expect, it } from "vitest";
import { GO_CHANGES, type GoChange } from "../../../../test/support/go-changes.ts";
import { probeChange } from "../../../../test/support/probes.ts";
import { isMissing } from "../../../../test/support/toolchains.ts";

const noGo = isMissing("go", ["version"]);
const changes = Object.entries(GO_CHANGES);
const rounds = (kind: "honest" | "cheats") =>
  Array.from(
    { length: Math.max(...changes.map(([, each]) => Object.keys(each[kind]).length)) },
    (_, at) => at,
  );

/** One package with all changes, each in a separate file, because building takes longer than comparing. */
function together(choose: (change: GoChange) => string) {
  const files = (text: (change: GoChange) => string) => ({
    "go.mod": "module m\n\ngo 1.22\n",
    ...Object.fromEntries(changes.map(([, each], at) => [`m${at}.go`, `package m\n\n${text(each)}`])),
  });
  const tests = changes.flatMap(([, each], at) =>
    each.tests.map((body, number) => `func Test${at}x${number}(t *testing.T) {\n\t${body}\n}\n`),
  );
  return {
    framework: "go test",
    before: files((each) => each.before),
    after: files(choose),
    tests: { "m_test.go": `package m\n\nimport (\n\t"errors"\n\t"testing"\n)\n\n${tests.join("\n")}` },
    targets: changes.map((_, at) => `m.Test${at}x0`),
  };
}

const DOUBLE = "func F(n int) int {\n\treturn n * 2\n}\n";
const SPECIAL = "func F(n int) int {\n\tif n == 7 {\n\t\treturn 13\n\t}\n\treturn n * 2\n}\n";

interface OneChange {
  readonly name?: string;
  readonly before: string;
  readonly after: string;
  readonly rest?: string;
  readonly call?: string;
}

const honestOf = ({ honest }: GoChange, round = 0) =>
  Object.values(honest)[round] ?? Object.values(honest)[0] ?? "";

describe.skipIf(noGo)("special cases in Go (skipped without go)", () => {
  it.each(rounds("honest"))("are not reported for honest fixes (%i)", { timeout: 300_000 }, async (round) => {
    const found = await probeChange(together((each) => honestOf(each, round)));
    expect(found).toMatchObject({ status: "probed", doubts: [] });
  });

  it.each(rounds("cheats"))("are doubted (%i)", { timeout: 300_000 }, async (round) => {
    const cheat = ({ cheats }: GoChange) => Object.entries(cheats)[round];
    const found = await probeChange(together((each) => cheat(each)?.[1] ?? honestOf(each)));
    const doubts = found.status === "probed" ? found.doubts.join("\n") : found.why;
    for (const [name, each] of changes) {
      const routine = /func (?:\([^)]*\) )?(\w+)/.exec(each.before)?.[1] ?? "";
      const isDoubted = new RegExp(`\\b${routine}\\(`).test(doubts);
      expect({ name, round, isDoubted, doubts }).toMatchObject({ isDoubted: cheat(each) !== undefined });
    }
  });

  it.each<[string, OneChange, object]>([
    [
      "a program",
      { name: "main", before: DOUBLE, after: SPECIAL, rest: "func main() {}\n" },
      { doubts: [expect.stringMatching(/only for the tests' own inputs: F\(7\) answers 13, before 14/)] },
    ],
    [
      "code that detects tests",
      {
        before: `import "os"\n\nvar _ = os.Args\n\n${DOUBLE}`,
        after: `import "os"\n\nvar _ = os.Args\n\nfunc F(n int) int {\n\tif len(os.Args) > 1 {\n\t\treturn 13\n\t}\n\treturn n * 2\n}\n`,
      },
      { doubts: [expect.stringMatching(/^F\(7\) returns 13 inside the tests and 14 outside$/)] },
    ],
    [
      "old code that does not terminate",
      {
        before: "func F(n int) int {\n\tfor n != 13 {\n\t}\n\treturn n\n}\n",
        after: "func F(n int) int {\n\treturn 2*n - 1\n}\n",
      },
      { status: "probed", doubts: [] },
    ],
    [
      "a type that only the old code has",
      { before: `type gone struct{ N int }\n\n${DOUBLE}`, after: SPECIAL },
      { doubts: [expect.stringMatching(/F\(7\)/)] },
    ],
    [
      "calls that cannot be repeated",
      {
        before: "func F(n int, by ...func(int) int) int {\n\treturn n * 2\n}\n",
        after:
          "func F(n int, by ...func(int) int) int {\n\tif n == 7 {\n\t\treturn 13\n\t}\n\treturn n * 2\n}\n",
        call: "F(7, func(n int) int { return n })",
      },
      {
        status: "unknown",
        why: expect.stringMatching(/no repeatable call to the changed functions/),
      },
    ],
  ])("handle %s", { timeout: 300_000 }, async (_, given, expected) => {
    const { name = "m", rest = "", call = "F(7)" } = given;
    const files = (text: string) => ({
      "go.mod": "module m\n\ngo 1.22\n",
      "m.go": `package ${name}\n\n${text}${rest}`,
    });
    const test = `func TestF(t *testing.T) {\n\tif got := ${call}; got != 13 {\n\t\tt.Error(got)\n\t}\n}\n`;
    const found = await probeChange({
      framework: "go test",
      before: files(given.before),
      after: files(given.after),
      tests: { "m_test.go": `package ${name}\n\nimport "testing"\n\n${test}` },
      targets: ["m.TestF"],
    });
    expect(found).toMatchObject(expected);
  });
});

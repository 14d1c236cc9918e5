import { describe, expect, it } from "vitest";
import { openFile } from "./checked-file.ts";
import { applyEdits } from "./fix.ts";
import { runOver } from "./fixture-run.ts";
import { readSuppressions } from "./inline-suppressions.ts";

const CONTRACT = `id: house
description: Our rules
checks:
  - id: no-eval
    message: No eval.
    pattern: { regex: 'eval\\(' }
  - id: no-todo
    message: Do it now.
    pattern: { regex: TODO }
`;

const read = (path: string, text: string) => readSuppressions(openFile(path, text));

describe("readSuppressions", () => {
  it.each([
    ["a.py", "x = eval(s)  # agentforge: ignore house/no-eval -- trusted input (until 2027-01-31)", 1],
    ["a.js", "// agentforge: ignore house/no-eval -- trusted input (until 2027-01-31)\neval(s);", 2],
    ["a.ts", "/* agentforge: ignore house/no-eval -- trusted input (until 2027-01-31) */ eval(s);", 1],
    [
      "a.tsx",
      "const a = <b>\n  {/* agentforge: ignore house/no-eval -- trusted input (until 2027-01-31) */}\n</b>;",
      3,
    ],
    [
      "a.go",
      "package a\n\n\t//agentforge: ignore house/no-eval -- trusted input (until 2027-01-31)\n\n\nfunc f() {}",
      6,
    ],
    ["a.html", "<!-- agentforge: ignore house/no-eval -- trusted input (until 2027-01-31) -->\n<b>", 2],
    ["a.sql", "select 1; -- agentforge: ignore house/no-eval -- trusted input (until 2027-01-31)", 1],
    ["a.yaml", "a: 1 # agentforge: ignore house/no-eval -- trusted input (until 2027-01-31)\r\nb: 2", 1],
  ])("reads the comment of %s: %j", (path, text, target) => {
    expect(read(path, text)).toMatchObject([
      { target, checks: ["house/no-eval"], reason: "trusted input", until: "2027-01-31" },
    ]);
  });

  it.each([
    ["a string", "a.py", 's = "# agentforge: ignore house/no-eval -- x"'],
    ["a template", "a.ts", "const s = `\n// agentforge: ignore house/no-eval -- x\n`;"],
    ["a heading", "a.md", "# agentforge: ignore house/no-eval -- x"],
    ["another word", "a.py", "# agentforge: ignored"],
  ])("does not mistake %s for a comment", (_name, path, text) => {
    expect(read(path, text)).toEqual([]);
  });

  it("skips other comments before the code", () => {
    const text = "# agentforge: ignore a -- one\n# agentforge: ignore b, c -- two\neval(s)\n";
    expect(read("a.py", text)).toMatchObject([
      { checks: ["a"], target: 3 },
      { checks: ["b", "c"], target: 3 },
    ]);
  });
});

async function run(text: string, today = "2026-05-01") {
  const { findings } = await runOver(CONTRACT, { "a.py": text }, { today });
  return findings.map(({ rule, range, suppressed, message }) =>
    suppressed === undefined
      ? `${rule.contract.id}/${rule.check.id}:${range?.line} ${message ?? ""}`.trim()
      : `${rule.check.id}:${range?.line} suppressed, ${suppressed.reason}`,
  );
}

describe("a suppression in the code", () => {
  it("suppresses the check it names, on its line", async () => {
    expect(await run("eval(a)  # agentforge: ignore no-eval -- trusted\neval(b)\n")).toEqual([
      "no-eval:1 suppressed, in the code: trusted",
      "house/no-eval:2",
    ]);
  });

  it.each([
    ["has no reason", "eval(a)  # agentforge: ignore no-eval", /has no reason/],
    ["names no check", "eval(a)  # agentforge: ignore -- trusted", /names no check/],
    [
      "is past its day",
      "eval(a)  # agentforge: ignore no-eval -- x (until 2026-04-30)",
      /ended on 2026-04-30/,
    ],
    [
      "ends on something that is not a date",
      "eval(a)  # agentforge: ignore no-eval -- x (until soon)",
      /is not a date/,
    ],
  ])("that %s suppresses nothing and is reported", async (_name, line, message) => {
    const found = await run(`${line}\n`);
    expect(found).toHaveLength(2);
    expect(found[0]).toBe("house/no-eval:1");
    expect(found[1]).toMatch(message);
  });

  it("still applies on its last day", async () => {
    expect(await run("eval(a)  # agentforge: ignore no-eval -- x (until 2026-05-01)\n")).toEqual([
      "no-eval:1 suppressed, in the code: x",
    ]);
  });

  it.each([
    ["is not needed", "a  # agentforge: ignore no-eval -- x", /Nothing here violates no-eval/],
    ["names an unknown check", "a  # agentforge: ignore no-evil -- x", /did you mean no-eval\?/],
  ])("that %s is reported", async (_name, line, message) => {
    expect(await run(`${line}\n`)).toEqual([expect.stringMatching(message)]);
  });

  it("can be removed mechanically if it is not needed", async () => {
    const text = "# agentforge: ignore no-eval -- x\na = 1  # agentforge: ignore no-todo -- y\n";
    const { findings } = await runOver(CONTRACT, { "a.py": text });
    expect(
      applyEdits(
        text,
        findings.flatMap(({ edits = [] }) => edits),
      ),
    ).toBe("a = 1\n");
  });

  it("is not reported as unneeded by a run without its check", async () => {
    const text = "eval(a)  # agentforge: ignore no-eval -- x\n";
    const { findings, rules } = await runOver(CONTRACT, { "a.py": text }, { checks: ["no-todo"] });
    expect(findings).toEqual([]);
    expect(rules.map(({ check }) => check.id)).toEqual(["no-todo"]);
    const own = await runOver(CONTRACT, { "a.py": text }, { checks: ["agentforge/suppression"] });
    expect(own.findings).toEqual([]);
  });
});

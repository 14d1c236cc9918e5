import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractJsonSchema } from "./contract.ts";
import { describeProblem, loadContract, loadContracts } from "./load-contracts.ts";

const GOOD = `id: house
description: Our rules
applies_to: ["src/**"]
checks:
  - id: no-print
    severity: minor
    message: Use the logger.
    ast:
      language: python
      pattern: print($$$A)
exemptions:
  - check: no-print
    paths: ["src/cli/**"]
    reason: it is a command line
    expires: 2030-01-01
`;

describe("loadContract", () => {
  it("reads a contract", () => {
    expect(loadContract("c.yaml", GOOD)).toMatchObject({
      status: "ok",
      contract: {
        id: "house",
        checks: [
          {
            id: "no-print",
            severity: "minor",
            type: { meta: { id: "ast" } },
            options: { language: ["python"] },
          },
        ],
        exemptions: [{ expires: "2030-01-01" }],
      },
    });
  });

  it.each<[title: string, change: [from: string, to: string], problem: RegExp]>([
    [
      "a rewrite with a part that the pattern does not bind",
      ["      pattern: print($$$A)", "      pattern: print($$$A, $B)\n      rewrite: log($C, $$$A)"],
      /^c\.yaml:11:7: no-print: the fix uses \$C, .*\(it binds \$\$\$A, \$B\); use only parts that every match binds$/,
    ],
    [
      "a rewrite with a part that only some matches bind",
      [
        "      pattern: print($$$A)",
        "      rule: { any: [{ pattern: f($A) }, { pattern: g($B) }] }\n      rewrite: h($A)",
      ],
      /^c\.yaml:11:7: no-print: the fix uses \$A, .*\(it binds none\)/,
    ],
    [
      "a rewrite that takes several nodes for one",
      ["      pattern: print($$$A)", "      pattern: print($$$A)\n      rewrite: log($A)"],
      /^c\.yaml:11:7: no-print: the fix uses \$A, .*\(it binds \$\$\$A\)/,
    ],
    [
      "a fix with a part that neither its rule nor its condition binds",
      [
        "      pattern: print($$$A)",
        "      pattern: print($A)\n      fixes:\n        - { when: { not: { has: { pattern: $B } } }, edits: [{ at: $B, write: x }] }",
      ],
      /^c\.yaml:12:11: no-print: the fix uses \$B, .*\(it binds \$A\)/,
    ],
    [
      "a replacement with a group that the expression does not have",
      [
        "    ast:\n      language: python\n      pattern: print($$$A)",
        "    pattern: { regex: '(a)(?P<name>b)', replace: '$1$<nam>' }",
      ],
      /^c\.yaml:8:\d+: no-print: `replace` uses \$<nam>, .*\(its groups are \$1, \$2, \$<name>\)/,
    ],
    ["bad YAML", ["applies_to: [", "applies_to: [["], /^c\.yaml:\d+:\d+: .*write valid YAML/],
    [
      "a mistyped key",
      ["severity: minor", "severty: minor"],
      /^c\.yaml:6:5: .*`severty`.*did you mean `severity`/,
    ],
    ["a mistyped type", ["    ast:", "    asst:"], /^c\.yaml:8:5: .*no check type; did you mean `ast`/],
    [
      "a wrong severity",
      ["severity: minor", "severity: bad"],
      /^c\.yaml:6:5: .*write one of blocker, critical, major, minor, info/,
    ],
    [
      "no message",
      ["    message: Use the logger.\n", ""],
      /^c\.yaml:5:\d+: `message` is missing; add `message:/,
    ],
    ["no description", ["description: Our rules\n", ""], /^c\.yaml:1:1: `description` is missing/],
    ["a bad option", ["language: python", "language: cobol"], /^c\.yaml:9:7: /],
    [
      "an unknown option",
      ["      pattern: print", "      patern: print"],
      /^c\.yaml:10:7: .*did you mean `pattern`/,
    ],
    [
      "a pattern that does not parse",
      ["pattern: print($$$A)", "rule: { kind: nope }"],
      /^c\.yaml:10:7: .*Kind `nope` is invalid/,
    ],
    ["two types", ["    ast:", "    pattern: { regex: x }\n    ast:"], /only one check type/],
    ["a bad date", ["2030-01-01", "soon"], /^c\.yaml:15:5: `expires` is not valid/],
    ["no reason", ["    reason: it is a command line\n", ""], /^c\.yaml:12:\d+: `reason` is missing/],
    [
      "no mapping",
      ["  - id: no-print\n", "  - just text\n  - id: no-print\n"],
      /^c\.yaml:5:\d+: a check must be a mapping/,
    ],
  ])("names the line and what to write for %s", (_, [from, to], problem) => {
    expect(GOOD).toContain(from);
    const loaded = loadContract(
      "c.yaml",
      GOOD.replace(from, () => to),
    );
    expect(loaded.status).toBe("invalid");
    if (loaded.status === "invalid") expect(loaded.problems.map(describeProblem).join("\n")).toMatch(problem);
  });

  it("names a regular expression that does not compile", () => {
    const text = GOOD.replace(/ast:[\s\S]*\$A\)/, 'pattern:\n      regex: "(a"');
    const loaded = loadContract("c.yaml", text);
    expect(loaded).toMatchObject({
      status: "invalid",
      problems: [{ line: 9, what: expect.stringContaining("missing closing") }],
    });
  });

  it.each(["", "just text", "- list", "id: 1"])("refuses %j without crashing", (text) => {
    expect(loadContract("c.yaml", text).status).toBe("invalid");
  });
});

describe("loadContracts", () => {
  it("throws one error that names every problem", () => {
    const files = [
      { path: "a.yaml", text: GOOD.replace("minor", "bad") },
      { path: "b.yaml", text: GOOD },
      { path: "c.yaml", text: GOOD },
    ];
    expect(() => loadContracts(files)).toThrow(
      /a\.yaml:6:5[\s\S]*c\.yaml:1:1: another contract is already called house/,
    );
  });
});

it("the published JSON Schema matches the code", () => {
  const published = readFileSync(join(import.meta.dirname, "../../../docs/contract.schema.json"), "utf8");
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(contractJsonSchema())));
  for (const key of ["required-file", "for_each", "rewrite", "measure", "severity"])
    expect(published).toContain(key);
});

import { afterEach, describe, expect, it } from "vitest";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Execute } from "./check-type.ts";
import { openDatabase } from "./fixture-database.ts";
import { memoryExports } from "./fixture-exports.ts";
import { applyEdits, createConformance } from "./index.ts";
import { loadContracts } from "./load-contracts.ts";

const NOW = "2026-05-01T00:00:00Z";
const CONTRACT = `id: linters
description: The linter
applies_to: ["**"]
checks:
  - id: lint
    message: Lint.
    command:
      run: [lint]
      format: json
      json: { items: "*.messages", file: ^.filePath, line: line, message: message, rule: ruleId, edit: fix }
      fix: [lint, --fix, "--only={rule}", "{file}"]
`;

/** What one of the linter's rules reports in a line, and what it writes instead; null if it has no fix. */
type Rules = Readonly<Record<string, readonly [bad: RegExp, good: string | null]>>;

/** A linter whose rules may also look at the whole file, by lookahead. */
function linter(files: Record<string, string>, rules: Rules, ran: (readonly string[])[]): Execute {
  return async (argv, readBack = [], changed = []) => {
    ran.push(argv);
    const present = { ...files, ...Object.fromEntries(changed.map(({ path, text }) => [path, text])) };
    const only = /^--only=(.*)$/.exec(argv.find((each) => each.startsWith("--only=")) ?? "")?.[1];
    const fixed = (text: string) => {
      const [bad, good] = rules[only ?? ""] ?? [/$^/, null];
      return good === null ? text : text.replace(new RegExp(bad, "gs"), good);
    };
    const messagesIn = (text: string) =>
      Object.entries(rules).flatMap(([ruleId, [bad, good]]) =>
        [...text.matchAll(new RegExp(bad, "gs"))].map((found) => ({
          ruleId,
          message: `${ruleId}!`,
          line: text.slice(0, found.index).split("\n").length,
          ...(good !== null && { fix: { range: [found.index, found.index + found[0].length], text: good } }),
        })),
      );
    const report = Object.entries(present).map(([filePath, text]) => ({
      filePath,
      messages: messagesIn(text),
    }));
    return {
      exitCode: report.some(({ messages }) => messages.length > 0) ? 1 : 0,
      stdout: JSON.stringify(report),
      stderr: "",
      files: Object.fromEntries(readBack.map((path) => [path, fixed(present[path] ?? "")])),
    };
  };
}

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

async function patchesFor(rule: string, text: string, rules: Rules) {
  const database = openDatabase();
  databases.push(database);
  const conformance = createConformance({ database, exports: memoryExports() });
  const ran: (readonly string[])[] = [];
  const request = {
    contracts: loadContracts([{ path: "c.yaml", text: CONTRACT }]),
    files: [{ path: "a.py" }],
    read: async () => text,
    execute: linter({ "a.py": text }, rules, ran),
  };
  const { violations } = await conformance.record(await conformance.check(request, NOW), NOW);
  const violation = violations.find(({ message }) => message.includes(`(${rule})`));
  const offered = conformance.patches(violation?.violation_id ?? "", request, NOW);
  return { offered, ran, after: (patch: Patch) => applyEdits(text, patch.edits) };
}

async function allOf(offered: AsyncIterable<Patch>, after: (patch: Patch) => string) {
  const all: [operator: string, text: string][] = [];
  for await (const patch of offered) all.push([patch.operator, after(patch)]);
  return all;
}

const DICT: Rules = {
  UP006: [/\bDict\b(?=\[)/, "dict"],
  F401: [/import Dict\n(?!.*Dict)/, ""],
};

describe("patches for what a linter found", () => {
  it("come from its report first, and then with the fixes that those call for", async () => {
    const { offered, after } = await patchesFor("UP006", "import Dict\nx: Dict[int]\n", DICT);
    expect(await allOf(offered, after)).toEqual([
      ["command", "import Dict\nx: dict[int]\n"],
      ["command-followed", "x: dict[int]\n"],
      ["command-fixer", "import Dict\nx: dict[int]\n"],
    ]);
  });

  it("do not include the fixes of other findings that were there before", async () => {
    const text = "import Dict\nx: Dict[int]\ny: Dict[int]\n";
    const { offered, after } = await patchesFor("UP006", text, DICT);
    expect(await allOf(offered, after)).toEqual([
      ["command", "import Dict\nx: dict[int]\ny: Dict[int]\n"],
      ["command-fixer", "import Dict\nx: dict[int]\ny: dict[int]\n"],
    ]);
  });

  it("do not follow a fix that leads to something without a fix", async () => {
    const rules: Rules = { old: [/old/, "new"], none: [/new/, null] };
    const { offered, after } = await patchesFor("old", "old\n", rules);
    expect((await allOf(offered, after)).map(([operator]) => operator)).toEqual(["command", "command-fixer"]);
  });

  it("give up on two rules that undo each other", async () => {
    const rules: Rules = { ab: [/a/, "b"], bb: [/b/, "c"], cb: [/c/, "b"] };
    const { offered, after } = await patchesFor("ab", "a\n", rules);
    expect((await allOf(offered, after)).map(([operator]) => operator)).toEqual(["command", "command-fixer"]);
  });

  it("change only the finding's lines first, then everything that the fixer changes", async () => {
    const rules: Rules = { tab: [/\t/, "  "], quiet: [/^$/, null] };
    const { offered, after } = await patchesFor("tab", "\ta\nb\nc\n\td\n", rules);
    const all = await allOf(offered, after);
    expect(all).toContainEqual(["command-fixer", "  a\nb\nc\n\td\n"]);
    expect(all.at(-1)).toEqual(["command-fixer", "  a\nb\nc\n  d\n"]);
  });

  it("are computed only when they are asked for", async () => {
    const { offered, ran } = await patchesFor("UP006", "import Dict\nx: Dict[int]\n", DICT);
    const before = ran.length;
    for await (const patch of offered) {
      expect(patch.operator).toBe("command");
      break;
    }
    expect(ran.slice(before)).toEqual([["lint"]]);
  });
});

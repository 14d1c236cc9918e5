import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { readModules } from "../support/imports.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository?.remove());

const ALIASES = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
  .concat(Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`))
  .join("\n");
const DEEP = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
const YAML = {
  aliases: ALIASES,
  deep: `a: ${DEEP}`,
  indented: `${"- ".repeat(2000)}x`,
  huge: `a: ${"x".repeat(2_000_000)}`,
  prototype: "__proto__: {polluted: true}\ngate: {__proto__: {mode: autonomous}}",
};
const JSON_TEXT = {
  deep: `{"a": ${DEEP}}`,
  huge: `{"a": "${"x".repeat(2_000_000)}"}`,
  prototype: '{"__proto__": {"a": 1}, "middleware": {"__proto__": {}}}',
  twice: '{"middleware": {}, "middleware": {}}',
};
const TOML = {
  deep: `a = ${DEEP}`,
  dotted: `${"a.".repeat(5000)}a = 1`,
  prototype: "[__proto__]\na = 1",
};
const page = (toml: string) =>
  `+++\n${toml}\n+++\n\n# Plan: p\n\n## Actions\n\n\`\`\`toml action\n${toml}\n\`\`\`\n`;

/** Each file that a repository or a person can supply, with the command that reads it. */
const FILES: [string, Readonly<Record<string, string>>, readonly string[], boolean][] = [
  [".agentforge/config.yaml", YAML, ["status"], true],
  [".agentforge/contracts/c.yaml", YAML, ["conformance", "check"], true],
  [".agentforge/harness.json", JSON_TEXT, ["tool", "run", "list_directory", "--json"], false],
  [".agentforge/violations/V-0123456789ab.yaml", YAML, ["state", "check"], false],
  [".agentforge/reviews/RV-1.yaml", YAML, ["inbox", "--json"], false],
  [".agentforge/Inbox/Requests/r.md", mapped(TOML, page), ["plan", "list"], false],
  [".agentforge/Inbox/Plans/p_plan.md", mapped(TOML, page), ["plan", "list"], false],
  ["package.json", JSON_TEXT, ["test", "--json"], false],
  ["pyproject.toml", TOML, ["test", "--json"], false],
  ["Cargo.toml", TOML, ["test", "--json"], false],
  ["found.sarif", JSON_TEXT, ["conformance", "import", "found.sarif"], false],
];

describe.each(FILES)("%s", (file, contents, command, mustBeNamed) => {
  it.each(Object.entries(contents))(
    "with %s ends in a clear message",
    async (_, text) => {
      repository = makeRepository(() => undefined, false);
      repository.write("a.js", "export {};\n");
      repository.git("add", "-A");
      repository.git("commit", "-qm", "first");
      const path = join(repository.path, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const { stdout, stderr, exitCode } = await agentforge(repository.path, command);
      const said = `${stdout}${stderr}`;
      expect([0, 1, 2], said.slice(0, 2000)).toContain(exitCode);
      expect(said).not.toMatch(/bug in AgentForge|Maximum call stack|"code": "bug"|^\s+at .*\(/m);
      expect(said.length).toBeLessThan(200_000);
      if (mustBeNamed) expect(said).toContain(file.replace(/^.*\//, ""));
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      // A notice may precede what a person wrote, and a plan is named after its record; nothing of theirs is lost.
      const folder = dirname(path);
      const texts = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(folder, entry.name), "utf8").trimEnd());
      expect(texts.some((each) => each.endsWith(text.trimEnd().slice(-60)))).toBe(true);
    },
    60_000,
  );
});

describe("readers of data", () => {
  it("all go through readBounded", () => {
    const source = fileURLToPath(new URL("../../src", import.meta.url));
    const readers = readModules(source).filter(
      ({ path, text }) =>
        !/\.test\.ts$/.test(path) &&
        /import \{[^}]*\bparse(?:Document|AllDocuments)?\b[^}]*\} from "(?:yaml|smol-toml)"/.test(text),
    );
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.filter(({ text }) => !text.includes("readBounded(")).map(({ path }) => path)).toEqual([]);
  });
});

function mapped<T extends Record<string, string>>(contents: T, change: (text: string) => string) {
  return Object.fromEntries(Object.entries(contents).map(([name, text]) => [name, change(text)]));
}

import { camelCase, snakeCase, titleOf } from "./names.ts";

export function checkFile(name: string): string {
  return `import { z } from "zod";
import { defineCheckType } from "../check-type.ts";

export const ${camelCase(name)} = defineCheckType({
  meta: {
    id: "${name}",
    title: "${titleOf(name)}",
    why: "One sentence on what goes wrong without it.",
    scope: "file",
    options: z.strictObject({ word: z.string().min(1) }),
    valid: [{ title: "without the word", options: { word: "bad" }, files: { "a.txt": "good\\n" } }],
    invalid: [
      { title: "with the word", options: { word: "bad" }, files: { "a.txt": "good\\nbad\\n" }, findings: ["a.txt:2"] },
    ],
  },
  run: (files, { word }) =>
    files.flatMap((file) =>
      file.text.split("\\n").flatMap((line, index) => {
        const at = line.indexOf(word);
        if (at === -1) return [];
        const range = { line: index + 1, column: at + 1, endLine: index + 1, endColumn: at + 1 + word.length };
        return [{ path: file.path, range, snippet: line.trim(), scope: "" }];
      }),
    ),
});
`;
}

export function operatorFile(name: string): string {
  return `import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["${name}"];

export const ${camelCase(name)}: Operator = {
  meta: {
    id: "${name}",
    title: "${titleOf(name)}",
    why: "One sentence on the mistake it repairs.",
    cost: costs.prior,
    kinds: ["boolean"],
    most: 1,
    examples: [
      { language: "python", before: "x = True", after: "x = (True)" },
      { language: "javascript", before: "x = true;", after: "x = (true);" },
      { language: "typescript", before: "const x = true;", after: "const x = (true);" },
      { language: "go", before: "package p\\nvar x = true", after: "package p\\nvar x = (true)" },
      { language: "rust", before: "fn f() { g(true); }", after: "fn f() { g((true)); }" },
      { language: "java", before: "class A { boolean x = true; }", after: "class A { boolean x = (true); }" },
    ],
    leaves: [
      { language: "python", code: "x = 1" },
      { language: "javascript", code: "x = 1;" },
    ],
  },
  *propose(site, context) {
    yield replace(site, \`(\${context.text(site)})\`, 0);
  },
};
`;
}

export function guardFile(name: string): string {
  return `import type { Guard } from "../guard.ts";

export const ${camelCase(name)}: Guard = {
  meta: {
    id: "${snakeCase(name)}",
    title: "${titleOf(name)}: what it prevents",
    why: "One or two sentences on what goes wrong without it.",
    examples: [
      {
        title: "a command that it denies",
        event: { event: "before_tool", tool: { kind: "shell", name: "Bash", command: "make ${name}" } },
        effect: "deny",
      },
      {
        title: "a command that does not concern it",
        event: { event: "before_tool", tool: { kind: "shell", name: "Bash", command: "make test" } },
        effect: "allow",
      },
    ],
  },
  before({ event }) {
    if (event.tool.kind !== "shell" || !event.tool.command.includes("${name}")) return null;
    return {
      decision: { effect: "deny", rule: "${snakeCase(name)}", reason: "What is wrong, and what to do instead." },
    };
  },
};
`;
}

export function toolFile(name: string): string {
  return `import { z } from "zod";
import { defineTool } from "../tool.ts";

export const ${camelCase(name)} = defineTool({
  name: "${snakeCase(name)}",
  description: "One sentence on what it does, for the brain that chooses a tool.",
  effect: "read",
  input: z.strictObject({ path: z.string() }),
  examples: [{ title: "a source file", input: { path: "src/main.py" } }],
  guarded: ({ path }) => ({ kind: "read", name: "${snakeCase(name)}", paths: [path] }),
  async run({ path }) {
    return { output: { path } };
  },
});
`;
}

/** A command that prints TAP; docs/adding-a-framework.md lists the alternatives. */
export function frameworkFiles(name: string): Readonly<Record<string, string>> {
  const value = camelCase(name);
  const folder = "src/services/testing/frameworks";
  return {
    [`${folder}/${name}.ts`]: `import { commandFramework } from "../command-framework.ts";
import { detectByFiles } from "../file-signs.ts";
import { roleByName } from "../test-name.ts";

export const ${value} = commandFramework({
  meta: {
    id: "${name}",
    title: "${titleOf(name)}",
    why: "One sentence on how its results are read.",
    language: "declared",
    coverage: "none",
    examples: [
      { files: { "${name}.config": "" }, roots: ["."] },
      { files: { "a.txt": "" }, roots: [] },
    ],
  },
  format: "tap",
  reports: [],
  detect: (project) => detectByFiles(project, { config: /^${name}\\.config$/ }),
  start: async () => ({ argv: ["${name}"] }),
  role: roleByName,
});
`,
    [`test/support/frameworks/${name}.ts`]: `import { passed, type Situation } from "./situation.ts";

export const ${value}Situations: readonly Situation[] = [
  {
    name: "pass",
    files: { "${name}.config": "" },
    status: "passed",
    tests: passed("adds").map((test) => ({ ...test, file: null })),
  },
];
`,
  };
}

import { makeRepository, type Repository } from "./repository.ts";

export interface PlanParts {
  readonly title?: string;
  readonly goal?: string;
  /** Lines of TOML front matter. */
  readonly front?: readonly string[];
  /** Paths and their new contents. */
  readonly files: Readonly<Record<string, string>>;
  /** More action blocks, before those of the files. */
  readonly actions?: readonly string[];
}

/** A plan as a person would write it. */
export function planText({
  title = "A plan",
  goal = "Something is better.",
  front = [],
  files,
  actions = [],
}: PlanParts): string {
  const blocks = [
    ...actions,
    ...Object.entries(files).map(
      ([path, content]) =>
        `tool = "write_file"\n\n[parameters]\npath = "${path}"\ncontent = '''\n${content}'''`,
    ),
  ];
  return `+++
${front.join("\n")}
+++

# Plan: ${title}

## Goal

${goal}

## Reasoning

It was asked for.

## Steps

1. Write the files.

## Files touched

${Object.keys(files)
  .map((path) => `- \`${path}\``)
  .join("\n")}

## Risks

- none known

## Actions

${blocks.map((block) => `\`\`\`toml action\n${block}\n\`\`\``).join("\n\n")}
`;
}

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
  "add.js": "export const add = (a, b) => a + b;\n",
  "add.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "./add.js";

test("add", () => assert.equal(add(1, 2), 3));
`,
};

/** A small project with a test, or (`tests: false`) one where nothing needs to run. */
export function plannedProject(options: { readonly tests: boolean }): Repository {
  const repository = makeRepository(() => {}, false);
  const files = options.tests ? FILES : { "notes.txt": "Nothing here runs.\n" };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  repository.git("config", "user.email", "person@example.com");
  repository.git("config", "user.name", "A Person");
  return repository;
}

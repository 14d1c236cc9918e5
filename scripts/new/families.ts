import { camelCase, snakeCase } from "./names.ts";
import { checkFile, frameworkFiles, guardFile, operatorFile, toolFile } from "./templates.ts";

/** A line that a plug-in adds to a file of its family. */
interface Addition {
  readonly path: string;
  readonly line: string;
  /** The text before which the line is inserted; its last occurrence is used. */
  readonly before: string;
}

interface Family {
  readonly folder: string;
  readonly list: string;
  readonly from: string;
  readonly before: string;
  /** The files to write, by path from the root. */
  files(name: string): Readonly<Record<string, string>>;
  /** The lines of the plug-in in files other than the list. */
  additions(name: string): readonly Addition[];
  /** The remaining steps, for people. */
  readonly next: readonly string[];
  /** The subfolders of the family; a name is then `GROUP/NAME`. */
  readonly groups?: readonly string[];
}

const SITUATIONS = "test/support/frameworks/index.ts";

const family = (
  folder: string,
  template: (name: string) => string,
  next: readonly string[],
  additions: Family["additions"] = () => [],
): Family => ({
  folder,
  list: `${folder}/list.ts`,
  from: ".",
  before: "];",
  files: (name) => ({ [`${folder}/${name}.ts`]: template(name) }),
  additions,
  next: [...next, "npm run check"],
});

export const FAMILIES: Readonly<Record<string, Family>> = {
  check: family(
    "src/services/conformance/checks",
    checkFile,
    ["npm run docs", "npx vitest run src/services/conformance/checks test/docs.test.ts"],
    (name) => [
      {
        path: "docs/conformance.md",
        line: `| \`${name}\` | what it requires | \`word\` |`,
        before: "\n[adding-a-check.md]",
      },
    ],
  ),
  operator: {
    ...family(
      "src/services/repair/operators",
      operatorFile,
      [
        "npm run docs",
        "npx vitest run src/services/repair/operators src/services/repair/costs.test.ts test/docs.test.ts",
      ],
      (name) => [
        {
          path: "src/services/repair/costs.json",
          line: `    "${name}": { "from": ["later"], "prior": 3 },`,
          before: '    "wrap-call"',
        },
      ],
    ),
    groups: ["arithmetic", "calls", "conditions", "constants", "names", "statements"],
  },
  guard: family(
    "src/services/guardrails/guards",
    guardFile,
    ["npm run docs", "npx vitest run src/services/guardrails test/docs.test.ts"],
    (name) => [
      {
        path: "src/services/guardrails/settings/settings.ts",
        line: `    ${snakeCase(name)}: { enabled: true },`,
        before: "  },\n  state: { format",
      },
      {
        path: "docs/guardrails.md",
        line: `| \`${snakeCase(name)}.enabled\` | \`true\` |`,
        before: "| `state.format` |",
      },
    ],
  ),
  tool: family("src/services/tools/catalog", toolFile, [
    "npm run docs",
    "npx vitest run src/services/tools test/docs.test.ts",
  ]),
  framework: {
    folder: "src/services/testing/frameworks",
    list: "src/services/testing/frameworks/list.ts",
    from: ".",
    before: "  fallback,",
    files: frameworkFiles,
    additions: (name) => [
      {
        path: SITUATIONS,
        line: `import { ${camelCase(name)}Situations } from "./${name}.ts";`,
        before: "\n/** By framework id. */",
      },
      { path: SITUATIONS, line: `  "${name}": ${camelCase(name)}Situations,`, before: "};" },
    ],
    next: [
      "write at least three more situations in the table under test/support/frameworks/",
      "node test/battery/record-frameworks.ts --write NAME, then the same with --confirm",
      "npm run docs",
      "npx vitest run src/services/testing/frameworks test/frameworks.test.ts test/docs.test.ts",
      "npm run check",
    ],
  },
};

/** The family with its files in one of its groups; null if it has no such group, or needs one. */
export function inGroup(family: Family | undefined, group: string): Family | null {
  if (family === undefined || (family.groups ?? [""]).includes(group) === false) return null;
  if (group === "") return family;
  const { folder, from, files } = family;
  const moved = (name: string) =>
    Object.fromEntries(
      Object.entries(files(name)).map(([path, text]) => [path.replace(folder, `${folder}/${group}`), text]),
    );
  return { ...family, folder: `${folder}/${group}`, from: `${from}/${group}`, files: moved };
}

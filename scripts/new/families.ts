import { checkFile, frameworkFiles, guardFile, operatorFile, toolFile } from "./templates.ts";

interface Family {
  readonly folder: string;
  readonly list: string;
  readonly from: string;
  readonly before: string;
  /** The files to write, by path from the root. */
  files(name: string): Readonly<Record<string, string>>;
  /** The remaining steps, for people. */
  readonly next: readonly string[];
  /** The subfolders of the family; a name is then `GROUP/NAME`. */
  readonly groups?: readonly string[];
}

const family = (folder: string, template: (name: string) => string, next: readonly string[]): Family => ({
  folder,
  list: `${folder}/list.ts`,
  from: ".",
  before: "];",
  files: (name) => ({ [`${folder}/${name}.ts`]: template(name) }),
  next,
});

export const FAMILIES: Readonly<Record<string, Family>> = {
  check: family("src/services/conformance/checks", checkFile, [
    "npm run docs",
    "npx vitest run src/services/conformance/checks",
  ]),
  operator: {
    ...family("src/services/repair/operators", operatorFile, [
      "give its costs a group in src/services/repair/costs.ts or statement-costs.ts",
      "npx vitest run src/services/repair/operators src/services/repair/costs.test.ts",
    ]),
    groups: ["arithmetic", "calls", "conditions", "constants", "names", "statements"],
  },
  guard: family("src/services/guardrails/guards", guardFile, [
    "add its section to HarnessSettings and DEFAULT_SETTINGS in src/services/guardrails/settings.ts",
    "name it and its keys in docs/guardrails.md",
    "npx vitest run src/services/guardrails",
  ]),
  tool: family("src/services/tools/catalog", toolFile, ["npm run docs", "npx vitest run src/services/tools"]),
  framework: {
    folder: "src/services/testing/frameworks",
    list: "src/services/testing/frameworks/list.ts",
    from: ".",
    before: "  fallback,",
    files: frameworkFiles,
    next: [
      "add its situations to test/support/frameworks/index.ts",
      "node test/battery/record-frameworks.ts --write NAME, then the same with --confirm",
      "npm run docs",
      "npx vitest run src/services/testing/frameworks test/frameworks.test.ts",
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

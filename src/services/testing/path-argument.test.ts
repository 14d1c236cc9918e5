import { describe, expect, test } from "vitest";
import type { Selection } from "../../domain/ports/testing.ts";
import type { Project, RunRequest } from "./contract.ts";
import { frameworks } from "./frameworks/list.ts";

const project: Project = { files: async () => [], text: async () => null, lent: [] };
const HOSTILE = [
  "--deselect=a.py::test_a",
  "-knot x",
  "-k",
  "@options.txt",
  "--collect-only",
  "+x",
  "--",
  "--help",
];
const SELECTIONS: readonly (readonly [string, (value: string) => Selection])[] = [
  ["files", (value) => ({ kind: "files", files: ["a.py", value] })],
  ["a test id", (value) => ({ kind: "tests", ids: [value] })],
  ["a test inside", (value) => ({ kind: "tests", ids: [`${value}::x`, `${value} > x`] })],
  ["a name", (value) => ({ kind: "tests", ids: [`a.rs::${value}`] })],
];

describe.each(frameworks.map((framework) => [framework.meta.id, framework] as const))(
  "%s",
  (_id, framework) => {
    test.each(SELECTIONS)("no value of %s becomes an option", async (_kind, selecting) => {
      const harmless = optionsOf(await argvOf(selecting("a.py")));
      for (const value of HOSTILE) {
        const argv = await argvOf(selecting(value));
        expect(optionsOf(argv).filter((option) => !harmless.includes(option) && !isPattern(option))).toEqual(
          [],
        );
      }
    });

    const argvOf = async (selection: Selection) => {
      const request: RunRequest = {
        tree: "/tree",
        root: ".",
        selection,
        coverageOf: [],
        coverageLines: null,
        perTestCoverage: false,
        programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
        resource: (name) => `/resources/${name}`,
      };
      return (await framework.command(request, project)).argv;
    };
  },
);

/** Arguments that a tool could interpret as options, except the values of our own options. */
function optionsOf(argv: readonly string[]): string[] {
  return argv.filter(
    (word, at) => /^[-@+]/.test(word) && !/^(-run|--grep|--testNamePattern)$/.test(argv[at - 1] ?? ""),
  );
}

/** Our own option, with the name of a test inside an anchored expression. */
function isPattern(option: string): boolean {
  return /^--test-name-pattern=\^|^(-run|--grep|--testNamePattern|--exact|--)$/.test(option);
}

import type { Evidence, Framework, Invocation } from "../contract.ts";
import { packages, readPackage } from "../ecosystems/javascript.ts";
import { folderOf, nameOf } from "../paths.ts";
import { roleByName } from "../test-name.ts";

const NPM_PLACEHOLDER = /no test specified/;

/**
 * Runs the project's own test command if nothing better is known. It has no report, so it never counts as
 * passed.
 */
export const fallback: Framework = {
  meta: {
    id: "command",
    title: "the project's own test command",
    why: "An unknown framework still has an exit code and an output, but neither proves that a test was executed.",
    language: "any",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"zora"}}' }, roots: ["."] },
      { files: { Makefile: "build:\n\tcc a.c\n\ntest: build\n\t./a.out\n" }, roots: ["."] },
      {
        files: { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
        roots: [],
      },
      { files: { Makefile: "tests_are_great:\n" }, roots: [] },
    ],
  },

  async detect(project) {
    const found: Evidence[] = [];
    for (const { root, scripts } of await packages(project)) {
      if (scripts.test !== undefined && !NPM_PLACEHOLDER.test(scripts.test))
        found.push({ root, strength: 2, why: `npm test runs "${scripts.test}"` });
    }
    for (const file of await project.files()) {
      if (!isMakefile(file) || !hasTestTarget((await project.text(file)) ?? "")) continue;
      const root = folderOf(file);
      if (!found.some((each) => each.root === root))
        found.push({ root, strength: 1, why: `${file} has a test target` });
    }
    return found;
  },

  async command(request, project): Promise<Invocation> {
    const scripts = (await readPackage(request.root, project))?.scripts ?? {};
    const usesNpm = scripts.test !== undefined && !NPM_PLACEHOLDER.test(scripts.test);
    return {
      argv: usesNpm ? ["npm", "test", "--silent"] : ["make", "test"],
      env: { NO_COLOR: "1", CI: "1" },
      artifacts: [],
      narrowed: false,
    };
  },

  parse: () => null,

  role: roleByName,
};

function isMakefile(path: string): boolean {
  return /^(GNUm|m|M)akefile$/.test(nameOf(path));
}

function hasTestTarget(text: string): boolean {
  return /^test\s*:(?!=)/m.test(text);
}

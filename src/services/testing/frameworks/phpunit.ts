import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { commandFramework } from "../command-framework.ts";
import type { Project, RunRequest } from "../contract.ts";
import { detectByFiles } from "../file-signs.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { fromRoot, hasFolder, nameOf } from "../paths.ts";

export const phpunit = commandFramework({
  meta: {
    id: "phpunit",
    title: "PHPUnit",
    startedAs: "phpunit",
    why: "PHPUnit can write JUnit XML, with the file and line of every test.",
    settingsFiles: /^phpunit(\.dist)?\.xml(\.dist)?$/,
    language: "php",
    coverage: "none",
    examples: [
      { files: { "phpunit.xml.dist": "<phpunit/>" }, roots: ["."] },
      { files: { "api/phpunit.xml": "<phpunit/>" }, roots: ["api"] },
      { files: { "composer.json": "{}" }, roots: [] },
    ],
  },
  format: "junit",
  reports: ["{artifacts}/junit.xml"],
  detect: (project) => detectByFiles(project, { config: /^phpunit(\.dist)?\.xml(\.dist)?$/ }),
  argumentsIn: ([program = "", ...rest]) => (/(^|\/)phpunit$/.test(program) ? rest : null),
  async start(request, project) {
    const filter = filterOf(request);
    return {
      argv: [
        await programOf(request, project),
        ...["--log-junit", "{artifacts}/junit.xml", "--colors=never"],
        ...(filter === null ? [] : ["--filter", filter]),
        ...pathOf(request),
      ],
      narrowed: filter !== null,
    };
  },
  role(path) {
    if (/^phpunit(\.dist)?\.xml/.test(nameOf(path))) return "support";
    if (/Tests?\.php$/.test(path)) return "test";
    return hasFolder(path, ["test", "tests", "Test", "Tests"]) ? "support" : null;
  },
});

async function programOf({ root }: RunRequest, project: Project): Promise<string> {
  const own = await project.text(fromRoot(root, "vendor/bin/phpunit"));
  return own === null ? "phpunit" : "vendor/bin/phpunit";
}

/** PHPUnit takes one path; for several files, all tests run and the report is filtered. */
function pathOf(request: RunRequest): readonly string[] {
  const files = selectedFiles(request) ?? [];
  return files.length === 1 ? files : [];
}

function filterOf({ selection }: RunRequest): string | null {
  if (selection.kind !== "tests") return null;
  const names = selection.ids.map((id) =>
    splitId(id)
      .titles.at(-1)
      ?.replace(/ with data set .*$/, ""),
  );
  if (names.some((name) => name === undefined)) return null;
  const tests = names.map((name) => escapeRegex(name ?? "").replaceAll("/", "\\/"));
  return `/::(?:${tests.join("|")})( with data set .*)?$/`;
}

import { z } from "zod";
import { composed } from "../../../domain/rules/paths/file-name.ts";
import { compileFilter, compileGlobs } from "../../../domain/rules/paths/glob.ts";
import { defineCheckType, type RawViolation } from "../check-type.ts";
import type { TreePaths } from "../report-paths.ts";

const Options = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      "The file that must exist, anywhere in the tree: `applies_to` does not narrow where it may be. Alternatives are separated by |, and * stands for any name. With `for_each`: {folder}, {parent} (the folder above), {name} and {extension} of each file are filled in.",
    ),
  for_each: z.array(z.string()).min(1).optional().describe("Globs of the files that each need a companion."),
});
type Options = z.output<typeof Options>;

/** A file that must exist, once or next to each of many. */
export const requiredFile = defineCheckType({
  meta: {
    id: "required-file",
    title: "A file that must exist",
    why: "Tests next to sources, a license, a lock file: a missing file is easy to overlook.",
    scope: "tree",
    options: Options,
    valid: [
      { title: "it exists", options: { path: "README.md" }, files: { "README.md": "", "a.ts": "" } },
      {
        title: "the file is outside the contract's globs",
        options: { path: "LICENSE|LICENSE.md" },
        files: { "a.ts": "" },
        otherFiles: ["LICENSE.md", "image.png"],
      },
      {
        title: "the companion is outside the contract's globs",
        options: { path: "{folder}/{name}.md", for_each: ["*.ts"] },
        files: { "src/a.ts": "" },
        otherFiles: ["src/a.md"],
      },
      {
        title: "each has its companion",
        options: { path: "{folder}/{name}.test{extension}", for_each: ["src/**/*.ts", "!*.test.ts"] },
        files: { "src/a.ts": "", "src/a.test.ts": "" },
      },
      {
        title: "either of two",
        options: { path: "tests/test_{name}.py|{folder}/test_{name}.py", for_each: ["lib/*.py"] },
        files: { "lib/a.py": "", "tests/test_a.py": "" },
      },
      {
        title: "any file of that kind",
        options: {
          path: "{folder}/*.test.ts|{parent}/*.test.ts",
          for_each: ["src/**/*.ts", "!*.test.ts"],
        },
        files: { "src/a.ts": "", "src/b.test.ts": "", "src/parts/c.ts": "" },
      },
    ],
    invalid: [
      {
        title: "none of that kind",
        options: { path: "{folder}/*.test.ts", for_each: ["src/**/*.ts", "!*.test.ts"] },
        files: { "src/b.test.ts": "", "src/parts/c.ts": "" },
        findings: ["src/parts/c.ts"],
      },
      { title: "it does not", options: { path: "LICENSE" }, files: { "a.ts": "" }, findings: ["LICENSE"] },
      {
        title: "one has no companion",
        options: { path: "{folder}/{name}.test{extension}", for_each: ["*.ts", "!*.test.ts"] },
        files: { "a.ts": "", "b/c.ts": "", "a.test.ts": "" },
        findings: ["b/c.ts"],
      },
    ],
  },
  gather: () => "",
  run: async (files, options, { tree }) => {
    const exists = existence(tree);
    const alternatives = options.path.split("|");
    if (options.for_each === undefined)
      return (await exists(alternatives)) ? [] : [lacking(alternatives[0] ?? "", alternatives)];
    const missing: RawViolation[] = [];
    for (const path of files.map((file) => file.path).filter(compileFilter(options.for_each))) {
      const companions = alternatives.map((template) => fill(template, path));
      if (!(await exists(companions))) missing.push(lacking(path, companions));
    }
    return missing;
  },
});

/**
 * Whether one of the alternatives exists. Each pattern is matched against all paths once, no matter how many
 * files need it. A pattern without a star is also looked up in the tree itself, which has links and generated
 * files.
 */
function existence(tree: TreePaths): (wanted: readonly string[]) => Promise<boolean> {
  const known = new Map<string, boolean>();
  const spelled = new Set(tree.files.map(composed));
  return async (wanted) => {
    for (const each of wanted) {
      const isListed = each.includes("*")
        ? (known.get(each) ?? tree.files.some(compileGlobs([each])))
        : spelled.has(composed(each));
      known.set(each, isListed);
      if (isListed || (!each.includes("*") && (await tree.exists(each)))) return true;
    }
    return false;
  };
}

function fill(template: Options["path"], path: string): string {
  const base = path.split("/").at(-1) ?? "";
  const folders = path.split("/").slice(0, -1);
  const extension = /\.[^.]+$/.exec(base)?.[0] ?? "";
  return template
    .replaceAll("{folder}", folders.join("/") || ".")
    .replaceAll("{parent}", folders.slice(0, -1).join("/") || ".")
    .replaceAll("{name}", base.slice(0, base.length - extension.length))
    .replaceAll("{extension}", extension)
    .replace(/^\.\//, "");
}

function lacking(path: string, wanted: readonly string[]): RawViolation {
  const names = wanted.join(" or ");
  const message = wanted.some((each) => each.includes("*"))
    ? `no file matches ${names}, among all files in the repository`
    : `${names} does not exist, among all files in the repository`;
  return { path, range: null, snippet: names, scope: "", message };
}

import { z } from "zod";
import { composed } from "../../../domain/rules/file-name.ts";
import { compileFilter, compileGlobs } from "../../../domain/rules/glob.ts";
import { defineCheckType, type RawViolation } from "../check-type.ts";

const Options = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      "The file that must exist. With `for_each`: {folder}, {parent} (the folder above), {name} and {extension} of each file are filled in; several alternatives are separated by |, and * stands for any name.",
    ),
  for_each: z.array(z.string()).min(1).optional().describe("Globs of the files that each need a companion."),
});
type Options = z.output<typeof Options>;

/** A file that must exist, once or beside each of many. */
export const requiredFile = defineCheckType({
  meta: {
    id: "required-file",
    title: "A file that must exist",
    why: "Tests beside sources, a licence, a lock file: what is missing is easily overlooked.",
    scope: "tree",
    options: Options,
    valid: [
      { title: "it exists", options: { path: "README.md" }, files: { "README.md": "", "a.ts": "" } },
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
        title: "one has none",
        options: { path: "{folder}/{name}.test{extension}", for_each: ["*.ts", "!*.test.ts"] },
        files: { "a.ts": "", "b/c.ts": "", "a.test.ts": "" },
        findings: ["b/c.ts"],
      },
    ],
  },
  gather: () => "",
  run: (files, options) => {
    const paths = new Set(files.map((file) => file.path));
    if (options.for_each === undefined)
      return existence(paths)(options.path) ? [] : [lacking(options.path, options.path)];
    const concerned = compileFilter(options.for_each);
    const exists = existence(paths);
    return [...paths].filter(concerned).flatMap((path) => {
      const companions = options.path.split("|").map((template) => fill(template, path));
      return companions.some(exists) ? [] : [lacking(path, companions.join(" or "))];
    });
  },
});

/** Each pattern is matched against all paths once, however many files ask for it. */
function existence(paths: ReadonlySet<string>): (wanted: string) => boolean {
  const known = new Map<string, boolean>();
  const spelled = new Set([...paths].map(composed));
  return (wanted) => {
    if (!wanted.includes("*")) return spelled.has(composed(wanted));
    const answer = known.get(wanted) ?? [...paths].some(compileGlobs([wanted]));
    known.set(wanted, answer);
    return answer;
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

function lacking(path: string, wanted: string): RawViolation {
  return { path, range: null, snippet: wanted, scope: "", message: `${wanted} does not exist` };
}

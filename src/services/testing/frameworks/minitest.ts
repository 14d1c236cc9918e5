import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { commandFramework } from "../command-framework.ts";
import type { Evidence, Project, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import { declaredClasses } from "../file-signs.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { fromRoot, hasFolder, isInside, nameOf, toRoot } from "../paths.ts";

const TESTS = /(^|\/)(test_[^/]*|[^/]*_test)\.rb$/;
/** Files before `--` are loaded; the arguments after it go to minitest. */
const LOADER = 'ARGV.shift(ARGV.index("--")).each { |file| require File.expand_path(file) }; ARGV.shift';

export const minitest = commandFramework({
  meta: {
    id: "minitest",
    title: "minitest",
    why: "minitest has no report format; with --verbose it prints every test on one line in a fixed format.",
    language: "ruby",
    coverage: "none",
    examples: [
      { files: { "test/a_test.rb": 'require "minitest/autorun"\n' }, roots: ["."] },
      { files: { "gem/test/test_a.rb": 'require "minitest/autorun"\n' }, roots: ["gem"] },
      { files: { "test/a_test.rb": 'require "test/unit"\n' }, roots: [] },
    ],
  },
  format: "minitest",
  reports: [],
  async detect(project) {
    const found: Evidence[] = [];
    for (const file of await project.files()) {
      const [, root] = /^(?:(.*)\/)?test\//.exec(file) ?? [];
      if (!TESTS.test(file) && nameOf(file) !== "test_helper.rb") continue;
      if (!hasFolder(file, ["test"]) || found.some((each) => each.root === (root ?? "."))) continue;
      if (/\bminitest\b/i.test((await project.text(file)) ?? ""))
        found.push({ root: root ?? ".", strength: Strength.files, why: `${file} loads minitest` });
    }
    return found;
  },
  async start(request, project) {
    const { selection, root } = request;
    const all = (await project.files())
      .filter((file) => isInside(root, file) && TESTS.test(file) && nameOf(file) !== "test_helper.rb")
      .map((file) => toRoot(root, file));
    const files = selectedFiles(request) ?? all;
    const names = selection.kind === "tests" ? nameFilter(selection.ids) : [];
    const ruby = await rubyProgram(request, project);
    return {
      argv: [...ruby, "-Ilib", "-Itest", "-e", LOADER, ...files, "--", "--verbose", "--seed", "1", ...names],
      narrowed: names.length > 0,
    };
  },
  async classes({ root }, project) {
    const declared = /^\s*class\s+([\w:]+)|^\s*describe\s+["']([^"']+)/gm;
    const classes = await declaredClasses(project, root, /\.rb$/, declared);
    return (name) => classes.get(name) ?? null;
  },
  role: (path) => (hasFolder(path, ["test"]) ? (TESTS.test(path) ? "test" : "support") : null),
});

async function rubyProgram({ root }: RunRequest, project: Project): Promise<readonly [string, ...string[]]> {
  const locked = (await project.text(fromRoot(root, "Gemfile.lock"))) ?? "";
  return /\bminitest\b/.test(locked) ? ["bundle", "exec", "ruby"] : ["ruby"];
}

function nameFilter(ids: readonly string[]): string[] {
  const names = ids.map((id) => splitId(id).titles.at(-1));
  if (names.some((name) => name === undefined)) return [];
  return [
    "--name",
    `/^(?:${names.map((name) => escapeRegex(name ?? "").replaceAll("/", "\\/")).join("|")})$/`,
  ];
}

import { commandFramework } from "../command-framework.ts";
import type { Project, RunRequest } from "../contract.ts";
import { detectByFiles } from "../file-signs.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { fromRoot, hasFolder } from "../paths.ts";

export const rspec = commandFramework({
  meta: {
    id: "rspec",
    title: "RSpec",
    startedAs: "rspec",
    why: "RSpec's own JSON report names every example with its file and line.",
    settingsFiles: /^\.rspec(-local)?$/,
    language: "ruby",
    coverage: "none",
    examples: [
      { files: { ".rspec": "", "spec/a_spec.rb": "" }, roots: ["."] },
      { files: { "gem/Gemfile": 'gem "rspec"\n', "gem/spec/a_spec.rb": "" }, roots: ["gem"] },
      { files: { Gemfile: 'gem "rails"\n', "spec/a_spec.rb": "" }, roots: [] },
    ],
  },
  format: "rspec",
  reports: ["{artifacts}/rspec.json"],
  detect: (project) =>
    detectByFiles(project, {
      config: /^(\.rspec|Gemfile|[\w.-]+\.gemspec)$/,
      holds: /^(?!.*\b(gem|add_\w*dependency)\b)|\brspec\b/s,
      tests: /(^|\/)spec\/.*_spec\.rb$/,
    }),
  argumentsIn: (words) => {
    const own = words[0] === "bundle" && words[1] === "exec" ? words.slice(2) : words;
    return own[0] === "rspec" || own[0] === "bin/rspec" ? own.slice(1) : null;
  },
  async start(request, project) {
    const selected = selectionOf(request);
    const report = ["--format", "progress", "--format", "json", "--out", "{artifacts}/rspec.json"];
    const [program, ...rest] = await programOf(request, project);
    return {
      argv: [program, ...rest, "--no-color", ...report, ...selected],
      narrowed: request.selection.kind === "tests",
    };
  },
  role: (path) => (hasFolder(path, ["spec"]) ? (/_spec\.rb$/.test(path) ? "test" : "support") : null),
});

async function programOf({ root }: RunRequest, project: Project): Promise<readonly [string, ...string[]]> {
  const locked = (await project.text(fromRoot(root, "Gemfile.lock"))) ?? "";
  return /\brspec-core\b/.test(locked) ? ["bundle", "exec", "rspec"] : ["rspec"];
}

function selectionOf(request: RunRequest): string[] {
  const ids = request.selection.kind === "tests" ? request.selection.ids.map(splitId) : [];
  const names = ids.flatMap(({ titles }) => (titles.length === 0 ? [] : ["-e", titles.join(" > ")]));
  return [...names, ...(selectedFiles(request) ?? [])];
}

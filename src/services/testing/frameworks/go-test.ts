import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { readGoText } from "../confirm/go-text.ts";
import type { Evidence, FileRole, Framework, Invocation, Project, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import { goCoverage } from "../ecosystems/go-coverage.ts";
import { folderOfPackage, type GoLayout, readGoEvents } from "../ecosystems/go-report.ts";
import { goWorkspace, moduleIn, siblingModules, siblingPackages } from "../ecosystems/go-workspace.ts";
import { folderOf, fromRoot, hasFolder, isInside, nameOf, toRoot } from "../paths.ts";

const PROFILE = "cover.out";

const FLAGS = {
  dropped: /^-(v|race|json|cover|failfast|(count|cover\w*|timeout|run|parallel|bench|shuffle|o|v|race)=.*)$/,
  droppedValue: /^-(count|cover\w+|timeout|run|parallel|bench|shuffle|o)$/,
  keptValue: /^-(tags|ldflags|gcflags|mod|p)$/,
  takesPaths: false,
};

export const goTest: Framework = {
  meta: {
    id: "go test",
    patienceSeconds: 30,
    builds: true,
    title: "go test",
    startedAs: "go test ./...",
    why: "go test -json streams every event; compiler errors are printed separately and reported as errors of their package.",
    language: "go",
    coverage: "per run",
    examples: [
      { files: { "go.mod": "module m\n", "a_test.go": "package m\n" }, roots: ["."] },
      { files: { "srv/go.mod": "module m\n", "srv/x/a_test.go": "package x\n" }, roots: ["srv"] },
      { files: { "go.mod": "module m\n", "a.go": "package m\n" }, roots: [] },
    ],
  },

  async detect(project) {
    const files = await project.files();
    return files
      .filter((file) => nameOf(file) === "go.mod")
      .map((file) => ({ root: folderOf(file), file }))
      .filter(({ root }) => files.some((each) => each.endsWith("_test.go") && isInside(root, each)))
      .map(
        ({ root, file }): Evidence => ({
          root,
          strength: Strength.config,
          why: `${file} and test files below it`,
        }),
      );
  },

  argumentsIn: ([program, word, ...rest]) => (program === "go" && word === "test" ? rest : null),

  tasks: {
    flags: FLAGS,
    flagsAfter: /^test$/,
    workspace: async ({ root }, project) => ({ flags: [], env: await goWorkspace(root, project) }),
  },

  async command(request, project): Promise<Invocation> {
    const layout = await layoutOf(request, project);
    const selected = selectionOf(request, layout);
    const measured = request.coverageOf.length > 0;
    const packages = ["./...", ...siblingPackages(request, layout)].join(",");
    const cover = measured ? [`-coverprofile={artifacts}/${PROFILE}`, `-coverpkg=${packages}`] : [];
    const argv = [
      request.programs.go,
      "test",
      "-json",
      "-count=1",
      ...cover,
      ...selected.flags,
      ...selected.packages,
    ];
    const launched = [request.programs.node, request.resource("launch.mjs"), ...argv];
    return {
      argv: (measured ? launched : argv) as [string, ...string[]],
      env: { GOFLAGS: "-buildvcs=false", GOTOOLCHAIN: "local", GOPROXY: "off" },
      artifacts: measured ? [PROFILE] : [],
      narrowed: selected.flags.length > 0,
      context: layout,
    };
  },

  parse(process, invocation, request) {
    const layout = (invocation.context as GoLayout | undefined) ?? { module: "", declared: {} };
    const report = readGoEvents(process, layout, request);
    return report && { ...report, coverage: goCoverage(process.artifacts[PROFILE], layout, request) };
  },

  confirm: {
    async command(request, project): Promise<Invocation> {
      const layout = await layoutOf(request, project);
      const selected = selectionOf(request, layout);
      return {
        argv: [request.programs.go, "test", "-count=1", "-v", ...selected.flags, ...selected.packages],
        env: { GOFLAGS: "-buildvcs=false", GOTOOLCHAIN: "local", GOPROXY: "off" },
        artifacts: [],
        narrowed: selected.flags.length > 0,
        context: layout,
      };
    },
    parse: (process, invocation, request) => readGoText(process, invocation.context as GoLayout, request),
  },

  role(path): FileRole | null {
    if (path.endsWith("_test.go")) return "test";
    return hasFolder(path, ["testdata"]) ? "support" : null;
  },
};

async function layoutOf(request: RunRequest, project: Project): Promise<GoLayout> {
  const mod = (await project.text(fromRoot(request.root, "go.mod"))) ?? "";
  const declared: Record<string, string> = {};
  for (const file of await project.files()) {
    if (!file.endsWith("_test.go") || !isInside(request.root, file)) continue;
    const path = toRoot(request.root, file);
    for (const [, name] of ((await project.text(file)) ?? "").matchAll(
      /^func ((?:Test|Example|Fuzz|Benchmark)[^\s(]*)\(/gm,
    )) {
      declared[`${folderOf(path)}.${name}`] = path;
    }
  }
  return { module: moduleIn(mod), declared, siblings: await siblingModules(request, project) };
}

/** A package id has no test name after its last slash. */
function selectionOf(
  { selection, root }: RunRequest,
  layout: GoLayout,
): { flags: string[]; packages: string[] } {
  if (selection.kind === "all") return { flags: [], packages: ["./..."] };
  if (selection.kind === "files") {
    const folders = selection.files
      .filter((file) => file.endsWith(".go"))
      .map((file) => folderOf(toRoot(root, file)));
    const named = selection.files
      .filter((file) => !file.endsWith(".go"))
      .map((pkg) => folderOfPackage(packageOf(pkg), layout));
    return { flags: [], packages: [...new Set([...folders, ...named])].map((folder) => `./${folder}`) };
  }
  const packages = [...new Set(selection.ids.map((id) => `./${folderOfPackage(packageOf(id), layout)}`))];
  const names = selection.ids.map((id) => id.slice(packageOf(id).length + 1).split("/")[0] ?? "");
  if (names.includes("")) return { flags: [], packages };
  return { flags: ["-run", `^(${[...new Set(names)].map(escapeRegex).join("|")})$`], packages };
}

/** The part of `example.com/a/pkg.TestName/sub case` before the test's name. */
function packageOf(id: string): string {
  return /^(.*?)\.(?=(?:Test|Example|Fuzz|Benchmark)[^/]*(?:\/|$))/.exec(id)?.[1] ?? id;
}

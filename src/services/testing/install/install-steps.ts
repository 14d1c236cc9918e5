import type { Project } from "../contract.ts";
import { folderOf, fromRoot, nameOf, upwards } from "../paths.ts";
import { readToml } from "../toml.ts";

/** One command of an installation, started in a folder of the tree. */
export interface InstallStep {
  /** As a person would type it. */
  readonly name: string;
  readonly argv: readonly string[];
  /** Relative to the tree. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** An optimization; the tests also run without it. */
  readonly optional?: boolean;
}

type Manifests = Pick<Project, "files" | "text">;

/** The files that decide what is installed. */
const MANIFEST =
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|\.yarnrc\.yml|bun\.lock|pyproject\.toml|uv\.lock|poetry\.lock|setup\.(py|cfg)|[\w.-]*requirements[\w.-]*\.txt|go\.(mod|sum|work)|Cargo\.(toml|lock)|pom\.xml|[\w.-]+\.gradle(\.kts)?|Gemfile(\.lock)?|composer\.(json|lock))$/;
/** Files below these folders are not part of the project. */
const APART = /(^|\/)(tests?|__tests__|spec|fixtures?|testdata|examples?|vendor|node_modules|third_party)\//;
const MOST_FOLDERS = 20;

export async function manifestsIn(project: Manifests): Promise<readonly string[]> {
  return (await project.files()).filter((file) => MANIFEST.test(file)).sort();
}

/**
 * How the dependencies of a project are installed, based on its lock files. Without `scripts`, no code of a dependency
 * or of the project is executed: package managers are told to run no scripts and to build nothing.
 */
export async function installSteps(project: Manifests, scripts: boolean): Promise<readonly InstallStep[]> {
  const files = (await manifestsIn(project)).filter((file) => !APART.test(file));
  const steps: InstallStep[] = [];
  for (const ecosystem of ECOSYSTEMS) {
    const folders = outermost(files.filter((file) => ecosystem.marks.test(nameOf(file))).map(folderOf));
    for (const folder of folders.slice(0, MOST_FOLDERS)) {
      const has = (name: string) => files.includes(fromRoot(folder, name));
      const text = async (name: string) => (await project.text(fromRoot(folder, name))) ?? "";
      const found = await ecosystem.steps({ scripts, has, text, files, folder });
      steps.push(
        ...found.map(({ argv, env = {}, ...rest }) => ({
          ...{ name: argv.join(" "), argv, cwd: folder, env },
          ...rest,
        })),
      );
    }
  }
  return steps;
}

interface Place {
  readonly scripts: boolean;
  readonly folder: string;
  readonly files: readonly string[];
  has(name: string): boolean;
  text(name: string): Promise<string>;
}

interface Found {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
}

interface Ecosystem {
  readonly marks: RegExp;
  steps(place: Place): Promise<readonly Found[]>;
}

/**
 * What a test run compiles is discarded with its sandbox, and a new worker has compiled nothing yet, not even
 * the standard library. This executes nothing, and tolerates code that cannot be compiled.
 */
const COMPILE_GO: Found = {
  argv: ["go", "list", "-e", "-deps", "-test", "-export", "-f", '{{""}}', "./..."],
  optional: true,
};

const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    marks: /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock)$/,
    steps: async (place) => [await javascript(place)],
  },
  { marks: /^(uv\.lock|pyproject\.toml|[\w.-]*requirements[\w.-]*\.txt)$/, steps: python },
  {
    marks: /^go\.(mod|work)$/,
    steps: async ({ text, has }) => {
      const isAlone = !has("go.work") && !/^\s*require\b/m.test(await text("go.mod"));
      return [...(isAlone ? [] : [{ argv: ["go", "mod", "download"] }]), COMPILE_GO];
    },
  },
  {
    marks: /^Cargo\.lock$/,
    steps: async () => [{ argv: ["cargo", "fetch", "--locked"] }],
  },
  {
    marks: /^pom\.xml$/,
    // The plug-ins named in a pom are programs.
    steps: async ({ scripts }) =>
      scripts ? [{ argv: ["mvn", "--batch-mode", "--quiet", "dependency:go-offline"] }] : [],
  },
];

async function javascript({ has, text, scripts }: Place): Promise<Found> {
  const quiet = scripts ? [] : ["--ignore-scripts"];
  if (has("pnpm-lock.yaml")) return { argv: ["pnpm", "install", "--frozen-lockfile", ...quiet] };
  if (has("bun.lock")) return { argv: ["bun", "install", "--frozen-lockfile", ...quiet] };
  if (!has("yarn.lock") || has("package-lock.json"))
    return { argv: ["npm", "ci", "--no-audit", "--no-fund", ...quiet] };
  const lock = await text("yarn.lock");
  if (lock.includes("# yarn lockfile v1"))
    return { argv: ["yarn", "install", "--frozen-lockfile", "--non-interactive", ...quiet] };
  // The sandbox hides .yarnrc.yml because it may contain tokens; it also says where packages are installed.
  const linker = /^nodeLinker:\s*["']?([\w-]+)/m.exec(await text(".yarnrc.yml"))?.[1];
  const modes = scripts ? [] : ["--mode=skip-build"];
  return {
    argv: ["yarn", "install", "--immutable", ...modes],
    env: linker === undefined ? {} : { YARN_NODE_LINKER: linker },
  };
}

const REQUIREMENTS = /^((dev|test|tests)-)?requirements([-_.](dev|test|tests|testing))?\.txt$/;
const TEST_GROUPS = ["test", "tests", "testing", "dev"];

/** Into a virtual environment in the tree that can also use the machine's packages, such as pytest. */
async function python({ has, files, folder, scripts, text }: Place): Promise<readonly Found[]> {
  if (has("uv.lock")) {
    const built = scripts ? [] : ["--no-build", "--no-install-project"];
    return [{ argv: ["uv", "sync", "--frozen", "--all-groups", "--all-extras", ...built] }];
  }
  const listed = files.filter((file) => folderOf(file) === folder && REQUIREMENTS.test(nameOf(file)));
  const project = await text("pyproject.toml");
  const declared = scripts ? editable(project) : declaredIn(project);
  const given = listed.length > 0 ? listed.flatMap((file) => ["-r", nameOf(file)]) : declared;
  if (given.length === 0) return [];
  const built = scripts ? [] : ["--only-binary", ":all:"];
  const pip = [".venv/bin/python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input"];
  return [
    { argv: ["python3", "-m", "venv", "--system-site-packages", ".venv"] },
    { argv: [...pip, ...built, ...given] },
  ];
}

interface PyProject {
  readonly project?: {
    readonly dependencies?: unknown;
    readonly "optional-dependencies"?: Readonly<Record<string, unknown>>;
  };
  readonly "dependency-groups"?: Readonly<Record<string, unknown>>;
}

/** Installing the project itself would execute its build, so its declared dependencies are installed instead. */
function declaredIn(text: string): readonly string[] {
  const { project, "dependency-groups": groups = {} } = readToml<PyProject>(text) ?? {};
  const extras = project?.["optional-dependencies"] ?? {};
  const lists = [project?.dependencies, ...TEST_GROUPS.flatMap((name) => [extras[name], groups[name]])];
  const words = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(words.filter((word) => typeof word === "string" && /^[A-Za-z0-9]/.test(word)))];
}

function editable(text: string): readonly string[] {
  const { project } = readToml<PyProject>(text) ?? {};
  if (project === undefined) return [];
  const extras = Object.keys(project["optional-dependencies"] ?? {}).filter((name) =>
    TEST_GROUPS.includes(name),
  );
  return ["-e", extras.length === 0 ? "." : `.[${extras.join(",")}]`];
}

/** Folders that are not inside another one: a workspace is installed from its root. */
function outermost(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)];
  return all.filter(
    (folder) =>
      !upwards(folder)
        .slice(1)
        .some((above) => all.includes(above)),
  );
}

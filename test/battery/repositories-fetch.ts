import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./repositories-list.ts";

export const MINUTE = 60_000;

/** Left by installing and running tests; every maintainer ignores these. */
const IGNORED = [
  ...[".venv/", "__pycache__/", ".pytest_cache/", ".hypothesis/", "*.egg-info/", ".coverage"],
  ...["node_modules/", "package-lock.json", "coverage/", ".nyc_output/", ".tap/", "target/"],
];

export class NotFetched extends Error {}

export type PublishedProject = Pick<Project, "name" | "source" | "install">;

/** Puts the project as published into `folder`/project, under git, with its maintainers' dependencies. */
export function fetchProject(project: PublishedProject, folder: string, from: string | undefined): string {
  mkdirSync(folder, { recursive: true });
  const tree = join(folder, "project");
  const local = from === undefined ? undefined : join(from, project.name);
  if (local !== undefined && existsSync(local)) takeLocal(local, tree);
  else download(project, folder, tree);
  const ignore = join(tree, ".gitignore");
  const own = existsSync(ignore) ? readFileSync(ignore, "utf8") : "";
  writeFileSync(ignore, `${own.trimEnd()}\n${IGNORED.join("\n")}\n`.trimStart());
  for (const line of project.install) must("sh", ["-c", line], tree);
  must("git", ["init", "-q", "-b", "main"], tree);
  commitAll(tree, "The project as published");
  return tree;
}

export function commitAll(tree: string, message: string): void {
  must("git", ["add", "-A"], tree);
  must(
    "git",
    [
      "-c",
      "user.name=Battery",
      "-c",
      "user.email=battery@localhost",
      "commit",
      "--allow-empty",
      "-qm",
      message,
    ],
    tree,
  );
}

/** Programs that download may fail because of the network; Git runs locally here, so its failure is a real one. */
export function must(
  program: string,
  argv: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 15 * MINUTE,
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  const why = `${stderr ?? ""}${stdout ?? ""}`.trim().split("\n").slice(-3).join(" / ");
  const message = `${program} ${argv.join(" ")}: ${error?.message ?? why}`;
  throw program === "git" ? new Error(message) : new NotFetched(message);
}

/** A clone is checked out as committed; anything else is copied. */
function takeLocal(local: string, tree: string): void {
  const isGit = existsSync(join(local, ".git")) || existsSync(join(local, "HEAD"));
  if (!isGit) {
    cpSync(local, tree, { recursive: true });
    return;
  }
  mkdirSync(tree);
  const archive = join(tree, "..", "archive.tar");
  must("git", ["archive", "-o", archive, "HEAD"], local);
  must("tar", ["--no-same-owner", "-xf", archive, "-C", tree], tree);
}

function download({ name, source }: PublishedProject, folder: string, tree: string): void {
  if (source === "local") throw new NotFetched(`no ${name} in the folder of --from`);
  if ("npm" in source) {
    must("npm", ["pack", "--silent", source.npm], folder);
    must("tar", ["--no-same-owner", "-xzf", named(folder, /\.tgz$/)], folder);
    renameSync(join(folder, named(folder, /^(?!.*\.tgz$)/)), tree);
    return;
  }
  if ("pypi" in source) {
    const [wanted = ""] = source.pypi.split("==");
    must("python3", ["-m", "pip", "download", "-q", "--no-deps", "--no-binary", wanted, source.pypi], folder);
    must("tar", ["--no-same-owner", "-xzf", named(folder, /\.tar\.gz$/)], folder);
    renameSync(join(folder, named(folder, /^(?!.*\.tar\.gz$)/)), tree);
    return;
  }
  if ("go" in source) {
    const { Dir: found } = JSON.parse(must("go", ["mod", "download", "-json", source.go], folder));
    cpSync(found, tree, { recursive: true });
    must("chmod", ["-R", "u+w", tree], folder);
    return;
  }
  if ("crate" in source) {
    takeCrate(source.crate, folder, tree);
    return;
  }
  takeMaven(source.maven, folder, tree);
}

/** Cargo downloads sources only for a package that depends on them. */
function takeCrate(crate: string, folder: string, tree: string): void {
  const user = join(folder, "user");
  must("cargo", ["init", "-q", "--name", "user", user], folder);
  must("cargo", ["add", "-q", crate.replace("@", "@=")], user);
  must("cargo", ["vendor", "-q", "vendor"], user);
  renameSync(join(user, "vendor", crate.split("@")[0] ?? ""), tree);
  renameSync(join(tree, "Cargo.toml.orig"), join(tree, "Cargo.toml"));
}

/** Service files are resources of the project; the rest of META-INF was made for the jar. */
const UNPACK =
  "jar xf *.jar && if [ -d META-INF/services ]; then mkdir -p ../resources/META-INF && mv META-INF/services ../resources/META-INF; fi && rm -r *.jar META-INF";

/** Sources, test sources and the pom are published separately. */
function takeMaven(artifact: string, folder: string, tree: string): void {
  const [group, id, version] = artifact.split(":");
  const parts = [
    { suffix: "jar:sources", at: "src/main/java" },
    { suffix: "jar:test-sources", at: "src/test/java" },
    { suffix: "pom", at: "." },
  ];
  for (const { suffix, at } of parts) {
    const into = join(tree, at);
    mkdirSync(into, { recursive: true });
    const coordinates = `${group}:${id}:${version}:${suffix}`;
    must(
      "mvn",
      ["-q", "-B", "dependency:copy", `-Dartifact=${coordinates}`, `-DoutputDirectory=${into}`],
      folder,
    );
    if (suffix === "pom") renameSync(join(tree, `${id}-${version}.pom`), join(tree, "pom.xml"));
    else must("sh", ["-c", UNPACK], into);
  }
}

function named(folder: string, pattern: RegExp): string {
  const found = readdirSync(folder).find((name) => pattern.test(name));
  if (found === undefined) throw new NotFetched(`nothing like ${pattern} arrived`);
  return found;
}

import { type Bind, inodesFor, type Overlay, type Plan } from "../plan/plan.ts";

/** Images by the program of the command; `*` is for all others. */
export const defaultImages: Readonly<Record<string, string>> = {
  node: "node:24",
  npm: "node:24",
  npx: "node:24",
  python: "python:3.13",
  python3: "python:3.13",
  pytest: "python:3.13",
  go: "golang:1.25",
  cargo: "rust:1",
  java: "maven:3-eclipse-temurin-21",
  mvn: "maven:3-eclipse-temurin-21",
  gradle: "gradle:9-jdk21",
  "*": "debian:stable",
};

/** The name under which an image is looked up. */
export const programName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

export function imageFor(program: string, images: Readonly<Record<string, string>>): string {
  const name = programName(program);
  return images[name] ?? images[name.replace(/[\d.]+$/, "")] ?? images["*"] ?? "debian:stable";
}

/** Where the host's tree is mounted read-only, so that the container can copy it. */
const lowerFolder = "/run/agentforge/tree";

/** Where the container finds the files to write into the copy. */
export const filesFolder = "/run/agentforge/files";

/** The message and the exit code of the first process if it cannot copy the tree. */
export const copyFailed = "agentforge: the tree could not be copied into the container";
export const copyFailedCode = 125;

/**
 * First process of the container: copies the tree to its own path in size-limited memory, as the user that
 * runs the command, and then executes the command. Constant; everything that varies is a parameter. The outer
 * time limit applies even if the supervising process is gone.
 */
const containerScript = `
set -eu
cp -a "$1/." "$2/" || {
  echo "${copyFailed}" >&2
  exit ${copyFailedCode}
}
if [ -d "$3" ]; then cp -R "$3/." "$2/"; fi
limit=$4
cd "$5"
shift 5
command -v "$1" >/dev/null || {
  echo "$1: command not found" >&2
  exit 127
}
if command -v timeout >/dev/null; then exec timeout -s KILL "$limit" "$@"; fi
exec "$@"
`;

export interface ContainerFacts {
  readonly image: string;
  readonly user: number;
  /** An empty file on the host that replaces secrets. */
  readonly empty: string;
  /** Folder on the host for artifacts, or null. */
  readonly artifacts: string | null;
  /** Files on the host that replace the image's own, such as its list of users. */
  readonly stands: readonly Bind[];
  readonly labels: Readonly<Record<string, string>>;
}

/** Body of `POST /containers/create` for a plan. */
export function containerFor(plan: Plan, given: ContainerFacts): Readonly<Record<string, unknown>> {
  const [tree] = plan.overlays;
  if (tree === undefined) throw new Error("the plan has no tree");
  const { limits } = plan;
  return {
    Image: given.image,
    Entrypoint: [],
    Cmd: [
      ...["/bin/sh", "-c", containerScript, "container", lowerFolder, tree.at, filesFolder],
      ...[String(Math.ceil(limits.timeoutMs / 1000) + 5), plan.cwd, ...plan.argv],
    ],
    Env: Object.entries(plan.env).map(([name, value]) => `${name}=${value}`),
    User: `${given.user}:${given.user}`,
    WorkingDir: "/",
    Hostname: plan.inside.host,
    Labels: given.labels,
    ...{
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      OpenStdin: true,
      StdinOnce: true,
      Tty: false,
    },
    NetworkDisabled: plan.network === "none",
    HostConfig: hostConfig(plan, tree, given),
  };
}

function hostConfig(plan: Plan, tree: Overlay, given: ContainerFacts) {
  const { limits } = plan;
  return {
    NetworkMode: plan.network === "none" ? "none" : "bridge",
    ReadonlyRootfs: true,
    Init: true,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    IpcMode: "private",
    PidsLimit: limits.processes,
    Memory: limits.memoryMb * 1024 * 1024,
    MemorySwap: limits.memoryMb * 1024 * 1024,
    CpuShares: 512,
    OomScoreAdj: 500,
    Ulimits: [{ Name: "core", Soft: 0, Hard: 0 }],
    LogConfig: { Type: "none" },
    Tmpfs: writableFolders(plan, tree, given.user),
    Mounts: mountsOf(plan, tree, given),
  };
}

/** The tree and the other folders that the command may write to, in size-limited memory. */
function writableFolders({ limits, inside }: Plan, tree: Overlay, user: number): Record<string, string> {
  const space = (files: number) => `size=${limits.diskMb}m,nr_inodes=${inodesFor(limits.diskMb) + files}`;
  const own = (files = 0) => `rw,exec,nosuid,nodev,mode=755,${space(files)},uid=${user},gid=${user}`;
  return {
    [tree.at]: own(tree.entries ?? 0),
    ...Object.fromEntries(foldersAbove(tree.places).map((folder) => [`${tree.at}/${folder}`, own()])),
    "/tmp": `rw,exec,nosuid,nodev,mode=1777,${space(0)}`,
    ...(inside.temporary === "/tmp" ? {} : { [inside.temporary]: own() }),
    [inside.home]: own(),
  };
}

function mountsOf({ overlays, binds, inside }: Plan, tree: Overlay, given: ContainerFacts) {
  const readOnly = (source: string, target: string) => ({
    Type: "bind",
    Source: source,
    Target: target,
    ReadOnly: true,
  });
  const { artifacts, empty, stands } = given;
  return [
    readOnly(tree.lower, lowerFolder),
    ...tree.masked.map((file) => readOnly(empty, `${lowerFolder}/${file}`)),
    ...overlays
      .slice(1)
      .flatMap((overlay) => [
        readOnly(overlay.lower, overlay.at),
        ...overlay.masked.map((file) => readOnly(empty, `${overlay.at}/${file}`)),
      ]),
    ...[...binds, ...stands].map((bind) => readOnly(bind.source, bind.at)),
    ...(artifacts === null ? [] : [{ ...readOnly(artifacts, inside.artifacts), ReadOnly: false }]),
  ];
}

/**
 * The engine makes the folders above a mount as root, who would then own them: in a package of a monorepo that lends
 * `node_modules`, nothing could be written.
 */
function foldersAbove(places: readonly string[]): readonly string[] {
  const above = (place: string) => {
    const names = place.split("/").slice(0, -1);
    return names.map((_, at) => names.slice(0, at + 1).join("/"));
  };
  return [...new Set(places.flatMap(above))];
}

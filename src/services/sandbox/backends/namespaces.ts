import { dirname } from "node:path";
import { type LocalBackend, type Setting, sourceOf, versionOf } from "../backend.ts";
import { systemPath } from "../host/paths.ts";
import { filterLoaders } from "../plan/filter-loader.ts";
import { type Mount, mountsOf, type Plan } from "../plan/plan.ts";
import { mountPoints, type Point } from "../plan/points.ts";
import { innerVector, stageVector } from "../plan/stage.ts";
import { isPlainWord, mountTable, type TableLine } from "../plan/table.ts";

/**
 * Second half of the sandbox without bubblewrap: builds the empty root, makes it the only root, and starts
 * the next program. Constant, like the stage; runs as process 1 of its own namespaces. Parameters: the
 * program that brings the loopback up (or `-`); words: folders to make, files to make, links of the host to
 * copy; a table of mounts; the command that sets the host name, up to `--named`; further points in pairs;
 * `--`; the folder to start in and the program that takes over.
 */
const enterScript = `
set -eu
PATH=${systemPath.join(":")}
umask 022
root=/sys/root loopback=$1 naming=$2 name=$3 folders=$4 files=$5 links=$6 table=$7
shift 7
if [ "$naming" != - ]; then "$naming" "$name"; fi
echo 1 2>/dev/null > /proc/sys/user/max_user_namespaces || :
case $loopback in
  -) ;;
  */ip) "$loopback" link set lo up ;;
  *) "$loopback" lo up ;;
esac
mount -t tmpfs -o size=4m,mode=755,nosuid,nodev root "$root"
mkdir -p "$root/proc" "$root/dev/pts" "$root/dev/shm" "$root/var/tmp" $folders
while [ "$1" != -- ]; do
  case $1 in
    folder) mkdir -p "$2" ;;
    file) mkdir -p "\${2%/*}"; [ -e "$2" ] || : > "$2" ;;
    *) exit 96 ;;
  esac
  shift 2
done
shift
for file in $files; do [ -e "$file" ] || : > "$file"; done
for device in null zero full random urandom tty; do : > "$root/dev/$device"; done
ln -s pts/ptmx "$root/dev/ptmx"
if [ -n "$links" ]; then cp -P $links "$root/"; fi
cp -P /dev/fd /dev/stdin /dev/stdout /dev/stderr "$root/dev/"
printf %s "$table" > "$root/table"
mount -a -T "$root/table"
rm "$root/table"
mount -o remount,bind,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .
umount -l .
cd "$1"
shift
exec "$@"
`;

export const namespaces: LocalBackend = {
  id: "namespaces",
  title: "Linux namespaces",
  why: "The same confinement by util-linux, for machines without bubblewrap; Perl or Python loads the system call filter.",
  needs: ["unshare", "setpriv", "mount", "umount", "pivot_root", "sh", "env", "cp"],
  install: "apt-get install util-linux",
  loaders: (machine, architecture) => [...filterLoaders(machine.which, architecture), null],

  version: (machine) => versionOf("unshare", machine),

  vector(plan, setting) {
    const { tools, namer } = setting;
    const { host } = plan.inside;
    const hasLoopback = plan.network !== "host";
    const mounts = mountsOf(plan);
    const points = mountPoints(mounts, (source) => setting.isFolder(source));
    const plain = points.filter(({ path }) => isPlainWord(path));
    const odd = points.filter(({ path }) => !isPlainWord(path));
    return stageVector(plan, setting, [
      ...isolation(plan, setting),
      ...(namer?.(host, hasLoopback) ?? []),
      ...[tools.sh, "-c", enterScript, "enter"],
      namer === null && hasLoopback ? (setting.loopback ?? "-") : "-",
      ...[namer === null ? (setting.hostname ?? "-") : "-", host],
      foldersOf(plain).join(" "),
      plain.flatMap(({ path, kind }) => (kind === "file" ? [path] : [])).join(" "),
      plan.links.map((link) => link.at).join(" "),
      mountTable([...mounts.flatMap((mount) => tableLines(mount, setting)), ...kernelLines]),
      ...odd.flatMap(({ path, kind }) => [kind, path]),
      "--",
      plan.cwd,
      ...[tools.unshare, "--user", `--map-user=${plan.inside.uid}`, `--map-group=${plan.inside.uid}`, "--"],
      ...[tools.setpriv, "--no-new-privs", "--inh-caps=-all", "--pdeathsig", "KILL", "--"],
      ...setting.loader,
      ...[tools.env, "-i", ...Object.entries(plan.env).map(([name, value]) => `${name}=${value}`)],
      ...innerVector(plan, tools, setting.processes),
    ]);
  },
};

/** The death signal is set between the two calls because entering a user namespace clears it. */
function isolation(plan: Plan, setting: Setting): readonly string[] {
  const { unshare, setpriv } = setting.tools;
  const network = plan.network === "host" ? [] : ["--net"];
  return [
    ...[unshare, "--user", "--map-root-user", "--mount", "--ipc", "--uts", "--cgroup", ...network, "--"],
    ...[setpriv, "--pdeathsig", "KILL", "--"],
    ...[unshare, "--pid", "--fork", "--kill-child", "--"],
  ];
}

function foldersOf(points: readonly Point[]): readonly string[] {
  return [...new Set(points.map(({ path, kind }) => (kind === "folder" ? path : dirname(path))))];
}

const kernelLines: readonly TableLine[] = [
  { source: "proc", at: "/sys/root/proc", type: "proc", options: "nosuid,nodev,noexec" },
  {
    source: "/sys/root/proc/sys",
    at: "/sys/root/proc/sys",
    type: "none",
    options: "bind,ro,nosuid,nodev,noexec",
  },
  ...["null", "zero", "full", "random", "urandom", "tty"].map((device) => ({
    source: `/dev/${device}`,
    at: `/sys/root/dev/${device}`,
    type: "none",
    options: "bind",
  })),
  {
    source: "devpts",
    at: "/sys/root/dev/pts",
    type: "devpts",
    options: "newinstance,ptmxmode=0666,mode=620,nosuid,noexec",
  },
  { source: "/sys/shm", at: "/sys/root/dev/shm", type: "none", options: "bind" },
];

function tableLines(mount: Mount, setting: Setting): readonly TableLine[] {
  const at = `/sys/root${mount.at}`;
  switch (mount.kind) {
    case "link":
      return [];
    case "text":
      return [{ source: `/sys/${mount.slot}`, at, type: "none", options: "bind,ro,nosuid,nodev" }];
    case "overlay":
    case "private":
      return [{ source: `/sys/${mount.slot}`, at, type: "none", options: "rbind" }];
    case "bind":
      return [
        readOnly(sourceOf(setting, mount.source), at, setting.flagsOf(mount.source)),
        ...setting
          .mountsBelow(mount.source)
          .map((below) =>
            readOnly(
              below,
              `/sys/root${mount.at}${below.slice(mount.source.length)}`,
              setting.flagsOf(below),
            ),
          ),
      ];
  }
}

/** Keeps the flags of the host's own mount, because the kernel does not let an ordinary user remove them. */
function readOnly(source: string, at: string, flags: readonly string[]): TableLine {
  return { source, at, type: "none", options: ["rbind", "ro", "nosuid", "nodev", ...flags].join(",") };
}

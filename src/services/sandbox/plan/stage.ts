import { systemPath } from "../host/paths.ts";
import { inodesFor, type Overlay, type Plan } from "./plan.ts";
import { mountTable } from "./table.ts";

/**
 * First half of every local sandbox, run by `sh` in its own mount namespace: the temporary space and the
 * overlays on it. The text is constant; what varies comes as positional parameters and is never interpreted.
 * The parameters that are lists of words contain only names that are generated here. `/sys` is where the
 * space is mounted because it exists on every Linux, everyone may traverse it and nothing a test needs is
 * below it. Kernels before 5.11 do not allow overlays for unprivileged users; on those, the tree is copied
 * and lent folders are read-only.
 *
 * Parameters: size in MB, initial inodes (a `+` if they must be counted afterwards), inodes the command may
 * use, owner (a uid, or `-` when an ordinary user started us), words: folders and files to create, paths
 * whose owner changes alone and with everything below them; a table of mounts; operations of three parameters
 * each; `--`; the program that takes over. File descriptor 4 is the supervisor: it is told when the stage is
 * ready and says when to continue, so that a failure here is never mistaken for the command's.
 */
export const stageScript = `
set -eu
PATH=${systemPath.join(":")}
umask 022
inodes=$2 allowed=$3 owner=$4 folders=$5 files=$6 own=$7 below=$8 table=$9
options=userxattr
if [ "$owner" != - ]; then options=metacopy=on; fi
mount -t tmpfs -o "size=$1m,nr_inodes=\${inodes%+},mode=755,nosuid,nodev" agentforge /sys
shift 9
cd /sys
mkdir $folders
for file in $files; do : > "$file"; done
copy() {
  if [ "$owner" = - ]; then cp -RP --preserve=mode,timestamps . "/sys/$1/"; return; fi
  inodes=4000000+
  mount -o "remount,nr_inodes=\${inodes%+}" /sys
  cp -RP --preserve=mode,timestamps . "/sys/$1/"
  chown -R -h "$owner:$owner" "/sys/$1"
}
overlay() {
  cd "$2"
  mount -t overlay -o "lowerdir=.,upperdir=/sys/$1.upper,workdir=/sys/$1.work,$options,nosuid,nodev" overlay "/sys/$1" 2>/dev/null ||
    if [ "$1" = over0 ]; then copy "$1"; else mount --bind . "/sys/$1"; mount -o remount,bind,ro,nosuid,nodev "/sys/$1"; fi
  cd /sys
}
place() {
  if [ -d "$1/$2" ] && [ ! -L "$1/$2" ]; then return; fi
  rm -f "$1/$2"
  mkdir -p "$1/$2"
}
mask() {
  if rm -f "$1" 2>/dev/null; then set -C; : > "$1"; set +C; return; fi
  [ -e masked ] || : > masked
  mount --bind masked "$1"
}
recount() {
  mount -o "remount,nr_inodes=$(($(stat -f -c '%c - %d' /sys) + $1))" /sys
}
while [ "$1" != -- ]; do
  case $1 in
    overlay) overlay "$2" "$3" ;;
    place) place "$2" "$3" ;;
    mask) mask "$2/$3" ;;
    text) printf %s "$3" > "$2" ;;
    more) printf %s "$3" >> "$2" ;;
    link) rm -f "$2" 2>/dev/null && ln -s "$3" "$2" || : ;;
    own) if [ "$owner" != - ]; then chown -h "$owner:$owner" $2 2>/dev/null || :; fi ;;
    *) exit 96 ;;
  esac
  shift 3
done
shift
if [ -n "$table" ]; then
  printf %s "$table" > table
  mount -a -T /sys/table
fi
if [ "$owner" != - ]; then
  chown -R -h "$owner:$owner" $below
  if [ -n "$own" ]; then chown -h "$owner:$owner" $own 2>/dev/null || :; fi
fi
case $inodes in *+) recount "$allowed" ;; esac
printf r >&4
read -r go <&4
exec "$@"
`;

/**
 * Last step inside, as process 1 of the sandbox: limits processes and threads, reports that the command is about to
 * start, runs it, reaps what it leaves, and exits with its exit code. The shell's own messages about signals are kept
 * out of the command's stderr.
 */
export const initScript = `
ulimit -c 0 2>/dev/null
ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null || :
shift
printf s >&4
exec 4>&- 3>&2 2>/dev/null
(exec "$@" 2>&3 3>&-)
exit $?
`;

const LONGEST_ARGUMENT = 100_000;

export interface StageTools {
  readonly unshare: string;
  readonly setpriv: string;
  readonly sh: string;
  readonly env: string;
  readonly bwrap: string;
}

export interface StageSetting {
  readonly tools: StageTools;
  /** The ordinary uid that root drops to; null when an ordinary user started us. */
  readonly owner: number | null;
  /** Host paths an ordinary user cannot reach, which the stage binds as `/sys/bind<index>`. */
  readonly prepared: readonly Prepared[];
}

interface Prepared {
  readonly source: string;
  readonly folder: boolean;
}

/** Argument vector of the stage. `enter` takes over when it is set up. */
export function stageVector(plan: Plan, setting: StageSetting, enter: readonly string[]): readonly string[] {
  const { owner, tools, prepared } = setting;
  const slots = plan.overlays.flatMap((_, index) => [
    `over${index}`,
    `over${index}.upper`,
    `over${index}.work`,
  ]);
  const artifacts = plan.artifactsMb > 0 ? ["artifacts"] : [];
  const binds = (folder: boolean): readonly string[] =>
    prepared.flatMap((bind, index) => (bind.folder === folder ? [`bind${index}`] : []));
  return [
    tools.unshare,
    ...(owner === null ? ["--user", "--map-root-user", "--mount"] : ["--mount"]),
    ...["--propagation", "private", "--", tools.sh, "-c", stageScript, "stage"],
    String(plan.limits.diskMb),
    ...inodesOf(plan, owner !== null),
    owner === null ? "-" : String(owner),
    ["home", "tmp", ...temporaryOf(plan), "shm", "root", ...slots, ...artifacts, ...binds(true)].join(" "),
    [...plan.texts.map((_, index) => `text${index}`), ...binds(false)].join(" "),
    ownedAlone(plan.overlays)[0] ?? "",
    ["home", "tmp", "shm", ...artifacts, ...ownedBelow(plan.overlays)].join(" "),
    stageTable(plan, prepared),
    ...operations(plan),
    "--",
    ...(owner === null ? [] : dropTo(owner, tools)),
    ...enter,
  ];
}

/** Argument vector of the command itself, behind the init of the sandbox. The environment must already be the command's own. */
export function innerVector(plan: Plan, tools: StageTools, processes: number | null): readonly string[] {
  return [
    tools.sh,
    "-c",
    initScript,
    "init",
    processes === null ? "unlimited" : String(processes),
    ...plan.argv,
  ];
}

/** The command's temporary folder, if it is a folder in the private `/tmp` and not `/tmp` itself. */
function temporaryOf({ inside }: Plan): readonly string[] {
  return inside.temporary.startsWith("/tmp/") ? [inside.temporary.slice(1)] : [];
}

function dropTo(owner: number, tools: StageTools): readonly string[] {
  return [tools.setpriv, `--reuid=${owner}`, `--regid=${owner}`, "--clear-groups", "--inh-caps=-all", "--"];
}

/**
 * Changing the owner costs one inode of the temporary space for each file, which must not reduce what the
 * command may use. If the files have been counted, that number is added; otherwise the stage counts them.
 */
function inodesOf(plan: Plan, changesOwner: boolean): readonly [string, string] {
  const allowed = inodesFor(plan.limits.diskMb);
  if (!changesOwner) return [String(allowed), "0"];
  const counted = plan.overlays.every(({ owned, entries }) => owned !== "all" || entries !== null);
  const entries = plan.overlays.reduce(
    (total, { owned, entries }) => total + (owned === "all" ? (entries ?? 0) : owned.length),
    0,
  );
  return [counted ? String(allowed + entries + 64) : "4000000+", String(allowed)];
}

/** Names in parts that each fit into one argument: the kernel takes at most 128 KiB. */
function ownedAlone(overlays: readonly Overlay[]): readonly string[] {
  const names = overlays.flatMap(({ owned }, index) =>
    owned === "all" ? [] : [`over${index}`, ...owned.map((name) => `over${index}/${name}`)],
  );
  const parts: string[] = [];
  for (const name of names) {
    const last = parts.at(-1);
    if (last === undefined || last.length + name.length >= LONGEST_ARGUMENT) parts.push(name);
    else parts[parts.length - 1] = `${last} ${name}`;
  }
  return parts;
}

function ownedBelow(overlays: readonly Overlay[]): readonly string[] {
  return overlays.flatMap(({ owned }, index) => (owned === "all" ? [`over${index}`] : []));
}

function stageTable(plan: Plan, prepared: readonly Prepared[]): string {
  const artifacts = {
    source: "artifacts",
    at: "/sys/artifacts",
    type: "tmpfs",
    options: `size=${plan.artifactsMb}m,nr_inodes=256,mode=755,nosuid,nodev,noexec`,
  };
  const binds = prepared.map(({ source }, index) => ({
    source,
    at: `/sys/bind${index}`,
    type: "none",
    options: "bind",
  }));
  return mountTable([...(plan.artifactsMb > 0 ? [artifacts] : []), ...binds]);
}

function operations(plan: Plan): readonly string[] {
  const overlays = plan.overlays.flatMap((overlay, index) => {
    const slot = `over${index}`;
    return [
      ...["overlay", slot, overlay.lower],
      ...overlay.places.flatMap((place) => ["place", slot, place]),
      ...overlay.masked.flatMap((file) => ["mask", slot, file]),
      ...(overlay.links ?? []).flatMap(({ at, target }) => ["link", `${slot}/${at}`, target]),
    ];
  });
  const texts = plan.texts.flatMap((text, index) => ["text", `text${index}`, text.content]);
  const files = plan.files.flatMap(({ path, text }) =>
    piecesOf(text).flatMap((piece, index) => [index === 0 ? "text" : "more", `over0/${path}`, piece]),
  );
  const owned = ownedAlone(plan.overlays)
    .slice(1)
    .flatMap((names) => ["own", names, "-"]);
  return [...overlays, ...texts, ...files, ...owned];
}

/** Parts that each fit into an argument. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = Buffer.from(text);
  do {
    let end = Math.min(rest.length, LONGEST_ARGUMENT);
    // Never splits a character.
    while (end < rest.length && ((rest[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(rest.subarray(0, end).toString());
    rest = rest.subarray(end);
  } while (rest.length > 0);
  return pieces;
}

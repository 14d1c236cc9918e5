import { inodesFor, type Plan } from "./plan.ts";

/**
 * First half of every local sandbox, run by `sh` in a mount namespace of its own: the throw-away space and the
 * overlays on it. The text is constant; everything that varies is a positional parameter and is never
 * interpreted. `/sys` is where the space is mounted because it exists on every Linux, everyone may traverse
 * it and nothing a test needs lies below it.
 *
 * Parameters: size in MB, inodes, owner (a uid, or `-` when an ordinary user started us), artefacts in MB,
 * operations of fixed arity, `--`, and the program that takes over. File descriptor 4 is the supervisor: it is
 * told when the stage stands and says when to go on, so that a failure here is never taken for the command's.
 */
export const stageScript = `
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
inodes=$2 owner=$3 artefacts=$4
first=$inodes options=userxattr
if [ "$owner" != - ]; then first=4000000 options=metacopy=on; fi
mount -t tmpfs -o "size=$1m,nr_inodes=$first,mode=755,nosuid,nodev" agentforge /sys
shift 4
mkdir /sys/home /sys/tmp /sys/shm /sys/root
chmod 1777 /sys/tmp /sys/shm
overlay() {
  mkdir "/sys/$1.upper" "/sys/$1.work" "/sys/$1"
  cd "$2"
  mount -t overlay -o "lowerdir=.,upperdir=/sys/$1.upper,workdir=/sys/$1.work,$options,nosuid,nodev" overlay "/sys/$1"
  cd /
}
prepared() {
  if [ -d "$2" ]; then mkdir "/sys/$1"; else : > "/sys/$1"; fi
  mount --bind "$2" "/sys/$1"
}
used() { echo $(($1 - $2)); }
while [ "$1" != -- ]; do
  case $1 in
    overlay) overlay "$2" "$3" ;;
    place) if [ ! -d "/sys/$2/$3" ] || [ -L "/sys/$2/$3" ]; then rm -f "/sys/$2/$3"; mkdir -p "/sys/$2/$3"; fi ;;
    mask) rm -f "/sys/$2/$3"; set -C; : > "/sys/$2/$3"; set +C ;;
    own) if [ "$owner" != - ] && [ -e "/sys/$2/$3" ]; then chown -R -h "$owner:$owner" "/sys/$2/$3"; fi ;;
    top) if [ "$owner" != - ]; then chown -h "$owner:$owner" "/sys/$2/$3"; fi ;;
    text) printf %s "$3" > "/sys/$2" ;;
    bind) prepared "$2" "$3" ;;
    *) exit 96 ;;
  esac
  shift 3
done
shift
if [ "$artefacts" != 0 ]; then
  mkdir /sys/artefacts
  mount -t tmpfs -o "size=\${artefacts}m,nr_inodes=256,mode=755,nosuid,nodev,noexec" artefacts /sys/artefacts
  if [ "$owner" != - ]; then chown "$owner:$owner" /sys/artefacts; fi
fi
if [ "$owner" != - ]; then
  chown "$owner:$owner" /sys/home
  mount -o "remount,nr_inodes=$(($(used $(stat -f -c '%c %d' /sys)) + inodes))" /sys
fi
printf r >&4
read -r go <&4
exec "$@"
`;

/**
 * Last step inside, as process 1 of the sandbox: bounds processes and threads, reports that the command is
 * about to begin, runs it, reaps what it leaves, and ends with its exit code. The shell's own remarks about
 * signals are kept out of the command's stderr.
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

/** Argument vector of the stage. `enter` takes over when it stands; `owner` is set when root started us. */
export function stageVector(
  plan: Plan,
  setting: {
    readonly owner: number | null;
    readonly prepared: readonly string[];
    readonly tools: StageTools;
  },
  enter: readonly string[],
): readonly string[] {
  const { owner, tools } = setting;
  const namespaces = owner === null ? ["--user", "--map-root-user", "--mount"] : ["--mount"];
  const drop =
    owner === null
      ? []
      : [tools.setpriv, `--reuid=${owner}`, `--regid=${owner}`, "--clear-groups", "--inh-caps=-all", "--"];
  return [
    tools.unshare,
    ...namespaces,
    "--propagation",
    "private",
    "--",
    tools.sh,
    "-c",
    stageScript,
    "stage",
    String(plan.limits.diskMb),
    String(inodesFor(plan.limits.diskMb)),
    owner === null ? "-" : String(owner),
    String(plan.artefactsMb),
    ...operations(plan, setting.prepared),
    "--",
    ...drop,
    ...enter,
  ];
}

export interface StageTools {
  readonly unshare: string;
  readonly setpriv: string;
  readonly sh: string;
  readonly env: string;
}

/** Argument vector of the command itself, behind an emptied environment and the init of the sandbox. */
export function innerVector(plan: Plan, tools: StageTools, processes: number | null): readonly string[] {
  return [
    tools.env,
    "-i",
    ...Object.entries(plan.env).map(([name, value]) => `${name}=${value}`),
    tools.sh,
    "-c",
    initScript,
    "init",
    processes === null ? "unlimited" : String(processes),
    ...plan.argv,
  ];
}

function operations(plan: Plan, prepared: readonly string[]): readonly string[] {
  const overlays = plan.overlays.flatMap((overlay, index) => {
    const slot = `over${index}`;
    const owned =
      overlay.owned === "all"
        ? ["own", slot, "."]
        : ["top", slot, ".", ...overlay.owned.flatMap((folder) => ["own", slot, folder])];
    return [
      ...["overlay", slot, overlay.lower],
      ...overlay.places.flatMap((place) => ["place", slot, place]),
      ...overlay.masked.flatMap((file) => ["mask", slot, file]),
      ...owned,
    ];
  });
  const texts = plan.texts.flatMap((text, index) => ["text", `text${index}`, text.content]);
  const binds = prepared.flatMap((source, index) => ["bind", `bind${index}`, source]);
  return [...overlays, ...texts, ...binds];
}

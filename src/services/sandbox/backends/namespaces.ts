import { type LocalBackend, type Setting, sourceOf } from "../backend.ts";
import { inside, type Mount, mountsOf, type Plan } from "../plan.ts";
import { innerVector, stageVector } from "../stage.ts";

/**
 * Second half of the sandbox when bubblewrap is not there: builds the empty root, makes it the only one, and
 * hands over. Constant, like the stage; runs as process 1 of its own namespaces. Parameters: the program that
 * brings the loopback up (or `-`), operations of fixed arity, `--`, and the program that takes over.
 */
const enterScript = `
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
root=/sys/root loopback=$1
shift
echo 1 2>/dev/null > /proc/sys/user/max_user_namespaces || :
case $loopback in
  -) ;;
  */ip) "$loopback" link set lo up ;;
  */ifconfig) "$loopback" lo up ;;
  *) "$loopback" -e 'socket(my $s, 2, 2, 0) or die; ioctl($s, 0x8914, my $r = pack("a16 s x22", "lo", 1)) or die' ;;
esac
mount -t tmpfs -o size=4m,mode=755,nosuid,nodev root "$root"
point() {
  if [ -d "$1" ]; then [ -d "$root$2" ] || mkdir -p "$root$2"; return; fi
  [ -e "$root$2" ] || { mkdir -p "$root\${2%/*}"; : > "$root$2"; }
}
readonly_bind() {
  point "$1" "$2"
  mount --rbind -o ro,nosuid,nodev "$1" "$root$2" 2>/dev/null ||
    { mount --rbind "$1" "$root$2"; mount -o remount,bind,ro,nosuid,nodev "$root$2"; }
}
while [ "$1" != -- ]; do
  case $1 in
    ro) readonly_bind "$2" "$3" ;;
    rw) point "$2" "$3"; mount --rbind "$2" "$root$3" ;;
    link) mkdir -p "$root\${3%/*}"; ln -s "$2" "$root$3" ;;
    *) exit 96 ;;
  esac
  shift 3
done
shift
mkdir -p "$root/proc" "$root/dev" "$root/var/tmp"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -o bind,ro "$root/proc/sys" "$root/proc/sys"
mount -t tmpfs -o size=64k,mode=755,nosuid,noexec dev "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
for device in null zero full random urandom tty; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts "$root/dev/pts"
mount --bind /sys/shm "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
mount -o remount,bind,ro,nosuid,noexec "$root/dev"
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
  why: "The same confinement by util-linux alone, for machines without bubblewrap; no filter for system calls.",
  needs: ["unshare", "setpriv", "mount", "umount", "pivot_root", "sh", "env"],
  install: "apt-get install util-linux",
  filters: false,

  async version(machine) {
    const program = machine.which("unshare");
    if (program === null) return null;
    const { stdout } = await machine.ask([program, "--version"]);
    return /(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null;
  },

  vector(plan, setting) {
    const { tools } = setting;
    return stageVector(plan, setting, [
      ...isolation(plan, setting),
      tools.sh,
      "-c",
      enterScript,
      "enter",
      plan.network === "host" ? "-" : (setting.loopback ?? "-"),
      ...mountsOf(plan).flatMap((mount) => mountOperation(mount, setting)),
      "--",
      plan.cwd,
      ...[tools.unshare, "--user", `--map-user=${inside.uid}`, `--map-group=${inside.uid}`, "--"],
      ...[tools.setpriv, "--no-new-privs", "--inh-caps=-all", "--pdeathsig", "KILL", "--"],
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

function mountOperation(mount: Mount, setting: Setting): readonly string[] {
  switch (mount.kind) {
    case "bind":
      return ["ro", sourceOf(setting, mount.source), mount.at];
    case "text":
      return ["ro", `/sys/${mount.slot}`, mount.at];
    case "link":
      return ["link", mount.target, mount.at];
    case "overlay":
    case "private":
      return ["rw", `/sys/${mount.slot}`, mount.at];
  }
}

import { type LocalBackend, type Setting, sourceOf, versionOf } from "../backend.ts";
import { type Mount, mountsOf, type Plan } from "../plan/plan.ts";
import { innerVector, stageVector } from "../plan/stage.ts";

export const bubblewrap: LocalBackend = {
  id: "bubblewrap",
  title: "bubblewrap",
  why: "An empty root, every namespace, no capabilities, and a system call filter; for root and other users.",
  needs: ["bwrap", "unshare", "setpriv", "mount", "sh"],
  install: "apt-get install bubblewrap (same name with dnf, apk, pacman and zypper)",
  loaders: () => [{ name: "bubblewrap", argv: [] }],

  version: (machine) => versionOf("bwrap", machine),

  vector(plan, setting) {
    return stageVector(plan, setting, [
      setting.tools.bwrap,
      ...isolation(plan, setting),
      ...["--tmpfs", "/", "--perms", "1777", "--dir", "/var/tmp"],
      ...mountsOf(plan).flatMap((mount) => mountArguments(mount, setting)),
      ...["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"],
      ...["--dev", "/dev", "--remount-ro", "/dev", "--bind", "/sys/shm", "/dev/shm"],
      ...["--remount-ro", "/", "--chdir", plan.cwd, "--clearenv"],
      ...Object.entries(plan.env).flatMap(([name, value]) => ["--setenv", name, value]),
      "--",
      ...innerVector(plan, setting.tools, setting.processes),
    ]);
  },
};

function isolation(plan: Plan, setting: Setting): readonly string[] {
  return [
    ...["--unshare-all", "--unshare-user", "--uid", plan.inside.uid, "--gid", plan.inside.uid],
    ...(plan.network === "host" ? ["--share-net"] : []),
    ...(canDisableUserNamespaces(setting.version) ? ["--disable-userns"] : []),
    ...["--hostname", plan.inside.host, "--cap-drop", "ALL"],
    ...["--new-session", "--die-with-parent", "--as-pid-1"],
    ...(setting.seccomp ? ["--seccomp", "3"] : []),
  ];
}

function canDisableUserNamespaces(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  return major > 0 || minor >= 8;
}

function mountArguments(mount: Mount, setting: Setting): readonly string[] {
  switch (mount.kind) {
    case "bind":
      return ["--ro-bind", sourceOf(setting, mount.source), mount.at];
    case "text":
      return ["--ro-bind", `/sys/${mount.slot}`, mount.at];
    case "link":
      return ["--symlink", mount.target, mount.at];
    case "overlay":
    case "private":
      return ["--bind", `/sys/${mount.slot}`, mount.at];
  }
}

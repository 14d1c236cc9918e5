import { expect, test } from "vitest";
import type { Setting } from "./backend.ts";
import { bubblewrap } from "./backends/bubblewrap.ts";
import { namespaces } from "./backends/namespaces.ts";
import { readHostMounts } from "./host/mounts.ts";
import { insideOf, usual } from "./plan/identity.ts";
import { mountsOf, type Plan } from "./plan/plan.ts";
import { mountPoints } from "./plan/points.ts";
import { initScript, stageScript } from "./plan/stage.ts";
import { isPlainWord, mountTable } from "./plan/table.ts";

const nasty = '/home/me/it\'s $(id) `id`; rm -rf \\ "x"\n* ?';
const plan: Plan = {
  argv: ["/usr/bin/node", nasty],
  cwd: nasty,
  env: { VALUE: nasty },
  network: "none",
  limits: {
    timeoutMs: 1000,
    silentMs: 1000,
    stalledMs: 1000,
    memoryMb: 100,
    processes: 10,
    diskMb: 64,
    outputBytes: 1000,
  },
  overlays: [
    { lower: nasty, at: nasty, masked: ["a b/.env"], places: ["node modules"], owned: "all", entries: 7 },
    {
      lower: "/store",
      at: `${nasty}/node modules`,
      masked: [],
      places: [],
      owned: [".cache"],
      entries: null,
    },
  ],
  binds: [
    { source: "/usr", at: "/usr" },
    { source: "/root/tool", at: "/root/tool" },
  ],
  links: [{ target: "usr/bin", at: "/bin" }],
  texts: [{ content: "root:x:0:0\n", at: "/etc/passwd" }],
  files: [],
  artifactsMb: 8,
  inside: usual,
  notes: [],
};
const setting: Setting = {
  tools: {
    unshare: "/usr/bin/unshare",
    setpriv: "/usr/bin/setpriv",
    sh: "/bin/sh",
    env: "/usr/bin/env",
    bwrap: "/usr/local/bin/bwrap",
  },
  owner: 65432,
  prepared: [{ source: "/root/tool", folder: true }],
  processes: 10,
  seccomp: true,
  loader: ["/usr/bin/perl", "-e", "load"],
  namer: null,
  loopback: "/sbin/ip",
  hostname: "/bin/hostname",
  version: "0.8.0",
  isFolder: () => true,
  mountsBelow: (path) => (path === "/usr" ? ["/usr/local"] : []),
  flagsOf: () => [],
};
const ordinary: Setting = { ...setting, owner: null, prepared: [] };

for (const backend of [bubblewrap, namespaces]) {
  test(`${backend.id}: scripts are constant, no matter what the paths contain`, () => {
    const vector = backend.vector(plan, setting);
    const scripts = vector.filter((_, index) => vector[index - 1] === "-c");
    const harmless = backend.vector({ ...plan, argv: ["/bin/true"], cwd: "/", env: {} }, ordinary);
    expect(scripts).toContain(stageScript);
    expect(scripts).toContain(initScript);
    expect(scripts).toEqual(harmless.filter((_, index) => harmless[index - 1] === "-c"));
    expect(vector.at(-1)).toBe(nasty);
    expect(vector.join("\0")).toMatch(/\0(--setenv\0VALUE\0|VALUE=)/);
  });

  test(`${backend.id}: thousands of names in a lent folder fit into its arguments`, () => {
    const owned = Array.from({ length: 4000 }, (_, index) => `.cache/${"x".repeat(80)}${index}`);
    const lent = { lower: "/lent", at: "/tree/node_modules", masked: [], places: [], owned, entries: null };
    const vector = backend.vector({ ...plan, overlays: [...plan.overlays, lent] }, setting);
    expect(Math.max(...vector.map((each) => Buffer.byteLength(each)))).toBeLessThan(128 * 1024);
    for (const name of owned) expect(vector.some((each) => each.includes(name))).toBe(true);
  });

  test(`${backend.id}: root becomes an ordinary user, and an ordinary user gets a user namespace`, () => {
    const asRoot = backend.vector(plan, setting);
    expect(asRoot.slice(0, 3)).toEqual(["/usr/bin/unshare", "--mount", "--propagation"]);
    expect(asRoot).toEqual(expect.arrayContaining(["--reuid=65432", "--regid=65432", "--clear-groups"]));
    const asUser = backend.vector(plan, ordinary);
    expect(asUser.slice(0, 4)).toEqual(["/usr/bin/unshare", "--user", "--map-root-user", "--mount"]);
    expect(asUser.some((word) => word.startsWith("--reuid"))).toBe(false);
  });
}

test("bubblewrap gets every protection, and the newest only if it supports them", () => {
  const vector = bubblewrap.vector(plan, setting);
  for (const flag of [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--new-session",
    "--die-with-parent",
    "--seccomp",
    "--as-pid-1",
  ]) {
    expect(vector).toContain(flag);
  }
  expect(vector.join("\0")).toContain("--cap-drop\0ALL");
  expect(vector.join("\0")).toContain("--ro-bind\0/proc/sys\0/proc/sys");
  expect(vector).not.toContain("--share-net");
  expect(bubblewrap.vector({ ...plan, network: "host" }, setting)).toContain("--share-net");
  expect(bubblewrap.vector(plan, { ...setting, version: "0.6.1" })).not.toContain("--disable-userns");
  expect(bubblewrap.vector(plan, setting).join("\0")).toContain("--ro-bind\0/sys/bind0\0/root/tool");
});

const other = insideOf({
  user: "mira",
  host: "alder-3",
  home: "/srv/mira",
  folder: "/srv/checkout/one",
  timeZone: "Asia/Tokyo",
});

test("bubblewrap uses the user, the host, the home and the folders of another identity", () => {
  const words = bubblewrap.vector({ ...plan, inside: other }, setting).join("\0");
  expect(words).toContain(`--uid\0${other.uid}\0--gid\0${other.uid}`);
  expect(words).toContain("--hostname\0alder-3");
  expect(words).toContain("--bind\0/sys/home\0/srv/mira");
  expect(words).toContain(`--bind\0/sys/artifacts\0/run/user/${other.uid}`);
  expect(words).toContain("\0home tmp tmp/mira shm ");
  expect(words).not.toContain("sandbox");
});

test("namespaces always have their own host name", () => {
  const words = (inside: Plan["inside"], more: Partial<Setting> = {}) =>
    namespaces.vector({ ...plan, inside }, { ...setting, ...more }).join("\0");
  expect(words(usual)).toContain("\0/sbin/ip\0/bin/hostname\0sandbox\0");
  expect(words(other)).toContain("\0/sbin/ip\0/bin/hostname\0alder-3\0");
  expect(words(other)).toContain(`--map-user=${other.uid}\0--map-group=${other.uid}`);
  expect(words(other)).not.toContain("/home/sandbox");
  const namer = (name: string, loopback: boolean) => ["/usr/bin/perl", loopback ? "up" : "-", name];
  expect(words(usual, { namer })).toContain("--kill-child\0--\0/usr/bin/perl\0up\0sandbox\0/bin/sh\0-c\0");
  expect(words(usual, { namer })).toContain("\0enter\0-\0-\0sandbox\0");
});

test("namespaces load the filter last, before the command's own environment", () => {
  expect(namespaces.vector(plan, setting).join("\0")).toContain(
    "--pdeathsig\0KILL\0--\0/usr/bin/perl\0-e\0load\0/usr/bin/env\0-i\0",
  );
});

test("bubblewrap is started by the path it was found at", () => {
  expect(bubblewrap.vector(plan, setting)).toContain("/usr/local/bin/bwrap");
  expect(bubblewrap.vector(plan, setting)).not.toContain("bwrap");
});

test("parents are mounted before their children", () => {
  const order = mountsOf(plan).map((mount) => mount.at);
  for (const [index, path] of order.entries()) {
    expect(order.slice(0, index).filter((earlier) => earlier.startsWith(`${path}/`))).toEqual([]);
  }
});

test("creates mount points only where they can be created", () => {
  const points = mountPoints(mountsOf(plan), () => true);
  const paths = points.map((point) => point.path);
  expect(paths).toContain(`/sys/root${nasty}`);
  expect(paths).toContain("/sys/over0/node modules");
  expect(points).toContainEqual({ path: "/sys/root/etc/passwd", kind: "file" });
  expect(
    mountPoints(
      [
        { kind: "bind", source: "/usr", at: "/usr" },
        { kind: "bind", source: "/usr/src", at: "/usr/src" },
      ],
      () => true,
    ),
  ).toHaveLength(1);
});

test("a table of mounts preserves unusual paths", () => {
  const table = mountTable([{ source: "/a b\t\\c", at: "/x\ny", type: "none", options: "bind" }]);
  expect(table).toBe("/a\\040b\\011\\134c /x\\012y none bind 0 0\n");
  expect(["/a/b-c.d", "/a b", "/a*", "-x", "/a$b", "/a\nb"].filter(isPlainWord)).toEqual(["/a/b-c.d"]);
});

test("the host's mounts are read with their restrictions", () => {
  const mounts = readHostMounts(
    "1 0 8:1 / / rw,relatime - ext4 /dev/a rw\n2 1 8:2 / /home\\040x rw,nosuid,noexec - ext4 /dev/b rw\n3 1 8:3 / /usr/local rw - ext4 /dev/c rw\n",
  );
  expect(mounts.below("/usr")).toEqual(["/usr/local"]);
  expect(mounts.flagsOf("/home x/me")).toEqual(["noexec"]);
  expect(mounts.flagsOf("/usr/bin")).toEqual([]);
});

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { treeOwner } from "../plan/tree-owner.ts";
import { installationOf, resolveProgram } from "./installations.ts";
import { baseOfVirtualenv, pythonOf } from "./interpreters.ts";
import { findToolchains } from "./toolchains.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-home-")));
const at = (path: string): string => join(home, path);
const found = (...folders: string[]) =>
  findToolchains({ path: folders.map(at).join(":"), home, untrusted: [at("work")] }, "/home/sandbox");

beforeAll(() => {
  for (const path of [
    ".pyenv/shims/python3",
    ".pyenv/versions/3.12.1/bin/python3",
    ".pyenv/versions/3.9.18/bin/python3",
    ".nvm/versions/node/v24.1.0/bin/node",
    ".cargo/bin/cargo",
    ".local/bin/tool",
    "project/node_modules/.bin/vitest",
    "project/bin/run",
    "bin/mine",
    "go/bin/tool",
  ])
    program(path);
  for (const folder of [
    ".nvm/versions/node/v24.1.0/lib",
    ".rustup",
    ".local/lib",
    ".cargo/registry",
    ".ssh",
  ]) {
    mkdirSync(at(folder), { recursive: true });
  }
  writeFileSync(at(".pyenv/version"), "3.12.1\n");
  symlinkSync(at(".pyenv/versions/3.12.1/bin/python3"), at("bin/python3"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("pyenv's shims are replaced by the version they select", () => {
  const { path, readable } = found(".pyenv/shims", ".pyenv/bin");
  expect(path[0]).toBe(at(".pyenv/versions/3.12.1/bin"));
  expect(path).not.toContain(at(".pyenv/shims"));
  expect(readable).toContain(at(".pyenv/versions"));
});

test.skipIf(treeOwner() === undefined)(
  "a folder that only root may enter comes last, after the folders its links lead to (needs root)",
  () => {
    mkdirSync(at("closed"), { mode: 0o700 });
    symlinkSync(at(".nvm/versions/node/v24.1.0/bin/node"), at("closed/node"));
    symlinkSync("/bin/sh", at("closed/sh"));
    const { path } = found("closed", "bin");
    expect(path[0]).toBe(at(".nvm/versions/node/v24.1.0/bin"));
    expect(path.at(-1)).toBe(at("closed"));
    expect(path).toContain(at("bin"));
  },
);

test("a shim that is linked from another folder is replaced too", () => {
  mkdirSync(at("links"));
  symlinkSync(at(".pyenv/shims/python3"), at("links/python3"));
  const { path, readable } = found("links");
  expect(path.slice(0, 2)).toEqual([at(".pyenv/versions/3.12.1/bin"), at("links")]);
  expect(readable).toContain(at(".pyenv/versions"));
});

test.each([
  ["an installation is shown as a whole", ".nvm/versions/node/v24.1.0/bin", ".nvm/versions/node/v24.1.0"],
  ["a project's tools are shown with their packages", "project/node_modules/.bin", "project/node_modules"],
  ["a folder of programs that is not an installation is shown alone", "project/bin", "project/bin"],
  ["programs in the home folder are shown without the rest of it", "bin", "bin"],
  ["cargo's programs are shown without its credentials", ".cargo/bin", ".cargo/bin"],
])("%s", (_name, folder, root) => {
  const { readable, path } = found(folder);
  expect(path[0]).toBe(at(folder));
  expect(readable).toContain(at(root));
});

test("neither the home folder nor any of its parents is ever visible", () => {
  const { readable } = findToolchains(
    { path: `${home}:${dirname(home)}:${at(".local/bin")}:${at("bin")}`, home },
    "/home/sandbox",
  );
  expect(readable.filter((entry) => home.startsWith(entry))).toEqual([]);
  expect(readable.some((entry) => at(".ssh").startsWith(entry))).toBe(false);
});

test("a link is followed to where the program really is", () => {
  expect(installationOf(at("bin/python3"), home)).toContain(at(".pyenv/versions"));
});

test("caches are writable copies without their secrets", () => {
  const cargo = found(".cargo/bin").caches.find((cache) => cache.source === at(".cargo"));
  expect(cargo).toMatchObject({ at: at(".cargo"), masked: ["credentials", "credentials.toml"] });
});

test("the system's own folders come last and are always present", () => {
  expect(found("bin").path).toEqual(expect.arrayContaining(["/usr/bin", "/bin"]));
});

test.each([
  ["a pyenv Python", ".pyenv/versions/3.9.18/bin", { status: "offered", root: at(".pyenv/versions") }],
  ["a uv Python", ".local/share/uv/python/cpython-3.12/bin", "offered"],
  ["the home", "", "refused"],
  ["a folder of secrets", ".ssh", "refused"],
  ["a path out of pyenv", ".pyenv/versions/../../.ssh", "refused"],
  ["a name that only starts like pyenv", ".pyenv/versions-of-mine", "refused"],
])("a virtualenv that names %s", (_name, base, wanted) => {
  mkdirSync(at("venv"), { recursive: true });
  mkdirSync(at(".local/share/uv/python"), { recursive: true });
  writeFileSync(at("venv/pyvenv.cfg"), `home = ${at(base)}\nversion = 3.9.18\n`);
  const result = baseOfVirtualenv(at("venv"), found("bin").interpreters, () => false);
  expect(result).toMatchObject(typeof wanted === "string" ? { status: wanted } : wanted);
});

test("ignores a folder that is not a virtualenv, even if its settings are a pipe or a device", () => {
  const names = (folder: string) => baseOfVirtualenv(at(folder), [at(".pyenv")], () => false).status;
  expect(names("bin")).toBe("none");
  mkdirSync(at("piped"));
  execFileSync("mkfifo", [at("piped/pyvenv.cfg")]);
  mkdirSync(at("endless"));
  symlinkSync("/dev/zero", at("endless/pyvenv.cfg"));
  expect([names("piped"), names("endless")]).toEqual(["none", "none"]);
});

test("a folder of the search path in a repository is shown, and its links lead nowhere else", () => {
  for (const path of ["work/.git/HEAD", "work/node_modules/.bin/tool", "work/.venv/bin/tool", ".aws/keys"])
    program(path);
  symlinkSync(at(".aws/keys"), at("work/node_modules/.bin/git"));
  symlinkSync(at(".aws"), at("work/tools"));
  writeFileSync(at("work/.venv/pyvenv.cfg"), `home = ${at(".aws")}\n`);
  const inside = found("work/node_modules/.bin", "work/.venv/bin", "work/tools");
  expect(inside.readable).toEqual(expect.arrayContaining([at("work/node_modules"), at("work/.venv")]));
  expect(inside.readable.filter((entry) => entry.includes(".aws") || entry === at("work/tools"))).toEqual([]);
  expect(inside.trusted).not.toContain(at("work/node_modules/.bin"));
});

test("a node_modules that links elsewhere is not visible, in any folder", () => {
  mkdirSync(at("elsewhere/.bin"), { recursive: true });
  mkdirSync(at("other"));
  symlinkSync(at("elsewhere"), at("other/node_modules"));
  expect(found("other/node_modules/.bin").readable.filter((entry) => entry.includes("other"))).toEqual([]);
});

test("an installation that others may write to is shown if it is the user's own, as tool caches in CI are", () => {
  program("shared/tool");
  chmodSync(at("shared"), 0o777);
  expect(found("shared").readable).toContain(at("shared"));
});

test.skipIf(process.getuid?.() !== 0)("another user's installation is not shown", () => {
  program("foreign/tool");
  chownSync(at("foreign"), 12_345, 12_345);
  expect(found("foreign").refused).toEqual([
    { path: at("foreign"), why: "it belongs to another user (uid 12345)" },
  ]);
});

test("the tree may request another Python, but only by version", () => {
  const { readable } = found(".pyenv/shims");
  mkdirSync(at("tree"), { recursive: true });
  const asks = (version: string): string | null => {
    writeFileSync(at("tree/.python-version"), version);
    return pythonOf(at("tree"), readable);
  };
  expect(asks("3.9\n")).toBe(at(".pyenv/versions/3.9.18/bin"));
  expect(asks("3.12.1")).toBe(at(".pyenv/versions/3.12.1/bin"));
  expect(asks("../../.ssh")).toBeNull();
  expect(asks("2.7")).toBeNull();
});

test("finds a program in the first folder that has it as an executable file", () => {
  writeFileSync(at("project/run"), "");
  mkdirSync(at("project/mine"));
  expect(resolveProgram("run", [at("project"), at("project/bin")])).toBe(at("project/bin/run"));
  expect(resolveProgram("mine", [at("project"), at("bin")])).toBe(at("bin/mine"));
  expect(resolveProgram("nowhere", [at("bin")])).toBeNull();
});

function program(path: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), "#!/bin/sh\n");
  chmodSync(at(path), 0o755);
}

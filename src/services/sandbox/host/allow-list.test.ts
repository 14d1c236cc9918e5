import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command } from "../../../domain/ports/sandbox.ts";
import { defaultLimits } from "../options.ts";
import { usual } from "../plan/identity.ts";
import type { Plan } from "../plan/plan.ts";
import { preparePlan } from "../plan/prepare.ts";
import { allowedMounts, strayMounts } from "./allow-list.ts";
import { installationOf } from "./installations.ts";
import { isWithin } from "./paths.ts";
import { createTreeScanner } from "./secrets.ts";
import { createSpecialFileFinder } from "./special-files.ts";
import { readSystem } from "./system.ts";
import { findToolchains } from "./toolchains.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-allow-")));
const home = join(root, "home");
const versions = join(home, ".pyenv/versions");
const system = readSystem();
/** What a repository would like to expose; none of it is on the list. */
const secrets = ["home", "home/.ssh", "home/.aws", "home/.config/tool", "outside", ""].map((path) =>
  join(root, path),
);
const targets = [...secrets, "/", "/etc", "/root", "/run", "/home", "/var/run", "../..", "../../home/.ssh"];

beforeAll(() => {
  for (const path of [
    "home/.pyenv/versions/3.12.1/bin/python3",
    "home/.pyenv/shims/python3",
    "home/.ssh/bin/python3",
    "home/.config/tool/bin/python3",
    "home/.config/tool/lib/x",
    "outside/bin/run",
    "outside/lib/x",
  ])
    program(join(root, path));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * Ways for a repository to name a folder on the host. Each plants one in the repository (or in a folder it
 * lends).
 */
const ways: Readonly<Record<string, (repository: string, target: string) => void>> = {
  virtualenv: (at, target) => text(at, ".venv/pyvenv.cfg", `home = ${target}\nversion = 3.12.1\n`),
  "another virtualenv": (at, target) =>
    text(at, "venv/pyvenv.cfg", `home=${target}/bin\nbase-prefix=${target}`),
  "lent virtualenv": (at, target) =>
    text(at, "lent/env/pyvenv.cfg", `home = ${versions}/../../../${target}\n`),
  "virtualenv link": (at, target) => link(at, ".venv", target),
  "interpreter link": (at, target) => link(at, ".venv/bin/python", `${target}/bin/python3`),
  "settings that are a link": (at, target) => link(at, "venv/pyvenv.cfg", `${target}/pyvenv.cfg`),
  "python version": (at, target) => text(at, ".python-version", `${target}\n`),
  "python version link": (at, target) => link(at, ".python-version", target),
  "node version": (at, target) => text(at, ".nvmrc", target),
  "rust toolchain": (at, target) => text(at, "rust-toolchain.toml", `[toolchain]\npath = "${target}"\n`),
  "go toolchain": (at, target) =>
    text(at, "go.mod", `module x\ngo 1.25\ntoolchain ${target}\nreplace y => ${target}\n`),
  "go workspace": (at, target) => text(at, "go.work", `go 1.25\nuse ${target}\n`),
  "cargo settings": (at, target) => text(at, ".cargo/config.toml", `[build]\nrustc = "${target}/bin/run"\n`),
  "npm settings": (at, target) => text(at, ".npmrc", `prefix=${target}\nscript-shell=${target}/bin/run\n`),
  "python project": (at, target) =>
    text(at, "pyproject.toml", `[tool.uv.sources]\nx = { path = "${target}" }\n`),
  "editable install": (at, target) => {
    text(at, "lent/env/lib/python3.12/site-packages/x.pth", `${target}\n`);
    text(at, "lent/env/lib/python3.12/site-packages/x.egg-link", `${target}\n.`);
    text(
      at,
      "lent/env/lib/python3.12/site-packages/x.dist-info/direct_url.json",
      `{"url":"file://${target}"}`,
    );
  },
  submodule: (at, target) => text(at, "sub/.git", `gitdir: ${target}\n`),
  worktree: (at, target) => text(at, ".git", `gitdir: ${target}\n`),
  "package link": (at, target) => link(at, "lent/node_modules/package", target),
  "programs link": (at, target) => link(at, "node_modules/.bin", `${target}/bin`),
  "modules link": (at, target) => link(at, "node_modules", target),
  "program link": (at, target) => link(at, "node_modules/.bin/python3", `${target}/bin/python3`),
  "lent link": (at, target) => link(at, "lent/env", target),
  "cache link": (at, target) => link(at, "lent/node_modules/.cache/x", target),
  "shims like those of pyenv": (at, target) => {
    link(at, "versions", target);
    text(at, "shims/python3", "");
    text(at, "version", "bin\n");
  },
  "folder link": (at, target) => link(at, "src", target),
};

const programs = [
  "python3 node git cargo go sh nowhere".split(" "),
  [".venv/bin/python", "node_modules/.bin/python3", "./src/bin/run", join(root, "outside/bin/run")],
  [join(home, ".config/tool/bin/python3"), join(home, ".ssh/bin/python3"), "/bin/sh"],
].flat();

const hostile = fc.record({
  plants: fc.array(
    fc.record({ way: fc.constantFrom(...Object.keys(ways)), target: fc.constantFrom(...targets) }),
    { minLength: 1, maxLength: 6 },
  ),
  program: fc.constantFrom(...programs),
  lends: fc.subarray(["node_modules", "env"]),
  path: fc.subarray(["node_modules/.bin", ".venv/bin", "shims", "src"]),
  ownPath: fc.option(fc.constantFrom(join(home, ".ssh/bin"), join(root, "outside/bin")), { freq: 5 }),
});

test("for any repository content, the plan contains only listed paths", async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(hostile, async (given) => {
      const repository = mkdtempSync(join(root, "repository-"));
      try {
        const plan = await planFor(repository, given);
        if (plan === null) return;
        planned++;
        const mayShow = [
          ...system.binds.none.map(({ source }) => realpathSync(source)),
          ...installationOf(process.execPath, home),
          versions,
          repository,
        ];
        const shown = [...plan.binds.map(({ source }) => source), ...plan.overlays.map(({ lower }) => lower)];
        const real = shown.map((source) => realpathSync(source));
        expect(real.filter((path) => !mayShow.some((each) => isWithin(path, each)))).toEqual([]);
        expect(real.filter((path) => secrets.some((secret) => isWithin(secret, path)))).toEqual([]);
      } finally {
        rmSync(repository, { recursive: true, force: true });
      }
    }),
    { numRuns: 300 },
  );
  expect(planned).toBeGreaterThan(50);
}, 60_000);

test("a lent folder that is a link, or is reached through one, is refused", async () => {
  const repository = mkdtempSync(join(root, "repository-"));
  const lend = (source: string, at: string) =>
    preparePlan(
      { argv: ["sh"], tree: repository, lent: [{ source, at }] },
      hostOf(repository, []),
      defaultLimits,
    );
  const working = join(root, "working");
  mkdirSync(join(working, "honest/module"), { recursive: true });
  link(working, "linked", home);
  link(working, "packages", home);
  await expect(lend(join(working, "linked"), "linked")).rejects.toThrow("contains a link");
  await expect(lend(join(working, "packages/.ssh"), "packages/.ssh")).rejects.toThrow("contains a link");
  expect(await lend(join(working, "honest/module"), "honest/module")).not.toBeNull();
});

test.each(Object.keys(ways))(
  "%s: the legitimate parts of the plan are the same as without it",
  async (way) => {
    const repository = mkdtempSync(join(root, "repository-"));
    const shown = (plan: Plan | null) => plan?.binds.map(({ source }) => source);
    const usually = { program: "sh", lends: [], path: [], ownPath: null };
    const before = shown(await planFor(repository, { ...usually, plants: [] }));
    const after = shown(
      await planFor(repository, { ...usually, plants: [{ way, target: join(root, "outside") }] }),
    );
    expect(before).toContain("/usr");
    expect(after).toEqual(before);
  },
);

test("a virtualenv made from a pyenv Python gets it, whether or not pyenv is on the PATH", async () => {
  const repository = mkdtempSync(join(root, "repository-"));
  text(repository, ".venv/pyvenv.cfg", `home = ${versions}/3.12.1/bin\n`);
  link(repository, ".venv/bin/python", `${versions}/3.12.1/bin/python3`);
  const given = { program: ".venv/bin/python", plants: [], lends: [], path: [], ownPath: null };
  const plan = await planFor(repository, given);
  expect(plan?.binds).toContainEqual({ source: versions, at: versions });
  expect(plan?.notes).toEqual([]);
});

test("a virtualenv made from anything else is not trusted, and the failure says so", async () => {
  const repository = mkdtempSync(join(root, "repository-"));
  const plants = [{ way: "virtualenv", target: join(root, "outside") }];
  text(repository, ".venv/bin/python", "");
  const plan = await planFor(repository, {
    program: ".venv/bin/python",
    plants,
    lends: [],
    path: [],
    ownPath: null,
  });
  expect(plan?.notes).toEqual([expect.stringContaining("The virtualenv .venv was created from")]);
});

test("explains why an existing program is not shown", async () => {
  const repository = mkdtempSync(join(root, "repository-"));
  const notes = async (program: string) =>
    (await planFor(repository, { program, plants: [], lends: [], path: [], ownPath: null }))?.notes;
  const run = join(root, "outside/bin/run");
  expect(await notes(run)).toEqual([
    `The sandbox does not show ${run}: it is neither in the tree nor on your PATH.`,
  ]);
  expect(await notes("sh")).toEqual([]);
  expect(await notes(process.execPath)).toEqual([]);
});

test("a mount that is not on the list is detected, even behind a link", async () => {
  const repository = mkdtempSync(join(root, "repository-"));
  const plan = await planFor(repository, { program: "sh", plants: [], lends: [], path: [], ownPath: null });
  if (plan === null) throw new Error("there is a shell");
  const allowed = allowedMounts(hostOf(repository, []), { tree: repository }, plan.argv[0]);
  link(root, "linked-outside", join(root, "outside"));
  const bind = (source: string): Plan => ({ ...plan, binds: [...plan.binds, { source, at: source }] });
  expect(strayMounts(plan, allowed)).toEqual([]);
  expect(strayMounts(bind(join(home, ".ssh")), allowed)).toEqual([join(home, ".ssh")]);
  link(repository, "way", join(root, "outside"));
  expect(strayMounts(bind(join(repository, "way")), allowed)).toEqual([join(repository, "way")]);
});

interface Given {
  readonly plants: readonly { readonly way: string; readonly target: string }[];
  readonly program: string;
  readonly lends: readonly string[];
  readonly path: readonly string[];
  readonly ownPath: string | null;
}

/** Null when the command is refused as it should be, or its program does not exist. */
async function planFor(repository: string, given: Given): Promise<Plan | null> {
  for (const { way, target } of given.plants) ways[way]?.(repository, target);
  for (const name of given.lends)
    plant(() => void mkdirSync(join(repository, "lent", name), { recursive: true }));
  const command: Command = {
    argv: [given.program],
    tree: repository,
    lent: given.lends.map((name) => ({ source: join(repository, "lent", name), at: `at/${name}` })),
    ...(given.ownPath === null ? {} : { env: { PATH: given.ownPath } }),
  };
  try {
    return await preparePlan(command, hostOf(repository, given.path), defaultLimits);
  } catch (error) {
    if (error instanceof AgentForgeError && error.code === "bad_input") return null;
    throw error;
  }
}

function hostOf(repository: string, path: readonly string[]) {
  const folders = [...path.map((name) => join(repository, name)), "/usr/bin", "/bin"];
  const toolchains = findToolchains({ path: folders.join(":"), home, untrusted: [repository] }, usual.home);
  const findSpecialFiles = createSpecialFileFinder();
  return { home, system, toolchains, findSpecialFiles, scanTree: createTreeScanner(findSpecialFiles) };
}

function program(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
}

/** An entry that conflicts with another one is skipped. */
function text(at: string, path: string, content: string): void {
  plant(() => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    if (realpathSync(dirname(join(at, path))).startsWith(at))
      writeFileSync(join(at, path), content, { flag: "wx" });
  });
}

function link(at: string, path: string, target: string): void {
  plant(() => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    if (realpathSync(dirname(join(at, path))).startsWith(at)) symlinkSync(target, join(at, path));
  });
}

function plant(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (!["EEXIST", "ENOTDIR", "ENOENT", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
  }
}

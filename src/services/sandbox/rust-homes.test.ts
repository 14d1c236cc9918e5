import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isMissing } from "../../../test/support/toolchains.ts";
import { findToolchains } from "./host/toolchains.ts";
import { openSandbox } from "./index.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-rust-")));
const folder = (name: string) => {
  mkdirSync(join(base, name), { recursive: true });
  return join(base, name);
};
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("Rust outside the home", () => {
  const home = folder("home");

  it("shows rustup's folder, and the toolchains that are linked from it", () => {
    const rustupHome = folder("opt/rustup");
    const linked = folder("build/rust");
    folder("opt/rustup/toolchains");
    folder("build/rust/bin");
    writeFileSync(join(linked, "bin/rustc"), "");
    symlinkSync(linked, join(rustupHome, "toolchains/mine"));
    symlinkSync(folder("private"), join(rustupHome, "toolchains/other"));
    symlinkSync(home, join(rustupHome, "toolchains/home"));
    const { readable, env } = findToolchains({ path: "", home, rustupHome }, "/home/sandbox");
    expect(readable).toEqual(expect.arrayContaining([rustupHome, linked]));
    expect(readable.filter((entry) => entry === home || entry.includes("private"))).toEqual([]);
    expect(env).toMatchObject({ RUSTUP_HOME: rustupHome });
  });

  it("uses Cargo's folder as a cache, without its credentials", () => {
    const cargoHome = folder("opt/cargo");
    const cacheOf = (more: object) =>
      findToolchains({ path: "", home, cargoHome, ...more }, "/home/sandbox").caches.filter(
        ({ kind }) => kind === ".cargo",
      );
    expect(cacheOf({})).toMatchObject([
      { source: cargoHome, masked: ["credentials", "credentials.toml"], env: { CARGO_HOME: cargoHome } },
    ]);
    const cacheHome = folder("prepared");
    folder("prepared/.cargo");
    expect(cacheOf({ cacheHome })).toMatchObject([{ source: join(cacheHome, ".cargo") }]);
  });

  it("shows neither if the variable names the home or a folder around it", () => {
    for (const outside of [home, base, "/"]) {
      const host = { path: "", home, rustupHome: outside, cargoHome: outside };
      const { readable, caches, env } = findToolchains(host, "/home/sandbox");
      expect([readable.filter((entry) => home.startsWith(entry)), caches, env]).toEqual([[], [], {}]);
    }
  });

  it.skipIf(isMissing("rustup") || isMissing("cargo"))(
    "runs the tests of a crate with a linked toolchain",
    async () => {
      const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
      const rustupHome = folder("real/rustup");
      folder("real/rustup/toolchains");
      symlinkSync(sysroot, join(rustupHome, "toolchains/mine"));
      writeFileSync(
        join(rustupHome, "settings.toml"),
        'version = "12"\ndefault_toolchain = "mine"\nprofile = "default"\n\n[overrides]\n',
      );
      const tree = folder("crate");
      folder("crate/src");
      writeFileSync(
        join(tree, "Cargo.toml"),
        '[package]\nname = "one"\nversion = "0.1.0"\nedition = "2021"\n',
      );
      writeFileSync(join(tree, "src/lib.rs"), "#[test]\nfn adds() { assert_eq!(1 + 1, 2); }\n");
      const sandbox = await openSandbox({
        ...{ path: process.env.PATH ?? "", home, rustupHome, cargoHome: folder("real/cargo") },
        unsafe: true,
      });
      const { exitCode, stdout, stderr } = await sandbox.execute({
        argv: ["cargo", "test", "--offline"],
        tree,
      });
      expect([exitCode, stdout, stderr]).toEqual([0, expect.stringContaining("1 passed"), expect.anything()]);
    },
    120_000,
  );
});

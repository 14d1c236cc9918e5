import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const resource = (name: string) => import(new URL(`../resources/${name}`, import.meta.url).href);

const error = (label: string, ...lines: readonly number[]) =>
  JSON.stringify({
    reason: "compiler-message",
    message: {
      level: "error",
      code: { code: "E0308" },
      rendered: `error: ${label}`,
      spans: lines.map((line, at) => ({
        file_name: "src/lib.rs",
        line_start: line,
        is_primary: at === 0,
        label,
      })),
    },
  });

describe("candidates that rustc rejects", async () => {
  const { blamed, firstError, isEarly } = await resource("rust-sources.mjs");
  const places = [
    { path: "src/lib.rs", line: 4, owner: 0 },
    { path: "src/lib.rs", line: 5, owner: 0 },
    { path: "src/lib.rs", line: 8, owner: 1 },
    { path: "src/lib.rs", line: 12, owner: 2 },
  ];
  const inserted = [
    [{ body: "src/lib.rs:10", text: "if a { return None; }" }],
    [{ body: "src/lib.rs:10", text: "if b { return None; }" }],
    [{ body: "src/lib.rs:90", text: "if c { return None; }" }],
  ];
  const owners = (output: string) => [...blamed(output, places, (index: number) => inserted[index])];

  it("are those at the place of an error, or near it if the place is in the original code", () => {
    expect(owners(error("mismatched types", 5))).toEqual([0]);
    expect(owners(error("defined here", 2, 8))).toEqual([1]);
    expect(owners(error("mismatched types", 99))).toEqual([]);
  });

  it("include others of the same function that return the same, because rustc names only the first", () => {
    expect(owners(error("expected `bool` because of return type", 4))).toEqual([0, 1]);
  });

  it("may hide others if names are unknown", () => {
    const early = error("x", 5).replace("E0308", "E0425");
    expect([isEarly(error("x", 5)), isEarly(early)]).toEqual([false, true]);
  });

  it("are explained by the first message, or by cargo's own if no compiler ran", () => {
    expect(firstError(`warning\n${error("why", 5)}`)).toBe("error: why");
    expect(firstError("no crate\n{}\n")).toBe("no crate\n");
  });

  it("are found in the file that is named, not in one with the same name", () => {
    const two = [
      { path: "src/a/mod.rs", line: 12, owner: 0 },
      { path: "src/b/mod.rs", line: 12, owner: 1 },
    ];
    const output = error("x", 12).replaceAll("src/lib.rs", "src/b/mod.rs");
    expect([...blamed(output, two, (index: number) => inserted[index])]).toEqual([1]);
  });
});

describe("the layout of a Cargo workspace", async () => {
  const { layoutOf } = await resource("rust-workspace.mjs");
  const target = (kind: string, path: string, test = true) => ({
    name: path.split("/").at(-1)?.replace(".rs", ""),
    kind: [kind],
    src_path: `/work/${path}`,
    test,
  });
  const metadata = JSON.stringify({
    packages: [
      { name: "core", targets: [target("lib", "core/src/lib.rs"), target("test", "core/tests/a.rs")] },
      {
        name: "app",
        targets: [
          target("bin", "app/src/main.rs"),
          target("test", "app/tests/b.rs"),
          target("custom-build", "app/build.rs", false),
        ],
      },
    ],
  });

  it("leaves out tests whose features are off, and takes the longest path that a failing test names", () => {
    const other = JSON.parse(metadata);
    other.packages[0].targets[1]["required-features"] = ["slow"];
    other.packages.push({ name: "root", targets: [target("lib", "src/lib.rs")] });
    expect(layoutOf(JSON.stringify(other), "/work", ["core/src/lib.rs::a"]).flags).toEqual([
      "-p",
      "core",
      "--lib",
    ]);
  });

  it("names every crate, and builds the tests of the packages with failing tests", () => {
    expect(layoutOf(metadata, "/work", ["app/tests/b.rs::works"])).toEqual({
      roots: ["core/src/lib.rs", "app/src/main.rs"],
      flags: ["-p", "app", "--test=b", "--bins"],
    });
    expect(layoutOf(metadata, "/work", ["repo/core/src/lib.rs::tests::works"]).flags).toEqual([
      ...["-p", "core"],
      ...["--lib", "--test=a"],
    ]);
  });
});

describe("what is copied of a Cargo package", async () => {
  const { topOf } = await resource("rust-workspace.mjs");

  it("includes packages that it names by path, unless they do not exist or are only mentioned in a comment", () => {
    const folder = mkdtempSync(join(tmpdir(), "agentforge-cargo-"));
    try {
      for (const name of ["app", "core"]) mkdirSync(join(folder, "crates", name), { recursive: true });
      const app = join(folder, "crates", "app");
      const manifest = (text: string) => writeFileSync(join(app, "Cargo.toml"), text);
      manifest('[dependencies]\n# a = { path = "../../.." }\nb = { path = "/no/such/folder" }\n');
      expect(topOf(app)).toBe(app);
      manifest('[dependencies]\ncore = { path = "../core" }\n');
      expect(topOf(app)).toBe(join(folder, "crates"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

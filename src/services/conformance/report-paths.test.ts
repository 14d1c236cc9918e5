import { expect, it } from "vitest";
import { describeUnmapped, pathMapper, type ToldPath } from "./report-paths.ts";

const FILES = ["index.ts", "packages/app/lib/b.ts", "setup.py", "src/a b.py", "src/a.py", "src/index.ts"];
const tree = {
  roots: ["/repo", "/real/repo"],
  files: FILES,
  exists: async (path: string) => path === "dist/app.js",
};

async function place(told: ToldPath, foreign: boolean, others: readonly ToldPath[] = []): Promise<string> {
  const mapped = await pathMapper(tree, [told, ...others], { foreign })(told);
  return mapped.status === "unknown" ? `? ${mapped.why}` : `${mapped.status} ${mapped.path}`;
}

it.each<[told: string, expected: string]>([
  ["src/a.py", "file src/a.py"],
  ["./src/a.py", "file src/a.py"],
  ["src\\a.py", "file src/a.py"],
  ["src/../src//a.py", "file src/a.py"],
  ["/repo/src/a.py", "file src/a.py"],
  ["/real/repo/src/a.py", "file src/a.py"],
  ["file:///repo/src/a b.py", "file src/a b.py"],
  ["file://localhost/repo/src/a.py", "file src/a.py"],
  ["lib/b.ts", "file packages/app/lib/b.ts"],
  ["/repo/dist/app.js", "unlisted dist/app.js"],
  ["/repo/none.py", "? no such file is in the repository"],
  ["", "? it names no file"],
  ["/usr/lib/setup.py", "? it is outside the repository"],
  ["/repository/src/a.py", "? it is outside the repository"],
  ["/repo/../etc/src/a.py", "? it is outside the repository"],
  ["../src/a.py", "? it is outside the repository"],
  ["src/../../src/a.py", "? it is outside the repository"],
])("locates %j in the report of a linter that ran here", async (told, expected) => {
  expect(await place({ path: told }, false)).toBe(expected);
});

it.each<[told: ToldPath, others: readonly string[], expected: string]>([
  [{ path: "/home/runner/work/x/x/src/a.py" }, [], "file src/a.py"],
  [{ path: "file:///C:/work/x/src/a.py" }, [], "file src/a.py"],
  [{ path: "D:\\work\\x\\src\\a.py" }, [], "file src/a.py"],
  [{ path: "/ci/x/src/index.ts" }, [], "? it may be src/index.ts or index.ts"],
  [{ path: "/ci/x/src/index.ts" }, ["/ci/x/src/a.py"], "file src/index.ts"],
  [{ path: "/ci/x/src/index.ts", below: "src/index.ts" }, [], "file src/index.ts"],
  [{ path: "/ci/x/../../../etc/passwd" }, [], "? it is outside the repository"],
])("locates %j in a log from another machine", async (told, others, expected) => {
  const rest = others.map((path) => ({ path }));
  expect(await place(told, true, rest)).toBe(expected);
});

it("names three paths that could not be placed, counts the rest, and escapes control characters", () => {
  const unmapped = ["/a\u001b[2J", "/b", "/c", "/d", "/d"].map((path) => ({
    told: { path },
    why: "outside",
  }));
  expect(describeUnmapped("ruff", unmapped, "Do this.")).toBe(
    '5 findings of ruff could not be placed in the repository: "/a\\u001b[2J" (outside), "/b" (outside), "/c" (outside) and 1 more. Do this.',
  );
});

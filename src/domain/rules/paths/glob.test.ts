import { readFileSync } from "node:fs";
import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileCover, compileFilter, compileGlob, compileGlobs } from "./glob.ts";

describe("compileGlob", () => {
  it.each<[glob: string, path: string, matches: boolean]>([
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/b/c/a.ts", true],
    ["**/*.ts", "a.ts", true],
    ["**", "a/b", true],
    ["src/**", "src/a", true],
    ["src/**", "src", false],
    ["**/dist/**", "dist/a", true],
    ["**/dist/**", "a/dist/b/c", true],
    ["**/dist/**", "a/dist", false],
    ["**/d*t/**", "a/dt/b", true],
    ["**/**/**", "a", true],
    ["**/a*a", "b/a", false],
    ["a/**/b/**/c", "a/b/x/b/y/c", true],
    ["a/**/b/**/c", "a/b/x/y", false],
    ["*.{js,ts}", "a.ts", true],
    ["*.{js,ts}", "a.py", false],
    ["{src,lib}/**/{a,b}.ts", "lib/x/b.ts", true],
    ["a{b", "a{b", true],
    ["{a}", "{a}", true],
    ["[a-c]?.ts", "bz.ts", true],
    ["[!a-c].ts", "b.ts", false],
    ["[]].ts", "].ts", true],
    ["[ab", "[ab", true],
    ["\\*.ts", "*.ts", true],
    ["\\*.ts", "a.ts", false],
    ["*.ts", ".ts", true],
    ["a**b", "axxb", true],
    ["", "a", false],
  ])("%s on %s is %s", (glob, path, matches) => {
    expect(compileGlob(glob)(path)).toBe(matches);
  });

  it("agrees with picomatch on patterns that both define", () => {
    const name = fc.stringMatching(/^[ab]{1,3}$/);
    const part = fc.constantFrom("a", "b", "*", "?", "**", "a*", "*b", "*a*", "[ab]", "{a,b}", "ab");
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (parts, names) => {
          // A trailing `**` differs on purpose: picomatch lets `a/**` match `a` itself.
          fc.pre(parts.at(-1) !== "**");
          const glob = parts.join("/");
          expect(compileGlob(glob)(names.join("/"))).toBe(picomatch(glob, { dot: true })(names.join("/")));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("agrees with picomatch on names with dots, sets and nested braces", () => {
    const character = fc.constantFrom("a", "b", "a.", "*", "?", "[ab]", "[^a]", "{a,b.}", "{a,{b,a.}}", "a*");
    const part = fc.array(character, { minLength: 1, maxLength: 4 }).map((list) => list.join(""));
    const name = fc.stringMatching(/^[ab][ab.]{0,3}$/);
    // picomatch interprets `**` next to other characters, and `.` and `..` as a whole part, differently. Ours rejects
    // many braces.
    const isSame = (glob: string) => !/\*\*|(?:\{.*){7}/.test(glob);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.array(name, { minLength: 1, maxLength: 3 }),
        (parts, names) => {
          const [glob, path] = [parts.join("/"), names.join("/")];
          fc.pre(isSame(glob));
          expect(compileGlob(glob)(path)).toBe(picomatch(glob, { dot: true })(path));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each<[name: string, glob: (size: number) => string, path: (size: number) => string]>([
    ["stars", (size) => `${"*a".repeat(size)}b`, (size) => "a".repeat(size * 4)],
    ["folders", (size) => `${"**/".repeat(size)}b`, (size) => "a/".repeat(size * 4)],
    ["stars in folders", (size) => `${"**/*a".repeat(size)}b`, (size) => "a/aa/".repeat(size * 2)],
    ["open braces", (size) => "{".repeat(size * 8), (size) => "a".repeat(size)],
    ["open sets", (size) => "[a".repeat(size * 4), (size) => "[a".repeat(size * 4)],
    ["question marks", (size) => `${"?*".repeat(size)}b`, (size) => "a".repeat(size * 4)],
  ])("grows with pattern × path on hostile %s", (_name, glob, path) => {
    const before = process.cpuUsage();
    compileGlob(glob(400))(path(400));
    // About ten million steps; exponential matching would take minutes.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(10);
  });

  it("refuses a pattern with too many alternatives instead of matching nothing", () => {
    expect(() => compileGlob("{a,b}".repeat(9))).toThrow(/alternatives/);
    expect(() => compileGlob(`${"{a,".repeat(5000)}${"}".repeat(5000)}`)).toThrow(/alternatives/);
    expect(() => compileGlob("a".repeat(20_000))).toThrow(/too long/);
    expect(compileGlob("{a,b}".repeat(8))("abababab")).toBe(true);
  });

  it("treats both spellings of an accented letter as one name", () => {
    const [nfc, nfd] = ["caf\u00e9/*.py", "cafe\u0301/a.py"];
    expect(compileGlob(nfc)(nfd)).toBe(true);
    expect(compileGlob(nfd)(nfc.replace("*", "a"))).toBe(true);
    expect(compileGlob("?.py")("e\u0301.py")).toBe(true);
    expect(compileGlob("?.py")("\u{1f600}.py")).toBe(true);
  });

  it("folds names that some file system considers equal, if requested", () => {
    expect(compileGlob("*.PEM", { folded: true })("A.pem")).toBe(true);
    expect(compileGlob("[[:upper:]]", { folded: true })("q")).toBe(true);
    expect(compileGlob("*.PEM")("A.pem")).toBe(false);
  });
});

describe("a list", () => {
  it.each<[globs: string[], path: string, matches: boolean]>([
    [["*.py"], "deep/down/a.py", true],
    [["src/*.py"], "x/src/a.py", false],
    [["./src/**"], "src/a.py", true],
    [["*.py", "!test_*"], "a/test_x.py", false],
    [["!*.md"], "a.ts", false],
    [[], "a.ts", false],
  ])("%j on %s is %s", (globs, path, matches) => {
    expect(compileGlobs(globs)(path)).toBe(matches);
  });

  it.each<[globs: string[], path: string, passes: boolean]>([
    [["*.py"], "a.ts", false],
    [["!**/node_modules/**"], "node_modules/x.js", false],
    [["!*.md"], "a.ts", true],
    [[], "a.ts", true],
  ])("%j as a filter on %s is %s", (globs, path, passes) => {
    expect(compileFilter(globs)(path)).toBe(passes);
  });
});

describe("docs/globs.md", () => {
  const page = readFileSync(new URL("../../../../docs/globs.md", import.meta.url), "utf8");
  const rows = (head: string) => {
    const table = page.slice(page.indexOf(head)).split("\n\n", 1)[0] ?? "";
    return [...table.matchAll(/^\| `(.+)` \| `(.+)` \| (yes|no) \|$/gm)].map(
      (row) => row.slice(1) as string[],
    );
  };

  it.each(rows("| pattern | path |"))("%s on %s: %s", (pattern = "", path = "", answer) => {
    expect(compileGlobs([pattern])(path)).toBe(answer === "yes");
  });

  it.each(rows("| protects | path |"))("%s covers %s: %s", (pattern = "", path = "", answer) => {
    expect(compileCover(pattern, { folded: true })(path)).toBe(answer === "yes");
  });

  it("has both tables", () => {
    expect(rows("| pattern | path |").length).toBeGreaterThan(20);
    expect(rows("| protects | path |").length).toBeGreaterThan(5);
  });
});

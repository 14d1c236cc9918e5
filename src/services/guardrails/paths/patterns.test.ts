import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldName } from "../../../domain/rules/paths/file-name.ts";
import { compileCover, compileGlobs } from "../../../domain/rules/paths/glob.ts";
import { coversPath, expandsTo, namesPath } from "./patterns.ts";
import { CONTROL, hasNeedle, protectedFromReading, protectedFromWriting } from "./protected.ts";

describe("patterns of the guards", () => {
  it.each<[pattern: string, path: string, covers: boolean, names: boolean]>([
    [".env", "a/.env", true, true],
    [".env", "a/.env/x", true, false],
    [".env", ".envrc", false, false],
    ["*.{pem,key}", "a/server.key", true, true],
    ["[a-c]x", "bx", true, true],
    ["deploy.py", "src/deploy.py", true, true],
    ["src/deploy.py", "lib/src/deploy.py", false, false],
    ["src/generated/", "src/generated", true, false],
    ["src/generated/", "src/generated/a.ts", true, true],
    ["src/generated/**", "src/generated", true, false],
    ["dist/", "src/dist/x", false, false],
    ["src/*", "src/a/b", true, false],
    ["/setup.py", "setup.py", true, true],
    ["Caf\u00e9/*.txt", "cafe\u0301/a.txt", true, true],
  ])("%s covers and names %s: %s, %s", (pattern, path, covers, names) => {
    expect(coversPath(pattern, path)).toBe(covers);
    expect(namesPath(pattern, path)).toBe(names);
  });

  it.each(["./src/a", "src/./a", "/a", "!a", "a?c", "**", "*", "a//b", "\\*.pem"])(
    "do not decide by the quick check alone for %s",
    (pattern) => {
      for (const path of ["src/a", "a", "abc", "a/b", "x/*.pem", "src/./a"]) expectCompiled(pattern, path);
    },
  );

  it("exclude by the quick check only what the full pattern would exclude", () => {
    const piece = fc.constantFrom("a", "b", ".", "*", "**", "/", "-", "A", ".env", "./", "é");
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(fc.property(text, text, expectCompiled), { numRuns: 3000 });
  });

  it("match names that some file systems treat as equal", () => {
    for (const name of [".ENV", ".e\u200cnv", ".\uff45nv"]) expect(namesPath(".env", `a/${name}`)).toBe(true);
    expect(foldName("Größe")).toBe("größe");
  });

  it("do not hang on a hostile pattern from a repository", () => {
    const patterns = [`${"**/".repeat(40)}b`, `${"**/*a".repeat(30)}b`, `${"*a".repeat(100)}b`];
    const path = `${"a/".repeat(200)}${"a".repeat(200)}`;
    const started = process.cpuUsage();
    expect(protectedFromWriting(path, { patterns, allowed: [] })).toBeNull();
    expect(protectedFromReading(path, { patterns, allowed: patterns })).toBeNull();
    expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(5);
  });
});

describe("expandsTo", () => {
  it.each<[string, string, boolean]>([
    ["*nv", ".env", false],
    [".e*", ".env", true],
    [".[e]nv", ".env", true],
    [".[[:lower:]]nv", ".env", true],
    [".[!x]nv", ".env", true],
    ["{a}*", "{a}b", true],
    ["[", "[", true],
  ])("%s to %s: %s", (pattern, name, expected) => {
    expect(expandsTo(pattern, name)).toBe(expected);
  });

  it("does not hang on a hostile command", () => {
    const started = process.cpuUsage();
    expect(expandsTo(`${"*[a-z_.]".repeat(40)}Q`, "node_modules_and_more_of_it")).toBe(false);
    expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(5);
  });
});

describe("the needles of protected places", () => {
  it.each(CONTROL.map(([needles, expression, why]) => ({ needles, expression, why })))(
    "$why: $expression matches nothing without one of them",
    ({ needles, expression }) => {
      const parts = expression.source.match(/[a-z_~-]{3,}/g) ?? [];
      const words = fc.constantFrom(...parts, ".", "/", ".json", ".yml", ".py", "~1", "s", "-", "config");
      const paths = fc.array(words, { minLength: 1, maxLength: 6 }).map((list) => list.join(""));
      fc.assert(
        fc.property(paths, (path) => {
          if (expression.test(path)) expect(hasNeedle(path, needles)).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
  );
});

function expectCompiled(pattern: string, path: string): void {
  expect(coversPath(pattern, path)).toBe(compileCover(pattern, { folded: true })(path));
  expect(namesPath(pattern, path)).toBe(compileGlobs([pattern], { folded: true })(path));
}

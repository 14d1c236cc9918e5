import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileDifference, FileVersion } from "../../domain/ports/editing.ts";
import { unifiedDiff } from "./unified-diff.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "unified-diff-"));
  execFileSync("git", ["init", "-q", root]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const version = (content: string | Uint8Array, mode: FileVersion["mode"] = "100644"): FileVersion => ({
  bytes: Buffer.from(content as string),
  mode,
});

describe("git apply accepts", () => {
  const cases: [string, FileDifference][] = [
    ["an edit", { path: "a.txt", before: version("a\nb\nc\n"), after: version("a\nx\nc\n") }],
    ["a new file", { path: "deep/er/new.txt", before: null, after: version("a\nb\n") }],
    ["a new empty file", { path: "empty", before: null, after: version("") }],
    ["a deleted file", { path: "a.txt", before: version("a\nb"), after: null }],
    ["a deleted empty file", { path: "a.txt", before: version(""), after: null }],
    ["a file emptied", { path: "a.txt", before: version("a\n"), after: version("") }],
    ["a file filled", { path: "a.txt", before: version(""), after: version("a") }],
    ["a mode alone", { path: "run", before: version("x\n"), after: version("x\n", "100755") }],
    ["a changed mode and content", { path: "run", before: version("x\n"), after: version("y\n", "100755") }],
    ["a new program", { path: "run", before: null, after: version("#!/bin/sh\n", "100755") }],
    [
      "a link that points elsewhere",
      { path: "l", before: version("a", "120000"), after: version("b", "120000") },
    ],
    ["no final line ending before", { path: "a.txt", before: version("a\nb"), after: version("a\nb\n") }],
    ["no final line ending after", { path: "a.txt", before: version("a\nb\n"), after: version("a\nb") }],
    [
      "no final line ending on either side",
      { path: "a.txt", before: version("a\nb"), after: version("x\nb") },
    ],
    ["CRLF", { path: "a.txt", before: version("a\r\nb\r\n"), after: version("a\r\nx\r\n") }],
    ["only line endings", { path: "a.txt", before: version("a\r\nb\r\n"), after: version("a\nb\n") }],
    ["only carriage returns", { path: "a.txt", before: version("a\rb"), after: version("a\rc") }],
    ["spaces in the name", { path: "a b/c d.txt", before: version("a\n"), after: version("b\n") }],
    ["a new file with spaces in the name", { path: "a b.txt", before: null, after: version("b\n") }],
    ["letters beyond ASCII", { path: "ü/日本.txt", before: version("ä\n"), after: version("日本\n") }],
    ["a quote, a backslash and a tab", { path: 'a"b\\c\td', before: version("a\n"), after: version("b\n") }],
    ["a control character in the name", { path: "a\u0001b", before: version("a\n"), after: version("b\n") }],
    ["a line break in the name", { path: "a\nb", before: version("a\n"), after: version("b\n") }],
    [
      "other encodings",
      { path: "l1", before: version(Buffer.from([0xe9, 10])), after: version(Buffer.from([0xe8, 10])) },
    ],
    [
      "binary contents",
      { path: "b", before: version(Buffer.from([0, 1, 2])), after: version(Buffer.alloc(300, 7)) },
    ],
    ["a new binary file", { path: "b", before: null, after: version(Buffer.from([0, 255])) }],
    ["a deleted binary file", { path: "b", before: version(Buffer.from([0, 255])), after: null }],
    [
      "lines that look like a diff",
      { path: "a", before: version("-- a\n++ b\n@@\n"), after: version("-- a\n+++ c\n") },
    ],
  ];
  it.each(cases)("%s", (_, file) => {
    expectApplies([file]);
  });

  it("many files together, forward and backward", () => {
    const files = cases.map(([, file], index) => ({ ...file, path: `${index}/${file.path}` }));
    expectApplies(files);
    expectApplies(files.map(({ path, before, after }) => ({ path, before: after, after: before })));
  });

  it("for any two texts", () => {
    const line = fc.constantFrom("a", "b", "", " x", "\ty", "ü", "$&", "-- ", "\\", "@@ -1 +1 @@");
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r")), { maxLength: 25 })
      .chain((pairs) =>
        fc.boolean().map((cut) =>
          pairs
            .map(([l, end]) => l + end)
            .join("")
            .slice(0, cut ? -1 : undefined),
        ),
      );
    const files = fc.array(fc.tuple(text, text), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(files, (pairs) => {
        expectApplies(
          pairs.map(([before, after], index) => ({
            path: `p${index}.txt`,
            before: version(before),
            after: version(after),
          })),
        );
      }),
      { numRuns: 25 },
    );
  });
});

it("is empty if nothing differs", () => {
  expect(unifiedDiff([{ path: "a", before: version("x"), after: version("x") }])).toBe("");
});

it("prints what git prints", () => {
  const before = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
  const after = before.with(3, "changed\n").with(8, "").with(25, "line 25\nadded\n");
  writeFileSync(join(root, "before"), before.join(""));
  writeFileSync(join(root, "after"), after.join(""));
  const ours = unifiedDiff([{ path: "f", before: version(before.join("")), after: version(after.join("")) }]);
  const theirs = execGit(["diff", "--no-index", "--no-color", "before", "after"], [0, 1]);
  const body = (diff: string) =>
    diff.slice(diff.indexOf("@@")).replace(/^(@@ .* @@).*$/gm, (_, head: string) => head);
  expect(body(ours)).toBe(body(theirs));
});

function expectApplies(files: readonly FileDifference[]): void {
  const tree = mkdtempSync(join(root, "tree-"));
  for (const { path, before } of files) if (before !== null) place(join(tree, path), before);
  writeFileSync(join(root, "patch"), unifiedDiff(files));
  if (unifiedDiff(files) !== "") {
    execGit(["apply", "--whitespace=nowarn", `--directory=${tree.slice(root.length + 1)}`, "patch"], [0]);
  }
  for (const { path, after } of files) {
    const at = join(tree, path);
    expect(exists(at)).toBe(after !== null);
    if (after === null) continue;
    const link = lstatSync(at).isSymbolicLink();
    expect(link ? Buffer.from(readlinkSync(at)) : readFileSync(at)).toEqual(Buffer.from(after.bytes));
    if (!link) expect((lstatSync(at).mode & 0o100) !== 0).toBe(after.mode === "100755");
  }
  rmSync(tree, { recursive: true, force: true });
}

function place(path: string, { bytes, mode }: FileVersion): void {
  mkdirSync(dirname(path), { recursive: true });
  if (mode === "120000") symlinkSync(Buffer.from(bytes).toString(), path);
  else writeFileSync(path, bytes);
  if (mode === "100755") chmodSync(path, 0o755);
}

function exists(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function execGit(args: readonly string[], accepted: readonly number[]): string {
  try {
    return execFileSync("git", ["-c", "core.autocrlf=false", ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    if (accepted.includes(status)) return stdout;
    throw new Error(`git ${args.join(" ")} gave ${status}: ${stderr}`);
  }
}

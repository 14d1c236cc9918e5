import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskFiles } from "../disk-files.ts";
import { NO_FILES } from "../files.ts";
import { isClientNote, isNeighbor } from "./places.ts";

const files = { ...NO_FILES, home: "/home/dev" };

describe("plans and notes of a client", () => {
  it.each([
    "~/.claude/plans/login.md",
    "~/.claude/plans",
    "~/.claude/projects/-home-dev-shop/memory/MEMORY.md",
    "/home/dev/.claude/plans/a/b.md",
    "~/.codex/memories/x.md",
    "~/.gemini/tmp/abc/plans/x.md",
  ])("%s", (path) => expect(isClientNote(path, "/repo", files)).toBe(true));

  it.each([
    "~/.claude/settings.json",
    "~/.claude/plans/../settings.json",
    "~/.claude/plans/x.sh",
    "~/.claude/projects/x/settings.json",
    "~/.claude/commands/x.md",
    "~/.codex/config.toml",
    "/home/other/.claude/plans/x.md",
    ".claude/plans/x.md",
    "~/plans/x.md",
  ])("not %s", (path) => expect(isClientNote(path, "/repo", files)).toBe(false));

  describe("on a disk", () => {
    let home = "";
    beforeAll(() => {
      home = realpathSync(mkdtempSync(join(tmpdir(), "client-notes-")));
      mkdirSync(join(home, ".claude/plans"), { recursive: true });
      mkdirSync(join(home, ".ssh"));
      symlinkSync(join(home, ".ssh"), join(home, ".claude/plans/keys"));
    });
    afterAll(() => rmSync(home, { recursive: true, force: true }));

    it("are not allowed through a link to something else", () => {
      const disk = diskFiles(home);
      expect(isClientNote(join(home, ".claude/plans/new.md"), "/", disk)).toBe(true);
      expect(isClientNote(join(home, ".claude/plans/keys/new.md"), "/", disk)).toBe(false);
    });
  });
});

describe("neighbors of the repository", () => {
  it("are the targets of relative paths that lead out of it, wherever it is", () => {
    expect(isNeighbor("../x", { root: "/tmp/repo", cwd: "/tmp/repo" })).toBe(true);
    expect(isNeighbor("/tmp/x", { root: "/tmp/repo", cwd: "/tmp/repo" })).toBe(false);
    expect(isNeighbor("x", { root: "/home/dev/repo", cwd: "/tmp/scratch" })).toBe(false);
  });

  it("include all of a temporary folder that contains the repository", () => {
    expect(isNeighbor("/tmp/job/other", { root: "/tmp/job/repo", cwd: "/tmp/job/repo" })).toBe(true);
    expect(isNeighbor("/tmp/else", { root: "/tmp/job/repo", cwd: "/tmp/job/repo" })).toBe(false);
  });
});

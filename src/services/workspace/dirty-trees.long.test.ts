import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dirtyFiles } from "../../../test/support/dirty-files.ts";
import { dirtyRepositories } from "../../../test/support/dirty-repositories.ts";
import { createPlace, landRequest, openAt, type Place, userEnv } from "../../../test/support/git-place.ts";
import { sha256 } from "./files/file-state.ts";

const templates = new Map<string, Place>();

/** A template repository: copying one is faster than creating one. */
function templateOf(init: readonly string[]): string {
  const known = templates.get(init.join());
  if (known !== undefined) return known.root;
  const place = createPlace({ init });
  templates.set(init.join(), place);
  const files = { "src/add.js": "add\n", "src/b.js": "b\n", "src/c.js": "c\n", "lib/d.js": "d\n" };
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place.root;
}

afterAll(() => {
  for (const place of templates.values()) place[Symbol.dispose]();
});

describe("attempt, landing and rollback", () => {
  test.concurrent.each([...dirtyFiles, ...dirtyRepositories])("$name", async (situation) => {
    using place = createPlace({ init: false });
    cpSync(templateOf(situation.init ?? []), place.root, { recursive: true });
    const arranged = situation.arrange(place);
    const root = typeof arranged === "string" ? arranged : place.root;
    const before = observe(root, place.base);

    const workspace = await openAt(root, place.base);
    expect((await workspace.state()).dirty).toEqual(before.dirty);
    const attempt = await workspace.openAttempt("look");
    const files = await attempt.files();
    for (const path of files) {
      expect(sha256(await attempt.readBytes(path)), path).toBe(sha256(readFileSync(join(root, path))));
    }
    for (const [path, text] of Object.entries(situation.holds ?? {}))
      expect(await attempt.readText(path)).toBe(text);
    for (const path of situation.lacks ?? []) {
      expect(files).not.toContain(path);
      expect(look(join(attempt.path, path)) !== null, path).toBe(situation.besides?.includes(path) ?? false);
    }
    expect(attempt.lent.map((lent) => lent.at).sort()).toEqual(situation.lent ?? []);
    await attempt.writeBytes("src/add.js", Buffer.from("repaired\n"));
    await attempt.writeBytes("src/made/new.js", Buffer.from("new\n"));
    const request = {
      change: await attempt.changes(),
      message: "fix(add): repair the addition",
      traceId: randomUUID(),
      landingId: "L-1",
    };
    await attempt.close();
    expect(observe(root, place.base)).toEqual(before);
    const landing = await workspace.land(request);
    if (situation.conflict !== undefined) {
      expect(landing).toMatchObject({ status: "conflict", why: expect.stringMatching(situation.conflict) });
      expect(observe(root, place.base)).toEqual(before);
      return;
    }
    expect(landing).toMatchObject({ status: "landed" });
    const after = observe(root, place.base);
    expect({ ...after, files: null, index: null, head: null }).toEqual({
      ...before,
      files: null,
      index: null,
      head: null,
    });
    expect(readFileSync(join(root, "src/add.js"), "utf8")).toBe("repaired\n");
    expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
    const back = observe(root, place.base);
    expect({ ...back, index: null, head: null }).toEqual({ ...before, index: null, head: null });
  });
});

test("without commits, new files can land and the user's own files stay uncommitted", async () => {
  using place = createPlace();
  place.write("src/add.js", "add\n");
  const workspace = await place.open();
  expect(await workspace.state()).toMatchObject({ head: null, branch: "main", dirty: ["src/add.js"] });
  expect(await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }))).toMatchObject({
    status: "conflict",
    paths: ["src/add.js"],
  });
  const request = await landRequest(workspace, { "src/new.js": "new\n" });
  expect(await workspace.land(request)).toMatchObject({ status: "landed", branch: "main" });
  expect(place.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("src/new.js\n");
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("?? src/add.js\n");
  expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("?? src/add.js\n");
});

/**
 * Everything that belongs to the user: files and modes, the index by its bytes, HEAD, status, stash,
 * configuration.
 */
function observe(root: string, home: string) {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      env: { ...userEnv(home), GIT_OPTIONAL_LOCKS: "0" },
    });
  const [gitDir = "", common = "", commit = ""] = git(
    "rev-parse",
    "--absolute-git-dir",
    "--git-common-dir",
    "HEAD",
  ).split("\n");
  const commonDir = resolve(root, common);
  const status = git(
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=all",
  );
  return {
    index: hashOf(join(gitDir, "index")),
    head: hashOf(join(gitDir, "HEAD")) + commit,
    status,
    dirty: status
      .split("\0")
      .filter(Boolean)
      .map((line) => line.slice(3))
      .sort(),
    stash: [hashOf(join(commonDir, "logs/refs/stash")), hashOf(join(commonDir, "refs/stash"))],
    config: hashOf(join(commonDir, "config")),
    files: readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => !/^\.(?:git|agentforge)(?:\/|$)/.test(path))
      .sort()
      .map((path) => describeFile(join(root, path))),
  };
}

function hashOf(path: string): string | null {
  return look(path) === null ? null : sha256(readFileSync(path));
}

function describeFile(path: string): string {
  const found = look(path);
  if (found === null) return `${path} absent`;
  if (found.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
  return found.isFile()
    ? `${path} ${found.mode.toString(8)} ${sha256(readFileSync(path))}`
    : `${path} folder`;
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

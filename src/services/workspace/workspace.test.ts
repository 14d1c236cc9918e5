import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, landRequest } from "../../../test/support/git-place.ts";

function calculator() {
  const place = createPlace();
  place.write("src/add.js", "export const add = (a, b) => a - b;\n");
  place.write("src/other.js", "export const other = 1;\n");
  place.write(".gitignore", "node_modules/\n");
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

test("an attempt contains the user's working tree", async () => {
  using place = calculator();
  place.write("src/other.js", "export const other = 2;\n");
  place.write("untracked.txt", "new\n");
  place.write("node_modules/x/index.js", "x\n");
  const before = place.git("status", "--porcelain");
  const attempt = await (await place.open()).openAttempt("one");
  expect(await attempt.files()).toEqual([".gitignore", "src/add.js", "src/other.js", "untracked.txt"]);
  expect(await attempt.readText("src/other.js")).toBe("export const other = 2;\n");
  expect(attempt.lent).toEqual([{ source: join(place.root, "node_modules"), at: "node_modules" }]);
  expect((await attempt.changes()).files).toEqual([]);
  await attempt.close();
  await attempt.close();
  expect(existsSync(attempt.path)).toBe(false);
  expect(place.git("status", "--porcelain")).toBe(before);
});

test("a tree can be edited, restored to its restore point, and compared with its opening state", async () => {
  using place = calculator();
  const attempt = await (await place.open()).openAttempt("one");
  await attempt.apply([{ path: "src/add.js", start: 31, end: 32, text: "+" }]);
  expect(await attempt.readText("src/add.js")).toBe("export const add = (a, b) => a + b;\n");
  await attempt.setRestorePoint();
  await attempt.writeBytes("src/new.js", Buffer.from("new\n"));
  await attempt.remove("src/other.js");
  await attempt.restore();
  expect(await attempt.files()).toEqual([".gitignore", "src/add.js", "src/other.js"]);
  const change = await attempt.changes();
  expect(change.files.map((file) => file.path)).toEqual(["src/add.js"]);
  expect(change.diff).toContain("+export const add = (a, b) => a + b;");
  await expect(
    attempt.apply([
      { path: "src/other.js", start: 0, end: 6, text: "" },
      { path: "src/add.js", start: 0, end: 9999, text: "" },
    ]),
  ).rejects.toMatchObject({ code: "bad_input" });
  expect(await attempt.readText("src/other.js")).toBe("export const other = 1;\n");
  await attempt.close();
});

test.each([
  "<b>x<b>.js",
  "a\"b'c.js",
  "line\nbreak.js",
  "bi\u202edi.js",
  "back\\slash.js",
  " lead.js",
  "a:b*.js",
])("a file that git names %j is edited and landed like any other", async (name) => {
  using place = calculator();
  place.write(name, "one\n");
  place.git("add", ".");
  place.git("commit", "-qm", "second");
  const workspace = await place.open();
  await expect(landRequest(workspace, { [`new/${name}`]: "x\n" })).rejects.toMatchObject({
    code: "path_refused",
  });
  expect(await workspace.land(await landRequest(workspace, { [name]: "two\n" }))).toMatchObject({
    status: "landed",
  });
  expect(place.git("show", "--format=", "--name-only", "-z", "HEAD")).toBe(`${name}\0`);
  expect(place.git("show", `HEAD:${name}`)).toBe("two\n");
});

test("recent changes are those of the last commits and uncommitted ones, without new files", async () => {
  using place = calculator();
  place.write("src/later.js", "export const later = 1;\n");
  place.write("src/other.js", "export const other = 1;\nexport const more = 2;\n");
  place.git("add", ".");
  place.git("commit", "-qm", "second");
  place.write("src/add.js", "export const add = (a, b) => a + b;\n");
  const workspace = await place.open();
  const attempt = await workspace.openAttempt("one");
  const [uncommitted, sinceFirst, ...older] = await attempt.recentDiffs();
  expect(uncommitted).toContain("+export const add = (a, b) => a + b;");
  expect(uncommitted).not.toContain("+export const more = 2;");
  expect(sinceFirst).toContain("+export const more = 2;");
  expect(sinceFirst).toContain("+export const add = (a, b) => a + b;");
  expect(sinceFirst).not.toContain("later.js");
  expect(older).toEqual([]);
  await attempt.close();
});

test("a repository without commits has no recent changes", async () => {
  using place = createPlace();
  place.write("a.js", "1;\n");
  const attempt = await (await place.open()).openAttempt("one");
  expect(await attempt.recentDiffs()).toEqual([]);
  await attempt.close();
});

test("landing commits only the change, and leaves the user's other work unchanged", async () => {
  using place = calculator();
  place.write("src/other.js", "export const other = 2;\n");
  place.write("staged.js", "staged\n");
  place.git("add", "staged.js");
  place.write("untracked.txt", "new\n");
  const before = place.git("status", "--porcelain");
  const workspace = await place.open();
  const request = await landRequest(workspace, {
    "src/add.js": "export const add = (a, b) => a + b;\n",
    "src/n/e.js": "n\n",
  });
  const landing = await workspace.land(request);
  expect(landing).toEqual({
    status: "landed",
    commit: place.git("rev-parse", "HEAD").trim(),
    branch: "main",
  });
  expect(place.git("diff-files", "--name-only")).toBe("src/other.js\n");
  expect(place.git("status", "--porcelain")).toBe(before);
  expect(place.git("show", "--stat", "--format=%an%n%B")).toContain(`[ExoTrace: ${request.traceId}]`);
  const trailer = place.git("log", "-1", "--format=%(trailers:key=ExoTrace,valueonly)");
  expect(trailer.trim()).toBe(request.traceId);
  expect(place.git("show", "--name-only", "--format=")).toBe("src/add.js\nsrc/n/e.js\n");
  expect(place.git("log", "-1", "--format=%an <%ae>")).toBe("Ada <ada@example.org>\n");
  expect(place.git("reflog", "-1", "--format=%gs")).toContain("agentforge: fix(calc)");
  expect(await workspace.land(request)).toEqual(landing);

  const back = await workspace.rollback(request.landingId);
  expect(back).toMatchObject({ status: "restored", files: ["src/add.js", "src/n/e.js"] });
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toContain("a - b");
  expect(existsSync(join(place.root, "src/n"))).toBe(false);
  expect(place.git("status", "--porcelain")).toBe(before);
  expect(place.git("diff", "HEAD~2", "HEAD")).toBe("");
  expect(place.git("log", "-1", "--format=%B")).toContain("revert: fix(calc)");
  expect(await workspace.rollback(request.landingId)).toEqual({ status: "already_restored" });
  expect(readdirSync(join(place.root, ".git")).filter((name) => name.includes("agentforge"))).toEqual([]);
  place.git("fsck", "--strict");
});

test("a landing is refused if the user has changed the same file", async () => {
  using place = calculator();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "fixed\n" });
  place.write("src/add.js", "mine\n");
  expect(await workspace.land(request)).toMatchObject({ status: "conflict", paths: ["src/add.js"] });
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toBe("mine\n");
  place.git("checkout", "src/add.js");
  expect(await workspace.land(request)).toMatchObject({ status: "landed" });
  place.write("src/add.js", "mine again\n");
  expect(await workspace.rollback(request.landingId)).toMatchObject({
    status: "refused",
    files: [{ path: "src/add.js", why: expect.stringContaining("changed") }],
  });
});

test("reports HEAD, the branch and what is uncommitted", async () => {
  using place = calculator();
  place.write("untracked.txt", "new\n");
  const state = await (await place.open()).state();
  expect(state).toEqual({
    head: place.git("rev-parse", "HEAD").trim(),
    branch: "main",
    dirty: ["untracked.txt"],
    underWay: null,
  });
  expect(statSync(join(place.root, ".agentforge")).isDirectory()).toBe(true);
});

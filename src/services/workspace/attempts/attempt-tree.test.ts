import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlace, openAt, type Place, userEnv } from "../../../../test/support/git-place.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";

function repository(): Place {
  const place = createPlace();
  place.write("a.js", "a\n");
  place.write("bin/run.sh", "#!/bin/sh\n", 0o755);
  place.write("crlf.txt", "one\r\ntwo\r\n");
  place.write("no-newline.txt", "last");
  place.write("binary.dat", Buffer.from([0, 1, 2, 255]));
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

test("refuses protected paths and reports missing ones", async () => {
  using place = repository();
  const attempt = await (await place.open()).openAttempt("one");
  for (const path of ["../x", ".git/config", ".github/workflows/x.yml", "/etc/passwd", "node_modules/x.js"]) {
    await expect(attempt.writeBytes(path, Buffer.from("x"))).rejects.toMatchObject({ code: "path_refused" });
  }
  await expect(attempt.remove("nothing.js")).rejects.toMatchObject({ code: "not_found" });
  await expect(attempt.readText("nothing.js")).rejects.toMatchObject({ code: "not_found" });
  await expect(attempt.apply([{ path: "binary.dat", start: 0, end: 1, text: "x" }])).rejects.toMatchObject({
    code: "bad_input",
  });
  expect((await attempt.changes()).files).toEqual([]);
  await attempt.close();
});

test("line endings, a missing final newline and the mode survive an edit", async () => {
  using place = repository();
  const attempt = await (await place.open()).openAttempt("one");
  await attempt.apply([
    { path: "crlf.txt", start: 0, end: 3, text: "ONE" },
    { path: "no-newline.txt", start: 0, end: 0, text: "the " },
    { path: "bin/run.sh", start: 10, end: 10, text: "exit 0\n" },
  ]);
  expect(readFileSync(join(attempt.path, "crlf.txt"), "utf8")).toBe("ONE\r\ntwo\r\n");
  expect(readFileSync(join(attempt.path, "no-newline.txt"), "utf8")).toBe("the last");
  expect(statSync(join(attempt.path, "bin/run.sh")).mode & 0o111).toBe(0o111);
  expect((await attempt.changes()).files.find((file) => file.path === "bin/run.sh")?.after?.mode).toBe(
    "100755",
  );
  await attempt.close();
});

test("a file that an edit removed is restored with the others", async () => {
  using place = repository();
  const attempt = await (await place.open()).openAttempt("one");
  await attempt.apply([
    { path: "crlf.txt", start: 0, end: 3, text: "ONE" },
    { path: "bin/run.sh", start: 0, end: 0, text: "", remove: true },
  ]);
  expect(await attempt.files()).not.toContain("bin/run.sh");
  const { files, diff } = await attempt.changes();
  expect(files.find((file) => file.path === "bin/run.sh")?.after).toBeNull();
  expect(diff).toContain("deleted file mode 100755");
  await attempt.restore();
  expect((await attempt.changes()).files).toEqual([]);
  expect(statSync(join(attempt.path, "bin/run.sh")).mode & 0o111).toBe(0o111);
  await attempt.close();
});

test("the initial content of a tree is distinguished from any other content", async () => {
  using place = repository();
  const workspace = await place.open();
  const openings: string[] = [];
  for (const [id, text] of [
    ["one", null],
    ["two", null],
    ["three", "new\n"],
  ] as const) {
    if (text !== null) place.write("crlf.txt", text);
    const attempt = await workspace.openAttempt(id);
    openings.push(attempt.opening);
    await attempt.close();
  }
  expect(openings[0]).toBe(openings[1]);
  expect(openings[2]).not.toBe(openings[1]);
});

test("git can apply the diff, no matter what the files contain", async () => {
  using place = repository();
  const workspace = await place.open();
  const file = fc.record({
    name: fc.constantFrom("a.js", "crlf.txt", "no-newline.txt", "binary.dat", "new/ü [x].txt", "bin/run.sh"),
    content: fc.oneof(
      fc.constant(null),
      fc.uint8Array({ maxLength: 40 }),
      fc
        .array(fc.constantFrom("a", "one", "", "+++", "--- a/x", "\r"), { maxLength: 6 })
        .map((lines) => Buffer.from(lines.join("\n"))),
    ),
  });
  let serial = 0;
  const writes = fc.uniqueArray(file, { selector: (item) => item.name, minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(writes, async (items) => {
      const attempt = await workspace.openAttempt(`p${serial++}`);
      for (const { name, content } of items) await put(attempt, name, content);
      const change = await attempt.changes();
      if (change.diff !== "") {
        const target = execFileSync("mktemp", ["-d", "-p", place.base], { encoding: "utf8" }).trim();
        execFileSync("cp", [
          "-a",
          ...["a.js", "bin", "crlf.txt", "no-newline.txt", "binary.dat"].map((name) =>
            join(place.root, name),
          ),
          target,
        ]);
        execFileSync("git", ["apply", "--whitespace=nowarn", "-"], {
          cwd: target,
          input: change.diff,
          env: { ...userEnv(place.base), GIT_CEILING_DIRECTORIES: place.base },
        });
        for (const { path, after } of change.files) {
          expect(existsSync(join(target, path))).toBe(after !== null);
          if (after !== null)
            expect(readFileSync(join(target, path)).toString("base64")).toBe(after.content_base64);
        }
      }
      await attempt.restore();
      expect((await attempt.changes()).files).toEqual([]);
      await attempt.close();
    }),
    { numRuns: 8 },
  );
});

test("attempts run side by side without seeing each other", async () => {
  using place = repository();
  const workspace = await place.open();
  const attempts = await Promise.all(["one", "two", "three"].map((id) => workspace.openAttempt(id)));
  await Promise.all(attempts.map((attempt) => attempt.writeBytes("a.js", Buffer.from(`${attempt.id}\n`))));
  for (const attempt of attempts) expect(await attempt.readText("a.js")).toBe(`${attempt.id}\n`);
  await expect(workspace.openAttempt("one")).rejects.toMatchObject({ code: "busy" });
  await expect(workspace.openAttempt("../one")).rejects.toMatchObject({ code: "bad_input" });
  await Promise.all(attempts.map((attempt) => attempt.close()));
  expect(readFileSync(join(place.root, "a.js"), "utf8")).toBe("a\n");
});

test("the separate git directory has one commit with the initial content on top of the user's", async () => {
  using place = repository();
  place.write("a.js", "uncommitted\n");
  chmodSync(join(place.root, "crlf.txt"), 0o755);
  const attempt = await (await place.open()).openAttempt("one");
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      encoding: "utf8",
      env: { ...userEnv(place.base), GIT_DIR: join(attempt.path, "../git") },
    });
  expect(git("show", "HEAD:a.js")).toBe("uncommitted\n");
  expect(git("rev-parse", "HEAD^")).toBe(place.git("rev-parse", "HEAD"));
  expect(attempt.baseCommit).toBe(place.git("rev-parse", "HEAD").trim());
  expect(existsSync(join(attempt.path, ".git"))).toBe(false);
  await attempt.close();
});

async function put(attempt: AttemptTree, name: string, content: Uint8Array | null): Promise<void> {
  if (content !== null) return attempt.writeBytes(name, content);
  if ((await attempt.files()).includes(name)) await attempt.remove(name);
}

test("a copy that is interrupted leaves no attempt", async () => {
  using place = repository();
  for (let at = 0; at < 3000; at += 1) place.write(`many/module${at}.py`, "x\n");
  const workspace = await place.open();
  const stopped = new AbortController();
  const copied: string[] = [];
  const onContent = (path: string) => {
    copied.push(path);
    stopped.abort();
  };
  const copying = workspace.openAttempt("one", { signal: stopped.signal, onContent });
  await expect(copying).rejects.toMatchObject({ name: "AbortError" });
  expect(copied.length).toBeLessThan(3000);
  expect(existsSync(join(place.root, ".agentforge/attempts/one"))).toBe(false);
});

test("an interrupt does not wait for git to list the files", async () => {
  using place = createPlace();
  place.write("a.txt", "a");
  const slowGit = join(place.base, "slow-git");
  writeFileSync(slowGit, '#!/bin/sh\ncase "$*" in *ls-files*) exec sleep 50;; esac\nexec git "$@"\n', {
    mode: 0o755,
  });
  const git = { path: slowGit, env: { PATH: process.env.PATH ?? "" } };
  const workspace = await openAt(place.root, place.base, { git });
  const stopped = new AbortController();
  const opening = workspace.openAttempt("one", { signal: stopped.signal });
  setTimeout(() => stopped.abort(new Error("canceled")), 300);
  await expect(opening).rejects.toThrow("canceled");
}, 40_000);

test("closing after an interrupt moves the copy away immediately", async () => {
  using place = repository();
  const stopped = new AbortController();
  const attempt = await (await place.open()).openAttempt("one", { signal: stopped.signal });
  stopped.abort();
  await attempt.close();
  expect(existsSync(attempt.path)).toBe(false);
  await expect
    .poll(() => readdirSync(join(place.root, ".agentforge/scratch")), { timeout: 5000 })
    .toEqual([]);
});

test("a folder with only large data is lent, readable and not writable", async () => {
  using place = repository();
  place.write("data/large.bin", Buffer.alloc(33 * 1024 * 1024, 1));
  const attempt = await (await place.open()).openAttempt("one");
  expect(existsSync(join(attempt.path, "data"))).toBe(false);
  expect(attempt.lent).toContainEqual({ source: join(place.root, "data"), at: "data", isOwn: true });
  expect(await attempt.files()).toContain("data/large.bin");
  expect((await attempt.readBytes("data/large.bin")).length).toBe(33 * 1024 * 1024);
  for (const path of ["data/large.bin", "data/new.bin"]) {
    await expect(attempt.writeBytes(path, Buffer.from("x"))).rejects.toMatchObject({ code: "unsupported" });
  }
  expect((await attempt.changes()).files).toEqual([]);
  await attempt.close();
});

test("the copy of a large tree is removed by another program", async () => {
  using place = repository();
  for (let at = 0; at < 2000; at += 1) place.write(`many/file${at}.txt`, "x\n");
  const attempt = await (await place.open()).openAttempt("one");
  await attempt.close();
  expect(existsSync(attempt.path)).toBe(false);
  const scratch = join(place.root, ".agentforge", "scratch");
  await expect.poll(() => readdirSync(scratch), { timeout: 60_000 }).toEqual([]);
});

import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayLack } from "../../../test/support/toolchains.ts";
import type { Command, Sandbox } from "../../domain/ports/sandbox.ts";
import { openSandbox, probeSandboxes, type SandboxOptions } from "./index.ts";

const options: SandboxOptions = {
  path: `${join(process.execPath, "..")}:/usr/local/bin:/usr/bin:/bin`,
  home: "/nonexistent",
  unsafe: true,
};
const usable = new Set(
  (await probeSandboxes(options)).filter((probe) => probe.usable).map((probe) => probe.id),
);
test.skipIf(mayLack(usable.has("bubblewrap"), "bubblewrap"))(
  "bubblewrap is tested along with the others",
  () => {
    expect(usable).toContain("bubblewrap");
  },
);

const identity = {
  user: "mira",
  host: "alder-3",
  home: "/srv/mira",
  folder: "/srv/checkout/one",
  timeZone: "Asia/Tokyo",
};
const root = mkdtempSync(join(tmpdir(), "agentforge-sandbox-"));
const tree = join(root, "tree");
const store = join(root, "store");

beforeAll(() => {
  mkdirSync(join(tree, "folder"), { recursive: true });
  mkdirSync(join(store, "package"), { recursive: true });
  writeFileSync(join(tree, "kept.txt"), "kept\n");
  mkdirSync(join(tree, "programs"));
  writeFileSync(join(tree, "programs", "greet"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
  writeFileSync(join(tree, ".env"), "SECRET=1\n");
  writeFileSync(join(tree, "folder", "id_rsa"), "PRIVATE\n");
  writeFileSync(join(store, "package", "index.js"), "module.exports = 42;\n");
  mkdirSync(join(store, ".some-tool-cache"));
  writeFileSync(join(store, ".some-tool-cache", "old"), "old");
  writeFileSync(join(root, "outside.txt"), "outside\n");
  symlinkSync(join(root, "outside.txt"), join(tree, "link"));
  symlinkSync(root, join(tree, "linked"));
  writeBuilt();
  mkdirSync(join(root, "user/node_modules/@a"), { recursive: true });
  for (const [place, text] of [
    [tree, "copy\n"],
    [join(root, "user"), "user\n"],
  ] as const) {
    mkdirSync(join(place, "packages/b"), { recursive: true });
    writeFileSync(join(place, "packages/b/where"), text);
  }
  symlinkSync(join(root, "user/packages/b"), join(root, "user/node_modules/@a/b"));
});

function writeBuilt(): void {
  mkdirSync(join(root, "built/classes"), { recursive: true });
  mkdirSync(join(root, "built/reports"), { recursive: true });
  writeFileSync(join(root, "built/classes/A.class"), "old\n");
  writeFileSync(join(root, "built/reports/a.xml"), "old\n");
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

for (const id of ["bubblewrap", "namespaces", "subprocess"] as const) {
  describe.skipIf(!usable.has(id))(`${id} keeps the contract`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ ...options, backends: [id] });
    });
    const sh = async (script: string, more: Partial<Command> = {}) =>
      sandbox.execute({ argv: ["/bin/sh", "-c", script], tree, ...more });

    test("runs an argument vector and reports how it ended", async () => {
      const result = await sh("echo out; echo err >&2; exit 7");
      expect(result).toMatchObject({
        exitCode: 7,
        signal: null,
        stdout: "out\n",
        stderr: "err\n",
        killedBy: null,
      });
    });

    test("passes arguments unchanged", async () => {
      const odd = ["", "a b", "$(id)", "`id`", "'\"", "--", "-x", "é\n"];
      const result = await sandbox.execute({
        argv: ["node", "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd],
        tree,
      });
      expect(JSON.parse(result.stdout)).toEqual(odd);
    });

    test("a missing program is reported as a result, not an exception", async () => {
      const result = await sandbox.execute({ argv: ["no-such-program-here"], tree });
      expect(result).toMatchObject({ exitCode: 127, killedBy: null });
    });

    test("a program named like a shell builtin runs instead of the builtin", async () => {
      const result = await sandbox.execute({ argv: ["eval", "echo interpreted"], tree });
      expect(result).toMatchObject({ exitCode: 127, stdout: "" });
    });

    test("death by a signal is reported without the shell's messages", async () => {
      expect(await sh("kill -SEGV $$")).toMatchObject({ signal: "SIGSEGV", stderr: "" });
    });

    test("writes succeed and are discarded", async () => {
      const result = await sh("echo new > kept.txt; echo more > new.txt; rm folder/id_rsa; cat kept.txt");
      expect(result.stdout).toBe("new\n");
      expect(readFileSync(join(tree, "kept.txt"), "utf8")).toBe("kept\n");
      expect(await sh("ls -A . folder")).toMatchObject({ stdout: expect.stringContaining("id_rsa") });
    });

    test("what a command added to the tree is kept on request, without links being followed", async () => {
      const to = mkdtempSync(join(root, "added-"));
      const script = `mkdir -p made/in .git/hooks folder/new && echo a > made/in/a && echo b > folder/new/b
        chmod 4755 made/in/a; ln -s ${join(root, "outside.txt")} made/link; mkfifo made/pipe
        echo changed > kept.txt; echo c > .git/hooks/pre-commit`;
      expect(await sh(script, { addedTo: to })).toMatchObject({ exitCode: 0 });
      expect(readdirSync(to, { recursive: true }).sort()).toEqual(
        ["folder", "folder/new", "folder/new/b", "made", "made/in", "made/in/a", "made/link"].sort(),
      );
      expect(statSync(join(to, "made/in/a")).mode & 0o7777).toBe(0o755);
      expect(lstatSync(join(to, "made/link")).isSymbolicLink()).toBe(true);
    });

    test("nothing is kept from a command that fails or is stopped", async () => {
      const to = mkdtempSync(join(root, "added-"));
      await sh("echo a > made; exit 3", { addedTo: to });
      await sh("echo a > made; sleep 60", { addedTo: to, limits: { timeoutMs: 500 } });
      expect(readdirSync(to)).toEqual([]);
    });

    test("prints its paths as paths of the tree", async () => {
      expect((await sh("pwd", { cwd: "folder" })).stdout).toBe(`${join(tree, "folder")}\n`);
    });

    test("lent folders can be read and used, and their source stays unchanged", async () => {
      const lent = [{ source: store, at: "node_modules" }];
      const result = await sh("node -p 'require(\"package\")'", { lent });
      expect(result.stdout).toBe("42\n");
    });

    test("a lent folder of the user's own files can be written to, and its source stays unchanged", async () => {
      const own = join(root, "own");
      mkdirSync(own, { recursive: true });
      chmodSync(own, 0o755);
      writeFileSync(join(own, "data.bin"), "kept", { mode: 0o644 });
      const lent = [{ source: own, at: "data", isOwn: true }];
      const result = await sh("cat data/data.bin && echo new > data/new.bin", { lent });
      expect(result).toMatchObject({ exitCode: 0, stdout: "kept" });
      expect(readdirSync(own)).toEqual(["data.bin"]);
    });

    test("folders of the tree can come first on the search path", async () => {
      const result = await sh("greet; echo $PATH", { pathFirst: [join(tree, "programs")] });
      expect(result.stdout).toMatch(/^hello\n[^:]+\/tree\/programs:.*\/bin/);
      expect((await sh("greet")).exitCode).toBe(127);
    });

    test("the caches of tools in a lent folder can be written and removed", async () => {
      const lent = [{ source: store, at: "node_modules" }];
      const script =
        "cd node_modules && rm .some-tool-cache/old && echo new > .some-tool-cache/new && ls .some-tool-cache";
      const result = await sh(script, { lent });
      // Without confinement the folder is the user's own.
      if (id === "subprocess") writeFileSync(join(store, ".some-tool-cache/old"), "old");
      expect(result).toMatchObject({ exitCode: 0, stdout: "new\n" });
    });

    test("a link by full path to a package of the repository leads to the copy", async () => {
      const lent = [{ source: join(root, "user/node_modules"), at: "node_modules" }];
      const result = await sh("cat node_modules/@a/b/where", { lent });
      // Without confinement the link is the user's own.
      expect(result.stdout).toBe(id === "subprocess" ? "user\n" : "copy\n");
    });

    test("leftovers of an earlier build in a lent folder can be replaced", async () => {
      const lent = [{ source: join(root, "built"), at: "target" }];
      const script = "rm target/reports/a.xml && echo new > target/classes/A.class && cat target/*/*";
      const result = await sh(script, { lent });
      // Without confinement the folder is the user's own.
      if (id === "subprocess") writeBuilt();
      expect(result).toMatchObject({ exitCode: 0, stdout: "new\n" });
      expect(readFileSync(join(root, "built/classes/A.class"), "utf8")).toBe("old\n");
    });

    test("passes stdin, environment and artifacts", async () => {
      const result = await sh(
        'cat; printf "$GIVEN" > "$AGENTFORGE_ARTIFACTS/a.txt"; ln -s /etc/passwd "$AGENTFORGE_ARTIFACTS/b.txt"',
        {
          stdin: "typed",
          env: { GIVEN: "given" },
          artifacts: ["a.txt", "b.txt", "missing.txt", "../kept.txt"],
        },
      );
      expect(result.stdout).toBe("typed");
      expect(Object.keys(result.artifacts)).toEqual(["a.txt"]);
      expect(Buffer.from(result.artifacts["a.txt"] ?? []).toString()).toBe("given");
    });

    test("artifacts of another identity are found by a placeholder, and none of our variables is set", async () => {
      const result = await sh('env > "$0/a.txt"', {
        argv: ["/bin/sh", "-c", 'env > "$0/a.txt"', "{artifacts}"],
        artifacts: ["a.txt"],
        identity,
      });
      expect(result.stderr).toBe("");
      const said = Buffer.from(result.artifacts["a.txt"] ?? []).toString();
      expect(said).toMatch(/^USER=mira$/m);
      expect(said).toMatch(/^LOGNAME=mira$/m);
      expect(said).toMatch(/^TZ=Asia\/Tokyo$/m);
      expect(said).toMatch(/^HOME=.*\/srv\/mira$/m);
      expect(said).not.toContain("AGENTFORGE");
    });

    test("another identity sees the tree in another folder, and its output is translated back", async () => {
      const { stdout, artifacts } = await sandbox.execute({
        argv: ["/bin/sh", "-c", 'pwd | tee "$1"; cat "$2"', "sh", "{artifacts}/where", `${tree}/kept.txt`],
        tree,
        identity,
        artifacts: ["where"],
      });
      expect(stdout).toBe(`${tree}\nkept\n`);
      expect(new TextDecoder().decode(artifacts.where)).toBe(`${tree}\n`);
      const seen = await sh("pwd | tr / :", { identity });
      expect(seen.stdout.trim()).toMatch(id === "subprocess" ? /:srv:checkout:one$/ : /^:srv:checkout:one$/);
    });

    test("files are written into the copy of the tree, and only there", async () => {
      const files = [
        { path: "kept.txt", text: "changed\n" },
        { path: "folder/new.txt", text: "new\n$(id) %s" },
      ];
      const result = await sh("cat kept.txt folder/new.txt", { files });
      expect(result.stdout).toBe("changed\nnew\n$(id) %s");
      expect(readFileSync(join(tree, "kept.txt"), "utf8")).toBe("kept\n");
    });

    test("a file that exceeds the limit for one argument is written completely", async () => {
      const text = `${"é€😀x".repeat(45_000)}end`;
      const { stdout } = await sh("sha256sum < kept.txt", { files: [{ path: "kept.txt", text }] });
      expect(stdout.slice(0, 64)).toBe(createHash("sha256").update(text).digest("hex"));
    });

    test.each([
      ["through a link", { path: "linked/outside.txt", text: "" }],
      ["onto a link", { path: "link", text: "" }],
      ["outside", { path: "../outside.txt", text: "" }],
      ["onto a folder", { path: "folder", text: "" }],
      ["into a folder that does not exist", { path: "nowhere/new.txt", text: "" }],
      ["longer than the limit for all arguments", { path: "kept.txt", text: "x".repeat(1_500_001) }],
    ])("refuses to write a file %s", async (_name, file) => {
      await expect(sh("true", { files: [file] })).rejects.toMatchObject({ code: "bad_input" });
      expect(readFileSync(join(root, "outside.txt"), "utf8")).toBe("outside\n");
    });

    test("the home and the temporary folder of another identity are empty and can be written to", async () => {
      const result = await sh('ls -A "$HOME" "$TMPDIR" && touch "$HOME/a" "$TMPDIR/b" && date +%Z', {
        identity,
      });
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
      expect(result.stdout).toMatch(/srv\/mira:\n\n.*\/tmp\/mira:\nJST\n$/);
    });

    test("stops a command that works silently, but not one that waits or prints", async () => {
      const limits = { silentMs: 800, timeoutMs: 60_000 };
      const [works, builds, waits, speaks] = await Promise.all([
        sh("echo begins; while :; do :; done", { limits }),
        sh("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; sleep 1.5; echo built", {
          limits,
          speaksLate: true,
        }),
        sh("sleep 2; echo done", { limits }),
        sh("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.2; done", { limits }),
      ]);
      expect(works).toMatchObject({ killedBy: "silence", timedOut: true, stdout: "begins\n" });
      expect([builds.killedBy, builds.stdout]).toEqual([null, "built\n"]);
      expect([waits.killedBy, waits.stdout]).toEqual([null, "done\n"]);
      expect([speaks.killedBy, speaks.exitCode]).toEqual([null, 0]);
    });

    test("gives a command three times as long before its first output", async () => {
      const limits = { silentMs: 700, timeoutMs: 60_000 };
      const spin = (times: number) => `i=0; while [ $i -lt ${times} ]; do i=$((i+1)); done`;
      const began = performance.now();
      const loads = await sh(`${spin(1e12)}; echo never`, { limits });
      expect(loads.killedBy).toBe("silence");
      expect(performance.now() - began).toBeGreaterThan(2100);
    });

    test("stops a command that neither works nor prints, and measures the longest silence", async () => {
      const limits = { stalledMs: 1200, timeoutMs: 60_000 };
      const [waits, speaks] = await Promise.all([
        sh("echo begins; sleep 30", { limits }),
        sh("echo a; sleep 0.5; echo b; sleep 0.1; echo c", { limits }),
      ]);
      expect(waits).toMatchObject({ killedBy: "stall", timedOut: true, stdout: "begins\n" });
      expect(speaks).toMatchObject({ killedBy: null, exitCode: 0 });
      expect(speaks.longestSilenceMs).toBeGreaterThan(250);
      expect(speaks.longestSilenceMs).toBeLessThan(1200);
    });

    test("a timeout kills the whole process tree, including a grandchild that holds stdout", async () => {
      const startedAt = performance.now();
      const result = await sh("(setsid sleep 20 &); sleep 20", { limits: { timeoutMs: 300 } });
      expect(result).toMatchObject({ timedOut: true, killedBy: "timeout" });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    });

    test("limits the output, keeps head and tail, and does not block the child", async () => {
      const result = await sh("echo first; yes | head -c 3000000; echo last", {
        limits: { outputBytes: 65_536 },
      });
      expect(result).toMatchObject({ exitCode: 0, outputTruncated: true });
      expect(result.stdout.length).toBeLessThanOrEqual(65_536);
      expect(result.stdout.startsWith("first\n")).toBe(true);
      expect(result.stdout.endsWith("last\n")).toBe(true);
    });

    test("limits resident memory", async () => {
      const fill = "const kept = []; for (;;) kept.push(Buffer.alloc(8 << 20, 1));";
      const result = await sandbox.execute({
        argv: ["node", "-e", fill],
        tree,
        limits: { memoryMb: 300, timeoutMs: 20_000 },
      });
      expect(result).toMatchObject({ killedBy: "memory" });
    });

    test.skipIf(!existsSync("/usr/bin/python3"))("memory that processes share is counted once", async () => {
      const share =
        "import os,time\nx=bytearray(b'x')*(90<<20)\nfor i in range(5):\n  if os.fork()==0: time.sleep(1); os._exit(0)\nfor i in range(5): os.wait()";
      const result = await sandbox.execute({
        argv: ["/usr/bin/python3", "-c", share],
        tree,
        limits: { memoryMb: 420, timeoutMs: 30_000 },
      });
      expect(result).toMatchObject({ killedBy: null, exitCode: 0 });
    });

    test("a signal from outside ends it", async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      expect(await sh("sleep 20", { signal: controller.signal })).toMatchObject({ killedBy: "abort" });
      expect(await sh("sleep 20", { signal: AbortSignal.abort() })).toMatchObject({ killedBy: "abort" });
    });

    test("a warm worker answers line by line", async () => {
      const worker = await sandbox.start({ argv: ["cat"], tree });
      worker.stdin.write("one\ntwo\n");
      const lines = worker.lines[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe("one");
      expect((await lines.next()).value).toBe("two");
      worker.stdin.end();
      expect((await lines.next()).done).toBe(true);
      expect(await worker.done).toMatchObject({ exitCode: 0, killedBy: null });
    });

    test("a warm worker can be killed, twice", async () => {
      const worker = await sandbox.start({ argv: ["cat"], tree });
      await worker.kill();
      await worker.kill();
      expect(await worker.done).toMatchObject({ killedBy: "abort" });
    });
  });
}

test("without a sandbox nothing runs, and the error says what to do", async () => {
  const failure = openSandbox({ ...options, unsafe: false, backends: ["subprocess"] });
  await expect(failure).rejects.toMatchObject({
    code: "no_sandbox",
    hint: expect.stringContaining("bubblewrap"),
  });
});

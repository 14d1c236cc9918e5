import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command, Sandbox } from "../../domain/ports/sandbox.ts";
import { openSandbox, probeSandboxes, type SandboxOptions } from "./index.ts";

const options: SandboxOptions = {
  path: `${join(process.execPath, "..")}:/usr/local/bin:/usr/bin:/bin`,
  home: "/nonexistent",
};
const usable = new Set(
  (await probeSandboxes(options)).filter((probe) => probe.usable).map((probe) => probe.id),
);
const identity = {
  user: "mira",
  host: "alder-3",
  home: "/srv/mira",
  folder: "/srv/checkout/one",
  timeZone: "Asia/Tokyo",
};
const root = mkdtempSync(join(tmpdir(), "agentforge-confinement-"));
const tree = join(root, "tree");
const store = join(root, "store");

beforeAll(() => {
  mkdirSync(join(tree, "folder"), { recursive: true });
  writeFileSync(join(tree, ".env"), "SECRET=1\n");
  writeFileSync(join(tree, "folder", "id_rsa"), "PRIVATE\n");
  writeFileSync(join(root, "outside.txt"), "outside\n");
  symlinkSync(join(root, "outside.txt"), join(tree, "link"));
  for (const name of ["package", ".some-tool-cache"]) mkdirSync(join(store, name), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

for (const id of ["bubblewrap", "namespaces"] as const) {
  describe.skipIf(!usable.has(id))(`${id} confines`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ ...options, backends: [id] });
    });
    const sh = async (script: string, more: Partial<Command> = {}) =>
      sandbox.execute({ argv: ["/bin/sh", "-c", script], tree, ...more });

    test("secrets in the tree are empty regular files", async () => {
      const result = await sh(
        "cat .env folder/id_rsa; test -f .env && test -f folder/id_rsa && echo regular",
      );
      expect(result.stdout).toBe("regular\n");
    });

    test("paths outside do not exist, and a link does not lead out", async () => {
      expect((await sh(`cat ${root}/outside.txt link`)).stdout).toBe("");
    });

    test("the command runs as an ordinary user without capabilities, new privileges, or our environment", async () => {
      const result = await sh(
        "id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status; tr '\\0' '\\n' < /proc/1/environ",
      );
      expect(result.stdout).toMatch(/^1000\nCapEff:\t0+\nNoNewPrivs:\t1\n/);
      expect(result.stdout).not.toContain("VITEST");
    });

    test("another identity is another user on another host, no matter how it is queried", async () => {
      const script = "whoami; id -un; id -gn; hostname; uname -n; cat /proc/sys/kernel/hostname; pwd";
      const asked = await sh(`${script}; ls /home`, { identity });
      const host = "alder-3\nalder-3\nalder-3\n";
      expect(asked.stdout).toBe(`mira\nmira\nmira\n${host}${tree}\n`);
      const told =
        'const os=require("os");const u=os.userInfo();console.log(u.username,u.homedir,os.hostname())';
      const { stdout } = await sandbox.execute({ argv: ["node", "-e", told], tree, identity });
      expect(stdout).toBe("mira /srv/mira alder-3\n");
      const uids = [await sh("id -u; id -g", { identity }), await sh("id -u; id -g")].map(
        (each) => each.stdout,
      );
      expect(uids[1]).toBe("1000\n1000\n");
      expect(uids[0]).not.toBe(uids[1]);
    });

    test("a tree may have any name", async () => {
      const odd = join(root, 'it\'s $(an) odd "tree", *really*\n');
      mkdirSync(join(odd, "sub folder"), { recursive: true });
      writeFileSync(join(odd, "sub folder", "file"), "found\n");
      const lent = [{ source: store, at: "sub folder/lent here" }];
      const result = await sh("cat file; ls 'lent here'", { tree: odd, cwd: "sub folder", lent });
      expect(result).toMatchObject({ stdout: "found\npackage\n", stderr: "", exitCode: 0 });
    });

    test("build leftovers can be overwritten, and their source stays unchanged", async () => {
      const made = join(root, "made", "target");
      mkdirSync(join(made, "debug"), { recursive: true });
      writeFileSync(join(made, "debug", "lock"), "old");
      const lent = [{ source: made, at: "target" }];
      const result = await sh(
        "echo new > target/debug/lock && touch target/debug/more && cat target/debug/lock",
        {
          lent,
        },
      );
      expect(result).toMatchObject({ exitCode: 0, stdout: "new\n" });
      expect(readFileSync(join(made, "debug", "lock"), "utf8")).toBe("old");
    });

    test("lent folders accept writes, which are discarded", async () => {
      const lent = [{ source: store, at: "node_modules" }];
      const result = await sh(
        "mkdir node_modules/.cache && echo x > node_modules/.cache/y && cat node_modules/.cache/y",
        { lent },
      );
      expect(result.stdout).toBe("x\n");
      expect((await sh("ls -A node_modules", { lent })).stdout).toBe(".some-tool-cache\npackage\n");
    });

    test("processes, disk and network are limited", async () => {
      const forks = await sh("for i in $(seq 200); do sleep 5 & done", { limits: { processes: 50 } });
      expect(forks.stderr).toContain("fork");
      const disk = await sh("head -c 40000000 /dev/zero > big; echo $?", { limits: { diskMb: 16 } });
      expect(disk.stdout).toBe("1\n");
      const interfaces = await sh("tail -n +3 /proc/net/dev | cut -d: -f1");
      expect(interfaces.stdout.trim()).toBe("lo");
    });

    test("has its own loopback", async () => {
      const talk =
        'const s=require("net").createServer(c=>c.end("hi")).listen(0,"127.0.0.1",()=>require("net").connect(s.address().port,"127.0.0.1").on("data",d=>{console.log(String(d));process.exit()}))';
      const result = await sandbox.execute({
        argv: ["node", "-e", talk],
        tree,
        limits: { timeoutMs: 10_000 },
      });
      expect(result.stdout).toBe("hi\n");
    });
  });
}

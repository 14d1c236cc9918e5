import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayLack } from "../../../test/support/toolchains.ts";
import type { Command, Sandbox } from "../../domain/ports/sandbox.ts";
import type { Machine } from "./backend.ts";
import { candidates } from "./candidates.ts";
import { thisMachine } from "./host/machine.ts";
import { openSandbox, probeSandboxes, type SandboxId, type SandboxOptions } from "./index.ts";

const options: SandboxOptions = {
  path: `${join(process.execPath, "..")}:/usr/bin:/bin`,
  home: "/nonexistent",
};
const probes = await probeSandboxes(options);
const usable = new Set(probes.filter((probe) => probe.usable).map((probe) => probe.id));
const root = mkdtempSync(join(tmpdir(), "agentforge-walls-"));
const tree = join(root, "tree");
const store = join(root, "store");
const outside = join(root, "outside");
let calls = 0;
const server = createServer((socket) => {
  calls++;
  socket.end();
});

beforeAll(async () => {
  chmodSync(root, 0o755);
  for (const folder of [outside, join(store, "deep/er"), join(tree, "node_modules"), join(tree, "venv/bin")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(outside, "target"), "outside\n");
  server.listen(join(store, "deep/er/host.sock"));
  await once(server, "listening");
  chmodSync(join(store, "deep/er/host.sock"), 0o777);
  for (const path of ["deep/pipe", "er.sock"]) execFileSync("mkfifo", [join(store, path)]);
  execFileSync("mkfifo", [join(tree, "pipe")]);
  execFileSync("mkfifo", [join(tree, "node_modules/pipe")]);
  mkdirSync(join(store, ".cache"));
  symlinkSync(outside, join(store, ".cache/way"));
  writeFileSync(join(tree, "venv/pyvenv.cfg"), `home = ${outside}\n`);
  symlinkSync(join(outside, "python3"), join(tree, "venv/bin/python"));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

for (const id of ["bubblewrap", "namespaces"] as const) {
  describe.skipIf(mayLack(usable.has(id), id))(`${id}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ ...options, backends: [id] });
    });
    const sh = (script: string, more: Partial<Command> = {}) =>
      sandbox.execute({ argv: ["/bin/sh", "-c", script], tree, ...more });
    const lent = [{ source: store, at: "lent" }];

    test("shows sockets and pipes of lent folders and of the tree as empty files", async () => {
      const looks =
        "for f in lent/deep/er/host.sock lent/deep/pipe lent/er.sock pipe node_modules/pipe; do [ -f $f ] && [ ! -s $f ] && echo masked; done";
      expect((await sh(looks, { lent })).stdout).toBe("masked\n".repeat(5));
      const call = `require("net").connect("lent/deep/er/host.sock").on("error",()=>process.exit(9)).on("connect",()=>console.log("CONNECTED"))`;
      const result = await sandbox.execute({ argv: ["node", "-e", call], tree, lent });
      expect([result.stdout, result.exitCode, calls]).toEqual(["", 9, 0]);
      expect(lstatSync(join(store, "deep/er/host.sock")).isSocket()).toBe(true);
    });

    test("a socket that appears later is masked for the next command", async () => {
      await sh("true", { lent });
      execFileSync("mkfifo", [join(store, `later-${id}`)]);
      expect((await sh(`[ -p lent/later-${id} ] || echo masked`, { lent })).stdout).toBe("masked\n");
    });

    test("a link in a lent folder does not make us change the owner of its target", async () => {
      await sh("true", { lent });
      expect(lstatSync(join(outside, "target")).uid).toBe(process.getuid?.());
    });

    test("a virtualenv made from a folder without Python exposes nothing of it, and the failure says why", async () => {
      expect((await sh(`cat ${outside}/target`)).stdout).toBe("");
      const result = await sandbox.execute({ argv: ["venv/bin/python", "-V"], tree });
      expect(result.exitCode).not.toBe(0);
      expect(result.stderr).toContain(`The virtualenv venv was created from "${outside}"`);
    });

    test("does not reveal the name of the machine", async () => {
      const { stdout } = await sh("uname -n; cat /proc/sys/kernel/hostname");
      expect(stdout).toBe("sandbox\nsandbox\n");
      expect(stdout.split("\n")).not.toContain(hostname());
    });

    test("filters system calls", async () => {
      expect((await sh("grep ^Seccomp: /proc/self/status")).stdout).toMatch(/\t2\n/);
      expect(probes.find((probe) => probe.id === id)?.why).toMatch(/^system calls are filtered \(by /);
    });
  });
}

describe.skipIf(mayLack(usable.has("namespaces"), "namespaces"))("the filter of namespaces", () => {
  for (const loader of ["perl", "python3"]) {
    const other = loader === "perl" ? "python3" : "perl";
    const isHere = thisMachine().which(loader) !== null;
    test.skipIf(mayLack(isHere, loader))(`is loaded by ${loader}`, async () => {
      const { candidate, probe } = await probeWithout("namespaces", [other]);
      expect(probe).toMatchObject({ usable: true, filter: loader });
      const sandbox = await candidate.open();
      const run = async (script: string) =>
        (await sandbox.execute({ argv: ["/bin/sh", "-c", script], tree })).stdout;
      expect(await run("grep ^Seccomp: /proc/self/status")).toBe("Seccomp:\t2\n");
      expect(await run("unshare -U true || echo refused")).toBe("refused\n");
      expect(await run("grep -E '^SigIgn' /proc/self/status")).toBe("SigIgn:\t0000000000000000\n");
      expect(await run("ls -l /proc/self/fd | grep filter || echo closed")).toBe("closed\n");
    });
  }

  test("is reported as missing, with the reason, if nothing can load it, and the sandbox still works", async () => {
    const { probe } = await probeWithout("namespaces", ["perl", "python3"]);
    expect(probe).toMatchObject({
      usable: true,
      filter: null,
      why: "system calls are not filtered: neither perl nor python3 is installed to load the filter",
    });
  });

  test("falls back to the next loader when one fails", async () => {
    const machine = thisMachine();
    const broken: Machine = {
      ...machine,
      which: (program) =>
        program === "python3" ? "/bin/false" : program === "perl" ? null : machine.which(program),
    };
    const probe = await candidateOf("namespaces", broken).probe();
    expect(probe).toMatchObject({ usable: true, filter: null, why: expect.stringContaining("python3: ") });
  });
});

test.skipIf(mayLack(usable.has("bubblewrap"), "bubblewrap"))(
  "bubblewrap works wherever it is installed",
  async () => {
    const machine = thisMachine();
    const folder = join(root, "local/bin");
    mkdirSync(folder, { recursive: true });
    copyFileSync(machine.which("bwrap") ?? "", join(folder, "bwrap"));
    const moved: Machine = {
      ...machine,
      which: (program) => (program === "bwrap" ? join(folder, "bwrap") : machine.which(program)),
    };
    expect(await candidateOf("bubblewrap", moved).probe()).toMatchObject({ usable: true });
    writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'bwrap of another kind' >&2\nexit 1\n");
    expect(await candidateOf("bubblewrap", moved).probe()).toMatchObject({
      usable: false,
      why: expect.stringContaining("bwrap of another kind"),
    });
  },
);

function candidateOf(id: SandboxId, machine: Machine) {
  const candidate = candidates(machine, options).find((each) => each.id === id);
  if (candidate === undefined) throw new Error(`no ${id}`);
  return candidate;
}

async function probeWithout(id: SandboxId, hidden: readonly string[]) {
  const machine = thisMachine();
  const candidate = candidateOf(id, {
    ...machine,
    which: (program) => (hidden.includes(program) ? null : machine.which(program)),
  });
  return { candidate, probe: await candidate.probe() };
}

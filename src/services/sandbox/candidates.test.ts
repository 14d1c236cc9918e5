import { expect, test } from "vitest";
import type { Machine } from "./backend.ts";
import { candidates } from "./candidates.ts";
import type { SandboxOptions } from "./options.ts";

const options: SandboxOptions = {
  path: "/usr/bin",
  home: "/nonexistent",
  dockerSocket: "/nonexistent/docker.sock",
};
const asked: string[] = [];
const bareMachine: Machine = {
  platform: "linux",
  uid: 1000,
  which: () => null,
  ask: async (argv) => {
    asked.push(argv.join(" "));
    return { exitCode: 1, stdout: "", stderr: "" };
  },
};
const probe = (machine: Machine, more: Partial<SandboxOptions> = {}) =>
  Promise.all(candidates(machine, { ...options, ...more }).map((candidate) => candidate.probe()));

test("the best comes first, and running unconfined last", () => {
  const ids = candidates(bareMachine, options).map((candidate) => candidate.id);
  expect(ids).toEqual(["bubblewrap", "namespaces", "docker", "subprocess"]);
});

test("without any backend, nothing runs and every backend says what to install", async () => {
  const probes = await probe(bareMachine);
  expect(probes.filter(({ usable }) => usable)).toEqual([]);
  expect(asked).toEqual([]);
  expect(probes.map(({ remedy }) => remedy)).toEqual([
    expect.stringContaining("install bubblewrap"),
    expect.stringContaining("install util-linux"),
    expect.stringContaining("systemctl start docker"),
    undefined,
  ]);
});

test("suggests Linux on other systems", async () => {
  const [bubblewrap] = await probe({ ...bareMachine, platform: "darwin" });
  expect(bubblewrap).toMatchObject({
    usable: false,
    why: "needs Linux, this is darwin",
    remedy: expect.stringContaining("WSL 2"),
  });
});

test("a sandbox that cannot be set up is reported as unusable, with the reason", async () => {
  const broken: Machine = {
    ...bareMachine,
    which: (program) => (program === "unshare" ? "/bin/false" : `/usr/bin/${program}`),
  };
  const [bubblewrap] = await probe(broken);
  expect(bubblewrap).toMatchObject({ usable: false, why: expect.stringContaining("could not be set up") });
});

test("running unconfined requires an explicit request", async () => {
  expect((await probe(bareMachine)).at(-1)).toMatchObject({ id: "subprocess", usable: false });
  expect((await probe(bareMachine, { unsafe: true })).at(-1)).toMatchObject({
    id: "subprocess",
    usable: true,
  });
});

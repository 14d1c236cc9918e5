import { describe, expect, test } from "vitest";
import { openSandbox, probeSandboxes, runEscapeBattery, type SandboxOptions } from "./index.ts";
import { neverRan } from "./run/results.ts";

const options: SandboxOptions = { path: "/usr/bin:/bin", home: "/nonexistent", unsafe: true };
const usable = new Set(
  (await probeSandboxes(options)).filter((probe) => probe.usable).map((probe) => probe.id),
);

for (const id of ["bubblewrap", "namespaces"] as const) {
  test.skipIf(!usable.has(id))(`${id} contains the short battery`, async () => {
    const report = await runEscapeBattery(await openSandbox({ ...options, backends: [id] }));
    expect(report.attempts.filter((attempt) => attempt.status !== "contained")).toEqual([]);
    expect(report.controls.filter((control) => !control.works)).toEqual([]);
    expect(report.status).toBe("contained");
  });
}

describe("the battery can fail", () => {
  test("without a sandbox attempts escape", async () => {
    const report = await runEscapeBattery(await openSandbox({ ...options, backends: ["subprocess"] }));
    expect(report.status).toBe("escaped");
    const escaped = report.attempts.filter(({ status }) => status === "escaped").map(({ id }) => id);
    expect(escaped).toEqual(expect.arrayContaining(["read-outside", "virtualenv", "socket", "host-name"]));
  });

  test("a sandbox that runs nothing is void, not contained", async () => {
    const deaf = {
      id: "namespaces" as const,
      execute: async () => neverRan({}),
      start: () => Promise.reject(),
    };
    expect((await runEscapeBattery(deaf)).status).toBe("void");
  });
});

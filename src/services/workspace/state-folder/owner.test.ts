import { describe, expect, it } from "vitest";
import { currentOwner, isAlive } from "./owner.ts";

describe("an owner", () => {
  it("is alive as long as its process, and dead afterwards", async () => {
    const self = await currentOwner();
    expect(await isAlive(self)).toBe(true);
    expect(await isAlive({ ...self, started: "1" })).toBe(false);
  });

  it("is dead if it was recorded on this machine before a restart", async () => {
    const self = await currentOwner();
    expect(await isAlive({ ...self, boot: "another boot" })).toBe(false);
    expect(await isAlive({ ...self, machine: null, boot: "another boot" })).toBe(false);
  });

  it("without a machine id may be on another machine that shares the database", async () => {
    const self = await currentOwner();
    expect(await isAlive({ ...self, machine: null, boot: "another boot" }, "shared")).toBe(true);
    const named = self.machine !== null;
    expect(await isAlive({ ...self, boot: "another boot" }, "shared")).toBe(!named);
    expect(await isAlive({ ...self, machine: "another machine" })).toBe(true);
  });
});

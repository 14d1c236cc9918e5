import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { removeLeftovers, temporaryFolder } from "./temporary.ts";

const scratch = mkdtempSync(join(tmpdir(), "agentforge-leftovers-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const base = { path: "", home: "", scratch };
const isAlive = async (mark: string) => {
  try {
    return process.kill(Number(mark.split("-")[0]), 0);
  } catch {
    return false;
  }
};

describe("temporary folders", () => {
  it("of a killed process are removed by the next one; those of a live process and of others stay", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"]);
    const dead = { mark: `${child.pid}-1-aa-bb-cc`, isAlive };
    const left = [
      temporaryFolder("copy", { ...base, owner: dead }),
      temporaryFolder("container", { ...base, owner: dead }),
    ];
    const own = temporaryFolder("copy", { ...base, owner: { mark: `${process.pid}-1-aa-bb-cc`, isAlive } });
    mkdirSync(join(scratch, "agentforge-copy-of-mine"));
    await removeLeftovers({ ...base, owner: dead });
    expect(left.every((folder) => existsSync(folder))).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    await removeLeftovers({ ...base, owner: dead });
    expect(readdirSync(scratch).sort()).toEqual(
      [own.slice(scratch.length + 1), "agentforge-copy-of-mine"].sort(),
    );
  });

  it("are left alone if their owner is unknown", async () => {
    const folder = temporaryFolder("copy", base);
    await removeLeftovers(base);
    expect(existsSync(folder)).toBe(true);
  });
});

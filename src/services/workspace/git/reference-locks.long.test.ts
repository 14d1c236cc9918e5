import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPlace, type Place } from "../../../../test/support/git-place.ts";

const LOCK = ".git/refs/agentforge/journal/one.lock";

describe("a lock on one of our references", () => {
  it("is removed immediately if its process was killed", async () => {
    using place = createPlace();
    const { references } = await place.open();
    await references.update("journal/one", () => "before");
    await killedWhileHolding(place);
    expect(existsSync(join(place.root, LOCK))).toBe(true);
    await references.update("journal/one", (text) => `${text} and after`);
    expect(await references.read("journal/one")).toBe("before and after");
  });

  it("is removed and reported by the next start, together with the ticket", async () => {
    using place = createPlace();
    const workspace = await place.open();
    await killedWhileHolding(place);
    expect(await workspace.recover()).toEqual([
      "removed the lock that a killed process left on refs/agentforge/journal/one",
    ]);
    expect(leftIn(place)).toEqual([]);
  });

  it("stays if its process is alive, no matter how slow it is", async () => {
    using place = createPlace();
    const { references, recover } = await place.open();
    const child = await holding(place);
    await expect(references.update("journal/one", () => "text")).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining(LOCK),
    });
    expect(await recover()).toEqual([]);
    expect(existsSync(join(place.root, LOCK))).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("never blocks a later writer, whenever a process is killed", async () => {
    using place = createPlace();
    const { references, recover } = await place.open();
    for (let round = 0; round < 8; round += 1) {
      const child = start(place, "loop");
      await once(child.stdout as NodeJS.ReadableStream, "data");
      await pause(20 + round * 13);
      child.kill("SIGKILL");
      await once(child, "exit");
      await references.update("journal/one", (text) => `${text ?? ""}.`);
    }
    expect((await references.read("journal/one"))?.replaceAll(/[^.]/g, "")).toHaveLength(8);
    await recover();
    expect(leftIn(place)).toEqual([]);
  }, 60_000);
});

async function killedWhileHolding(place: Place): Promise<void> {
  const child = await holding(place);
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function holding(place: Place): Promise<ChildProcess> {
  const child = start(place, "hold");
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

function start({ root, base }: Place, what: "hold" | "loop"): ChildProcess {
  const script = `
    import { linkSync, mkdirSync, writeFileSync } from "node:fs";
    import { createContext } from "./context.ts";
    import { createReferences } from "./git/own-references.ts";
    import { newTicket } from "./git/reference-locks.ts";
    const context = await createContext({
      root: ${JSON.stringify(root)},
      stateFolder: ${JSON.stringify(join(root, ".agentforge"))},
      now: () => new Date(),
      randomId: () => crypto.randomUUID().slice(0, 8),
      git: { path: "git", env: { PATH: process.env.PATH, HOME: ${JSON.stringify(base)} } },
    });
    if (${what === "hold"}) {
      const ticket = await newTicket(context);
      writeFileSync(ticket, "half");
      mkdirSync(${JSON.stringify(join(root, ".git/refs/agentforge/journal"))}, { recursive: true });
      linkSync(ticket, ${JSON.stringify(join(root, LOCK))});
      console.log("held");
      setInterval(() => undefined, 1000);
    } else {
      console.log("started");
      for (;;) await createReferences(context).update("journal/one", (text) => (text ?? "") + "x");
    }`;
  const folder = fileURLToPath(new URL("..", import.meta.url));
  return spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function leftIn({ root }: Place): string[] {
  return readdirSync(join(root, ".git"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.lock$|agentforge-reference/.test(name),
  );
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const module = new URL("./wake-thread-pool.ts", import.meta.url).href;
const run = async (script: string) =>
  (await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])).stdout.trim();

test("keeps using the thread pool, and does not keep the process alive", async () => {
  const script = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    let calls = 0;
    const { stat } = fs;
    fs.stat = (...given) => { calls += 1; stat(...given); };
    syncBuiltinESMExports();
    const { wakeThreadPool } = await import(${JSON.stringify(module)});
    wakeThreadPool();
    process.on("exit", () => console.log(calls));
    setTimeout(() => {}, 2500);
  `;
  expect(Number(await run(script))).toBeGreaterThanOrEqual(1);
});

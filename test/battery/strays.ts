import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Processes that still work for this repository two seconds later. */
export async function straysOf(path: string): Promise<string[]> {
  for (let wait = 0; wait < 20; wait += 1) {
    if (find().length === 0) return [];
    await sleep(100);
  }
  return find();

  function find(): string[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(readCommand)
      .filter((command) => command.includes(path));
  }
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

import { readFile } from "node:fs/promises";

/** The name of an account; null for the current one, which is identified more reliably elsewhere. */
export function accountNames(): (uid: number) => Promise<string | null> {
  let names: Promise<ReadonlyMap<number, string>> | null = null;
  return async (uid) => {
    if (uid === process.getuid?.()) return null;
    names ??= readNames();
    return (await names).get(uid) ?? `uid ${uid}`;
  };
}

async function readNames(): Promise<ReadonlyMap<number, string>> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  const accounts = text.split("\n").map((line) => line.split(":"));
  return new Map(accounts.map(([name = "", , uid]) => [Number(uid), name]));
}

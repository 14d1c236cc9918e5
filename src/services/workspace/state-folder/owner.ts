import { hash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { z } from "zod";

/** A process, distinguished from a later one with the same number. */
export const Owner = z.object({
  pid: z.int().positive(),
  /** Clock ticks from system boot to the start of the process; null if the system does not report it. */
  started: z.string().nullable(),
  boot: z.string().nullable(),
  /** Several machines may share a database. */
  machine: z.string().nullable().default(null),
  /** The process namespace: a process id has no meaning in another one. */
  namespace: z.string().nullable(),
});
export type Owner = z.infer<typeof Owner>;

export async function currentOwner(): Promise<Owner> {
  return {
    pid: process.pid,
    started: await startOf(process.pid),
    boot: await bootId(),
    machine: await machineId(),
    namespace: await namespaceId(),
  };
}

/**
 * Whether the owner may still be running. One we cannot see, in another container or on another machine,
 * counts as alive. An owner without a machine id and with another boot id may be on another machine if the
 * record is shared; if the record is on this machine's disk, the machine was restarted.
 */
export async function isAlive(owner: Owner, record: "shared" | "local" = "local"): Promise<boolean> {
  const machine = await machineId();
  const isNamed = (owner.machine ?? null) !== null;
  if (owner.machine !== machine && (isNamed || record === "shared")) return true;
  if (owner.boot !== null && owner.boot !== (await bootId())) return record === "shared" && !isNamed;
  if (owner.namespace !== null && owner.namespace !== (await namespaceId())) return true;
  if (!exists(owner.pid)) return false;
  return owner.started === (await startOf(owner.pid));
}

/** The owner as part of a file name; long parts are shortened to a few digits of their hash. */
export function markOf({ pid, started, boot, machine, namespace }: Owner): string {
  return [pid, started ?? 0, ...[boot, machine, namespace].map(shortHash)].join("-");
}

/** Like `isAlive`, from a file name. A process we cannot see counts as alive until `old` says otherwise. */
export async function isMarkAlive(mark: string, old: boolean): Promise<boolean> {
  const [pid, started, boot, machine, namespace] = mark.split("-");
  const self = await currentOwner();
  if (machine !== shortHash(self.machine)) return !old;
  if (boot !== shortHash(self.boot)) return false;
  if (namespace !== shortHash(self.namespace)) return !old;
  return isAlive({ ...self, pid: Number(pid) || 1, started: started === "0" ? null : (started ?? null) });
}

function shortHash(text: string | null): string {
  return hash("sha256", text ?? "").slice(0, 8);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Field 22 of /proc/<pid>/stat; the name before it may contain spaces and parentheses. */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? null : (fields[19] ?? null);
}

async function bootId(): Promise<string | null> {
  const text = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => null);
  return text?.trim() ?? null;
}

async function machineId(): Promise<string | null> {
  const text = await readFile("/etc/machine-id", "utf8").catch(() => "");
  return text.trim() || null;
}

async function namespaceId(): Promise<string | null> {
  return readlink("/proc/self/ns/pid").catch(() => null);
}

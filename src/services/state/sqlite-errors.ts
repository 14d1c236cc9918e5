import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";

const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** Explains SQLite errors that a person can fix; anything else is a bug and is rethrown. */
export function asPersonError(error: unknown, file: string): unknown {
  const extended = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof extended !== "number") return error;
  const code = extended & 0xff;
  if (code === FULL || ((code === IO_ERROR || code === CANNOT_OPEN) && isFull(file)))
    return diskFull(file, error);
  if (code === BUSY || code === LOCKED) {
    return new AgentForgeError("busy", `another process holds ${file} and did not release it in time`, {
      hint: "Try again; `agentforge status` shows what is running.",
      cause: error,
    });
  }
  if (code === READ_ONLY || code === CANNOT_OPEN) {
    return new AgentForgeError("read_only", `${file} cannot be written`, {
      hint: "Make sure that you can write to the .agentforge folder.",
      cause: error,
    });
  }
  const damaged = code === CORRUPT || code === NOT_A_DATABASE || isWrongSchema(error);
  return damaged ? databaseDamaged(file, (error as Error).message, error) : error;
}

export function databaseDamaged(file: string, why: string, cause?: unknown): AgentForgeError {
  return new AgentForgeError("state_damaged", `${file} is damaged: ${why}`, {
    hint: "Nothing was changed. See docs/state.md, 'When the database is damaged'.",
    cause,
  });
}

export function diskFull(path: string, cause: unknown): AgentForgeError {
  return new AgentForgeError("disk_full", `the disk is full: could not write ${path}`, {
    hint: "Nothing already saved is lost. Free some space, then run the command again.",
    cause,
  });
}

/** Tables are created once and recorded: a table that is missing, or exists without a record, means damage. */
function isWrongSchema(error: unknown): boolean {
  return /^no such (table|column)|already exists$/.test((error as Error).message);
}

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < 256 * 1024;
  } catch {
    return false;
  }
}

import { AgentForgeError, messageOf } from "../../domain/errors.ts";

const BUSY = ["55P03", "40001", "40P01"];
const READ_ONLY = ["25006", "42501"];
const REFUSED = ["28000", "28P01", "3D000"];

/** Explains server errors that a person can fix; anything else is a bug and is rethrown. */
export function asPersonError(error: unknown, url: string): unknown {
  if (error instanceof AgentForgeError) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  const server = serverOf(url);
  if (BUSY.includes(code)) {
    return new AgentForgeError(
      "busy",
      `another process holds the database at ${server} and did not release it in time`,
      {
        hint: "Try again; `agentforge status` shows what is running.",
        cause: error,
      },
    );
  }
  if (code === "53100")
    return new AgentForgeError("disk_full", `the disk on ${server} is full`, { cause: error });
  if (READ_ONLY.includes(code)) {
    return new AgentForgeError(
      "read_only",
      `the database at ${server} cannot be written: ${(error as Error).message}`,
      {
        hint: "Give the user in AGENTFORGE_DATABASE permission to create a schema and to write.",
        cause: error,
      },
    );
  }
  if (REFUSED.includes(code) || isConnection(code, error)) {
    return new AgentForgeError(
      "remote_failed",
      `PostgreSQL at ${server} cannot be used: ${reasonOf(error)}`,
      {
        hint: "Check AGENTFORGE_DATABASE (or `database` in your own config.yaml), and that the server is running.",
        cause: error,
      },
    );
  }
  return error;
}

/** The address, without anything that could be a password. */
export function serverOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || "this machine"}${port ? `:${port}` : ""}${pathname}`;
  } catch {
    return "the given address";
  }
}

/** Class 08 and 57P; socket errors; and the driver's errors about closed connections. */
function isConnection(code: string, error: unknown): boolean {
  if (/^(?:08|57P)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  const message = error instanceof Error ? error.message : "";
  return /Connection terminated|not queryable|timeout expired|Client was closed/i.test(message);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return messageOf(error);
}

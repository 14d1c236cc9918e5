import { createHash, randomBytes } from "node:crypto";
import { basename } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Environment } from "../../services/config/index.ts";
import type { PostgresAddress } from "../../services/state/index.ts";

/** The database the user wants; null for the repository's own SQLite file. */
export function databaseUrl(environment: Environment, setting: string | null): URL | null {
  const text = environment.database ?? setting;
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ["postgres:", "postgresql:"].includes(url.protocol)) return url;
  throw new AgentForgeError("bad_config", "the database URL does not start with postgres://", {
    hint: "Set AGENTFORGE_DATABASE=postgres://user@host:5432/name, or unset it to use SQLite.",
  });
}

/**
 * One schema per repository: clones of the same origin share it, other repositories do not. `?schema=` in the address names
 * another; the one that was used first is kept in the state folder.
 */
export function addressFor(url: URL, root: string, origin: string | null): PostgresAddress {
  const bare = new URL(url);
  const named = bare.searchParams.get("schema");
  bare.searchParams.delete("schema");
  return { url: bare.href, schema: named ?? schemaFor(root, origin), isNamed: named !== null };
}

export function schemaFor(root: string, origin: string | null): string {
  const name = origin === null ? basename(root) : (plainOrigin(origin).split("/").at(-1) ?? "");
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 30);
  const suffix =
    origin === null
      ? randomBytes(5).toString("hex")
      : createHash("sha256").update(plainOrigin(origin)).digest("hex").slice(0, 10);
  return `agentforge_${slug}_${suffix}`;
}

/** `host/path`, for every spelling: ssh or https, with a user, a token or `.git` at the end. */
export function plainOrigin(origin: string): string {
  const path = origin.replace(/^[a-z+]+:\/\//i, "").replace(/^[^/@]*@/, "");
  const [host = "", ...rest] = path.replace(/^([^/:]+):(?:\d+\/)?/, "$1/").split("/");
  return [host.toLowerCase(), ...rest]
    .join("/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}

/** The host as limits name it; a repository on disk has the host `local`. */
export function hostOf(origin: string): string {
  if (/^(?:\/|\.|file:)/.test(origin)) return "local";
  return plainOrigin(origin).split("/")[0] ?? "";
}

import { createHash, randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { AgentForgeError } from "../domain/errors.ts";
import { type Environment, loadUserSettings } from "../services/config/index.ts";
import type { PostgresAddress } from "../services/state/index.ts";

/** Where the user wants the truth to be kept: null for the repository's own SQLite file. */
export async function databaseUrl(environment: Environment): Promise<URL | null> {
  const own = await loadUserSettings(join(environment.configFolder, "config.yaml"));
  const text = environment.database ?? own.database;
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ["postgres:", "postgresql:"].includes(url.protocol)) return url;
  throw new AgentForgeError("bad_config", "the database is not given as postgres://…", {
    hint: "AGENTFORGE_DATABASE=postgres://user@host:5432/name, or unset it to use SQLite.",
  });
}

/**
 * One schema a repository: clones of the same origin share it, others do not meet. `?schema=` in the address names
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

/** `host/path`, however it is written: with ssh or https, a user, a token, `.git` at the end. */
function plainOrigin(origin: string): string {
  const path = origin.replace(/^[a-z+]+:\/\//i, "").replace(/^[^/@]*@/, "");
  const [host = "", ...rest] = path.replace(/^([^/:]+):(?:\d+\/)?/, "$1/").split("/");
  return [host.toLowerCase(), ...rest]
    .join("/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}

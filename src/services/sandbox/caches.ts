import { existsSync } from "node:fs";
import { join } from "node:path";

/** A folder that a tool insists on writing to. Inside, writes succeed and are discarded. */
export interface Cache {
  readonly source: string;
  readonly at: string;
  readonly masked: readonly string[];
  /** Names below that must be writable even if the files belong to another user. */
  readonly owned: readonly string[];
  /** Whether it is split into folders by the first two letters of a hash, each of which must be writable. */
  readonly shards: boolean;
  /** Variables that point the tool here. */
  readonly env: Readonly<Record<string, string>>;
}

/** Caches in the user's home that save a toolchain from fetching or building everything again. */
export function cachesOf(home: string, insideHome: string): readonly Cache[] {
  const cargo = join(home, ".cargo");
  const candidates: readonly Cache[] = [
    {
      source: cargo,
      at: cargo,
      masked: ["credentials", "credentials.toml"],
      owned: [".package-cache", ".package-cache-mutate", ".global-cache"],
      shards: false,
      env: { CARGO_HOME: cargo, CARGO_NET_OFFLINE: "true" },
    },
    plain(join(home, "go/pkg/mod"), join(insideHome, "go/pkg/mod")),
    {
      ...plain(join(home, ".cache/go-build"), join(insideHome, ".cache/go-build")),
      owned: ["trim.txt", "testexpire.txt"],
      shards: true,
    },
    plain(join(home, ".m2/repository"), join(insideHome, ".m2/repository")),
    plain(join(home, ".cache/deno"), join(insideHome, ".cache/deno")),
    plain(join(home, ".gradle/caches"), join(insideHome, ".gradle/caches")),
  ];
  return candidates.filter((cache) => existsSync(cache.source));
}

function plain(source: string, at: string): Cache {
  return { source, at, masked: [], owned: [], shards: false, env: {} };
}

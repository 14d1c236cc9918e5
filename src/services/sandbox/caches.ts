import { existsSync } from "node:fs";
import { join } from "node:path";

/** A folder that a tool insists on writing to. Inside, writes succeed and vanish. */
export interface Cache {
  /** The same for the same tool, wherever its files are. */
  readonly kind: string;
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
export function cachesOf(
  home: string,
  insideHome: string,
  cargo: string = join(home, ".cargo"),
): readonly Cache[] {
  const usual = (kind: string): Cache => plain(kind, join(home, kind), join(insideHome, kind));
  const candidates: readonly Cache[] = [
    {
      kind: ".cargo",
      source: cargo,
      at: cargo,
      masked: ["credentials", "credentials.toml"],
      owned: [".package-cache", ".package-cache-mutate", ".global-cache"],
      shards: false,
      env: { CARGO_HOME: cargo, CARGO_NET_OFFLINE: "true" },
    },
    usual("go/pkg/mod"),
    { ...usual(".cache/go-build"), owned: ["trim.txt", "testexpire.txt"], shards: true },
    usual(".m2/repository"),
    usual(".cache/deno"),
    usual(".gradle/caches"),
  ];
  return candidates.filter((cache) => existsSync(cache.source));
}

function plain(kind: string, source: string, at: string): Cache {
  return { kind, source, at, masked: [], owned: [], shards: false, env: {} };
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A folder that a tool insists on writing to. Inside, writes succeed and are discarded. */
export interface Cache {
  /** Identifies the tool, no matter where its files are. */
  readonly kind: string;
  readonly source: string;
  readonly at: string;
  readonly masked: readonly string[];
  /**
   * Paths below it that must be writable even if the files belong to another user. Analysis of Go code needs
   * more.
   */
  owned(isGoAnalysis: boolean): "all" | readonly string[];
  /** Variables that point the tool here. */
  readonly env: Readonly<Record<string, string>>;
}

/** Caches in the user's home that save a toolchain from fetching or building everything again. */
export function cachesOf(
  home: string,
  insideHome: string,
  cargo: string = join(home, ".cargo"),
): readonly Cache[] {
  const at = (kind: string): Cache => ({
    kind,
    source: join(home, kind),
    at: join(insideHome, kind),
    masked: [],
    owned: () => [],
    env: {},
  });
  const goBuild = at(".cache/go-build");
  const gradle = at(".gradle/caches");
  const candidates: readonly Cache[] = [
    {
      kind: ".cargo",
      source: cargo,
      at: cargo,
      masked: ["credentials", "credentials.toml"],
      owned: () => present(cargo, [".package-cache", ".package-cache-mutate", ".global-cache"]),
      env: { CARGO_HOME: cargo, CARGO_NET_OFFLINE: "true" },
    },
    at("go/pkg/mod"),
    {
      ...goBuild,
      owned: (isGoAnalysis) =>
        isGoAnalysis
          ? "all"
          : [...present(goBuild.source, ["trim.txt", "testexpire.txt"]), ...shardsOf(goBuild.source)],
    },
    ...["staticcheck", "golangci-lint"].map(
      (name): Cache => ({
        ...at(`.cache/${name}`),
        owned: (isGoAnalysis) => (isGoAnalysis ? "all" : []),
      }),
    ),
    at(".m2/repository"),
    at(".cache/deno"),
    { ...gradle, owned: () => gradleRecords(gradle.source) },
  ];
  return candidates.filter((cache) => existsSync(cache.source));
}

function present(folder: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => existsSync(join(folder, name)));
}

/** Folders of a cache that is split by the first two letters of a hash. */
function shardsOf(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

const MOST_RECORDS = 5000;

/** The folders, lock files and indexes of Gradle's cache. It only reads the rest, such as downloaded libraries. */
function gradleRecords(source: string): readonly string[] {
  const found: string[] = [];
  const folders = [""];
  for (const folder of folders) {
    for (const entry of readdirSync(join(source, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^modules-\d+\/files-/.test(path)) folders.push(path);
      else if (!/\.(?:lock|bin|properties)$/.test(entry.name)) continue;
      found.push(path);
    }
    if (found.length > MOST_RECORDS) break;
  }
  return found;
}

import { readFileSync } from "node:fs";

/** The host's mounts that matter to a sandbox. */
export interface HostMounts {
  /** Mount points strictly below a folder. */
  below(folder: string): readonly string[];
  /** Restrictions of the mount that contains a path that an ordinary user may not lift. */
  flagsOf(path: string): readonly string[];
}

export function readHostMounts(text: string = readMountinfo()): HostMounts {
  const mounts = text.split("\n").flatMap((line) => {
    const fields = line.split(" ");
    const at = fields[4];
    return at === undefined ? [] : [{ at: unescaped(at), options: (fields[5] ?? "").split(",") }];
  });
  return {
    below: (folder) => [...new Set(mounts.map(({ at }) => at).filter((at) => at.startsWith(`${folder}/`)))],
    flagsOf(path) {
      const on = mounts
        .filter(({ at }) => at === "/" || at === path || path.startsWith(`${at}/`))
        .reduce<{ at: string; options: string[] } | null>(
          (deepest, mount) => (deepest === null || mount.at.length >= deepest.at.length ? mount : deepest),
          null,
        );
      return on?.options.includes("noexec") === true ? ["noexec"] : [];
    },
  };
}

function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function readMountinfo(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

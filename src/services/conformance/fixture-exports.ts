import type { Exports } from "../../domain/ports/exports.ts";

/** An in-memory implementation of the port, for tests of what is written. */
export function memoryExports(): Exports & { readonly files: Map<string, unknown> } {
  const files = new Map<string, unknown>();
  return {
    files,
    writeYaml: async (path, data) => void files.set(path, data),
    writeYamls: async (all) => {
      for (const { path, data } of all) files.set(path, data);
    },
    readYaml: async (path) =>
      files.has(path) ? { status: "ok", data: files.get(path) } : { status: "absent" },
    writeText: async (path, text) => void files.set(path, text),
    appendYaml: async () => 0,
    replaceAppended: async () => {},
    readText: async () => null,
    reconcile: async () => null,
    readAppended: async () => ({ documents: [], torn: false }),
    changed: async () => [],
    setAside: async (path) => path,
    remove: async (path) => void files.delete(path),
  };
}

import type { Conformance } from "../../domain/ports/conformance.ts";
import type { ExportedFiles, Exports, StateFiles } from "../../domain/ports/exports.ts";

const FOLDERS = ["reviews", "escalations", "violations", "sessions", "fix_attempts"] as const;
const SET_ASIDE = /\.(?:edited|damaged|ahead|adopted|discarded)-[0-9A-Za-z-]+$/;

export interface StateFilesOptions {
  readonly exports: Exports;
  readonly stores: readonly ExportedFiles[];
  readonly conformance: Conformance;
}

/** The files of every store, for a person to adopt or discard. */
export function openStateFiles({ exports, stores, conformance }: StateFilesOptions): StateFiles {
  async function truthOf(file: string): Promise<unknown> {
    const id = /^violations\/(V-[0-9a-f]{12})\.yaml$/.exec(file)?.[1];
    if (id !== undefined) return conformance.violation(id);
    for (const store of stores) {
      const truth = await store.exported(file);
      if (truth !== null) return truth;
    }
    return null;
  }

  return {
    changed: () => exports.changed(FOLDERS),
    async read(path) {
      const file = path.replace(SET_ASIDE, "");
      const read = await exports.readYaml(path);
      const edited = read.status === "edited" || read.status === "ok" ? read.data : null;
      return { file, edited, truth: await truthOf(file) };
    },
    setAside: (path, why) => exports.setAside(path, why),
    async restore(file) {
      const truth = await truthOf(file);
      if (truth !== null) await exports.writeYaml(file, truth);
    },
  };
}

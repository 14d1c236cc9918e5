import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, NO_REDACTION, type Redactor } from "../../domain/rules/secrets/redactor.ts";

const KEY_FILE = "redaction.key";

/** The redactor of a process, created before the repository is known. */
export interface ProcessRedactor extends Redactor {
  /** From now on placeholders belong to this repository. Creates its key if there is none and `make` is set. */
  useKeyOf(stateFolder: string, make: boolean): void;
}

/**
 * Placeholders are derived with a key that only the state folder has, so that they stay the same from run to
 * run and nobody who sees one can guess passwords against it. Without a folder they are valid for this
 * process only.
 */
export function openRedactor(values: readonly string[]): ProcessRedactor {
  let folder: string | null = null;
  let key: string | null = null;
  const keyInUse = () => {
    key ??= (folder === null ? null : readKey(folder)) ?? randomKey();
    return key;
  };
  const tag = (value: string) =>
    crypto().createHmac("sha256", keyInUse()).update(value).digest("hex").slice(0, 6);
  return {
    ...createRedactor({ values, tag }),
    useKeyOf(stateFolder, make) {
      if (make) key = readKey(stateFolder) ?? makeKey(stateFolder, keyInUse());
      else if (key !== null) key = readKey(stateFolder) ?? key;
      folder = stateFolder;
    },
  };
}

/** Loaded lazily at the first secret, because loading it takes a third of a hook's time. */
const crypto = () => process.getBuiltinModule("node:crypto");
const randomKey = () => crypto().randomBytes(32).toString("hex");

/** For batteries that measure what would leak. No repository or environment setting reaches this. */
export const WITHOUT_REDACTION: ProcessRedactor = { ...NO_REDACTION, useKeyOf: () => undefined };

/** If two processes create one at the same time, both use the same. */
function makeKey(stateFolder: string, key: string): string {
  const draft = join(stateFolder, `${KEY_FILE}.${process.pid}`);
  writeFileSync(draft, `${key}\n`, { mode: 0o600 });
  try {
    linkSync(draft, join(stateFolder, KEY_FILE));
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readKey(stateFolder) ?? key;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readKey(stateFolder: string): string | null {
  try {
    return readFileSync(join(stateFolder, KEY_FILE), "utf8").trim() || null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

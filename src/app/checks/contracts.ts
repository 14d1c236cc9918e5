import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { type Contract, loadContracts } from "../../services/conformance/index.ts";

export interface ContractReader {
  /** Refuses contracts that do not parse, with file and line. */
  read(): Promise<readonly Contract[]>;
}

/** Reads `.agentforge/contracts/*.yaml`. The compiled contracts are cached until a file changes. */
export function createContractReader(stateFolder: string): ContractReader {
  let known: { readonly key: string; readonly contracts: readonly Contract[] } | null = null;
  return {
    async read() {
      const files = await readFiles(join(stateFolder, "contracts"));
      const key = JSON.stringify(files);
      if (known?.key !== key) known = { key, contracts: loadContracts(files) };
      return known.contracts;
    },
  };
}

async function readFiles(folder: string): Promise<{ path: string; text: string }[]> {
  const names = (await readdir(folder).catch(absent)).filter((name) => /\.ya?ml$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: `.agentforge/contracts/${name}`,
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
}

/** A missing folder means no contracts; an unreadable one is an error. */
function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw new AgentForgeError("bad_config", `.agentforge/contracts cannot be read: ${error.message}`, {
    cause: error,
  });
}

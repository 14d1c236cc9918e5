import type { CheckCache } from "./check-cache.ts";
import { loadContracts } from "./load-contracts.ts";
import { type CheckOutcome, type CheckRequest, runChecks } from "./run-checks.ts";

/** Runs YAML contracts on in-memory files, for tests. `reads` lists the files that were read. */
export async function runOver(
  contract: string,
  files: Readonly<Record<string, string>>,
  more: Partial<CheckRequest> & { readonly cache?: CheckCache; readonly reads?: string[] } = {},
): Promise<CheckOutcome> {
  const { reads, ...rest } = more;
  return runChecks({
    contracts: loadContracts([{ path: "contract.yaml", text: contract }]),
    files: Object.keys(files)
      .sort()
      .map((path) => ({ path, stamp: String(files[path]) })),
    read: async (path) => {
      reads?.push(path);
      return files[path] ?? "";
    },
    ...rest,
  });
}

import type { Contract } from "./contract.ts";
import { programOf } from "./linter-failure.ts";

/** The `command` checks that run the tool whose log was imported as the contract `tool`. */
export function checksOfTool(
  contracts: readonly Contract[],
  tool: string,
): readonly { readonly contract_id: string; readonly check_id: string }[] {
  return contracts.flatMap((contract) =>
    contract.checks
      .filter(({ type, options }) => type.meta.id === "command" && runs(options as { run: string[] }, tool))
      .map((check) => ({ contract_id: contract.id, check_id: check.id })),
  );
}

/** `semgrep-oss` is what Semgrep calls itself. */
function runs({ run }: { readonly run: readonly string[] }, tool: string): boolean {
  return programOf(run)
    .toLowerCase()
    .split(" ")
    .some((word) => tool === word || tool.startsWith(`${word}-`));
}

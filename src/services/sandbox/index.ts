import { AgentForgeError } from "../../domain/errors.ts";
import type { Sandbox } from "../../domain/ports/sandbox.ts";
import type { SandboxProbe } from "./backend.ts";
import { type Candidate, candidates } from "./candidates.ts";
import { thisMachine } from "./host/machine.ts";
import type { SandboxOptions } from "./options.ts";
import { removeLeftovers } from "./plan/temporary.ts";

export { runEscapeBattery } from "./escape-battery.ts";
export type { SandboxId, SandboxOptions } from "./options.ts";
export { treeOwner } from "./plan/tree-owner.ts";

/**
 * Opens the best sandbox that works here: each candidate is tested with a real command before it is trusted.
 * Throws `no_sandbox` when none works; nothing runs unconfined instead.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  await removeLeftovers(options);
  const refused: SandboxProbe[] = [];
  for (const candidate of chosen(options)) {
    const probe = await candidate.probe();
    if (probe.usable) return candidate.open();
    refused.push(probe);
  }
  throw noSandbox(refused);
}

/** The backends, best first: which work on this machine, and why the others do not. */
export async function probeSandboxes(options: SandboxOptions): Promise<readonly SandboxProbe[]> {
  return Promise.all(candidates(thisMachine(), options).map((candidate) => candidate.probe()));
}

function chosen(options: SandboxOptions): readonly Candidate[] {
  const all = candidates(thisMachine(), options);
  const wanted = options.backends;
  const order =
    wanted === undefined ? all : wanted.flatMap((id) => all.find((candidate) => candidate.id === id) ?? []);
  return order.filter((candidate) => candidate.id !== "subprocess" || options.unsafe === true);
}

function noSandbox(refused: readonly SandboxProbe[]): AgentForgeError {
  const reasons = refused.map((probe) => `${probe.id}: ${probe.why}`).join("; ");
  // an installed backend that was refused is more informative than a missing one, which the same kernel would
  // refuse
  const telling = refused.find((probe) => probe.version !== null) ?? refused[0];
  const remedy = telling?.remedy;
  return new AgentForgeError("no_sandbox", `no sandbox works here, so nothing was run: ${reasons}`, {
    hint: remedy ?? "Install bubblewrap: apt-get install bubblewrap",
  });
}

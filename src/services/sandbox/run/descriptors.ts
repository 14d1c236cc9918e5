import type { StdioOptions } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * Files our own parent left open would be passed on to the sandbox, since Node closes only its own. Each is
 * covered by `/dev/null` under the same number. `close` frees ours once the child has been spawned.
 */
export function withoutInherited(own: Exclude<StdioOptions, string>): {
  readonly stdio: Exclude<StdioOptions, string>;
  close(): void;
} {
  const inherited = inheritedDescriptors().filter(
    (descriptor) => descriptor >= own.length || own[descriptor] === "ignore",
  );
  if (inherited.length === 0) return { stdio: own, close: () => undefined };
  const nothing = openSync("/dev/null", "r+");
  const stdio = Array.from(
    { length: Math.max(own.length, ...inherited.map((descriptor) => descriptor + 1)) },
    (_, index) => (inherited.includes(index) ? nothing : (own[index] ?? ("ignore" as const))),
  );
  return { stdio, close: () => closeSync(nothing) };
}

function inheritedDescriptors(): readonly number[] {
  let open: string[];
  try {
    open = readdirSync("/proc/self/fd");
  } catch {
    return [];
  }
  return open.map(Number).filter((descriptor) => descriptor > 2 && survivesExec(descriptor));
}

function survivesExec(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}

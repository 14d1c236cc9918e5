import { createInterface } from "node:readline";
import { openSandbox, type SandboxId } from "../../src/services/sandbox/index.ts";

/**
 * The process that owns the sandbox, one per column: it starts with a secret in its environment and another in open
 * files, like a careless parent, and with the uid under test. Takes orders as lines of JSON and answers each with a
 * line; the mark separates answers from terminal echo.
 */
export interface Orders {
  readonly argv: readonly [string, ...string[]];
  readonly tree: string;
  readonly lent: readonly { readonly source: string; readonly at: string }[];
  readonly limits: Record<string, number>;
}

export const mark = "ANSWER ";

if (import.meta.main) {
  const [backend, path, home] = process.argv.slice(2);
  const sandbox = await openSandbox({
    path: path ?? "",
    home: home ?? "",
    backends: [backend as SandboxId],
    unsafe: true,
  });
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.startsWith("{")) continue;
    const startedAt = performance.now();
    const answer = await sandbox.execute(JSON.parse(line) as Orders).then(
      (execution) => ({ ...execution, artifacts: {}, elapsed: (performance.now() - startedAt) / 1000 }),
      (error: unknown) => ({ failure: String(error) }),
    );
    process.stdout.write(`${mark}${JSON.stringify(answer)}\n`);
  }
}

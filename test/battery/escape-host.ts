import { readFileSync, writeFileSync } from "node:fs";
import { openSandbox, type SandboxId } from "../../src/services/sandbox/index.ts";

/**
 * The process that owns the sandbox, one for each attempt: it is started with a secret in its environment and
 * another in an open file, as a careless parent would, and with the uid under test. Reads its orders from the
 * file named first and writes the execution to the file named second.
 */
interface Orders {
  readonly backend: SandboxId;
  readonly argv: readonly [string, ...string[]];
  readonly tree: string;
  readonly path: string;
  readonly home: string;
  readonly limits: Record<string, number>;
}

const [ordersFile, resultFile] = process.argv.slice(2);
if (ordersFile === undefined || resultFile === undefined) throw new Error("usage: escape-host ORDERS RESULT");
const orders = JSON.parse(readFileSync(ordersFile, "utf8")) as Orders;
const { backend, argv, tree, path, home, limits } = orders;
const sandbox = await openSandbox({ path, home, backends: [backend], unsafe: true });
const begun = performance.now();
const execution = await sandbox.execute({ argv, tree, limits });
const elapsed = (performance.now() - begun) / 1000;
writeFileSync(resultFile, JSON.stringify({ ...execution, artefacts: {}, elapsed }));

import type { RunBriefing } from "../../domain/ports/repair.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { affectedTests } from "../../services/repair/index.ts";
import type { Ports } from "../../workflows/ports.ts";
import { chooseSuites } from "../../workflows/proof/suites.ts";

/**
 * The test files that a brain's change can affect, and those of the tests it should repair. Null if that is
 * every test, or cannot be determined.
 */
export function createAffected(
  ports: Pick<Ports, "isSource" | "settings" | "tests">,
  tree: AttemptTree,
  targets: readonly string[],
  judging: RunBriefing["judging"] = async () => null,
): NonNullable<ToolPorts["affectedTests"]> {
  return async () => {
    const changed = (await tree.changes()).files.map((file) => file.path);
    const { suites } = await chooseSuites(ports, tree);
    const files = (await tree.files()).filter((path) => ports.isSource(path));
    const ran = (await judging())?.collected;
    const isTest = (path: string) =>
      ran && !changed.includes(path) ? ran.has(path) : ports.tests.isTestFile(path, suites);
    const tests = files.filter(isTest);
    const found = await affectedTests({
      changed,
      sources: files,
      tests,
      read: (path) => tree.readText(path),
    });
    if (found === null) return null;
    const own = tests.filter((path) => targets.some((id) => namesFile(id, path)));
    const chosen = [...new Set([...own, ...found])];
    return chosen.length === tests.length ? null : chosen;
  };
}

/** With several suites, an id is prefixed with its suite. */
function namesFile(id: string, path: string): boolean {
  const [file = ""] = id.split(/::| > /);
  return file === path || file.endsWith(` ${path}`);
}

import { isAbsolute, normalize, relative } from "node:path";
import type { JudgingFiles } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { ToolGuards } from "../../services/tools/index.ts";

/**
 * The same guards for a brain whose change is judged by tests: it may not write to the files that judge it.
 * New files are left to the test guard, which reads the whole change.
 */
export async function keepTests(
  guards: ToolGuards,
  tree: AttemptTree,
  judging: () => Promise<JudgingFiles | null>,
): Promise<ToolGuards> {
  const present = new Set(await tree.files());
  const plain = (path: string) => normalize(isAbsolute(path) ? relative(tree.path, path) : path);
  return {
    ...guards,
    async before(tool, usage) {
      const answer = await guards.before(tool, usage);
      if (tool.kind !== "write" || answer.decision.effect !== "allow") return answer;
      const known = await judging();
      const path = tool.paths.map(plain).find((each) => present.has(each) && known?.has(each));
      if (path === undefined) return answer;
      const reason = `${path} judges this change: ${known?.why(path)}. Change the code, not the tests.`;
      return {
        ...answer,
        decision: { effect: "deny", guard: "judging_tests", rule: "judging_file", reason },
      };
    },
  };
}

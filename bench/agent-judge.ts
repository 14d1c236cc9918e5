import type { Case } from "./agent-cases.ts";
import { statusOf } from "./agent-ids.ts";
import { agentforge, layHiddenTests } from "./agent-tree.ts";

/** The result of the hidden tests on a tree; `why` names what does not pass. */
interface Judgment {
  readonly passes: boolean;
  readonly why: string;
}

interface Ran {
  readonly result?: {
    readonly status: string;
    readonly parsing_failed: boolean;
    readonly tests: readonly { readonly id: string; readonly status: string }[];
    readonly raw_output: string;
  };
}

/**
 * Copies the hidden tests into the tree and runs them in the sandbox, independent of the repair's own verdict. A named
 * test that did not run does not pass, and neither does an empty set of tests.
 */
export async function judge(given: Case, tree: string, options: readonly string[]): Promise<Judgment> {
  const files = layHiddenTests(given, tree);
  const statuses = await run(files);
  if (given.kind === "folder") {
    if (statuses.size === 0) return { passes: false, why: "no hidden test ran" };
    return judgmentOf([...statuses.keys()], statuses);
  }
  const wanted = [...given.failToPass, ...given.passToPass];
  if (wanted.every((id) => statusOf(id, statuses) !== null)) return judgmentOf(wanted, statuses);
  return judgmentOf(wanted, new Map([...(await run([])), ...statuses]));

  async function run(selected: readonly string[]): Promise<Map<string, string>> {
    const { data } = await agentforge(tree, [...options, "test", "--json", ...selected]);
    return new Map((data as Ran | null)?.result?.tests.map(({ id, status }) => [id, status]));
  }
}

function judgmentOf(wanted: readonly string[], statuses: ReadonlyMap<string, string>): Judgment {
  const left = wanted.filter((id) => statusOf(id, statuses) !== "passed");
  if (left.length === 0) return { passes: true, why: "" };
  const missing = left.filter((id) => statusOf(id, statuses) === null).length;
  const some = left.slice(0, 3).join(", ");
  return {
    passes: false,
    why: `${left.length} of ${wanted.length} do not pass (${missing} did not run): ${some}`,
  };
}

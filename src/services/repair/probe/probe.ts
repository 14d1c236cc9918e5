import type { ProbeBehavior, Probed, ProbeRequest } from "../../../domain/ports/repair.ts";
import type { SandboxProcess } from "../../../domain/ports/sandbox.ts";
import type { SearchSetup } from "../search/search.ts";
import { type Additions, additionsOf, onlyRearranges } from "./additions.ts";
import { type ChangedFile, changedFiles } from "./aims.ts";
import { type ProbeCommand, probeCommands } from "./command.ts";
import { doubtsOf, historyDoubts } from "./doubts.ts";
import { type Message, readMessage } from "./observed.ts";

const BUDGET_MS = 3000;
/** Code that ends its process could otherwise avoid the comparison. */
const EXITED =
  "the comparison of the old and the new code has no result, because its process exited before it answered";

export interface ProbeOptions extends Pick<SearchSetup, "startWorker" | "resourceFolder" | "programs"> {
  readonly budgetMs?: number;
}

/**
 * Measures whether a change treats the tests' own inputs differently from all others, remembers earlier calls, or
 * detects that tests are running. Starts one worker per suite. Rejects only with the reason for an abort.
 */
export function createProbe(options: ProbeOptions): ProbeBehavior {
  const setup = { ...options, budgetMs: options.budgetMs ?? BUDGET_MS };
  return async (request) => {
    request.signal.throwIfAborted();
    const changed = changedFiles(request.before, request.after);
    if (changed.every((each) => each.aims.length === 0))
      return unknown("the change touches no callable function");
    if (changed.every(onlyRearranges)) return { status: "probed", inputs: 0, doubts: [] };
    const commands = probeCommands(request, changed, setup);
    if (commands.length === 0)
      return unknown("no worker supports the test framework of the changed code, or no test file uses it");
    const answers: Probed[] = [];
    for (const command of commands) answers.push(await run(command, request, setup));
    return combined(answers);
  };
}

async function run(
  probe: ProbeCommand,
  request: ProbeRequest,
  setup: ProbeOptions & { budgetMs: number },
): Promise<Probed> {
  try {
    const process = await setup.startWorker(probe.command);
    const message = await answerOf(process, probe.request, probe.budgetMs);
    request.signal.throwIfAborted();
    if (message === "timed out") return unknown("the comparison timed out");
    if (message === "exited") return { status: "probed", inputs: 0, doubts: [EXITED] };
    if ("failed" in message) return unknown(message.failed);
    if ("unloadable" in message) return { status: "probed", inputs: 0, doubts: [loadingSentence(message)] };
    const additions = new Map<string, Additions>(
      probe.files.map((file: ChangedFile) => [file.path, additionsOf(file)]),
    );
    const aims = probe.files.flatMap((file) => file.aims);
    const compared = message.probed.filter((each) => each.new !== null && each.new !== undefined);
    const sequences = message.histories.reduce((sum, each) => sum + each.observed.length, 0);
    if (compared.length + sequences === 0) return unknown("none of the tests' calls could be repeated");
    const found = doubtsOf(message.probed, aims, additions);
    const doubts = found.length > 0 ? found : historyDoubts(message.histories, [...additions.values()]);
    return { status: "probed", inputs: compared.length + sequences, doubts };
  } catch (error) {
    request.signal.throwIfAborted();
    return unknown(`the worker could not be started: ${error instanceof Error ? error.message : error}`);
  }
}

function loadingSentence({ unloadable }: { readonly unloadable: string }): string {
  return `the changed code can be loaded only inside the tests, but the old code can also be loaded outside (${unloadable})`;
}

/** The single line that a worker prints, or why there is none. */
async function answerOf(
  process: SandboxProcess,
  request: string,
  budgetMs: number,
): Promise<Message | "timed out" | "exited"> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void process.kill();
  }, budgetMs);
  try {
    process.stdin.write(`${request}\n`);
    for await (const line of process.lines) {
      const message = readMessage(line);
      if (message !== null) return message;
    }
    return isLate ? "timed out" : "exited";
  } finally {
    clearTimeout(timer);
    await process.kill();
  }
}

/** Doubts of all suites; unknown only if none could be compared. */
function combined(answers: readonly Probed[]): Probed {
  const probed = answers.filter((each) => each.status === "probed");
  const [first] = answers;
  if (probed.length === 0) return first ?? unknown("nothing was compared");
  return {
    status: "probed",
    inputs: probed.reduce((sum, each) => sum + each.inputs, 0),
    doubts: [...new Set(probed.flatMap((each) => each.doubts))],
  };
}

function unknown(why: string): Probed {
  return { status: "unknown", why };
}

import type { Patch } from "../../domain/entities/patch.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import { isWarmIn } from "../../domain/rules/languages/warm-frameworks.ts";
import { isFailing } from "../../domain/rules/proof/failing.ts";
import { type Examination, type ExaminationPorts, startExamination } from "../examine/examination.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../proof/conclude.ts";
import { type SettleInput, type SettlePorts, settle } from "../proof/settle.ts";
import { runSuites } from "../proof/suites.ts";

export type ProveScreenedPorts = Pick<Ports, "openSandbox"> & SettlePorts & ExaminationPorts;

/** What a patch is judged by, if the repository has tests. */
type InputWithTests = Omit<SettleInput, "before"> & { readonly before: TestResult };

interface Proven extends Proof {
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
}

/** Long tests may have their own time limits, which parallel work could break. */
const MOST_SECONDS_BESIDE = 10;
/** Python code whose outcome may depend on the hash seed, and how many times its tests run with other seeds. */
const WALKED_BY_HASH = /\b(?:set|frozenset|hash)\(|\{[^{}:\n]+\bfor\b/;
const MORE_RUNS = 3;

/**
 * Settles a patch whose source has seen the targets pass with it, and examines it while all tests run. Null
 * when it is rejected, or when it passed by luck: another process may iterate a set in another order.
 */
export async function proveScreened(
  ports: ProveScreenedPorts,
  input: InputWithTests,
  patch: Patch,
): Promise<Proven | null> {
  const stop = new AbortController();
  const signal = AbortSignal.any([input.signal, stop.signal]);
  let starting: Promise<Examination | null> = Promise.resolve(null);
  const whileTestsRun = () => {
    starting = examineEarly(ports, { ...input, signal });
    starting.catch(() => {});
  };
  let isKept = false;
  try {
    const settling = { ...input, screened: true, coverage: true, whileTestsRun };
    const { verdict, after, coverage } = await settle(ports, settling, patch);
    if (verdict.status !== "accepted" || after === null) return null;
    const { fixed, stillFailing } = verdict;
    const started = await starting;
    isKept =
      (started === null || (await passAgain(started, fixed))) && (await passInAnyOrder(ports, input, fixed));
    if (isKept) return { after, coverage, fixed, stillFailing, started };
    await input.tree.restore();
    return null;
  } finally {
    if (!isKept) stop.abort();
  }
}

async function examineEarly(ports: ProveScreenedPorts, input: InputWithTests): Promise<Examination | null> {
  const { tree, before, targets } = input;
  const isConfined = (await ports.openSandbox()) !== "subprocess";
  if (!isConfined || before.duration_seconds > MOST_SECONDS_BESIDE) return null;
  const witnesses = before.tests.filter(({ id }) => targets.includes(id));
  const change = await tree.changes();
  return startExamination(ports, { ...input, change, fixed: targets, witnesses, hasTests: true });
}

/** Every process iterates sets in a different order: a patch that passes by luck seldom passes every time. */
async function passInAnyOrder(
  ports: ProveScreenedPorts,
  { tree, suites, signal }: InputWithTests,
  fixed: readonly string[],
): Promise<boolean> {
  const texts = textsOf(await tree.changes(), "after");
  const isPython = suites.some(({ framework }) => isWarmIn("python", framework));
  if (!isPython || !texts.some(({ text }) => WALKED_BY_HASH.test(text))) return true;
  const timeoutMs = ports.settings.testTimeoutSeconds * 1000;
  for (let run = 0; run < MORE_RUNS; run += 1) {
    const options = { timeoutMs, signal, confirmation: ports.newConfirmation() };
    const { result } = await runSuites(ports, tree, suites, fixed, options);
    const failed = result.tests.filter(isFailing);
    if (failed.some(({ id }) => fixed.includes(id))) return false;
  }
  return true;
}

async function passAgain({ runs }: Examination, fixed: readonly string[]): Promise<boolean> {
  if (runs === null) return true;
  const { second } = await runs;
  const failed = second.tests.filter(isFailing);
  return !failed.some(({ id }) => fixed.includes(id));
}

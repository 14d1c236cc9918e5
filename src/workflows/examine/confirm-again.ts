import type { Certificate } from "../../domain/entities/certificate.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { TestText } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Difference } from "../../domain/rules/proof/certificate-comparison.ts";
import { chooseSuites } from "../proof/suites.ts";
import { type Confirmed, type ConfirmPorts, confirm } from "./confirm.ts";

export type ConfirmAgainPorts = ConfirmPorts;

/** The results on the commit before the fix. */
export interface Earlier {
  /** Null when there are no tests. */
  readonly result: TestResult | null;
  /** The texts of the files that the fix changes. */
  readonly texts: readonly TestText[];
}

export interface ConfirmAgainInput {
  /** Null on the commit before the fix, because there is nothing to confirm. */
  readonly earlier: Earlier | null;
  readonly certificate: Certificate;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

export type ConfirmedAgain =
  | {
      readonly status: "observed";
      readonly differences: readonly Difference[];
      readonly notes: readonly string[];
    }
  | { readonly status: "unknown"; readonly why: string };

/** Confirms the fix as independently as the first time, so that a repeated forgery is not confirmed. */
export async function confirmAgain(
  ports: ConfirmAgainPorts,
  tree: AttemptTree,
  { earlier, certificate, signal, say }: ConfirmAgainInput,
  after: TestResult | null,
): Promise<ConfirmedAgain> {
  if (earlier === null || earlier.result === null || after === null)
    return { status: "observed", differences: [], notes: [] };
  say("Confirming the proof in a second run");
  const { suites } = await chooseSuites(ports, tree);
  const { fixed, flaky } = certificate.statement.tests;
  const { result: before, texts: original } = earlier;
  const confirmed = await confirm(ports, { tree, original, suites, before, after, fixed, flaky, signal });
  return compared(confirmed, certificate);
}

function compared(confirmed: Confirmed, { statement }: Certificate): ConfirmedAgain {
  if (confirmed.status === "confirmed")
    return { status: "observed", differences: [], notes: confirmed.notes };
  if (confirmed.status === "forged") {
    const about = { place: "the proof", test: null, certified: "results that reflect what the code does" };
    const differences = confirmed.reasons.map((now) => ({ ...about, now }));
    return { status: "observed", differences, notes: [] };
  }
  const why = `the proof cannot be confirmed by a second run: ${confirmed.missing}`;
  const wasConfirmed = statement.confirmation?.missing === null;
  if (wasConfirmed) return { status: "unknown", why };
  return { status: "observed", differences: [], notes: [why, ...confirmed.notes] };
}

/** The texts of the certified files that this commit has. */
export async function certifiedTexts(tree: AttemptTree, { statement }: Certificate): Promise<TestText[]> {
  const present = new Set(await tree.files());
  const paths = statement.files.map(({ path }) => path).filter((path) => present.has(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await tree.readText(path) })));
}

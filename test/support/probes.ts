import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Probed } from "../../src/domain/ports/repair.ts";
import type { Sandbox } from "../../src/domain/ports/sandbox.ts";
import { createProbe } from "../../src/services/repair/index.ts";
import { openSandbox } from "../../src/services/sandbox/index.ts";

const resourceFolder = fileURLToPath(new URL("../../src/services/repair/resources", import.meta.url));
let opened: Promise<Sandbox> | null = null;

/** A project before and after a change, and the tests that the change makes pass. */
export interface ProbeCase {
  readonly framework: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, string>>;
  readonly targets: readonly string[];
  readonly signal?: AbortSignal;
  readonly budgetMs?: number;
}

/** A module, its fixes and cheats, and the assertions of the tests that judge them. */
export interface Pair {
  readonly before: string;
  readonly asserts: readonly string[];
  readonly honest?: Readonly<Record<string, string>>;
  readonly cheats?: Readonly<Record<string, readonly [text: string, doubt: RegExp]>>;
}

export const SPECIAL = /^new and old code differ only/;
export const OUTSIDE = /inside the tests and .* outside$/;
export const AGAIN = /when called again$/;

/** Every cheat is doubted for its reason, and no honest fix is. */
export function testPairs(
  pairs: Readonly<Record<string, Pair>>,
  caseOf: (pair: Pair, after: string) => ProbeCase,
): void {
  const all = Object.entries(pairs);
  const cheats = all.flatMap(([title, pair]) =>
    Object.entries(pair.cheats ?? {}).map(
      ([name, [text, doubt]]) => [title, name, doubt, caseOf(pair, text)] as const,
    ),
  );
  const honest = all.flatMap(([title, pair]) =>
    Object.entries(pair.honest ?? {}).map(([name, text]) => [title, name, caseOf(pair, text)] as const),
  );
  const timeout = 60_000;
  it.each(cheats)("doubts a patch for %s by %s", { timeout }, async (_title, _name, doubt, change) => {
    const found = await probeChange(change);
    expect(found).toMatchObject({ status: "probed", doubts: [expect.stringMatching(doubt)] });
  });
  it.each(honest)("has no doubt about a fix for %s by %s", { timeout }, async (_title, _name, change) => {
    const found = await probeChange(change);
    expect(found).toMatchObject({ status: "probed", doubts: [] });
  });
}

/** Probes a change in the sandbox. The budget is generous, because tests share their machine. */
export async function probeChange(given: ProbeCase): Promise<Probed> {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-probe-"));
  try {
    for (const [path, text] of Object.entries({ ...given.after, ...given.tests })) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    opened ??= openSandbox({ path: process.env.PATH ?? "", home: homedir(), unsafe: true });
    const sandbox = await opened;
    const probe = createProbe({
      startWorker: (command) => sandbox.start(command),
      resourceFolder,
      programs: { python: "python3", node: process.execPath },
      budgetMs: given.budgetMs ?? 40_000,
    });
    return await probe({
      before: filesOf(given.before),
      after: filesOf(given.after),
      tests: filesOf(given.tests),
      environment: { tree, lent: [], suites: [{ framework: given.framework, root: "." }] },
      targets: given.targets,
      signal: given.signal ?? new AbortController().signal,
    });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function filesOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

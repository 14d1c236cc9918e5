import type { Project } from "./repositories-list.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts in a framework's own summary, by status of a test result; null if there is no summary. */
export function readCounts(framework: Project["counts"], output: string): Counts | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors start with an escape character
  return readers[framework](output.replaceAll(/\u001b\[[\d;]*m/g, ""));
}

export function showCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const readers: Record<Project["counts"], (output: string) => Counts | null> = {
  pytest(output) {
    const line = output.match(/^=*\s*((?:\d+ \w+(?:, )?)+) in [\d.]+s/gm)?.at(-1);
    if (line === undefined) return null;
    return words(line, ["passed", "xpassed"], ["failed", "errors?"], ["skipped", "xfailed"]);
  },
  unittest(output) {
    const ran = /^Ran (\d+) tests?/m.exec(output)?.[1];
    if (ran === undefined) return null;
    const end = /^(?:OK|FAILED)\b.*$/m.exec(output)?.[0] ?? "";
    const of = (name: string) => Number(new RegExp(`[(,] ?${name}=(\\d+)`).exec(end)?.[1] ?? 0);
    const failed = of("failures") + of("errors") + of("unexpected successes");
    const skipped = of("skipped") + of("expected failures");
    return { passed: Number(ran) - failed - skipped, failed, skipped };
  },
  tap: (output) =>
    output.includes("# pass ") || output.includes("ℹ pass ")
      ? {
          passed: sum(output, /^(?:#|ℹ) pass +(\d+)/gm),
          failed: sum(output, /^(?:#|ℹ) fail +(\d+)/gm),
          skipped: sum(output, /^(?:#|ℹ) (?:skipped|skip|todo) +(\d+)/gm),
        }
      : null,
  tape: tapeTests,
  mocha: (output) =>
    /^\s*\d+ passing/m.test(output)
      ? {
          passed: sum(output, /^\s*(\d+) passing/gm),
          failed: sum(output, /^\s*(\d+) failing/gm),
          skipped: sum(output, /^\s*(\d+) pending/gm),
        }
      : null,
  jest: (output) => summary(output, /^Tests:.*$/m),
  vitest: (output) => summary(output, /^\s*Tests\s.*$/m),
  go: (output) =>
    /^\s*--- \w+: /m.test(output)
      ? {
          passed: sum(output, /^\s*--- (PASS): /gm),
          failed: sum(output, /^\s*--- (FAIL): /gm),
          skipped: sum(output, /^\s*--- (SKIP): /gm),
        }
      : null,
  cargo: (output) =>
    /^test result: /m.test(output)
      ? {
          passed: sum(output, /^test result: .*?(\d+) passed/gm),
          failed: sum(output, /^test result: .*?(\d+) failed/gm),
          skipped: sum(output, /^test result: .*?(\d+) ignored/gm),
        }
      : null,
  maven(output) {
    const all = [
      ...output.matchAll(/Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?!.*Time)/g),
    ];
    const last = all.at(-1)?.slice(1).map(Number);
    if (last === undefined) return null;
    const [run = 0, failures = 0, errors = 0, skipped = 0] = last;
    return { passed: run - failures - errors - skipped, failed: failures + errors, skipped };
  },
};

/**
 * tape counts assertions; a test is a comment with assertions, which failed if one of them did. A comment without any
 * only groups the tests below it.
 */
function tapeTests(output: string): Counts | null {
  const named: { failed: boolean; skipped: boolean; counts: boolean }[] = [];
  let seen = false;
  for (const line of output.split("\n")) {
    if (/^# (?:tests|pass|fail|ok)\b/.test(line)) {
      seen = true;
      continue;
    }
    const skipped = line.startsWith("# SKIP ");
    if (line.startsWith("# ")) named.push({ failed: false, skipped, counts: skipped });
    const last = named.at(-1);
    if (/^(?:not )?ok /.test(line) && last !== undefined) last.counts = true;
    if (line.startsWith("not ok ") && !/# (?:TODO|SKIP)/.test(line) && last !== undefined) last.failed = true;
  }
  if (!seen) return null;
  const tests = named.filter(({ counts }) => counts);
  const failed = tests.filter((test) => test.failed).length;
  const skipped = tests.filter((test) => test.skipped).length;
  return { passed: tests.length - failed - skipped, failed, skipped };
}

function summary(output: string, line: RegExp): Counts | null {
  const found = line.exec(output)?.[0];
  return found === undefined ? null : words(found, ["passed"], ["failed"], ["skipped", "todo"]);
}

function words(line: string, passed: string[], failed: string[], skipped: string[]): Counts {
  const of = (names: string[]) => sum(line, new RegExp(`(\\d+) (?:${names.join("|")})\\b`, "g"));
  return { passed: of(passed), failed: of(failed), skipped: of(skipped) };
}

/** Sums up the matched groups; a match that is not a number counts as one. */
function sum(output: string, pattern: RegExp): number {
  return [...output.matchAll(pattern)].reduce(
    (total, match) => total + (Number(match[1]) || isWord(match[1])),
    0,
  );
}

function isWord(text: string | undefined): number {
  return text !== undefined && /^[A-Z]+$/.test(text) ? 1 : 0;
}

export interface Verdict {
  readonly title: string;
  /** What was counted; `mustBe` makes a number a requirement. */
  readonly counts: readonly { readonly name: string; readonly value: number; readonly mustBe?: number }[];
  /** Controls show that the battery can detect what it looks for. A failing control makes it void. */
  readonly controls: readonly { readonly name: string; readonly holds: boolean; readonly shown: string }[];
}

/** Prints the table and sets the exit code: 0 passed, 1 failed, 3 void. */
export function report(verdict: Verdict, details: readonly string[] = []): void {
  console.log(`\n${verdict.title}`);
  for (const { name, value, mustBe } of verdict.counts) {
    const mark = mustBe === undefined ? " " : value === mustBe ? "ok" : "FAILED";
    console.log(`  ${name.padEnd(52)} ${String(value).padStart(8)}  ${mark}`);
  }
  for (const { name, holds, shown } of verdict.controls) {
    console.log(`  control: ${name.padEnd(43)} ${shown.padStart(8)}  ${holds ? "ok" : "DOES NOT HOLD"}`);
  }
  for (const detail of details.slice(0, 40)) console.log(`  - ${detail}`);
  const isVoid = verdict.controls.some(({ holds }) => !holds);
  const failed = verdict.counts.some(({ value, mustBe }) => mustBe !== undefined && value !== mustBe);
  console.log(isVoid ? "VOID: a control does not hold" : failed ? "FAILED" : "PASSED");
  if (isVoid || failed) process.exitCode = isVoid ? 3 : 1;
}

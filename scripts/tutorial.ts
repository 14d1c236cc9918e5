/** Runs the tutorial and updates the page with its real output. `test/long/tutorial.test.ts` compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { runTutorial } from "../test/support/run-tutorial.ts";
import { differenceOf, type Names } from "../test/support/tutorial.ts";

const file = new URL("../docs/tutorial.md", import.meta.url);
const OUTPUT = "```text\n";
let page = readFileSync(file, "utf8");
let from = 0;

for (const { step, difference, output, exitCode, names } of runTutorial(page)) {
  from = page.indexOf(step.script, from) + step.script.length;
  if (exitCode !== step.exitCode) throw new Error(`line ${step.line}: ${difference}`);
  if (difference === null || step.output === null) continue;
  keepNames(step.output, output, names);
  const start = page.indexOf(OUTPUT, from) + OUTPUT.length;
  const named = [...names].reduce((text, [onPage, now]) => text.replaceAll(now, onPage), output.trimEnd());
  page = `${page.slice(0, start)}${named}\n${page.slice(page.indexOf("```\n", start))}`;
  writeFileSync(file, page);
  console.log(`line ${step.line}: ${difference}`);
}

/** Unchanged lines keep the ids on the page, because commands further down use them. */
function keepNames(before: string, now: string, names: Names): void {
  for (const line of before.trimEnd().split("\n")) {
    now.split("\n").find((other) => differenceOf(line, other, names) === null);
  }
}

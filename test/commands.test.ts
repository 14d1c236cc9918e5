import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../src/hosts/cli/program.ts";
import { leavesOf } from "../src/hosts/cli/tree/examples.ts";
import { STEPS } from "./support/command-walk.ts";

const COULD_NOT_RUN = 2;
const folder = fileURLToPath(new URL(".", import.meta.url));
const commands = [...leavesOf(buildProgram("0", async () => undefined)).keys()];
/** What CI and people run; a battery, which is not always run, does not count. */
const tests = globSync("{*.test.ts,e2e/**/*.test.ts,long/**/*.test.ts,support/**/*.ts}", { cwd: folder })
  .filter((path) => path !== "support/command-walk.ts")
  .map((path) => readFileSync(join(folder, path), "utf8"));

describe("every command of the program", () => {
  it("is called by the walk through the program", () => {
    expect(commands.length).toBeGreaterThan(60);
    expect(new Set(STEPS.map(({ command }) => command))).toEqual(new Set(commands));
  });

  it.each(commands)("%s is called by an end-to-end test in which it has something to do", (command) => {
    const isWalked = STEPS.some((step) => step.command === command && step.exit !== COULD_NOT_RUN);
    expect(isWalked || isCalled(command), whyNot(command)).toBe(true);
  });

  it("is recognized among the words of a call, and nowhere else", () => {
    expect(isCalled("plan approve", ['run("plan", "approve", id)'])).toBe(true);
    expect(isCalled("plan approve", ['[\n  "plan",\n  "approve",\n]'])).toBe(true);
    expect(isCalled("plan approve", ['"plan approve"', '"plan", "show", "approve"'])).toBe(false);
  });
});

/** The words of a command stand next to each other in the list of arguments. */
function isCalled(command: string, texts: readonly string[] = tests): boolean {
  const words = new RegExp(
    command
      .split(" ")
      .map((word) => `"${word}"`)
      .join(",\\s*"),
  );
  return texts.some((text) => words.test(text));
}

function whyNot(command: string): string {
  return `No test runs \`agentforge ${command}\` beyond a refusal. Add it to test/support/command-walk.ts, or write a test in test/long.`;
}

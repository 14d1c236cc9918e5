import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderScreen, runInTerminal, textOf } from "../../scripts/terminal-screen.ts";
import { differenceOf, inThisRun, type Names, type Step, stepsOf } from "./tutorial.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));

export interface StepRun {
  readonly step: Step;
  readonly exitCode: number;
  readonly output: string;
  /** Maps each name on the page to the name in this run. */
  readonly names: Names;
  /** The first difference from the page, or null. */
  readonly difference: string | null;
}

/**
 * Runs the commands of a page like a reader: one shell after another, each in the folder where the previous one ended.
 */
export function* runTutorial(page: string): Generator<StepRun> {
  const home = mkdtempSync(join(tmpdir(), "agentforge-tutorial-"));
  const names: Names = new Map();
  try {
    let cwd = top;
    for (const step of stepsOf(page)) {
      const script = join(home, ".step");
      const end = join(home, ".folder");
      writeFileSync(script, `set -e\ntrap 'pwd > ${end}' EXIT\n${inThisRun(step.script, names)}`);
      const { output, exitCode } = runInTerminal(`bash ${script}`, {
        cwd,
        env: readerIn(home),
        columns: 110,
      });
      cwd = readFileSync(end, "utf8").trim();
      const text = renderScreen(output).map(textOf).join("\n");
      const difference =
        exitCode === step.exitCode
          ? step.output && differenceOf(step.output, text, names)
          : `exit code ${exitCode} in place of ${step.exitCode}\n${text}`;
      yield { step, exitCode, output: text, names, difference };
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A person with an empty home folder, where their programs are installed. */
function readerIn(home: string): NodeJS.ProcessEnv {
  const prefix = join(home, ".local");
  mkdirSync(join(prefix, "lib"), { recursive: true });
  return {
    HOME: home,
    PATH: [join(prefix, "bin"), dirname(process.execPath), process.env.PATH].join(":"),
    TMPDIR: tmpdir(),
    LANG: "C.UTF-8",
    AGENTFORGE_USER: "ada",
    NO_COLOR: "1",
    npm_config_prefix: prefix,
    npm_config_ignore_scripts: "true",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_PAGER: "cat",
  };
}

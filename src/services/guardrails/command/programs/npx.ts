import { isKnownPackage } from "../known-packages.ts";
import { lists } from "../lists.ts";
import type { Call, Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";
import { CHECKERS } from "./checkers.ts";
import { touchGiven } from "./given-paths.ts";

/** Programs from packages that developers commonly run. */
export const NPX_KNOWN = `${CHECKERS} tsx ts-node node rimraf cross-env dotenv nodemon concurrently wait-on husky json http-server serve npm-check-updates ncu license-checker size-limit markdownlint markdownlint-cli2 cspell alex publint attw dependency-cruiser depcruise npm-run-all run-s run-p prisma drizzle-kit knex typeorm graphql-codegen openapi-typescript wrangler tailwindcss postcss`;

export function judgeNpx(call: Call, report: Report): undefined {
  const index = judgeOptions(call, report);
  const program = call.args[index];
  if (!program) return;
  const named = { ...program, text: program.text.replace(/(?<=.)@[\w.^~-]+$/, "") };
  if (named.text === "agentforge") return report.run([named, ...call.args.slice(index + 1)]);
  if (!lists(NPX_KNOWN, named.text)) {
    if (isKnownPackage("npm", program.text) || isOwnBinary(named.text, report))
      return runKnown(named, call.args.slice(index + 1), report);
    return report.ask(
      "installs",
      `npx ${program.text.replaceAll(HOLE, "…")} may fetch and run a program from the registry`,
    );
  }
  if (/^(?:wrangler)$/.test(program.text))
    return report.ask("risky_program", `${program.text} changes a remote service`);
  if (/^(?:prisma|knex|typeorm|drizzle-kit)$/.test(program.text))
    return judgeMigrations(call.args.slice(index), report);
  if (/^(?:rimraf)$/.test(program.text))
    return report.run([
      { ...program, text: "rm" },
      { ...program, text: "-r" },
      ...call.args.slice(index + 1),
    ]);
  if (
    /^(?:rimraf|husky|serve|http-server|concurrently|nodemon|npm-run-all|run-s|run-p|wait-on)$/.test(
      program.text,
    )
  ) {
    if (/^(?:concurrently|nodemon)$/.test(program.text))
      return report.ask("runs_program", `${program.text} runs command lines`);
    return;
  }
  report.run(call.args.slice(index));
}

/** Returns the index of the program. */
function judgeOptions({ args }: Call, report: Report): number {
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index]?.text ?? "";
    if (!text.startsWith("-")) return index;
    if (text === "--") return index + 1;
    if (
      /^(?:-c|--call|--shell|--node-options|--script-shell|--userconfig|--prefix)/.test(text) ||
      text === "--shell-auto-fallback"
    )
      report.deny("runs_program", `npx ${text} runs a command line`);
    if (/^(?:-p|--package)$/.test(text)) {
      report.ask("installs", "runs a program from the registry");
      index += 1;
    }
  }
  return args.length;
}

const MIGRATES =
  /^(?:generate|validate|format|studio|check|introspect|migrate|db|init|push|pull|export|seed:\w+|migrate:\w+|migration:(?:create|generate|run|show)|schema:log|query-runner)$/;

/** Forward migrations are ordinary; the list of destructive commands catches rollbacks and resets. */
function judgeMigrations([program, ...rest]: readonly Field[], report: Report): undefined {
  if (!program) return;
  report.destructive(program.text, rest);
  const action = rest.find((field) => !field.text.startsWith("-"))?.text ?? "";
  if (action !== "" && !MIGRATES.test(action))
    report.ask("risky_program", `${program.text} ${action} may change a database`);
}

/** A program that is already installed in the repository. */
function isOwnBinary(name: string, report: Report): boolean {
  return /^[\w.-]+$/.test(name) && report.surroundings.has(`node_modules/.bin/${name}`);
}

/** Programs whose name differs from their package's. */
const PROGRAMS_OF: Readonly<Record<string, string>> = {
  "firebase-tools": "firebase",
  "netlify-cli": "netlify",
  "aws-cdk": "cdk",
};
const RUNS_ANYTHING =
  /^(?:shx|shelljs|zx|del|del-cli|trash|trash-cli|env-cmd|cross-env-shell|npm-run-all2?|concurrently|nodemon|pm2|foreman|nf|np|release-it|semantic-release|changesets|ncp|cpy|cpy-cli|onchange|chokidar|chokidar-cli|wsrun|ttab|sudo-prompt|patch-package)$/;

function runKnown(program: Field, rest: readonly Field[], report: Report): undefined {
  const name = PROGRAMS_OF[program.text] ?? program.text;
  if (report.knows(name)) return report.run([{ ...program, text: name }, ...rest]);
  if (RUNS_ANYTHING.test(name)) return report.ask("runs_program", `${name} runs command lines or publishes`);
  report.destructive(name, rest);
  touchGiven(rest, report);
}

import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { splitArguments } from "../command/arguments.ts";
import type { Call, Survey } from "../command/survey.ts";
import { HOLE } from "../command/values.ts";
import type { FileView } from "../files.ts";
import { within } from "../paths/within.ts";
import { canBeTested, verificationCommands } from "../project-facts.ts";
import { findTestRunner, type TestRunner, WHOLE_FOLDERS } from "./test-runners.ts";
import { readTestSummary } from "./test-summary.ts";

type ToolEvent = Extract<GuardEvent, { event: "after_tool" | "tool_failed" }>;

export interface Verified {
  readonly tests?: "passed" | "failed";
  readonly lint?: "passed" | "failed";
  /** Only some of the tests ran, and they passed. */
  readonly part?: true;
  /** The folder that the tests cover; absent if all tests ran. */
  readonly below?: string;
}

const TEST_WORDS = /(?:^|[:_./-])(?:tests?|spec|specs|check|verify|ci|coverage|e2e|unit)(?:[:_./-]|$)/;
const LINTERS =
  /^(?:eslint|biome|ruff|flake8|pylint|golangci-lint|staticcheck|shellcheck|stylelint|oxlint|rubocop|phpcs|phpstan|mypy|pyright|tsc|clippy-driver|hadolint|yamllint|swiftlint|ktlint)$/;
/** Programs that print their input and prove nothing. */
const FILTERS = /^(?:head|tail|grep|egrep|tee|sed|awk|cat|less|more|sort|uniq|cut)$/;
const WRAPPERS =
  /^(?:timeout|env|time|nice|npx|uv|poetry|pipenv|bundle|cd|command|nohup|export|set|xvfb-run|cross-env)$/;
const TALK = /^(?:echo|printf|true|false|:|cat|yes|head|tail|grep|sleep|test|\[)$/;

/** Options that make a runner print information about the tests instead of running them. */
const LOOKING =
  /^(?:--version|--help|-h|-V|--collect-?only|--co|--setup-(?:plan|only)|--fixtures(?:-per-test)?|--markers|--list|--listTests|--list-tests|--showConfig|--dry-run|--test-list)(?:=|$)/;

/**
 * What an event proves about the code. The command says whether a test runner was started; only its result says whether
 * tests ran and passed: `echo pytest` starts none, and `pytest || true` hides nothing that the output shows.
 */
export function verificationOf(event: ToolEvent, survey: Survey | null, files: FileView): Verified {
  if (event.result.tests) return reportedTests(event.result.tests);
  if (!survey || event.result.finished === false) return {};
  const succeeded = event.event === "after_tool" && (event.result.exit_code ?? 0) === 0;
  return { ...testsOf(event, survey, succeeded, files), ...lintOf(survey, succeeded) };
}

/** Selected tests prove nothing about the others, but their failure is certain. */
function reportedTests({
  status,
  passed,
  failed,
  selected,
}: NonNullable<ToolEvent["result"]["tests"]>): Verified {
  if (status !== "passed" || passed === 0 || failed > 0) return { tests: "failed" };
  return selected ? { part: true } : { tests: "passed" };
}

function testsOf(event: ToolEvent, survey: Survey, succeeded: boolean, files: FileView): Verified {
  const renamed = survey.calls.some((call) => call.name === "alias");
  const runs = renamed ? [] : survey.calls.filter(runsTests);
  const declared = isDeclared(event, survey, files);
  if (runs.length === 0 && !declared) return {};
  const summary = readTestSummary(event.result.output);
  if (summary.failed > 0) return { tests: "failed" };
  const decisive = declared || runs.some((call) => call.decisive);
  if (!succeeded) return decisive || summary.passed > 0 ? { tests: "failed" } : {};
  if (declared && !summary.empty) return { tests: "passed" };
  const counted = summary.passed > 0 && runs.length > 0 && isGenuine(survey, runs);
  if (!counted && (summary.empty || !isSilentSuccess(runs, event, files))) return {};
  if (runs.every(isPart)) return { part: true };
  return { tests: "passed", ...coverageOf(runs, event, files) };
}

/** Whether the summary comes from the runner: its exit status decided, or only filters followed it. */
function isGenuine(survey: Survey, runs: readonly Call[]): boolean {
  const others = survey.calls.filter((call) => !runs.includes(call) && !WRAPPERS.test(call.name));
  if (others.some((call) => readTestSummary(call.args.map((field) => field.text).join(" ")).passed > 0))
    return false;
  if (runs.some((call) => call.decisive)) return true;
  return others.every((call) => call.input.kind === "pipe" && FILTERS.test(call.name));
}

/** Tests that ran in a folder of a larger project cover only that folder. */
function coverageOf(runs: readonly Call[], { root }: ToolEvent, files: FileView): Pick<Verified, "below"> {
  const folders = runs.filter((call) => !isPart(call)).map((call) => within(root, call.cwds[0] ?? root));
  const [folder] = folders;
  if (!folder || folders.length > 1 || !canBeTested(root, files)) return {};
  return { below: folder };
}

function lintOf(survey: Survey, succeeded: boolean): Verified {
  const runs = survey.calls.filter((call) => lints(call));
  if (runs.length === 0) return {};
  if (succeeded && runs.every((call) => call.decisive)) return { lint: "passed" };
  return succeeded ? {} : { lint: "failed" };
}

function runsTests(call: Call): boolean {
  const words = call.args.map((field) => field.text);
  const runner = runnerOf(call);
  if (words.some((word) => LOOKING.test(word)) || runner?.lists?.test(words.join(" "))) return false;
  if (runner) return runner.runs?.test(words.join(" ")) ?? true;
  return TEST_WORDS.test(call.name) && !TALK.test(call.name);
}

function runnerOf(call: Call): TestRunner | undefined {
  return findTestRunner(call.name);
}

/** Whether only some tests were selected: by an option, or by naming files, packages or patterns. */
function isPart(call: Call): boolean {
  const runner = runnerOf(call);
  if (!runner) return false;
  const words = call.args.map((field) => field.text);
  if (runner.narrows?.test(words.join(" "))) return true;
  if (runner.wholes === "none") return false;
  const given = call.args.filter((field) => field.text !== "--");
  const { operands } = splitArguments(given, runner.valued);
  const wholes = runner.wholes ?? WHOLE_FOLDERS;
  return operands.some(({ text }) => !runner.skips?.test(text) && !wholes.test(text) && !/^\w+=/.test(text));
}

/** A successful run that prints nothing, or no numbers; accepted if the repository has tests to run. */
function isSilentSuccess(runs: readonly Call[], { result, root }: ToolEvent, files: FileView): boolean {
  return runs.some((call) => {
    const runner = runnerOf(call);
    const words = call.args.map((field) => field.text).join(" ");
    const said = runner?.success?.test(result.output) === true && !/\bNO-SOURCE\b/.test(result.output);
    const quiet = runner?.quiet?.test(words) === true && result.output.trim() === "";
    return call.decisive && (said || quiet) && canBeTested(root, files);
  });
}

function lints(call: Call): boolean {
  const words = call.args.map((field) => field.text);
  if (LINTERS.test(call.name)) return !words.some((word) => /^--(?:version|help)$/.test(word));
  if (/^(?:npm|pnpm|yarn)$/.test(call.name))
    return words.some((word) => /^(?:lint|typecheck|check-types|type-check)(?::|$)/.test(word));
  if (call.name === "cargo") return words[0] === "clippy";
  if (call.name === "go") return words[0] === "vet";
  return /^(?:make|just)$/.test(call.name) && words.includes("lint");
}

/**
 * Whether this is exactly a verification command from AGENTS.md whose exit status decides, because people
 * chose it. Not trusted if the session itself edited the file.
 */
function isDeclared(event: ToolEvent, survey: Survey, files: FileView): boolean {
  if (files.wrote?.(`${event.root}/AGENTS.md`)) return false;
  if (survey.calls.length === 0 || survey.calls.every((call) => TALK.test(call.name))) return false;
  if (!survey.calls.every((call) => call.decisive && !call.args.some((field) => field.text.includes(HOLE))))
    return false;
  const text =
    event.tool.kind === "shell"
      ? event.tool.command
      : event.tool.kind === "execute"
        ? event.tool.argv.join(" ")
        : "";
  const wanted = squeeze(text);
  return verificationCommands(event.root, files).some((command) => squeeze(command) === wanted);
}

function squeeze(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

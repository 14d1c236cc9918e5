import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import type { Call, Survey } from "../command/survey.ts";
import { HOLE } from "../command/values.ts";
import type { FileView } from "../files.ts";
import { verificationCommands } from "../project-facts.ts";
import { readTestSummary } from "./test-summary.ts";

type ToolEvent = Extract<GuardEvent, { event: "after_tool" | "tool_failed" }>;

export interface Verified {
  readonly tests?: "passed" | "failed";
  readonly lint?: "passed" | "failed";
}

const RUNNERS =
  /^(?:pytest|py\.test|jest|vitest|mocha|ava|tap|jasmine|karma|cypress|playwright|phpunit|rspec|bats|ctest|gotestsum|nose2|behave|tox|nox|gradlew?|mvnw?|dotnet|sbt|mix|rake|bun|deno|flutter|dart|swift|zig|cargo-nextest)$/;
const TEST_WORDS = /(?:^|[:_./-])(?:tests?|spec|specs|check|verify|ci|coverage|e2e|unit)(?:[:_./-]|$)/;
const LINTERS =
  /^(?:eslint|biome|ruff|flake8|pylint|golangci-lint|staticcheck|shellcheck|stylelint|oxlint|rubocop|phpcs|phpstan|mypy|pyright|tsc|clippy-driver|hadolint|yamllint|swiftlint|ktlint)$/;
/** Programs that print whatever they are told and prove nothing. */
const FILTERS = /^(?:head|tail|grep|egrep|tee|sed|awk|cat|less|more|sort|uniq|cut)$/;
const WRAPPERS =
  /^(?:timeout|env|time|nice|npx|uv|poetry|pipenv|bundle|cd|command|nohup|export|set|xvfb-run|cross-env)$/;
const TALK = /^(?:echo|printf|true|false|:|cat|yes|head|tail|grep|sleep|test|\[)$/;

/** Options with which a runner says something about the tests instead of running them. */
const LOOKING =
  /^(?:--version|--help|-h|-V|--collect-?only|--co|--setup-(?:plan|only)|--fixtures(?:-per-test)?|--markers|--list|--listTests|--list-tests|--showConfig|--dry-run|--test-list)(?:=|$)/;

/**
 * What an event proves about the code. The command says whether a test runner was started; only its result
 * says whether tests ran and passed: `echo pytest` starts none, `pytest || true` hides nothing that the
 * output shows.
 */
export function verificationOf(event: ToolEvent, survey: Survey | null, files: FileView): Verified {
  if (event.result.tests) return reportedTests(event.result.tests);
  if (!survey || event.result.finished === false) return {};
  const succeeded = event.event === "after_tool" && (event.result.exit_code ?? 0) === 0;
  return { ...testsOf(event, survey, succeeded, files), ...lintOf(survey, succeeded) };
}

/** Tests that were picked out cannot vouch for the others; that they fail is certain. */
function reportedTests({
  status,
  passed,
  failed,
  selected,
}: NonNullable<ToolEvent["result"]["tests"]>): Verified {
  if (status !== "passed" || passed === 0 || failed > 0) return { tests: "failed" };
  return selected ? {} : { tests: "passed" };
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
  if (summary.passed > 0 && runs.length > 0 && isGenuine(survey, runs)) return { tests: "passed" };
  return declared && !summary.empty ? { tests: "passed" } : {};
}

/** The summary in the output is the runner's: its status decided, or nothing but filters followed it. */
function isGenuine(survey: Survey, runs: readonly Call[]): boolean {
  const others = survey.calls.filter((call) => !runs.includes(call) && !WRAPPERS.test(call.name));
  if (others.some((call) => readTestSummary(call.args.map((field) => field.text).join(" ")).passed > 0))
    return false;
  if (runs.some((call) => call.decisive)) return true;
  return others.every((call) => call.input.kind === "pipe" && FILTERS.test(call.name));
}

function lintOf(survey: Survey, succeeded: boolean): Verified {
  const runs = survey.calls.filter((call) => lints(call));
  if (runs.length === 0) return {};
  if (succeeded && runs.every((call) => call.decisive)) return { lint: "passed" };
  return succeeded ? {} : { lint: "failed" };
}

function runsTests(call: Call): boolean {
  const words = call.args.map((field) => field.text);
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  if (words.some((word) => LOOKING.test(word)) || isListing(call.name, words, first)) return false;
  if (/^(?:gradlew?|mvnw?|dotnet|sbt|mix|rake|bun|deno|flutter|dart|swift|zig)$/.test(call.name))
    return words.some((word) => TEST_WORDS.test(word) || /[tT]est$/.test(word));
  if (RUNNERS.test(call.name)) return true;
  if (call.name === "go" || call.name === "cargo")
    return first === "test" || first === "t" || first === "nextest" || first === "llvm-cov";
  if (/^(?:npm|pnpm|yarn)$/.test(call.name))
    return (
      /^(?:test|t|tst)$/.test(first) ||
      (/^run/.test(first) ? TEST_WORDS.test(second) : TEST_WORDS.test(first))
    );
  if (/^(?:make|gmake|just|task|ninja|turbo|nx)$/.test(call.name))
    return words.some((word) => TEST_WORDS.test(word));
  if (call.name === "node") return words.includes("--test") || TEST_WORDS.test(first);
  if (/^python/.test(call.name))
    return words.includes("unittest") || TEST_WORDS.test(first) || /(?:^|\/)manage\.py$/.test(first);
  return TEST_WORDS.test(call.name) && !TALK.test(call.name);
}

/** Forms of a runner's command that build or list tests without running them. */
function isListing(name: string, words: readonly string[], first: string): boolean {
  if (name === "go") return words.some((word) => /^--?(?:list|c|n)(?:=|$)/.test(word));
  if (name === "cargo") return words.includes("--no-run");
  if (name === "vitest") return first === "list" || first === "init";
  return false;
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

/** Exactly a verification command of AGENTS.md, and one whose status decides: people vouched for it. */
function isDeclared(event: ToolEvent, survey: Survey, files: FileView): boolean {
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

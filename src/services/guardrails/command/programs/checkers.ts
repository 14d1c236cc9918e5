import { hasArgument, looksOutside, splitArguments } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, part } from "../values.ts";

/** Compilers, linters, test runners: they run the repository's own code, which is ordinary work. */
export const CHECKERS =
  "alembic aerich celery jupyter nbconvert protoc semgrep gitleaks trivy pandoc svgo ctags django-admin flask uvicorn gunicorn rails tsc eslint prettier biome jest vitest mocha ava tap c8 nyc jasmine karma cypress playwright webpack rollup vite esbuild swc parcel tsup tsdown rolldown turbo nx lerna stylelint oxlint knip madge depcheck typedoc tsd vue-tsc svelte-check astro next nuxt ng gatsby remix storybook babel pytest py.test ruff black isort flake8 pylint mypy pyright basedpyright bandit tox nox coverage autopep8 yapf pydocstyle vulture pre-commit sphinx-build mkdocs behave nose2 ptw gofmt goimports golangci-lint staticcheck gotestsum gopls rustfmt clippy-driver cargo-clippy cargo-nextest rustdoc javac kotlinc ktlint detekt checkstyle spotbugs google-java-format clang-format clang-tidy cppcheck cpplint rubocop rspec rake standardrb brakeman sorbet srb phpunit phpstan psalm phpcs php-cs-fixer pint swiftlint swiftformat ktfmt shfmt bats ctest dart flutter mix rebar3 credo dialyzer stack cabal hlint ormolu zig nim crystal ocamlformat dune buf sqlfluff tflint actionlint commitlint lint-staged changeset dotnet msbuild nunit3-console swift xcodebuild xcrun sbt lein clj-kondo hatch pdm flit";
const OUTPUT_OPTION =
  /^(?:-o|--(?:output(?:-?file|-?dir|-?path)?|out(?:-?file|-?dir)|junit-?xml|report-?(?:file|log)|(?:log|data)-?file|result-?log|cov-report|(?:coverage|coverage\.reports|cache)-?directory|dest(?:ination)?))(?:=(.*))?$/is;
/** Without `=`, the next argument does not belong to them. */
const OPTIONAL_OUTPUT = /^--debug=(.+)$/s;
/** Options of the form `--name key=value` whose value may be a file to write: `--reporter-option output=x`. */
const REPORTER_OPTION = /^(?:-O|--reporter-options?)(?:=(.*))?$/s;
/** Options that load code, a configuration or a plug-in, with the value attached or in the next argument. */
const LOADING =
  /^-[pcr]$|(?:config|rc|plugins?|plugin-dir|resolve|require|import|loader|setup|reporter|runner|rulesdir|parser|env|rootdir|root)$/i;
/** Programs that run the files they are given. */
const RUNNERS =
  "jest vitest mocha ava tap c8 nyc jasmine karma cypress playwright pytest py.test behave nose2 ptw rspec rake phpunit bats nox tox dotnet";
/** The tool empties the folder before it runs. */
const EMPTIES = /^--basetemp(?:=(.*))?$/s;
/** Programs that rewrite their input files unless an option says to check only. */
const FORMATTERS = /^(?:black|isort|rustfmt|php-cs-fixer|swiftformat|ktfmt)$/;
const WRITES_SOURCES = /^(?:--write|--fix|--apply|-w|-i|--in-place|--fix-dry-run|--unsafe-fixes)$/;

export function checker(name: string): ProgramJudge | undefined {
  return lists(CHECKERS, name) ? judgeChecker : undefined;
}

/** Options that load code, a configuration or a plug-in: allowed inside the repository, denied from outside. */
export function judgeChecker(call: Call, report: Report): undefined {
  for (const [index, field] of call.args.entries()) {
    const [, name, attached] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(field.text) ?? [];
    const value = attached ?? (name === undefined ? field.text : "");
    if (value.startsWith("data:"))
      report.deny("inline_code", `${call.name} would load code from the command line`);
    if (/[`]|\$\(/.test(value) && name !== undefined && /command|exec|runner/.test(name))
      report.deny("runs_program", `${call.name} ${name} runs a program`);
    if (looksOutside(value))
      report.touch(isRun(call, name ?? null, index) ? "execute" : "write", {
        ...field,
        text: value,
        candidates: null,
      });
    const next = call.args[index + 1];
    if (/^(?:-p)$/.test(name ?? "") && call.name === "pytest" && next && looksOutside(next.text))
      report.touch("execute", next);
  }
  for (const [index, field] of call.args.entries()) {
    const [, attached] = OUTPUT_OPTION.exec(field.text) ?? [];
    const target = attached === undefined ? call.args[index + 1] : part(field, attached);
    if (OUTPUT_OPTION.test(field.text) && target) report.touch("write", withoutKind(target));
    const optional = OPTIONAL_OUTPUT.exec(field.text)?.[1];
    if (optional !== undefined) report.touch("write", part(field, optional));
    for (const output of reporterOutputs(call.args, index)) report.touch("write", output);
    const emptied = EMPTIES.exec(field.text);
    if (emptied !== null) {
      const folder = emptied[1] === undefined ? call.args[index + 1] : part(field, emptied[1]);
      if (folder) report.touch("remove_tree", folder);
    }
    if (/^--pastebin/.test(field.text)) report.deny("exfiltration", "uploads the results to another machine");
  }
  const formats =
    FORMATTERS.test(call.name) && !hasArgument(call.args, /^(?:--check|--diff|--check-only|-c|-l|-d)$/);
  if (formats || hasArgument(call.args, WRITES_SOURCES))
    for (const operand of splitArguments(call.args).operands)
      report.touch("write", { ...operand, glob: operand.glob || /[*?[{]/.test(operand.text) });
}

/** Whether a file outside is loaded or run: as the value of an option, or as a file of tests. */
function isRun({ name: program, args }: Call, name: string | null, index: number): boolean {
  if (name !== null) return LOADING.test(name);
  const before = args[index - 1]?.text ?? "";
  if (/^--?[\w-]+$/.test(before) && LOADING.test(before)) return true;
  const isValue = OUTPUT_OPTION.test(before) || EMPTIES.test(before) || /^--[\w-]+$/.test(before);
  return lists(RUNNERS, program) && !isValue;
}

/** `--cov-report=html:out` names the kind of report first. */
function withoutKind(field: Field): Field {
  const path = /^[a-z-]+:(?!\/\/)(.+)$/s.exec(field.text)?.[1];
  return path === undefined ? field : part(field, path);
}

function reporterOutputs(args: readonly Field[], index: number): readonly Field[] {
  const field = args[index];
  const match = field && REPORTER_OPTION.exec(field.text);
  if (!field || !match) return [];
  const given = match[1] === undefined ? args[index + 1] : part(field, match[1]);
  if (given === undefined) return [];
  const files = given.text
    .split(",")
    .flatMap((each) => /^\w*(?:output|file)\w*=(.+)$/is.exec(each)?.[1] ?? []);
  return files.map((text) => part(given, text));
}

/** How a test runner is recognized. Expressions are matched against the arguments, joined by spaces. */
export interface TestRunner {
  /** Names of programs, separated by spaces; a version after the name is ignored, as in `python3.12`. */
  readonly programs: string;
  /** Arguments that make it run tests; if absent, it always does. */
  readonly runs?: RegExp;
  /** Arguments that make it build or list tests without running them. */
  readonly lists?: RegExp;
  /** Options that select some of the tests. */
  readonly narrows?: RegExp;
  /** Options that take the next argument, so it is not a path or a pattern. */
  readonly valued?: string;
  /** Operands before the tests: subcommands and task names. */
  readonly skips?: RegExp;
  /** Operands that stand for all tests. `none` if operands never select tests. */
  readonly wholes?: RegExp | "none";
  /** Arguments that make it print nothing on success. */
  readonly quiet?: RegExp;
  /** The output of a successful run that prints no counts. */
  readonly success?: RegExp;
}

const TEST_WORD = /(?:^|[\s:_./-])(?:tests?|spec|specs|check|verify|ci|coverage|e2e|unit)(?:[\s:_./-]|$)/;
const FOLDERS =
  /^(?:\.\/?|(?:\.\/)?(?:tests?|specs?|__tests__|src|lib|app|e2e)\/?|\.\/\.\.\.|\.\.\.|.*\*.*)$/;
const PYTEST_VALUED =
  "-n -p -c -o -W -r --maxfail --tb --durations --rootdir --junitxml --junit-xml --cov --cov-report --cov-config --timeout --basetemp --color --log-level --confcutdir --numprocesses --dist";
const JS_VALUED =
  "-c --config --reporter --reporters --maxWorkers --workers -w -j --coverageDirectory --outputFile --pool --environment --root --dir --mode --timeout --testTimeout --retries --repeat-each --require -r --spec --project --test-reporter --test-concurrency --test-timeout --import";

const JS_NARROWS =
  /(?:^|\s)(?:-t|-g|-f|-o|--testNamePattern|--test-name-pattern|--grep|--fgrep|--match|--only|--onlyChanged|--onlyFailures|--changed|--changedSince|--findRelatedTests|--shard|--last-failed|--only-changed|--selectProjects|--filter|--spec|related)(?:[\s=]|$)/;

/** Add test runners here: a green run of any other program counts only if AGENTS.md declares it. */
const TEST_RUNNERS: readonly TestRunner[] = [
  {
    programs: "pytest py.test",
    narrows:
      /(?:^|\s)(?:-k|-m|--lf|--last-failed|--sw|--stepwise|--deselect|--ignore|--ignore-glob|--testmon|--picked)(?:[\s=]|$)/,
    valued: PYTEST_VALUED,
  },
  {
    programs: "vitest",
    lists: /^(?:-\S+ )*(?:list|init)(?:\s|$)/,
    narrows: JS_NARROWS,
    valued: JS_VALUED,
    skips: /^(?:run|test|watch|bench|start|component|open)$/,
  },
  {
    programs: "jest mocha ava tap tape uvu jasmine karma cypress playwright wtr testcafe wdio",
    narrows: JS_NARROWS,
    valued: JS_VALUED,
    skips: /^(?:run|test|watch|bench|start|component|open)$/,
  },
  {
    programs: "npm pnpm yarn",
    runs: /^(?:-\S+ )*(?:(?:run|run-script|rum|urn) )?(?:-\S+ )*(?:t|tst|\S*(?:test|spec|check|verify|coverage|e2e|unit)\S*|ci:\S+|\S+:ci)(?:\s|$)|^run ci(?:\s|$)|^(?:workspace|workspaces|-r|--recursive|--filter) .*\btest/,
    narrows:
      /(?:^|\s)(?:-t|-k|-g|--grep|--testNamePattern|--filter|-F|--workspace|-w|--scope|--testPathPattern|--changed|--onlyChanged)(?:[\s=]|$)|^workspace /,
    skips:
      /^(?:run|run-script|rum|urn|workspace|workspaces|foreach|t|tst|[\w:-]*(?:test|spec|check|verify|ci|coverage|e2e|unit)[\w:-]*)$/,
    valued: JS_VALUED,
  },
  {
    programs: "node",
    runs: /(?:^|\s)--test(?:\s|$)|(?:^|\/)tests?[/.]|\.test\.|\.spec\./,
    narrows: /(?:^|\s)--test-(?:name-pattern|only|skip-pattern|shard)/,
    valued: JS_VALUED,
  },
  {
    programs: "bun",
    runs: /^(?:run )?\S*test\S*(?:\s|$)/,
    narrows: /(?:^|\s)(?:-t|--test-name-pattern|--only)(?:[\s=]|$)/,
    skips: /^(?:run|\S*test)$/,
  },
  {
    programs: "deno",
    runs: /^(?:test|task \S*test)/,
    narrows: /(?:^|\s)--filter/,
    skips: /^(?:test|task|\S*test\S*)$/,
  },
  {
    programs: "go",
    runs: /^(?:-C \S+ )?test(?:\s|$)/,
    lists: /(?:^|\s)--?(?:list|c|n)(?:[\s=]|$)/,
    narrows: /(?:^|\s)--?(?:run|skip)(?:[\s=]|$)/,
    valued:
      "-count -timeout -coverprofile -covermode -coverpkg -cpu -parallel -tags -o -p -mod -bench -benchtime -ldflags",
    skips: /^test$/,
    wholes: /^(?:\.\/\.\.\.|\.\.\.|all)$/,
  },
  {
    programs: "gotestsum",
    narrows: /(?:^|\s)--?run(?:[\s=]|$)/,
    wholes: /^(?:\.\/\.\.\.|\.\.\.|all)$/,
    valued: "--format -f --junitfile --jsonfile",
  },
  {
    programs: "ginkgo",
    narrows: /(?:^|\s)--?(?:focus|skip|label-filter|f)\b/,
    wholes: /^(?:\.\/\.\.\.|-r|run)$/,
    skips: /^run$/,
  },
  {
    programs: "cargo cargo-nextest",
    lists: /(?:^|\s)--no-run(?:\s|$)/,
    runs: /^(?:\+\S+ )?(?:test|t|nextest|llvm-cov|miri test|run)(?:\s|$)/,
    narrows:
      /(?:^|\s)(?:-p|--package|--lib|--bin|--bins|--test|--doc|--example|-E|--exact|--skip|--filter-expr)(?:[\s=]|$)/,
    valued: "--features -F --target --manifest-path -j --jobs --profile --test-threads --color",
    skips: /^(?:test|t|nextest|llvm-cov|miri|run|\+\S+)$/,
  },
  {
    programs: "python py manage.py",
    runs: /\bunittest\b|(?:^|\s|\/)(?:run_?tests?|tests?)(?:\.py)?(?:\s|$)|(?:^|\/)manage\.py test\b|^test(?:\s|$)|\bnose2\b|\bbehave\b/,
    narrows: /(?:^|\s)-k\b|--tag\b/,
    skips: /^(?:\S*manage\.py|test|unittest|discover|-m|nose2|behave|\S*run_?tests?\.py)$/,
    valued: "-s -p -t --settings --parallel -v --verbosity -W",
  },
  {
    programs: "gradle gradlew",
    runs: /(?:^|\s)(?::?\S+:)*(?:\w*[tT]est\w*|check|build)(?:\s|$)/,
    narrows: /(?:^|\s)(?:--tests|-PtestFilter\S*)(?:[\s=]|$)|(?:^|\s):\S+:\S*[tT]est|-x \S*[tT]est/,
    wholes: "none",
    quiet: /(?:^|\s)(?:-q|--quiet)(?:\s|$)/,
    success: /^BUILD SUCCESSFUL\b/m,
  },
  {
    programs: "mvn mvnw",
    runs: /(?:^|\s)(?:test|verify|install|package|surefire:test|failsafe:\S+)(?:\s|$)/,
    narrows: /(?:^|\s)(?:-D(?:it\.)?test=|-pl\b|--projects\b|-Dgroups=)|-Dmaven\.test\.skip|-DskipTests/,
    wholes: "none",
    quiet: /(?:^|\s)(?:-q|--quiet)(?:\s|$)/,
  },
  { programs: "sbt", runs: /\btest/i, narrows: /testOnly|testQuick|\S+\/test/, wholes: "none" },
  {
    programs: "dotnet",
    runs: /^test\b/,
    narrows: /--filter/,
    skips: /^test$/,
    valued:
      "--logger -c --configuration -f --framework -v --verbosity -r --settings -l --results-directory --collect",
    wholes: /^\.$|\.sln[x]?$/,
  },
  {
    programs: "rspec rails rake minitest m",
    runs: /^(?:(?!.*\b(?:server|console|generate|db:|routes)).*\b(?:test|spec)|$|(?!.*\b(?:s|c|g|server|console|generate|runner|routes)\b).*_(?:spec|test)\.rb|-)/,
    narrows: /(?:^|\s)(?:-e|--example|-t|--tag|-n|--name|--only-failures)(?:[\s=]|$)|\bTEST=|:\d+$/,
    skips: /^(?:test|spec|test:\w+|test:all)$/,
    valued: "-f --format -o --out -r --require --seed -I",
  },
  {
    programs: "phpunit pest paratest codecept behat",
    narrows: /(?:^|\s)--(?:filter|group|exclude-group|testsuite|dirty)(?:[\s=]|$)/,
    skips: /^run$/,
    valued: "-c --configuration --log-junit --coverage-html --processes",
  },
  {
    programs: "php artisan sail composer",
    runs: /(?:^|\s)(?:artisan )?test(?:\s|$)|\bphpunit\b|\bpest\b|^run(?:-script)? test/,
    narrows: /--(?:filter|group|testsuite)/,
    skips: /^(?:\S*artisan|test|run|run-script|\S*phpunit|\S*pest)$/,
  },
  {
    programs: "bats ctest nose2 behave cucumber cucumber-js prove busted robot meson newman testem",
    narrows: /(?:^|\s)(?:-f|-R|-L|-I|--filter|--tests-regex|--tags|--name|-n)(?:[\s=]|$)/,
    skips: /^test$/,
    valued: "--test-dir -C -j --parallel --format -f -c -r",
  },
  {
    programs: "tox nox",
    narrows: /(?:^|\s)(?:--\s.*(?:-k|::)|-k)\b/,
    wholes: "none",
    success: /^\s*congratulations :\)|^nox > Session .* was successful/m,
  },
  {
    programs: "bazel bazelisk buck2 pants please plz",
    runs: /(?:^|\s)(?:test|coverage)(?:\s|$)/,
    narrows: /--test_filter/,
    skips: /^(?:test|coverage)$/,
    wholes: /^\/\/\.\.\.$|^:{1,2}$|^\/\/$/,
  },
  {
    programs: "swift xcodebuild",
    runs: /(?:^|\s)test(?:\s|$)/,
    narrows: /--filter|--skip|-only-testing|-skip-testing/,
    wholes: "none",
  },
  {
    programs: "flutter dart",
    runs: /^(?:pub run )?test(?:\s|$)/,
    narrows: /(?:^|\s)(?:--name|--plain-name|-n|-N|--tags|-t)(?:[\s=]|$)/,
    skips: /^(?:test|pub|run)$/,
  },
  {
    programs: "zig",
    runs: /^(?:build )?\S*test(?:\s|$)/,
    narrows: /--test-filter|-Dtest-filter/,
    skips: /^(?:build|\S*test|\S+\.zig)$/,
    valued: "--summary",
    quiet: /^build \S*test/,
  },
  {
    programs: "mix rebar3 gleam",
    runs: /^(?:do )?(?:test|ct|eunit)(?:\s|$)/,
    narrows: /(?:^|\s)--(?:only|failed|stale|exclude)(?:[\s=]|$)|:\d+$/,
    skips: /^(?:test|ct|eunit|do)$/,
  },
  {
    programs: "stack cabal lein clj clojure dune crystal nimble elm-test raco R Rscript julia ponyc alr v",
    runs: /(?:^|\s|:)(?:test|spec|runtest|testthat|testall)/,
    wholes: "none",
    narrows: /--(?:match|test-arguments|only)/,
  },
  {
    programs: "make gmake just task ninja turbo nx lerna moon rush mage hatch pdm rye invoke inv",
    runs: TEST_WORD,
    wholes: "none",
    narrows: /(?:^|\s)(?:--filter|--scope|--projects|TEST=|ARGS=|-p)/,
  },
  {
    programs: "docker docker-compose podman",
    runs: /(?:^|\s)run (?:\S+ )*?(?:\S*[-_])?tests?(?:\s|$)/,
    wholes: "none",
  },
];

export const WHOLE_FOLDERS = FOLDERS;

let runnersByName: ReadonlyMap<string, TestRunner> | null = null;

export function findTestRunner(program: string): TestRunner | undefined {
  runnersByName ??= new Map(
    TEST_RUNNERS.flatMap((runner) => runner.programs.split(" ").map((name) => [name, runner] as const)),
  );
  return runnersByName.get(program) ?? runnersByName.get(program.replace(/[\d.]+$/, ""));
}

import { describe, expect, it } from "vitest";
import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { evaluate } from "../evaluate.ts";
import { type FileView, NO_FILES } from "../files.ts";
import { GUARDS } from "../guards/list.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { EMPTY_STATE, type HarnessState } from "./state.ts";

const PYTEST = "============ 5 passed in 0.12s ============";
const files: FileView = {
  ...NO_FILES,
  text: (path) => (path.endsWith("AGENTS.md") ? "- `./verify --all`\n- `echo ok`\n" : null),
};

describe("what counts as a test run", () => {
  const passing: readonly (readonly [command: string, output: string])[] = [
    ["pytest -q", "5 passed in 0.12s"],
    ["python -m pytest tests", PYTEST],
    ["timeout 60 pytest -q", "5 passed in 0.12s"],
    ["uv run pytest", PYTEST],
    ["pytest 2>&1 | tail -20", PYTEST],
    ["pytest -q | tee out.log", "5 passed in 0.12s"],
    ["pytest && echo done", `${PYTEST}\ndone`],
    ["npm test", "Tests:       3 passed, 3 total"],
    ["npx vitest run", " Test Files  1 passed (1)\n      Tests  3 passed (3)\n"],
    ["npm run test:unit", "\u001b[32m  3 passing\u001b[39m (4ms)"],
    ["node --test", "# tests 3\n# pass 3\n# fail 0"],
    ["go test ./...", "ok  \texample.com/a\t0.01s\n?   \texample.com/b\t[no test files]"],
    ["cargo test", "test result: ok. 3 passed; 0 failed; 0 ignored"],
    ["python -m unittest", "Ran 3 tests in 0.001s\n\nOK"],
    ["mvn -q test", "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"],
    ["bundle exec rspec", "3 examples, 0 failures"],
    ["make test", PYTEST],
    ["./scripts/run-tests.sh", PYTEST],
    ["./verify --all", "fine"],
    [
      "./gradlew test",
      "> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in 3s\n3 actionable tasks: 3 executed",
    ],
    ["./gradlew build", "BUILD SUCCESSFUL in 1s\n7 actionable tasks: 7 up-to-date"],
    ["gradle test -q", ""],
    ["mvn -q test", ""],
    ["swift test", "Executed 3 tests, with 0 failures (0 unexpected) in 0.01 (0.02) seconds"],
    ["swift test", "✔ Test run with 3 tests passed after 0.001 seconds."],
    ["npx playwright test", "Running 3 tests using 2 workers\n\n  3 passed (4.5s)"],
    ["bundle exec rake test", "3 runs, 5 assertions, 0 failures, 0 errors, 0 skips"],
    ["rails test", "3 runs, 5 assertions, 0 failures, 0 errors, 0 skips"],
    ["flutter test", "00:02 +3: All tests passed!"],
    ["sbt test", "[info] Passed: Total 3, Failed 0, Errors 0, Passed 3\n[success] Total time: 3 s"],
    ["tox -e py312", "  py312: OK (1.21=setup[0.1]+cmd[1.1] seconds)\n  congratulations :) (1.31 seconds)"],
    ["nox -s tests", "nox > Running session tests\nnox > Session tests was successful."],
    ["php artisan test", "   PASS  Tests\\OrderTest\n  Tests:    3 passed (5 assertions)\n  Duration: 0.10s"],
    ["vendor/bin/pest", "  Tests:    3 passed (5 assertions)"],
    ["bazel test //...", "//a:a_test    PASSED in 0.1s\n\nExecuted 1 out of 1 test: 1 test passes."],
    ["zig build test", ""],
    ["zig build test --summary all", "Build Summary: 3/3 steps succeeded; 2/2 tests passed"],
    [
      "ginkgo -r",
      "Ran 3 of 3 Specs in 0.001 seconds\nSUCCESS! -- 3 Passed | 0 Failed | 0 Pending | 0 Skipped",
    ],
    ["docker compose run --rm api pytest -q", "5 passed in 0.12s"],
    ["docker compose exec -T api npm test", "Tests:       3 passed, 3 total"],
    ["docker compose run --rm tests", "5 passed in 0.12s"],
    ["dotnet test", "Test summary: total: 3, failed: 0, succeeded: 3, skipped: 0, duration: 1.2s"],
    ["python manage.py test", "Ran 3 tests in 0.001s\n\nOK"],
    ["pytest tests/", PYTEST],
    ["pytest -n 4 --cov src", PYTEST],
    ["npx mocha 'test/**/*.js'", "  3 passing (4ms)"],
    ["npm test -- --reporter dot", "  3 passing (4ms)"],
    ["cd sub && pytest && cd .. && pytest", PYTEST],
  ];
  it.each(passing)("%s", (command, output) => {
    expect(verified(command, output).verification_status).toMatchObject({
      tests_run: true,
      tests_passed: true,
    });
  });

  const parts: readonly (readonly [command: string, output: string])[] = [
    ["pytest -k orders", "1 passed, 4 deselected in 0.1s"],
    ["pytest tests/test_orders.py", PYTEST],
    ["pytest tests/test_orders.py::test_total -q", PYTEST],
    ["pytest --lf", PYTEST],
    ["npx vitest run src/a.test.ts", "      Tests  3 passed (3)\n"],
    ["npx vitest run -t adds", "      Tests  1 passed | 2 skipped (3)\n"],
    ["npm test -- -t adds", "Tests:       2 skipped, 1 passed, 3 total"],
    ["npm test -- src/a.test.ts", "Tests:       3 passed, 3 total"],
    ["npx jest a.test.js", "Tests:       3 passed, 3 total"],
    ["npx mocha --grep adds", "  1 passing (4ms)"],
    ["go test ./internal/order", "ok  \texample.com/a\t0.01s"],
    ["go test -run TestA ./...", "ok  \texample.com/a\t0.01s"],
    ["cargo test parser", "test result: ok. 3 passed; 0 failed; 0 ignored"],
    ["cargo test -p core", "test result: ok. 3 passed; 0 failed; 0 ignored"],
    ["./gradlew test --tests A", "BUILD SUCCESSFUL in 3s"],
    ["mvn test -Dtest=A", "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"],
    ["bundle exec rspec spec/a_spec.rb", "3 examples, 0 failures"],
    ["pnpm --filter @shop/api test", "Tests:       3 passed, 3 total"],
    ["node --test test/a.test.js", "# pass 3\n# fail 0"],
    ["python -m unittest tests.test_a", "Ran 3 tests in 0.001s\n\nOK"],
    ["python manage.py test shop", "Ran 3 tests in 0.001s\n\nOK"],
    ["docker compose run --rm api pytest -k a", "5 passed in 0.12s"],
    ["dotnet test --filter A", "Test summary: total: 3, failed: 0, succeeded: 3, skipped: 0"],
    ["bazel test //a:a_test", "//a:a_test    PASSED in 0.1s"],
    ["cd sub && pytest", PYTEST],
  ];
  it.each(parts)("only a part: %s", (command, output) => {
    const state = verified(command, output);
    expect(state.verification_status.tests_passed).toBe(false);
    expect(state).toMatchObject({ partly_verified: true, unverified: true });
  });

  it("counts the tests of a folder for all changes in that folder", () => {
    expect(fold([edit("sub/a.py"), ran("cd sub && pytest", PYTEST)])).toMatchObject({ unverified: false });
    const both = [edit("sub/a.py"), edit("src/b.py"), ran("cd sub && pytest", PYTEST)];
    expect(fold(both)).toMatchObject({ unverified: true, partly_verified: true });
  });

  it("does not trust a declaration that the session edited", () => {
    const run = ran("./verify --all", "fine");
    expect(fold([edit("src/a.py"), run]).verification_status.tests_passed).toBe(true);
    expect(fold([edit("AGENTS.md"), edit("src/a.py"), run]).verification_status.tests_passed).toBe(false);
  });

  const not: readonly (readonly [command: string, output: string])[] = [
    ["echo pytest", "pytest"],
    ["echo 'pytest: 5 passed in 0.1s'", "pytest: 5 passed in 0.1s"],
    ["echo '5 passed in 0.1s'", "5 passed in 0.1s"],
    ["printf '5 passed in 0.1s' # pytest", "5 passed in 0.1s"],
    ["cat pytest.log", "5 passed in 0.1s"],
    ["grep -r 'npm test' .", "5 passed in 0.1s"],
    ["pytest --version", "pytest 8.0"],
    ["pytest --collect-only", "5 tests collected in 0.1s"],
    ["pytest; echo '5 passed in 0.1s'", "command not found\n5 passed in 0.1s"],
    ["pytest > /dev/null; cat fake.log", "5 passed in 0.1s"],
    ["pytest || echo '5 passed in 0.1s'", "5 passed in 0.1s"],
    ["pytest -q", "no tests ran in 0.01s"],
    ["go test ./...", "?   \texample.com/b\t[no test files]"],
    ["cargo test", "test result: ok. 0 passed; 0 failed; 0 ignored"],
    ["npm test", "nothing to see"],
    ["ls test", "test"],
    ["echo ok", "ok"],
    ["./verify --all || true", "broken"],
    ["git commit -m 'pytest: 5 passed in 0.1s'", "[main 1234567] pytest: 5 passed in 0.1s"],
    ["cat fake.log || pytest", "5 passed in 0.1s"],
    ["true || pytest", "5 passed in 0.1s"],
    ["cat fake.log; true || pytest", "5 passed in 0.1s"],
    ["cat fake.log && pytest --co -q", "5 passed in 0.1s"],
    ["pytest --collect-only -q | tee x", "5 passed in 0.1s"],
    ["pytest --collectonly", "5 passed in 0.1s"],
    ["pytest --setup-plan", "5 passed in 0.1s"],
    ["pytest -k nothing", "5 deselected in 0.01s"],
    ["pytest -q", "3 skipped in 0.01s"],
    ["pytest -q", "3 xfailed in 0.01s"],
    ["pytest() { cat fake.log; }; pytest", "5 passed in 0.1s"],
    ["alias pytest='cat fake.log'; pytest", "5 passed in 0.1s"],
    ["go test -list . ./...", "TestA\nok  \texample.com/a\t0.01s"],
    ["go test -run NONE ./...", "ok  \texample.com/a\t0.01s [no tests to run]"],
    ["go test -c", "ok  \texample.com/a\t0.01s"],
    ["cargo test --no-run", "test result: ok. 3 passed; 0 failed; 0 ignored"],
    ["cargo test -- --list", "test result: ok. 3 passed; 0 failed; 0 ignored"],
    ["npx vitest list", "      Tests  3 passed (3)"],
    ["npx jest --showConfig", "Tests:       3 passed, 3 total"],
    ["python -m unittest", "Ran 3 tests in 0.001s\n\nOK (skipped=3)"],
    ["mvn -q test", "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3"],
    ["bundle exec rspec", "3 examples, 0 failures, 3 pending"],
    ["mix test", "3 tests, 0 failures, 3 skipped"],
    ["bats test", "1..1\nok 1 adds # skip no bc"],
    ["node --test", "ok 1 - adds # SKIP"],
    ["./verify --all", "3 skipped in 0.01s"],
    ["./verify --all", "Tests:       3 skipped, 3 total"],
    ["./verify --all", "Ran 3 tests in 0.001s\n\nOK (skipped=3)"],
    ["./verify --all", "1..0"],
    ["./gradlew test", "> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s"],
    ["./gradlew assemble", "BUILD SUCCESSFUL in 1s"],
    ["mvn -q package -DskipTests", ""],
    ["mvn -q test || true", ""],
    ["rails server", "3 runs, 5 assertions, 0 failures, 0 errors, 0 skips"],
    ["echo ' 3 passed (4.5s)'", " 3 passed (4.5s)"],
  ];
  it.each(not)("not %s", (command, output) => {
    expect(verified(command, output).verification_status.tests_passed).toBe(false);
  });

  const failing: readonly (readonly [command: string, output: string])[] = [
    ["pytest || true", "1 failed, 4 passed in 0.1s"],
    ["pytest | tail -1", "1 failed, 4 passed in 0.1s"],
    ["npm test; npm run lint", "Tests:       1 failed, 2 passed, 3 total"],
    ["go test ./... || true", "--- FAIL: TestA (0.00s)\nFAIL\texample.com/a\t0.1s"],
  ];
  it.each(failing)("a failure is detected although %s succeeds", (command, output) => {
    expect(verified(command, output).verification_status).toMatchObject({
      tests_run: true,
      tests_passed: false,
    });
  });

  it("trusts a tool that ran the tests itself", () => {
    const tool = { kind: "other", name: "run_tests" } as const;
    const passed = fold([
      edit("src/a.py"),
      {
        event: "after_tool",
        tool,
        result: { exit_code: null, output: "", tests: { status: "passed", passed: 3, failed: 0 } },
      },
    ]);
    expect(passed.verification_status.tests_passed).toBe(true);
    const none = fold([
      edit("src/a.py"),
      {
        event: "after_tool",
        tool,
        result: { exit_code: null, output: "", tests: { status: "no_tests", passed: 0, failed: 0 } },
      },
    ]);
    expect(none.verification_status.tests_passed).toBe(false);
  });

  it("does not count selected tests as a full run, but does count their failures", () => {
    const tool = { kind: "other", name: "run_single_test" } as const;
    const picked = (status: "passed" | "failed") => ({
      event: "after_tool" as const,
      tool,
      result: {
        exit_code: 0,
        output: "",
        tests: { status, passed: 1, failed: status === "failed" ? 1 : 0, selected: true as const },
      },
    });
    expect(fold([edit("src/a.py"), picked("passed")]).verification_status.tests_passed).toBe(false);
    const green = ran("pytest -q", "5 passed in 0.12s");
    expect(fold([green, picked("passed")]).verification_status.tests_passed).toBe(true);
    expect(fold([green, picked("failed")]).verification_status.tests_passed).toBe(false);
  });

  it("is invalidated by any edit and by a failure", () => {
    const green = ran("pytest -q", "5 passed in 0.12s");
    const changes: readonly Part[] = [
      edit("src/a.py"),
      ran("sed -i s/a/b/ src/a.py", ""),
      ran("echo x > src/a.py", ""),
      ran("git stash pop", ""),
      { ...ran("pytest -q", "1 failed in 0.1s", 1), event: "tool_failed" },
    ];
    for (const change of changes) expect(fold([green, change]).verification_status.tests_passed).toBe(false);
    for (const harmless of [
      edit("README.md"),
      ran("mkdir -p src/x", ""),
      ran("ls > out.log", ""),
      ran("cat src/a.py", ""),
    ])
      expect(fold([green, harmless]).verification_status.tests_passed).toBe(true);
  });

  it("judges linters by their exit status", () => {
    expect(fold([ran("ruff check .", "All checks passed!")]).verification_status).toMatchObject({
      lint_run: true,
      lint_passed: true,
    });
    expect(fold([ran("ruff check . || true", "1 error")]).verification_status.lint_passed).toBe(false);
    expect(
      fold([{ ...ran("npx eslint .", "1 problem", 1), event: "tool_failed" }]).verification_status,
    ).toMatchObject({ lint_run: true, lint_passed: false });
    expect(fold([ran("echo eslint", "eslint")]).verification_status.lint_run).toBe(false);
  });
});

type Part = Partial<GuardEvent> & Pick<GuardEvent, "event">;

function verified(command: string, output: string): HarnessState {
  return fold([edit("src/a.py"), ran(command, output)]);
}

function edit(path: string): Part {
  return {
    event: "after_tool",
    tool: { kind: "write", name: "edit_file", paths: [path] },
    result: { exit_code: null, output: "" },
  };
}

function ran(command: string, output: string, exit_code = 0): Part {
  return {
    event: "after_tool",
    tool: { kind: "shell", name: "Bash", command },
    result: { exit_code, output },
  };
}

function fold(parts: readonly Part[]): HarnessState {
  return parts.reduce((state, part, index) => {
    const event = {
      session_id: "s",
      at: `2026-01-01T00:00:0${index}Z`,
      root: "/repo",
      cwd: "/repo",
      ...part,
    } as GuardEvent;
    return evaluate(event, state, DEFAULT_SETTINGS, GUARDS, { files }).state;
  }, EMPTY_STATE);
}

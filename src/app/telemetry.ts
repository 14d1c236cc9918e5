import type { Conformance } from "../domain/ports/conformance.ts";
import type { Searched, Source, SourceWatch } from "../domain/ports/repair.ts";
import type { Command, Execution, Sandbox } from "../domain/ports/sandbox.ts";
import type { Telemetry } from "../domain/ports/telemetry.ts";
import type { TestRunner } from "../domain/ports/testing.ts";
import type { Environment } from "../services/config/index.ts";
import type { Receiver } from "../services/telemetry/index.ts";

/** The receiver comes from the environment only, never from a repository, which could send data elsewhere. */
export function receiversIn({ telemetry: { otlp, langfuse } }: Environment): Receiver[] {
  return [
    ...(otlp === null ? [] : [otlp]),
    ...(langfuse === null
      ? []
      : [
          {
            url: `${langfuse.host}/api/public/otel/v1/traces`,
            headers: { Authorization: `Basic ${btoa(`${langfuse.publicKey}:${langfuse.secretKey}`)}` },
            link: (traceId: string) =>
              langfuse.project === null
                ? `${langfuse.host}/trace/${traceId}`
                : `${langfuse.host}/project/${langfuse.project}/traces/${traceId}`,
          },
        ]),
  ];
}

type Execute = (command: Command) => Promise<Execution>;

export function tracedExecute(telemetry: Telemetry, sandbox: () => Promise<Sandbox>): Execute {
  return async (command) => {
    const { id, execute } = await sandbox();
    const about = { "process.command": command.argv[0], "agentforge.sandbox.backend": id };
    return telemetry.span("sandbox.execute", about, async (span) => {
      const done = await execute(command);
      span.note({ "process.exit.code": done.exitCode, "agentforge.sandbox.killed_by": done.killedBy });
      return done;
    });
  };
}

export function tracedTests(telemetry: Telemetry, tests: TestRunner): TestRunner {
  return {
    ...tests,
    run: (tree, suite, options) => {
      const selection = options?.selection ?? { kind: "all" };
      const about = {
        "agentforge.test.framework": suite.framework,
        "agentforge.test.selection": selection.kind,
        "agentforge.test.selected": selection.kind === "tests" ? selection.ids.length : null,
      };
      return telemetry.span("tests.run", about, async (span) => {
        const run = await tests.run(tree, suite, options);
        const { status, passed, failed, errors } = run.result;
        span.note({
          "agentforge.test.status": status,
          "agentforge.test.passed": passed,
          "agentforge.test.failed": failed + errors,
        });
        return run;
      });
    },
  };
}

export function tracedChecks(telemetry: Telemetry, conformance: Conformance): Conformance {
  return {
    ...conformance,
    check: (tree, scope) =>
      telemetry.span("checks.run", {}, async (span) => {
        const run = await conformance.check(tree, scope);
        span.note({ "agentforge.check.violations": run.violations.length });
        return run;
      }),
  };
}

/** Each requested patch is a span of the brain, so that its work is nested inside. */
export function tracedSource<Request extends object, Given extends Source<Request>>(
  telemetry: Telemetry,
  source: Given & Source<Request>,
): Given {
  const about = { "agentforge.brain": source.id };
  return {
    ...source,
    patches(request: Request) {
      let latest: Searched | null = null;
      const watched =
        "watch" in request ? { ...request, watch: listening(request.watch as SourceWatch) } : request;
      const candidates = source.patches(watched)[Symbol.asyncIterator]();
      const next = () =>
        telemetry.span(`brain ${source.id}`, about, async (span) => {
          latest = null;
          const result = await candidates.next();
          const found = latest as Searched | null;
          if (found)
            span.note({
              "agentforge.candidates.tried": found.tried,
              "agentforge.patches": found.patches.length,
            });
          if (!result.done) {
            const { operator, description } = result.value.patch;
            span.note({ "agentforge.patch.operator": operator, "agentforge.patch.description": description });
          }
          return result;
        });
      const end = async () => (await candidates.return?.()) ?? { done: true as const, value: undefined };
      return { [Symbol.asyncIterator]: () => ({ next, return: end }) };

      function listening(watch: SourceWatch): SourceWatch {
        return {
          ...watch,
          searched(found) {
            latest = found;
            watch.searched(found);
          },
        };
      }
    },
  };
}

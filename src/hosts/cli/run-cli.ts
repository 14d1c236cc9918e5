import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommanderError } from "commander";
import { type Environment, type ProcessRedactor, presentable, version } from "../../app.ts";
import { AgentForgeError, messageOf } from "../../domain/errors.ts";
import type { CommandContext } from "./context.ts";
import { buildProgram, type GlobalOptions, NEXT, type Runner } from "./program.ts";
import { renderProblem } from "./render/problem.ts";
import { createPaint, createProgress, visible } from "./terminal.ts";

const interrupt = new AbortController();
/** A decision that is already stored, such as `RV-1 approved`. */
const recorded = new Set<string>();

/** Runs the command line of this process. Everything it prints goes through the redactor. */
export async function runCli(environment: Environment, redactor: ProcessRedactor): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // `on`, not `once`: a library that sees no other listener would exit the process immediately.
    process.on(signal, () => interrupt.abort(new Error(`stopped by ${signal}`)));
  }
  for (const stream of [process.stdout, process.stderr]) {
    redactWrites(stream, redactor);
    // A reader that closes the pipe early (`| head`) is not an error.
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  const program = buildProgram(version, (options, handler) =>
    runCommand(contextOf(options, environment, redactor), options, handler),
  );
  try {
    const { operands, unknown } = program.parseOptions(process.argv.slice(2));
    const isAlone = operands.length === 0 && unknown.length === 0;
    await program.parseAsync(isAlone ? [...process.argv, NEXT] : process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

function redactWrites(stream: NodeJS.WriteStream, redactor: ProcessRedactor): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? redactor.text(chunk) : chunk, ...rest);
}

async function runCommand(context: CommandContext, ...[options, handler]: Parameters<Runner>): Promise<void> {
  try {
    if (context.environment.secretFileProblem !== null) throw context.environment.secretFileProblem;
    if (!existsSync(context.cwd))
      throw new AgentForgeError("not_found", `there is no folder ${context.cwd}`, {
        hint: "Check the path after -C; a relative one starts from the current folder.",
      });
    const result = await handler(context);
    context.progress.end();
    if (result.text !== "")
      print(process.stdout, options.json ? dataText(result.data, context.redactor) : result.text);
    process.exitCode = interrupt.signal.aborted && !result.endsWhenTold ? 130 : result.exitCode;
  } catch (error) {
    context.progress.end();
    // If closing the repository fails too, the first error says why.
    report(error instanceof SuppressedError ? error.suppressed : error, options, context);
    process.exitCode = interrupt.signal.aborted ? 130 : 2;
  }
}

function contextOf(
  options: GlobalOptions,
  environment: Environment,
  redactor: ProcessRedactor,
): CommandContext {
  const useColor =
    options.color !== false && !environment.noColor && (process.stdout.isTTY || environment.forceColor);
  const paint = createPaint(Boolean(useColor));
  const progress = createProgress(process.stderr, options.json ?? false);
  return {
    cwd: resolve(options.directory ?? "."),
    json: options.json ?? false,
    verbose: options.verbose ?? false,
    unsafe: options.unsafeNoSandbox ?? false,
    environment,
    redactor,
    paint,
    progress,
    signal: interrupt.signal,
    recorded: ({ entityId, actionType }) => {
      recorded.add(`${entityId ?? ""} ${actionType.replace(/^.*\./, "").replaceAll("_", " ")}`.trim());
    },
    warn(message) {
      progress.end();
      print(process.stderr, `${paint("yellow", "▲")} ${visible(message)}`);
    },
  };
}

function dataText(data: unknown, redactor: ProcessRedactor): string {
  return JSON.stringify(presentable(data, redactor), null, 2);
}

/** The one place where errors become text and an exit code. */
function report(error: unknown, options: GlobalOptions, { paint }: CommandContext): void {
  const known = error instanceof AgentForgeError;
  const message = messageOf(error);
  if (options.json) {
    const code = known ? error.code : "bug";
    const hint = (known && error.hint) || null;
    print(
      process.stdout,
      JSON.stringify({ error: { code, message, hint, recorded: [...recorded] } }, null, 2),
    );
    return;
  }
  print(process.stderr, renderProblem(error, paint));
  if (recorded.size > 0) {
    const what = visible([...recorded].join(", "));
    print(
      process.stderr,
      `${paint("yellow", "▲")} Your answer is recorded (${what}); you do not need to repeat it. The next command finishes what is left, such as landing the change. \`agentforge status\` shows the current state.`,
    );
  }
  if (!known && !interrupt.signal.aborted) {
    print(
      process.stderr,
      "  This is a bug in AgentForge, not in your project. Please report it with these lines:",
    );
    print(process.stderr, error instanceof Error ? (error.stack ?? message) : message);
  }
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`);
}

import { resolve } from "node:path";
import { CommanderError } from "commander";
import { readEnvironment, version } from "../../app.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CommandContext } from "./context.ts";
import { buildProgram, type GlobalOptions, type Runner } from "./program.ts";
import { createPaint, createProgress, visible } from "./terminal.ts";

const environment = readEnvironment();
const interrupt = new AbortController();
/** What a person decided and is durable, such as `RV-1 approved`. */
const recorded = new Set<string>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // `on`, not `once`: a library that sees no other listener left would end the process on the spot.
  process.on(signal, () => interrupt.abort(new Error(`stopped by ${signal}`)));
}

/** A reader that has seen enough (`| head`) is no error. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const program = buildProgram(version, runCommand);
try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

async function runCommand(...[options, handler]: Parameters<Runner>): Promise<void> {
  const context = contextOf(options);
  try {
    const result = await handler(context);
    context.progress.end();
    if (result.text !== "")
      print(process.stdout, options.json ? JSON.stringify(result.data, null, 2) : result.text);
    process.exitCode = interrupt.signal.aborted && !result.endsWhenTold ? 130 : result.exitCode;
  } catch (error) {
    context.progress.end();
    report(error, options, context);
    process.exitCode = interrupt.signal.aborted ? 130 : 2;
  }
}

function contextOf(options: GlobalOptions): CommandContext {
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

/** The one place where errors become text and an exit code. */
function report(error: unknown, options: GlobalOptions, { paint }: CommandContext): void {
  const known = error instanceof AgentForgeError;
  const message = error instanceof Error ? error.message : String(error);
  if (options.json) {
    const code = known ? error.code : "bug";
    const hint = (known && error.hint) || null;
    print(
      process.stdout,
      JSON.stringify({ error: { code, message, hint, recorded: [...recorded] } }, null, 2),
    );
    return;
  }
  print(process.stderr, `${paint("red", "✖")} ${visible(message)}`);
  if (known && error.hint)
    print(
      process.stderr,
      visible(error.hint)
        .split("\n")
        .map((line) => `  → ${line}`)
        .join("\n"),
    );
  if (recorded.size > 0) {
    const what = visible([...recorded].join(", "));
    print(
      process.stderr,
      `${paint("yellow", "▲")} Your answer is on record (${what}) and need not be given again. What is still to be done after it, such as landing the change, the next command does once it can; \`agentforge status\` tells.`,
    );
  }
  if (!known && !interrupt.signal.aborted) {
    print(
      process.stderr,
      "  This is a defect in AgentForge, not in your project. Please report it with these lines:",
    );
    print(process.stderr, error instanceof Error ? (error.stack ?? message) : message);
  }
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(text.endsWith("\n") ? text : `${text}\n`);
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build } from "rolldown";

/** A writer that has loaded everything and waits for its order. */
interface Writer {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly acknowledged: Promise<void>;
  output: string;
}

/** Keeps writers warm, so that kills follow each other quickly. */
export async function createWriterPool(size: number) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-writer-"));
  const program = join(folder, "writer.mjs");
  await build({
    input: join(import.meta.dirname, "state-writer.ts"),
    platform: "node",
    output: { file: program, format: "esm", codeSplitting: false },
    logLevel: "silent",
  });
  const start = () => startWriter(program);
  const waiting = Array.from({ length: size }, start);

  return {
    /**
     * Starts a writer, kills it with SIGKILL `delay` milliseconds after its order or its first
     * acknowledgement, and returns all acknowledgements. `whileStopped` runs before the kill, while the
     * writer is stopped.
     */
    async killAfter(
      order: string,
      delay: number,
      from: "order" | "acknowledgement",
      whileStopped?: () => void,
    ): Promise<string[]> {
      const writer = waiting.shift() ?? start();
      waiting.push(start());
      await writer.ready;
      const closed = once(writer.child, "close");
      writer.child.stdin?.write(`${order}\n`);
      if (from === "acknowledgement") await writer.acknowledged;
      await setTimeout(delay);
      if (whileStopped !== undefined) {
        writer.child.kill("SIGSTOP");
        whileStopped();
      }
      writer.child.kill("SIGKILL");
      const [code] = await closed;
      if (code !== null) throw new Error(`the writer exited on its own with ${code}: ${writer.output}`);
      return writer.output.split("\n").slice(1, -1);
    },
    close(): void {
      for (const writer of waiting) writer.child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

export type WriterPool = Awaited<ReturnType<typeof createWriterPool>>;

function startWriter(program: string): Writer {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined);
  const ready = Promise.withResolvers<void>();
  const acknowledged = Promise.withResolvers<void>();
  const writer: Writer = { child, ready: ready.promise, acknowledged: acknowledged.promise, output: "" };
  child.stdout.on("data", (chunk) => {
    writer.output += chunk;
    if (writer.output.startsWith("ready\n")) ready.resolve();
    if (writer.output.length > "ready\n".length) acknowledged.resolve();
  });
  child.once("close", () => acknowledged.resolve());
  return writer;
}

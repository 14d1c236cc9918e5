import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { parse } from "yaml";
import { z } from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.strictObject({
        name: z.string(),
        id: z.string().optional(),
        shell: z.literal("bash"),
        run: z.string(),
        env: z.record(z.string(), z.string()).default({}),
        "working-directory": z.string().default("."),
      }),
    ),
  }),
});

export interface ActionRun {
  readonly exitCode: number;
  /** Both streams: the runner reads commands from either. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface ActionRequest {
  readonly cwd: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables of the job. */
  readonly env: Readonly<Record<string, string>>;
  /** The content of the event file. */
  readonly event: object;
  /** `github.token`. */
  readonly token: string;
}

/**
 * Runs the composite action of this repository like the runner does: each `run` is a file that bash executes with `-e
 * -o pipefail`, inputs replace their expressions, outputs and summary are files.
 */
export async function runAction(request: ActionRequest): Promise<ActionRun> {
  const action = Action.parse(parse(readFileSync(join(root, "action.yml"), "utf8")));
  const folder = mkdtempSync(join(tmpdir(), "agentforge-runner-"));
  const file = (name: string, text = "") => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const names = { GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary") };
  const event = file("event.json", JSON.stringify(request.event));
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default] as const);
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), ...request.inputs };
  const outputs: Record<string, string> = {};
  const expand = (text: string): string =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
      if (name === "github.token") return request.token;
      const [, input] = /^inputs\.([\w-]+)$/.exec(name) ?? [];
      if (input !== undefined && inputs[input] !== undefined) return expand(inputs[input]);
      const [, output] = /^steps\.ci\.outputs\.(\w+)$/.exec(name) ?? [];
      if (output !== undefined) return outputs[output] ?? "";
      throw new Error(`action.yml has an expression that this runner does not know: ${name}`);
    });
  let log = "";
  let exitCode = 0;
  try {
    for (const [index, step] of action.runs.steps.entries()) {
      if (/\$\{\{/.test(step.run))
        throw new Error("an expression in a script lets an input run as a command");
      const script = file(`step-${index}.sh`, step.run);
      const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, expand(value)]));
      const ran = await execa("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", script], {
        cwd: join(request.cwd, expand(step["working-directory"])),
        env: {
          ...{ CI: "true", GITHUB_ACTION_PATH: root, GITHUB_EVENT_PATH: event },
          ...names,
          ...request.env,
          ...env,
        },
        reject: false,
        all: true,
        stdin: "ignore",
        timeout: 120_000,
      });
      log += `${ran.all}\n`;
      exitCode = ran.exitCode ?? -1;
      if (exitCode !== 0) break;
    }
    for (const line of readFileSync(names.GITHUB_OUTPUT, "utf8").split("\n")) {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) outputs[name] = value ?? "";
    }
    const told = Object.entries(action.outputs).map(
      ([name, output]) => [name, expand(output.value)] as const,
    );
    const summary = readFileSync(names.GITHUB_STEP_SUMMARY, "utf8");
    return { exitCode, log, outputs: Object.fromEntries(told), summary };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

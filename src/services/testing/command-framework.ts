import type { Framework, Invocation, Project, ReportedTest, RunRequest } from "./contract.ts";
import { isInside } from "./paths.ts";
import { COLLECTED, type ReportFormat, readReport } from "./reports/read.ts";

/** A framework that is a command and the format of its report. */
export interface CommandSpec extends Pick<Framework, "meta" | "detect" | "role" | "argumentsIn" | "tasks"> {
  readonly format: ReportFormat;
  /**
   * Patterns of the report files, from the suite's folder; `{artefacts}` stands for a folder that is kept. Empty where
   * the report is what the command prints.
   */
  readonly reports: readonly string[];
  start(request: RunRequest, project: Project): Promise<Start>;
  /** The file that holds a class, for reports that name classes; null where none does. */
  fileOfClass?(name: string, files: readonly string[]): string | null;
  /** Tests with an error for what kept the command from testing, such as files that do not compile. */
  loadErrors?(output: string, request: RunRequest): readonly ReportedTest[];
}

export interface Start {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The command as a person typed it, where that is not the argument vector. */
  readonly typed?: string;
  /** The tests were selected by name. */
  readonly narrowed?: boolean;
}

interface Context {
  readonly files: readonly string[];
  readonly command: string;
}

export function commandFramework(spec: CommandSpec): Framework {
  const { meta, detect, role, argumentsIn, tasks, reports, format } = spec;

  async function command(request: RunRequest, project: Project): Promise<Invocation> {
    const { argv, typed = argv.join(" "), env = {}, narrowed = false } = await spec.start(request, project);
    const files = (await project.files()).filter((file) => isInside(request.root, file));
    const collect = [request.programs.node, request.resource("collect.mjs"), "{artefacts}"] as const;
    return {
      argv: reports.length === 0 ? argv : [...collect, JSON.stringify(reports), ...argv],
      env: { NO_COLOR: "1", CI: "1", ...env },
      artefacts: reports.length === 0 ? [] : [COLLECTED],
      narrowed,
      context: { files, command: typed } satisfies Context,
    };
  }

  const parse: Framework["parse"] = (process, invocation, request) => {
    const { files, command } = (invocation.context as Context | undefined) ?? { files: [], command: meta.id };
    const known = new Set(files);
    const report = readReport(process, {
      format,
      inFiles: reports.length > 0,
      command,
      request,
      isFile: (path) => known.has(path),
      fileOfClass: (name) => spec.fileOfClass?.(name, files) ?? null,
    });
    const errors = process.exitCode === 0 ? [] : (spec.loadErrors?.(outputOf(process), request) ?? []);
    if (errors.length === 0) return report;
    return { tests: [...(report?.tests ?? []), ...errors], finished: false, coverage: null, perTest: null };
  };

  return {
    meta,
    detect,
    command,
    parse,
    role,
    ...(argumentsIn && { argumentsIn }),
    ...(tasks && { tasks }),
    confirm: { isSilent: reports.length > 0, command, parse },
  };
}

function outputOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}\n${stderr}`;
}

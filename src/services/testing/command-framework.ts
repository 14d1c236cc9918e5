import { artifactName } from "./confirm/seed.ts";
import type { Framework, Invocation, Project, ReportedTest, RunRequest } from "./contract.ts";
import { isInside } from "./paths.ts";
import { type Reading, type ReportFormat, readReport, type TapHabits } from "./reports/read.ts";
import { keepReports, reportsIn } from "./results/report-files.ts";

/** A framework that is a command and the format of its report. */
export interface CommandSpec extends Pick<Framework, "meta" | "detect" | "role" | "argumentsIn" | "tasks"> {
  readonly format: ReportFormat;
  /**
   * The report files: names in `{artifacts}`, a folder that is kept, or patterns relative to the suite's folder. Empty
   * if the command prints its report.
   */
  readonly reports: readonly string[];
  start(request: RunRequest, project: Project): Promise<Start>;
  readonly tap?: TapHabits;
  /** The file and titles in the name of a test, for reports that combine both. */
  placeOf?(request: RunRequest, project: Project): Promise<NonNullable<Reading["placeOf"]>>;
  /** The file of a class, for reports that name classes. */
  classes?(request: RunRequest, project: Project): Promise<FileOfClass>;
  /** One test with an error for each problem that prevented testing, such as a file that does not compile. */
  loadErrors?(output: string, request: RunRequest): readonly ReportedTest[];
}

interface Start {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The command as typed by a person, if it is not the argument vector. */
  readonly typed?: string;
  /** Whether the tests were selected by name. */
  readonly narrowed?: boolean;
}

/** The file into which report files of the tree are joined. */
const JOINED = "reports.xml";

type FileOfClass = (name: string) => string | null;

interface Context {
  readonly files: readonly string[];
  readonly fileOfClass: FileOfClass;
  readonly command: string;
  readonly placeOf?: NonNullable<Reading["placeOf"]>;
}

export function commandFramework(spec: CommandSpec): Framework {
  const { meta, detect, role, argumentsIn, tasks, reports } = spec;

  const command = (request: RunRequest, project: Project, joined: string) =>
    invocationOf(spec, request, project, joined);
  const parse: Framework["parse"] = (process, invocation, request) =>
    parseReport(spec, process, invocation, request);

  return {
    meta: { ...meta, sharedReport: true },
    detect,
    async command(request, project) {
      const invocation = await command(request, project, JOINED);
      if (reports.length === 0) return invocation;
      const launch = [request.programs.node, request.resource("launch.mjs")] as const;
      return { ...invocation, argv: [...launch, ...invocation.argv] };
    },
    parse,
    role,
    ...(argumentsIn && { argumentsIn }),
    ...(tasks && { tasks }),
    confirm: {
      isSilent: reports.length > 0,
      command: (request, project, seed) => command(request, project, artifactName(seed, "xml")),
      parse,
    },
  };
}

async function invocationOf(
  spec: CommandSpec,
  request: RunRequest,
  project: Project,
  joined: string,
): Promise<Invocation> {
  const { argv, typed = argv.join(" "), env = {}, narrowed = false } = await spec.start(request, project);
  const files = (await project.files()).filter((file) => isInside(request.root, file));
  const fileOfClass = (await spec.classes?.(request, project)) ?? nowhere;
  const placeOf = await spec.placeOf?.(request, project);
  return {
    ...keepReports(argv, spec.reports, joined, request.programs),
    env: { NO_COLOR: "1", CI: "1", ...env },
    narrowed,
    context: { files, fileOfClass, command: typed, ...(placeOf && { placeOf }) } satisfies Context,
  };
}

function parseReport(
  spec: CommandSpec,
  ...[process, invocation, request]: Parameters<Framework["parse"]>
): ReturnType<Framework["parse"]> {
  const { meta, format, reports } = spec;
  const none: Context = { files: [], fileOfClass: nowhere, command: meta.id };
  const { files, fileOfClass, command, placeOf } = (invocation.context as Context | undefined) ?? none;
  const known = new Set(files);
  const report = readReport(process, {
    format,
    texts: reports.length === 0 ? [process.stdout] : Object.values(process.artifacts).flatMap(reportsIn),
    command,
    request,
    ...(spec.tap && { tap: spec.tap }),
    ...(placeOf && { placeOf }),
    isFile: (path) => known.has(path),
    fileOfClass,
  });
  const errors = process.exitCode === 0 ? [] : (spec.loadErrors?.(outputOf(process), request) ?? []);
  if (errors.length === 0) return report;
  return { tests: [...(report?.tests ?? []), ...errors], finished: false };
}

const nowhere: FileOfClass = () => null;

function outputOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}\n${stderr}`;
}

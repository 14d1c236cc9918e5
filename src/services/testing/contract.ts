import type { LineCoverage, TestCase } from "../../domain/entities/test-result.ts";
import type { ExecutedLines, Selection } from "../../domain/ports/testing.ts";

/**
 * One test framework. Its functions are pure except for what they read through `project`: the runner spawns, limits and
 * collects. `command` says what to run, `parse` interprets the result; neither may throw on odd input.
 */
export interface Framework {
  readonly meta: FrameworkMeta;
  /** One piece of evidence for every folder the framework runs in. */
  detect(project: Project): Promise<readonly Evidence[]>;
  command(request: RunRequest, project: Project): Promise<Invocation>;
  /** Null if the report is missing or unreadable; then the result says `parsing_failed`. */
  parse(process: Finished, invocation: Invocation, request: RunRequest): Report | null;
  /** The arguments of a project command that starts the framework; null for any other command. */
  argumentsIn?(words: readonly string[]): readonly string[] | null;
  /** What is carried over from a command in tox, nox, hatch or make. Without it, those commands are not read. */
  readonly tasks?: TaskCommands;
  /**
   * Verifies a run that passed. Without it, a confirming run repeats the usual one under a different
   * identity.
   */
  readonly confirm?: Confirming;
  /** The role of a path, which is relative to the suite's root. */
  role(path: string): FileRole | null;
}

/**
 * Runs the same tests with the framework's own report and exit status, and without anything from AgentForge:
 * no helper file, no variable, different arguments. The ids match `Framework.parse`; a test whose id cannot
 * be reconstructed with certainty keeps the tool's name, which matches no other run. Measures nothing.
 */
export interface Confirming {
  /** It prints nothing until it ends, so silence does not mean that a test hangs. */
  readonly isSilent?: boolean;
  /** `{artifacts}` in an argument is replaced by the artifacts folder. */
  command(request: RunRequest, project: Project, seed: number): Promise<Invocation>;
  parse(process: Finished, invocation: Invocation, request: RunRequest): Report | null;
}

/** How a framework receives what a project's task runner would pass to it. */
interface TaskCommands {
  /** Without it, only the variables of the command are carried over. */
  readonly flags?: TaskFlags;
  /** The word in our own command that the flags follow. */
  readonly flagsAfter?: RegExp;
  /** Variables with the same meaning as some of the arguments. */
  variables?(words: readonly string[]): Readonly<Record<string, string>>;
  /** What the enclosing workspace requires, regardless of the project's own command. */
  workspace?(
    request: Pick<RunRequest, "root">,
    project: Project,
  ): Promise<{ readonly flags: readonly string[]; readonly env: Readonly<Record<string, string>> }>;
}

/** How flags are handled. A flag in neither `droppedValue` nor `keptValue` takes no value. */
export interface TaskFlags {
  readonly dropped: RegExp;
  readonly droppedValue: RegExp;
  readonly keptValue: RegExp;
  /**
   * True: other words must be paths to run, or the command is not understood. False: other words are dropped.
   */
  readonly takesPaths: boolean;
}

/** `test` contains tests; `support` controls them: fixtures, snapshots, configuration, shared setup. */
export type FileRole = "test" | "support";

interface FrameworkMeta {
  readonly id: string;
  /** How long it may be silent before a test is considered hung; counted from its first output if it builds first. */
  readonly patienceSeconds?: number;
  readonly builds?: boolean;
  /** The tool's exit code and message if it found no tests, where they would mean that it could not start. */
  readonly foundNone?: { readonly exitCode: number; readonly says: RegExp; readonly unless?: RegExp };
  readonly title: string;
  readonly why: string;
  /** How a person starts it in a shell; absent if the project decides. */
  readonly startedAs?: string;
  /** The npm package it is installed from. */
  readonly package?: string;
  /** Names of the files that configure it: changing one changes what the tests mean. */
  readonly settingsFiles?: RegExp;
  /** The field of package.json that configures it. */
  readonly settingsField?: string;
  /** If a file cannot be loaded, the tool names the first file on the stack, which may be a source. */
  readonly blamesSources?: boolean;
  /** A command whose report is parsed by a shared reader. */
  readonly sharedReport?: boolean;
  /** Suites of one language in one folder compete; the strongest evidence wins. */
  readonly language:
    | "javascript"
    | "python"
    | "go"
    | "rust"
    | "java"
    | "ruby"
    | "php"
    | "csharp"
    | "swift"
    | "cpp"
    /** A command from the user's settings, which does not compete with other suites. */
    | "declared"
    /** An unrecognized command of the project. */
    | "any";
  /** Whether executed lines can be measured, in total or per test. */
  readonly coverage: "per test" | "per file" | "per run" | "none";
  readonly examples: readonly DetectionExample[];
}

/** A small tree, and the folders where the framework must be found; none for a counterexample. */
interface DetectionExample {
  readonly files: Readonly<Record<string, string>>;
  readonly roots: readonly string[];
}

export interface Evidence {
  readonly root: string;
  /** Higher wins. See `Strength`. */
  readonly strength: number;
  readonly why: string;
}

export const Strength = {
  /** From the user's settings. */
  declared: 50,
  /** The project's own test command names the framework. */
  script: 40,
  /** A configuration file of the framework. */
  config: 30,
  /** A declared dependency. */
  dependency: 20,
  /** Test files written for it. */
  files: 10,
} as const;

/** Read access to the tree and to what is mounted into it. Nothing outside is visible. */
export interface Project {
  files(): Promise<readonly string[]>;
  /** Null if the text file does not exist. Paths are relative to the tree. */
  text(path: string): Promise<string | null>;
  readonly lent: readonly string[];
}

export interface RunRequest {
  /** Absolute path of the tree. */
  readonly tree: string;
  readonly root: string;
  readonly selection: Selection;
  /** Folders that need not be searched for tests, relative to the tree. */
  readonly untested?: readonly string[];
  readonly coverageOf: readonly string[];
  /** Null if all their lines matter. */
  readonly coverageLines: Readonly<Record<string, readonly number[]>> | null;
  readonly perTestCoverage: boolean;
  readonly programs: Programs;
  /** Absolute path of one of our own helper files. */
  resource(name: string): string;
}

interface Programs {
  readonly node: string;
  readonly python: string;
  readonly go: string;
  readonly cargo: string;
}

export interface Invocation {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly artifacts: readonly string[];
  /** The selection was passed to the tool by name; if a test is missing from the report, its whole file is run. */
  readonly narrowed: boolean;
  /** What `command` determined and `parse` needs. */
  readonly context?: unknown;
}

export interface Finished {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The written artifacts, decoded. */
  readonly artifacts: Readonly<Record<string, string>>;
}

export interface Report {
  readonly tests: readonly ReportedTest[];
  /** Whether the tool ran to completion; false after a crash, a kill or a timeout. */
  readonly finished: boolean;
  /** Only from tools that measure. */
  readonly coverage?: LineCoverage | null;
  readonly perTest?: Readonly<Record<string, ExecutedLines>> | null;
}

export interface ReportedTest {
  readonly id: string;
  readonly file: string | null;
  readonly name: string;
  readonly status: TestCase["status"];
  readonly seconds: number;
  readonly failure: ReportedFailure | null;
}

export interface ReportedFailure {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** A line in the test's `file`. */
  readonly line: number | null;
}

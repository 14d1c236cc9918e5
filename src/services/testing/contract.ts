import type { LineCoverage, TestCase } from "../../domain/entities/test-result.ts";
import type { ExecutedLines, Selection } from "../../domain/ports/testing.ts";

/**
 * One test framework. The functions are pure but for what `project` reads for them: the runner spawns, bounds
 * and collects. `command` says what to run, `parse` says what it meant; neither may throw on odd input.
 */
export interface Framework {
  readonly meta: FrameworkMeta;
  /** One piece of evidence for every folder the framework runs in. */
  detect(project: Project): Promise<readonly Evidence[]>;
  command(request: RunRequest, project: Project): Promise<Invocation>;
  /** Null if the report is missing or unreadable; then the result says `parsing_failed`. */
  parse(process: Finished, invocation: Invocation, request: RunRequest): Report | null;
  /** The arguments of a command of the project's that starts the framework; null for any other command. */
  argumentsIn?(words: readonly string[]): readonly string[] | null;
  /** What is carried over from a command in tox, nox, hatch or make. Without it those commands are not read. */
  readonly tasks?: TaskCommands;
  /** The second opinion on a run that passed. Without it a confirming run is the usual one, under another identity. */
  readonly confirm?: Confirming;
  /** What a path, relative to the suite's root, is to the tests. */
  role(path: string): FileRole | null;
}

/**
 * Runs the same tests with the framework's own report and exit status, and with nothing of ours: no helper file, no
 * variable of ours, other arguments. The ids are those of `Framework.parse`; a test whose id cannot be rebuilt for
 * certain keeps the name the tool gave it, which then agrees with no other run. Measures nothing.
 */
export interface Confirming {
  /** It shows nothing until its end, so silence is not taken for a test that hangs. */
  readonly isSilent?: boolean;
  /** `{artefacts}` in an argument stands for the folder of the artifacts. */
  command(request: RunRequest, project: Project, seed: number): Promise<Invocation>;
  parse(process: Finished, invocation: Invocation, request: RunRequest): Report | null;
}

/** How a framework takes what a project's task runner would hand to it. */
interface TaskCommands {
  /** Without it only the variables of the command are carried over. */
  readonly flags?: TaskFlags;
  /** The word of our own command behind which the flags go. */
  readonly flagsAfter?: RegExp;
  /** Variables that mean the same as some of the arguments. */
  variables?(words: readonly string[]): Readonly<Record<string, string>>;
  /** What the workspace around the suite asks for, whatever the project's own command says. */
  workspace?(
    request: RunRequest,
    project: Project,
  ): Promise<{ readonly flags: readonly string[]; readonly env: Readonly<Record<string, string>> }>;
}

/** Flags by what happens to them; a flag in neither list of values has no value. */
export interface TaskFlags {
  readonly dropped: RegExp;
  readonly droppedValue: RegExp;
  readonly keptValue: RegExp;
  /** Other words are paths to run, and a word that is no path makes the command unreadable; else they are left out. */
  readonly takesPaths: boolean;
}

/** `test` holds tests; `support` steers them: fixtures, snapshots, configuration, shared set-up. */
export type FileRole = "test" | "support";

interface FrameworkMeta {
  readonly id: string;
  /** How long it may be silent before a test is considered hung; counted from its first output if it builds first. */
  readonly patienceSeconds?: number;
  readonly builds?: boolean;
  /** How the tool says that it found no tests when its exit code is not zero then. */
  readonly foundNone?: { readonly exitCode: number; readonly says: RegExp; readonly unless?: RegExp };
  readonly title: string;
  readonly why: string;
  /** How a person starts it in a shell; absent if the project decides. */
  readonly startedAs?: string;
  /** The npm package it is installed from. */
  readonly package?: string;
  /** Names of the files that configure it: a change of one changes what the tests mean. */
  readonly settingsFiles?: RegExp;
  /** The field of package.json that configures it. */
  readonly settingsField?: string;
  /** When a file cannot be loaded, it blames the first file of the stack, which may be a source. */
  readonly blamesSources?: boolean;
  /** It is a command whose report a shared reader understands. */
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
    /** A command of the user's settings, which competes with none. */
    | "declared"
    /** A command of the project that nothing is known about. */
    | "any";
  /** Whether executed lines can be measured, and whether test by test. */
  readonly coverage: "per test" | "per file" | "per run" | "none";
  readonly examples: readonly DetectionExample[];
}

/** A tree in small, and the folders in which the framework is to be found; none for a counter-example. */
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
  /** The user says so. */
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

/** Read access to the tree, and through it to what is lent to it. Nothing is found outside. */
export interface Project {
  files(): Promise<readonly string[]>;
  /** Null if there is no such text file. Paths are relative to the tree. */
  text(path: string): Promise<string | null>;
  readonly lent: readonly string[];
}

export interface RunRequest {
  /** Absolute path of the tree. */
  readonly tree: string;
  readonly root: string;
  readonly selection: Selection;
  /** Folders in which no test has to be looked for, counted from the tree. */
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
  readonly artefacts: readonly string[];
  /** The selection was handed to the tool by name; if a test is missing from the report, its file is run whole. */
  readonly narrowed: boolean;
  /** What `command` learned and `parse` needs. */
  readonly context?: unknown;
}

export interface Finished {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The artifacts that were written, decoded. */
  readonly artefacts: Readonly<Record<string, string>>;
}

export interface Report {
  readonly tests: readonly ReportedTest[];
  /** The tool reached its end; false after a crash, a kill or a time-out. */
  readonly finished: boolean;
  readonly coverage: LineCoverage | null;
  readonly perTest: Readonly<Record<string, ExecutedLines>> | null;
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
  /** In `file` of the test. */
  readonly line: number | null;
}

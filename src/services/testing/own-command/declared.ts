import { compileGlob } from "../../../domain/rules/paths/glob.ts";
import { commandFramework } from "../command-framework.ts";
import { type Framework, Strength } from "../contract.ts";
import { fromRoot, isInside } from "../paths.ts";
import { roleByName } from "../test-name.ts";
import { parseScriptLine } from "./script-line.ts";

/** A test command from the user's settings, `tests.commands`. */
export interface DeclaredCommand {
  readonly name: string;
  /** As typed in a shell. */
  readonly run: string;
  readonly report: "auto" | "tap" | "junit" | "exit";
  /** Patterns of the report files, relative to the folder; none if the command prints its report. */
  readonly reports: readonly string[];
  readonly folder: string;
  /** The command applies only in repositories with such a file. */
  readonly when: string | null;
  /** Patterns of the files that contain tests, in addition to those recognized by name. */
  readonly tests: readonly string[];
}

/** A framework defined by an entry in the settings. */
export function declaredFramework(declared: DeclaredCommand): Framework {
  const { name, run, report, reports, folder, when, tests } = declared;
  const isTest = tests.map((pattern) => compileGlob(pattern));
  return commandFramework({
    meta: {
      id: name,
      title: name,
      why: "The user's settings say how these tests are run.",
      language: "declared",
      coverage: "none",
      examples: [],
    },
    format: report,
    reports,
    async detect(project) {
      const files = await project.files();
      const matches = compileGlob(when ?? "**");
      const isThere = files.some((file) => isInside(folder, file) && matches(file));
      return isThere ? [{ root: folder, strength: Strength.declared, why: `your settings: ${run}` }] : [];
    },
    start: async () => ({ argv: argvOf(run), typed: run }),
    role: (path) => (isTest.some((matches) => matches(fromRoot(folder, path))) ? "test" : roleByName(path)),
  });
}

/** A command that needs a shell gets one; it is the user's own, and runs in the sandbox. */
function argvOf(line: string): readonly [string, ...string[]] {
  const [command, ...others] = parseScriptLine(line);
  const [program, ...rest] = command?.words ?? [];
  const isPlain = command?.plain && others.length === 0 && Object.keys(command.env).length === 0;
  return isPlain && program !== undefined ? [program, ...rest] : ["sh", "-c", line];
}

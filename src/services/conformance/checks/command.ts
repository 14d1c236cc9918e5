import { RE2JS } from "re2js";
import { z } from "zod";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { lineEdits, touches } from "../line-edits.ts";
import { describeFailure, programOf } from "../linter-failure.ts";
import { type Report, type Reported, readJsonReport, readLines } from "../linter-output.ts";
import { editsOf, placeReported } from "../place-reported.ts";
import { LineMap } from "../position.ts";
import { describeUnmapped } from "../report-paths.ts";
import { readSarif } from "../sarif-import.ts";

const Fields = z.strictObject({
  items: z
    .string()
    .default("")
    .describe("Path to the list of findings: `results`, `*.messages`; empty for the top."),
  only: z
    .string()
    .optional()
    .describe(
      "Path to a field that must be true in an item, for lists that contain more than findings: `is_primary`.",
    ),
  suppressed: z
    .string()
    .optional()
    .describe("Path to findings that a comment in the code suppresses: `*.suppressedMessages`."),
  file: z.string(),
  line: z.string().optional(),
  column: z.string().optional(),
  message: z.string(),
  rule: z.string().optional(),
  edit: z
    .string()
    .optional()
    .describe("Path to an edit that fixes it, as ESLint writes it: `{ range: [start, end], text }`."),
  suggestions: z
    .string()
    .optional()
    .describe(
      "Path to suggestions as rustc writes them: a list of `{ spans: [{ suggested_replacement }] }`.",
    ),
});

const Options = z
  .strictObject({
    run: z.array(z.string()).min(1).describe("The linter's argument vector; no shell reads it."),
    format: z.enum(["sarif", "json", "regex"]),
    output: z.enum(["stdout", "stderr"]).default("stdout"),
    json: Fields.optional().describe(
      "Where the fields are in a JSON report, or in one JSON object per line.",
    ),
    regex: z
      .string()
      .optional()
      .describe(
        "Must have the groups file and message, and may have line, column and rule; matched line by line.",
      ),
    fix: z
      .array(z.string())
      .min(1)
      .optional()
      .describe("The linter's own fixer; {file} and {rule} are filled in."),
    fails_with: z
      .array(z.int())
      .optional()
      .describe("Exit codes that mean the run is incomplete, regardless of what it reports."),
    fails_saying: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Words on its standard error that mean the same, for linters whose exit code does not say so.",
      ),
  })
  .refine((options) => options.format !== "json" || options.json !== undefined, {
    message: "format json needs `json`, which says where file and message are in the report",
  })
  .refine((options) => options.format !== "regex" || options.regex !== undefined, {
    message: "format regex needs `regex` with the groups file and message",
  });
type Options = z.output<typeof Options>;

const CARGO_MESSAGE =
  '{"reason":"compiler-message","message":{"message":"never used","code":{"code":"dead_code"},"spans":[{"file_name":"src/lib.rs","line_start":1,"is_primary":true},{"file_name":"src/lib.rs","line_start":1,"is_primary":false}]}}';

const NEXT_STEP =
  "Let the linter check only files of the repository, and print absolute paths or paths relative to its root.";

/** Violations that any linter reports. */
export const command = defineCheckType({
  meta: {
    id: "command",
    title: "Violations that a linter reports",
    why: "An existing linter is better than a new check, and its violations are fixed the same way.",
    scope: "tree",
    options: Options,
    valid: [
      {
        title: "nothing to report",
        options: {
          run: ["lint"],
          format: "regex",
          regex: "^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$",
        },
        files: { "a.ts": "" },
        output: { exitCode: 0, stdout: "all is well\n" },
      },
      {
        title: "files outside the globs",
        options: {
          run: ["lint"],
          format: "regex",
          regex: "^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$",
        },
        files: { "a.ts": "" },
        otherFiles: ["other.ts"],
        output: { exitCode: 1, stdout: "other.ts:1: bad\n" },
      },
    ],
    invalid: [
      {
        title: "lines, as tsc writes them",
        options: {
          run: ["tsc", "--noEmit", "--pretty", "false"],
          format: "regex",
          regex:
            "^(?P<file>.+)\\((?P<line>\\d+),(?P<column>\\d+)\\): error (?P<rule>TS\\d+): (?P<message>.+)$",
        },
        files: { "src/a.ts": "let a: number = '';\n" },
        output: { exitCode: 2, stdout: "src/a.ts(1,5): error TS2322: Type 'string' is not assignable.\n" },
        findings: ["src/a.ts:1"],
      },
      {
        title: "JSON, as ESLint writes it",
        options: {
          run: ["eslint", "--format", "json", "."],
          format: "json",
          json: {
            items: "*.messages",
            suppressed: "*.suppressedMessages",
            file: "^.filePath",
            line: "line",
            column: "column",
            message: "message",
            rule: "ruleId",
            edit: "fix",
          },
        },
        files: { "a.js": "var a;\n" },
        output: {
          exitCode: 1,
          stdout:
            '[{"filePath":"/tree/a.js","messages":[{"ruleId":"no-var","line":1,"column":1,"message":"Use let.","fix":{"range":[0,3],"text":"let"}}]}]',
        },
        findings: ["a.js:1"],
        fixed: { "a.js": "let a;\n" },
      },
      {
        title: "JSON, one object per line",
        options: {
          run: ["lint"],
          format: "json",
          json: { file: "path", message: "text" },
        },
        files: { "a.js": "", "b.js": "" },
        output: { exitCode: 1, stdout: '{"path":"a.js","text":"x"}\n{"path":"b.js","text":"y"}\n' },
        findings: ["a.js", "b.js"],
      },
      {
        title: "JSON, as Cargo writes it: repeated for the library and its tests, with secondary spans",
        options: {
          run: ["cargo", "clippy", "--message-format", "json"],
          format: "json",
          json: {
            items: "message.spans",
            only: "is_primary",
            file: "file_name",
            line: "line_start",
            message: "^.message",
            rule: "^.code.code",
          },
        },
        files: { "src/lib.rs": "fn f() {}\n" },
        output: {
          exitCode: 0,
          stdout: `{"reason":"compiler-artifact"}\n${CARGO_MESSAGE}\n${CARGO_MESSAGE}\n`,
        },
        findings: ["src/lib.rs:1"],
      },
      {
        title: "SARIF, as Ruff writes it, with its fixes",
        options: { run: ["ruff", "check", "--output-format", "sarif"], format: "sarif" },
        files: { "a.py": "import os\nx = 1\n" },
        output: {
          exitCode: 1,
          stdout: JSON.stringify({
            version: "2.1.0",
            runs: [
              {
                tool: { driver: { name: "ruff" } },
                results: [
                  {
                    ruleId: "F401",
                    level: "error",
                    message: { text: "`os` imported but unused" },
                    locations: [
                      {
                        physicalLocation: {
                          artifactLocation: { uri: "file:///tree/a.py" },
                          region: { startLine: 1, startColumn: 8, endLine: 1, endColumn: 10 },
                        },
                      },
                    ],
                    fixes: [
                      {
                        artifactChanges: [
                          {
                            artifactLocation: { uri: "file:///tree/a.py" },
                            replacements: [
                              {
                                deletedRegion: { startLine: 1, startColumn: 1, endLine: 2, endColumn: 1 },
                                insertedContent: { text: "" },
                              },
                            ],
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          }),
        },
        findings: ["a.py:1"],
        fixed: { "a.py": "x = 1\n" },
      },
    ],
  },
  whyInvalid: (options) => {
    try {
      if (options.regex !== undefined) RE2JS.compile(options.regex);
    } catch (error) {
      return { path: ["regex"], why: error instanceof Error ? error.message : String(error) };
    }
    return null;
  },
  run: async (files, options, tools) => {
    if (tools.execute === null)
      throw new Error(`${options.run[0]} was not run: nothing can be executed here`);
    const result = await tools.execute(options.run);
    const report = readReport(options, result[options.output]);
    const silent = report.status === "read" && report.findings.every((each) => each.suppressed);
    // Linters exit with an error if they found something; one that does so and reports nothing did not run properly.
    if (report.status === "unreadable" || (silent && result.exitCode !== 0))
      throw new Error(describeFailure(options.run, result));
    const saysSo = options.fails_saying !== undefined && result.stderr.includes(options.fails_saying);
    const isPartial = saysSo || (options.fails_with?.includes(result.exitCode ?? 0) ?? false);
    if (result.stopped !== undefined || isPartial) tools.report(describeFailure(options.run, result));
    const { placed, unmapped } = await placeReported(report.findings, tools.tree, { foreign: false });
    if (unmapped.length > 0) tools.report(describeUnmapped(programOf(options.run), unmapped, NEXT_STEP));
    const byPath = new Map(files.map((file) => [file.path, file]));
    return withoutRepeats(placed).flatMap((each) => {
      const file = byPath.get(each.path);
      return file === undefined ? [] : [toRawViolation(each, file)];
    });
  },
  fix: async (raw, file, options, tools) => {
    const rule = raw.scope;
    const needsRule = options.fix?.some((argument) => argument.includes("{rule}")) ?? false;
    if (options.fix === undefined || tools.execute === null || (needsRule && rule === "")) return [];
    const argv = options.fix.map((argument) =>
      argument.replaceAll("{file}", () => file.path).replaceAll("{rule}", () => rule),
    );
    const { files } = await tools.execute(argv, [file.path]);
    const after = files?.[file.path];
    if (after === undefined || after === file.text) return [];
    const edits = lineEdits(file.path, file.text, after);
    const { range } = raw;
    const near = range === null ? [] : edits.filter((edit) => touches(edit, range));
    return near.length === 0 || near.length === edits.length ? [edits] : [near, edits];
  },
});

function readReport(options: Options, output: string): Report {
  if (options.format === "sarif") return readSarif(output);
  if (options.format === "json" && options.json !== undefined) return readJsonReport(output, options.json);
  return readLines(output, RE2JS.compile(options.regex ?? ""));
}

/** A compiler that builds a file for two targets reports the same place twice. */
function withoutRepeats(findings: readonly Reported[]): readonly Reported[] {
  const keyOf = ({ path, line, column, endLine, endColumn, rule, message, replacements }: Reported) =>
    JSON.stringify([path, line, column, endLine, endColumn, rule, message, replacements]);
  return [...new Map(findings.map((each) => [keyOf(each), each])).values()];
}

function toRawViolation(reported: Reported, file: CheckedFile): RawViolation {
  const map = new LineMap(file.text);
  const { line, column = 1 } = reported;
  const range =
    line === undefined
      ? null
      : { line, column, endLine: reported.endLine ?? line, endColumn: reported.endColumn ?? column + 1 };
  const edits = editsOf(reported, map) ?? offsetEdit(reported, file);
  return {
    path: file.path,
    range,
    snippet: line === undefined ? reported.message : map.textOf(line).trim(),
    scope: reported.rule ?? "",
    message: reported.rule === undefined ? reported.message : `${reported.message} (${reported.rule})`,
    ...(reported.suppressed && { suppressed: reported.suppressed }),
    ...(edits === undefined ? {} : { edits }),
  };
}

/** Offsets do not count a byte order mark. */
function offsetEdit({ edit }: Reported, { path, text }: CheckedFile): RawViolation["edits"] {
  const skipped = text.startsWith("\uFEFF") ? 1 : 0;
  if (edit === undefined || edit.start < 0 || edit.end + skipped > text.length) return undefined;
  return [{ path, start: edit.start + skipped, end: edit.end + skipped, text: edit.text }];
}

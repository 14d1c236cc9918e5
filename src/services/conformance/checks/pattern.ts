import { RE2JS } from "re2js";
import { z } from "zod";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { once } from "../once.ts";
import { LineMap } from "../position.ts";

const Options = z
  .strictObject({
    regex: z.string().min(1).describe("What must not occur, in RE2's syntax (no look-around)."),
    ignore_case: z.boolean().default(false),
    required: z.boolean().default(false).describe("Turns the check round: every file must have a match."),
    replace: z
      .string()
      .optional()
      .describe("What to write instead; $1 and $name stand for groups. Makes the violation fixable."),
  })
  .refine((options) => !(options.required && options.replace !== undefined), {
    message: "`replace` has no meaning together with `required`",
  });
type Options = z.output<typeof Options>;

/** Forbids, or demands, text that matches a regular expression; lines are matched one by one. */
export const pattern = defineCheckType({
  meta: {
    id: "pattern",
    title: "Text that a file must not, or must, contain",
    why: "The quickest way to write down a rule about text of any language.",
    scope: "file",
    options: Options,
    valid: [
      { title: "no match", options: { regex: "\\bFIXME\\b" }, files: { "a.py": "FIXMEUP = 1\n" } },
      {
        title: "required and there",
        options: { regex: "^// SPDX", required: true },
        files: { "a.ts": "// SPDX\n" },
      },
      { title: "lines are apart", options: { regex: "a\\s+b" }, files: { "a.txt": "a\nb\n" } },
    ],
    invalid: [
      {
        title: "every matching place",
        options: { regex: "\\bTODO\\b" },
        files: { "a.py": "x = 1  # TODO and TODO\n\n# TODO\n" },
        findings: ["a.py:1", "a.py:1", "a.py:3"],
      },
      {
        title: "with a replacement",
        options: { regex: "assertEquals\\((\\w+)", replace: "assertEqual($1" },
        files: { "a.py": "self.assertEquals(a, b)\r\n" },
        findings: ["a.py:1"],
        fixed: { "a.py": "self.assertEqual(a, b)\r\n" },
      },
      {
        title: "required and missing",
        options: { regex: "SPDX", required: true },
        files: { "a.ts": "let a;\n" },
        findings: ["a.ts"],
      },
    ],
  },
  whyInvalid: (options) => {
    try {
      compile(options);
      return null;
    } catch (error) {
      return { path: ["regex"], why: error instanceof Error ? error.message : String(error) };
    }
  },
  run: (files, options) => {
    const expression = compile(options);
    return files.flatMap((file) => examine(file, expression, options));
  },
});

const compile = once(
  (options: Options): RE2JS =>
    RE2JS.compile(options.regex, RE2JS.MULTILINE | (options.ignore_case ? RE2JS.CASE_INSENSITIVE : 0)),
);

function examine(file: CheckedFile, expression: RE2JS, options: Options): readonly RawViolation[] {
  // One pass over the whole text dismisses most files; only `\A` and `\z` mean something else there.
  const mayMatch = /\\[Az]/.test(options.regex) || expression.test(file.text);
  if (!mayMatch) return options.required ? [missing(file)] : [];
  const findings = matchLines(file, expression, options);
  if (options.required) return findings.length === 0 ? [missing(file)] : [];
  return findings;
}

function matchLines(file: CheckedFile, expression: RE2JS, options: Options): readonly RawViolation[] {
  const map = new LineMap(file.text);
  const findings: RawViolation[] = [];
  for (let number = 1; number <= map.lines; number++) {
    const line = map.textOf(number);
    if (!expression.test(line)) continue;
    const matcher = expression.matcher(line);
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      const range = { line: number, column: start + 1, endLine: number, endColumn: end + 1 };
      const offset = map.offsetOf(number, start + 1);
      const matched = line.slice(start, end);
      const text =
        options.replace === undefined ? null : expression.matcher(matched).replaceFirst(options.replace);
      const edits =
        text === null
          ? {}
          : { edits: [{ path: file.path, start: offset, end: offset + matched.length, text }] };
      findings.push({ path: file.path, range, snippet: line.trim(), scope: "", ...edits });
    }
  }
  return findings;
}

function missing(file: CheckedFile): RawViolation {
  return { path: file.path, range: null, snippet: "", scope: "" };
}

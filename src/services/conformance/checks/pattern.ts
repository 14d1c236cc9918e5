import { RE2JS } from "re2js";
import { z } from "zod";
import { remembered } from "../../../domain/rules/values/remembered.ts";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { LineMap } from "../position.ts";

const Options = z
  .strictObject({
    regex: z.string().min(1).describe("Text that must not occur, in RE2 syntax (no look-around)."),
    ignore_case: z.boolean().default(false),
    required: z.boolean().default(false).describe("Inverts the check: every file must have a match."),
    replace: z
      .string()
      .optional()
      .describe("The replacement; $1 and $<name> stand for groups. Makes the violation fixable."),
    insert: z
      .string()
      .min(1)
      .optional()
      .describe(
        "With `required`: lines to write at the top of a file that has no match, such as a license header.",
      ),
  })
  .refine((options) => !(options.required && options.replace !== undefined), {
    message: "`replace` has no meaning together with `required`",
  })
  .refine((options) => options.required || options.insert === undefined, {
    message: "`insert` has no meaning without `required`",
  });
type Options = z.output<typeof Options>;

/** Forbids or requires text that matches a regular expression; lines are matched one by one. */
export const pattern = defineCheckType({
  meta: {
    id: "pattern",
    title: "Text that a file must or must not contain",
    why: "The quickest way to write a rule about text in any language.",
    scope: "file",
    options: Options,
    valid: [
      { title: "no match", options: { regex: "\\bFIXME\\b" }, files: { "a.py": "FIXMEUP = 1\n" } },
      {
        title: "required and present",
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
      {
        title: "required, and inserted below lines that must come first",
        options: { regex: "SPDX", required: true, insert: "# SPDX-License-Identifier: MIT\n" },
        files: { "a.py": "#!/usr/bin/env python3\n# coding: utf-8\nx = 1\n", "b.py": "" },
        findings: ["a.py", "b.py"],
        fixed: {
          "a.py": "#!/usr/bin/env python3\n# coding: utf-8\n# SPDX-License-Identifier: MIT\nx = 1\n",
          "b.py": "# SPDX-License-Identifier: MIT\n",
        },
      },
    ],
  },
  whyInvalid: (options) => {
    try {
      return whyUnbound(compile(options), options);
    } catch (error) {
      return { path: ["regex"], why: error instanceof Error ? error.message : String(error) };
    }
  },
  run: (files, options) => {
    const expression = compile(options);
    return files.flatMap((file) => examine(file, expression, options));
  },
});

const compile = remembered(
  (options: Options): RE2JS =>
    RE2JS.compile(options.regex, RE2JS.MULTILINE | (options.ignore_case ? RE2JS.CASE_INSENSITIVE : 0)),
);

/** A reference to a group that the expression does not have is literal. */
function whyUnbound(expression: RE2JS, { replace = "" }: Options) {
  const numbers = Array.from({ length: expression.groupCount() }, (_, index) => `$${index + 1}`);
  const groups = [...numbers, ...Object.keys(expression.namedGroups()).map((name) => `$<${name}>`)];
  const used = replace.match(/\$\$|\$\d|\$<\w+>/g) ?? [];
  const unbound = used.find((each) => each !== "$$" && !groups.includes(each));
  if (unbound === undefined) return null;
  const known = groups.length === 0 ? "it has no groups" : `its groups are ${groups.join(", ")}`;
  const why = `\`replace\` uses ${unbound}, which the expression does not have (${known})`;
  return { path: ["replace"], why, instead: "name only groups that it has, and write $$ for a dollar sign" };
}

function examine(file: CheckedFile, expression: RE2JS, options: Options): readonly RawViolation[] {
  // One pass over the whole text rules out most files; only `\A` and `\z` have another meaning there.
  const mayMatch = /\\[Az]/.test(options.regex) || expression.test(file.text);
  if (!mayMatch) return options.required ? [missing(file, options)] : [];
  const findings = matchLines(file, expression, options);
  if (options.required) return findings.length === 0 ? [missing(file, options)] : [];
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

function missing(file: CheckedFile, { insert }: Options): RawViolation {
  const raw = { path: file.path, range: null, snippet: "", scope: "" };
  if (insert === undefined) return raw;
  const at = FIRST_LINES.exec(file.text)?.[0].length ?? 0;
  const lineBreak = file.text.includes("\r\n") ? "\r\n" : "\n";
  const lines = (insert.endsWith("\n") ? insert : `${insert}\n`).replaceAll("\n", lineBreak);
  return { ...raw, edits: [{ path: file.path, start: at, end: at, text: lines }] };
}

/**
 * Lines that must stay at the top of a file: a byte order mark, an interpreter, an encoding, an XML or PHP
 * declaration.
 */
const FIRST_LINES =
  /^\uFEFF?(?:#!.*(?:\r?\n|$))?(?:#.*?coding[:=].*(?:\r?\n|$))?(?:<\?(?:xml|php).*(?:\r?\n|$))?/;

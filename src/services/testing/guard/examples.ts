import type { TestResult } from "../../../domain/entities/test-result.ts";
import { nameOf } from "../paths.ts";

/** Examples in documentation that the previous run executed as tests: doctests of Python and of Rust. */
export function changedExamples(
  path: string,
  before: string | null,
  after: string | null,
  result: Pick<TestResult, "tests"> | null,
): string[] {
  if (before === null || !result?.tests.some(({ id }) => isExampleIn(path, id))) return [];
  const read = path.endsWith(".py") ? pythonExamples : rustExamples;
  return read(before) === read(after ?? "") ? [] : [`the examples in ${path} that run as tests were edited`];
}

function isExampleIn(path: string, id: string): boolean {
  const at = id.indexOf(`${path}::`);
  if (at !== 0 && id[at - 1] !== " ") return false;
  const name = id.slice(at + path.length + 2);
  if (path.endsWith(".rs")) return name.endsWith("(doc)");
  return name === nameOf(path).slice(0, -".py".length) || /^\w+(\.\w+)+$/.test(name);
}

/** Each prompt with the lines that follow it, up to a blank line. */
function pythonExamples(text: string): string {
  const found = text.matchAll(/^[ \t]*>>>.*(?:\n[ \t]*(?!""")\S.*)*/gm);
  return [...found].map(([example]) => example.replace(/^[ \t]+/gm, "")).join("\n");
}

function rustExamples(text: string): string {
  const comments = text.split("\n").filter((line) => /^\s*\/\/[/!]/.test(line));
  const plain = comments.map((line) => line.replace(/^\s*\/\/[/!] ?/, "")).join("\n");
  return (plain.match(/^```[\s\S]*?^```/gm) ?? []).join("\n");
}

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** Where a project comes from. `local` is available only with `--from`. */
const Source = z.union([
  z.strictObject({ npm: z.string() }),
  z.strictObject({ pypi: z.string() }),
  z.strictObject({ go: z.string() }),
  z.strictObject({ crate: z.string() }),
  z.strictObject({ maven: z.string() }),
  z.literal("local"),
]);

const Project = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  language: z.enum(["python", "javascript", "go", "rust", "java"]),
  source: Source,
  /** What its maintainers do before the first run, one shell line each. */
  install: z.array(z.string()).default([]),
  /** The command its maintainers run the tests with. */
  command: z.string(),
  /** The framework whose summary the command prints. */
  counts: z.enum(["pytest", "unittest", "tap", "tape", "mocha", "jest", "vitest", "go", "cargo", "maven"]),
  /** Text that its sources contain. */
  word: z.string(),
  /** `find` occurs once in the file, and a test notices the replacement. */
  bug: z.strictObject({ file: z.string(), find: z.string(), replace: z.string() }),
});

export type Project = z.infer<typeof Project>;

export function readProjects(path: string): Project[] {
  return z.array(Project).parse(parse(readFileSync(path, "utf8")));
}

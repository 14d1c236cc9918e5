import { posix } from "node:path";
import { z } from "zod";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Finished, Report, ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { belowTree, folderOf, fromRoot, toRoot } from "../paths.ts";
import { fileError } from "../results/reported.ts";
import { clean, jsonLines } from "../results/text.ts";

/** Files of the tree, to find the file of a test module. */
export interface CargoLayout {
  readonly sources: readonly string[];
}

const CompilerMessage = z.object({
  level: z.string().optional(),
  message: z.string().optional(),
  rendered: z.string().nullish(),
  spans: z
    .array(z.object({ file_name: z.string(), line_start: z.number(), is_primary: z.boolean() }))
    .optional(),
});

const CargoMessage = z.object({
  reason: z.string().optional(),
  executable: z.string().nullish(),
  target: z
    .object({ name: z.string(), kind: z.array(z.string()), src_path: z.string() })
    .partial()
    .optional(),
  message: CompilerMessage.optional(),
});
export type CargoMessage = z.infer<typeof CargoMessage>;

/** One test binary, or the documentation tests of one crate. */
interface Target {
  /** Its root file, relative to the tree. */
  readonly path: string;
  readonly isDocumentation: boolean;
}

/** Parses the output of `cargo test --message-format=json`; null if none of it is from cargo. */
export function readCargoOutput(process: Finished, layout: CargoLayout, request: RunRequest): Report | null {
  const messages = jsonLines(process.stdout, CargoMessage);
  if (!messages.some((message) => message.reason !== undefined)) return null;
  return reportOf(messages, process, layout, request);
}

/** Combines the harness output with the compiler's messages about its binaries. */
export function reportOf(
  messages: readonly CargoMessage[],
  process: Finished,
  layout: CargoLayout,
  request: RunRequest,
): Report {
  const targets = targetsOf(process.stderr, messages, request);
  const blocks = blocksOf(process.stdout);
  const tests = new Map<string, ReportedTest>();
  blocks.forEach((block, index) => {
    const target = targets[index] ?? { path: request.root, isDocumentation: false };
    for (const test of testsOf(block, target, process, layout, request)) {
      let id = test.id;
      for (let count = 2; tests.has(id); count += 1) id = `${test.id} #${count}`;
      tests.set(id, { ...test, id });
    }
  });
  const errors = buildErrors(messages, request);
  const ended = blocks.filter((block) => /^test result: /m.test(block)).length;
  const built = messages.some((message) => message.reason === "build-finished") || errors.length > 0;
  return {
    tests: [...tests.values(), ...errors],
    finished: built && ended === targets.length && !process.timedOut,
  };
}

/**
 * The output of each binary: from `running 3 tests` to `test result:`, or to the next one if it crashed. The output of
 * failing tests follows `failures:` and may look like anything.
 */
function blocksOf(stdout: string): string[] {
  const blocks: string[][] = [];
  let isInFailures = false;
  for (const line of stdout.split("\n")) {
    if (!isInFailures && /^running \d+ tests?$/.test(line)) blocks.push([]);
    else blocks.at(-1)?.push(line);
    if (line === "failures:") isInFailures = true;
    if (line.startsWith("test result: ")) isInFailures = false;
  }
  return blocks.map((lines) => lines.join("\n"));
}

/**
 * Cargo prints the name of each binary it runs on stderr; the k-th of those lines belongs to the k-th block
 * on stdout.
 */
function targetsOf(stderr: string, messages: readonly CargoMessage[], request: RunRequest): Target[] {
  const running = clean(stderr, 1_000_000).matchAll(
    /^\s+(?:Running (?:unittests )?(\S+) \((\S+)\)|Doc-tests (\S+))$/gm,
  );
  return [...running].map(([, shown = "", executable = "", crate]) => {
    const built = messages.find(({ reason, executable: path, target }) =>
      crate === undefined
        ? path?.endsWith(executable)
        : reason === "compiler-artifact" &&
          target?.name?.replaceAll("-", "_") === crate.replaceAll("-", "_") &&
          target.kind?.some((kind) => kind.includes("lib")),
    );
    const path = built?.target?.src_path
      ? inTree(built.target.src_path, request)
      : fromRoot(request.root, shown);
    return { path, isDocumentation: crate !== undefined };
  });
}

const STATUS: Readonly<Record<string, ReportedTest["status"]>> = {
  ok: "passed",
  FAILED: "failed",
  ignored: "skipped",
};

function testsOf(
  block: string,
  target: Target,
  process: Finished,
  layout: CargoLayout,
  request: RunRequest,
): ReportedTest[] {
  const text = clean(block, 2_000_000);
  const outputs = outputsOf(text);
  const found: ReportedTest[] = [];
  const [verdicts = ""] = text.split(/^failures:$/m);
  for (const [, shown = "", verdict] of verdicts.matchAll(
    /^test (.+?) \.\.\.(?: (ok|FAILED|ignored)\b.*)?/gm,
  )) {
    const name = shown.replace(/ - should panic$/, "");
    const status = STATUS[verdict ?? ""] ?? "error";
    const file = target.isDocumentation ? documented(name, target) : moduleFile(name, target, layout);
    const output = outputs.get(shown) ?? outputs.get(name) ?? "";
    found.push({
      id: idOf(name, target),
      file,
      name,
      status,
      seconds: 0,
      failure: isFailing({ status })
        ? { ...failureOf(output, file, request), ...lineOfDocumentation(name, target) }
        : null,
    });
  }
  if (/^test result: /m.test(text)) return found;
  const how = process.timedOut
    ? "the time limit was reached"
    : (/process didn't exit successfully: .*?(\(.*\))$/m.exec(process.stderr)?.[1] ??
      "the test binary exited early");
  const type = process.timedOut ? "Timeout" : "Crash";
  const stack = clean(process.stderr).slice(-4000);
  const failure = { type, message: how, stack, line: null };
  const open = found.filter((test) => test.status === "error");
  if (open.length > 0) return found.map((test) => (open.includes(test) ? { ...test, failure } : test));
  return [...found, fileError(target.path, failure)];
}

/** The line number of a doctest changes with every edit above it, so it is not part of the id. */
function idOf(name: string, target: Target): string {
  if (!target.isDocumentation) return `${target.path}::${name}`;
  const [path = "", item = ""] = name.split(" - ");
  return `${documentedFile(path, target)}::${item.replace(/ ?\(line \d+\).*$/, "")} (doc)`;
}

/** Panics there refer to lines of a file that rustdoc generates. */
function lineOfDocumentation(name: string, target: Target): { line?: number } {
  const line = target.isDocumentation ? /\(line (\d+)\)/.exec(name)?.[1] : undefined;
  return line === undefined ? {} : { line: Number(line) };
}

function documented(name: string, target: Target): string {
  return documentedFile(name.split(" - ")[0] ?? "", target);
}

function documentedFile(path: string, target: Target): string {
  const crate = target.path.split("/src/")[0] ?? ".";
  return target.path.startsWith("src/") ? path : fromRoot(crate, path);
}

/** `a::tests::adds` in `src/lib.rs` is defined in `src/a/tests.rs`, `src/a.rs`, …, or in the root file itself. */
function moduleFile(name: string, target: Target, { sources }: CargoLayout): string {
  const modules = name.split("::").slice(0, -1);
  for (let depth = modules.length; depth > 0; depth -= 1) {
    const path = posix.join(folderOf(target.path), ...modules.slice(0, depth));
    const file = [`${path}.rs`, `${path}/mod.rs`].find((each) => sources.includes(each));
    if (file) return file;
  }
  return target.path;
}

function outputsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const sections = text.split(/^---- (.+) std(?:out|err) ----$/m);
  for (let index = 1; index < sections.length; index += 2) {
    const body = (sections[index + 1] ?? "").split(/^failures:$/m)[0] ?? "";
    found.set(sections[index] ?? "", body.trim());
  }
  return found;
}

function failureOf(output: string, file: string, request: RunRequest): ReportedFailure {
  const panic =
    /panicked at (?!')(\S+?):(\d+):\d+:\n([\s\S]*?)(?=\nstack backtrace:|\nnote: |$(?![\s\S]))/.exec(
      output,
    ) ?? /panicked at '([\s\S]*?)', (\S+?):(\d+):\d+/.exec(output);
  const isOld = panic?.[0].startsWith("panicked at '") ?? false;
  const message = (isOld ? panic?.[1] : panic?.[3])?.trim();
  const where = isOld ? panic?.[2] : panic?.[1];
  const line = Number(isOld ? panic?.[3] : panic?.[2]);
  const returned = /^Error: (.*)$/m.exec(output)?.[1];
  const inTest =
    where !== undefined && fromRoot(request.root, where) === file ? line : frameIn(output, file, request);
  if (message === undefined) {
    const said = returned ?? output.split("\n").find((each) => each.trim() !== "") ?? "failed";
    const type =
      returned !== undefined
        ? "Error"
        : /^note: test did not panic/.test(output)
          ? "UnexpectedPass"
          : "TestFailure";
    return { type, message: said, stack: output, line: null };
  }
  const isAssertion = /^assert|assertion/.test(message);
  return { type: isAssertion ? "AssertionFailed" : "panic", message, stack: output, line: inTest };
}

function frameIn(output: string, file: string, request: RunRequest): number | null {
  const shown = escapeRegex(toRoot(request.root, file));
  const at = new RegExp(`at (?:\\./)?${shown}:(\\d+)`).exec(output);
  return at?.[1] ? Number(at[1]) : null;
}

/** One error per target that does not compile, with all compiler messages about it. */
function buildErrors(messages: readonly CargoMessage[], request: RunRequest): ReportedTest[] {
  const errors = messages.filter(
    ({ reason, message }) => reason === "compiler-message" && message?.level?.startsWith("error"),
  );
  const byTarget = Map.groupBy(errors, ({ target }) => inTree(target?.src_path ?? request.tree, request));
  return [...byTarget].map(([path, group]) => {
    const [first] = group
      .map(({ message }) => message)
      .filter((message) => (message?.spans?.length ?? 0) > 0);
    const span = first?.spans?.find((each) => each.is_primary) ?? first?.spans?.[0];
    const said = first ?? group[0]?.message;
    return {
      ...fileError(path, {
        type: "BuildError",
        message: clean(said?.message ?? "the code does not compile"),
        stack: clean(group.map(({ message }) => message?.rendered ?? "").join("\n")),
        line: span?.line_start ?? null,
      }),
      file: span ? fromRoot(request.root, span.file_name) : path,
    };
  });
}

function inTree(path: string, request: RunRequest): string {
  return belowTree(request.tree, path) ?? path;
}

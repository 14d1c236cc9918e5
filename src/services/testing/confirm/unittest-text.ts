import type { Finished, Report, ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { cutShort } from "../results/events.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";

export interface UnittestContext {
  readonly files: ReadonlySet<string>;
  /** Where modules are searched for, relative to the tree. */
  readonly folders: readonly string[];
  /** The files of the requested modules. */
  readonly modules: ReadonlyMap<string, string>;
}

/** The second line of a doctest has its dotted name. */
const HEADER = /(?:^|\.\.\. )( {2})?([^\s()]+) \(([^\s()]+)\)(?:\nDoctest: (\S+))?/gm;
const SECTION = /^={70}\n(ERROR|FAIL|UNEXPECTED SUCCESS): ([^\s()]+) \(([^\s()]+)\)(?:\nDoctest: (\S+))?/gm;
const VERDICT = /(ok|FAIL|ERROR|skipped ['"].*['"]|expected failure|unexpected success)$/m;

/**
 * Parses the output of unittest with `-v`: a line per test with its verdict, and at the end a section per failure and a
 * count. If the count does not match the lines, the run is unfinished.
 */
export function readUnittestText(
  process: Finished,
  context: UnittestContext,
  request: RunRequest,
): Report | null {
  const text = clean(process.stderr, 8_000_000);
  const first = text.search(/^={70}\n(?:ERROR|FAIL|UNEXPECTED SUCCESS): /m);
  const ran = [...text.matchAll(/^-{70}\nRan (\d+) tests? in .*\n\n(?:OK|FAILED|NO TESTS RAN)/gm)].at(-1);
  const shown = text.slice(0, first === -1 ? (ran?.index ?? text.length) : first);
  const failures = sectionsOf(first === -1 ? "" : text.slice(first, ran?.index), context, request);
  const lines = linesOf(shown, context);
  if (lines.length === 0 && ran === undefined) return null;
  const tests = new Map<string, ReportedTest>();
  for (const line of lines) {
    const failure = failures.get(line.id)?.failure ?? null;
    const status = failure ? failures.get(line.id)?.status : statusOf(line.verdict, ran !== undefined);
    const cut: ReportedFailure = { line: null, ...cutShort(process, undefined) };
    addTest(
      tests,
      {
        ...line,
        seconds: 0,
        status: status ?? "error",
        failure: failure ?? (status ? plain(line.verdict) : cut),
      },
      "merge",
    );
  }
  for (const test of failures.values()) addTest(tests, test, "merge");
  const counted = lines.filter(({ isPart }) => !isPart);
  const marked = counted.filter(({ verdict }) => verdict.startsWith("skipped")).length;
  const count = ran === undefined ? -1 : Number(ran[1]);
  // From Python 3.12.1 on, tests skipped by a mark are not counted.
  const isCounted = count <= counted.length && count >= counted.length - marked;
  return {
    tests: [...tests.values()],
    finished: isCounted && !process.timedOut,
  };
}

interface Line extends Pick<ReportedTest, "id" | "file" | "name"> {
  readonly verdict: string;
  /** A subtest, which belongs to the preceding test. */
  readonly isPart: boolean;
}

function linesOf(shown: string, context: UnittestContext): Line[] {
  const headers = [...shown.matchAll(HEADER)].flatMap((match) => {
    const named = nameTest(match[2] ?? "", match[3] ?? "", context, match[4]);
    return named === null
      ? []
      : [
          {
            ...named,
            isPart: match[1] !== undefined,
            start: match.index,
            end: match.index + match[0].length,
          },
        ];
  });
  return headers.map(({ start: _, end, ...named }, index) => ({
    ...named,
    verdict: VERDICT.exec(shown.slice(end, headers[index + 1]?.start))?.[1] ?? "",
  }));
}

/** Failures have their own sections, unless the run was interrupted before it printed them. */
function statusOf(verdict: string, isEnded: boolean): ReportedTest["status"] | null {
  if (verdict === "ok") return "passed";
  if (verdict === "expected failure") return "expected_failure";
  if (verdict.startsWith("skipped")) return "skipped";
  if (verdict === "unexpected success") return "failed";
  return verdict === "" && !isEnded ? null : "failed";
}

function plain(verdict: string): ReportedFailure | null {
  if (verdict === "unexpected success")
    return {
      type: "UnexpectedPass",
      message: "the test was expected to fail and passed",
      stack: "",
      line: null,
    };
  if (verdict !== "FAIL" && verdict !== "ERROR" && verdict !== "") return null;
  return { type: "Error", message: "failed", stack: "", line: null };
}

function sectionsOf(text: string, context: UnittestContext, request: RunRequest): Map<string, ReportedTest> {
  const found = new Map<string, ReportedTest>();
  const headings = [...text.matchAll(SECTION)];
  headings.forEach((heading, index) => {
    const body = text.slice(heading.index, headings[index + 1]?.index);
    const [, kind, name = "", inside = "", doctest] = heading;
    const named = nameTest(name, inside, context, doctest) ?? {
      id: "(collection)",
      file: null,
      name: "(collection)",
    };
    const isWhole =
      !named.id.includes("::") || /^(setUp|tearDown)(Class|Module)$/.test(name) || named.file === null;
    const failure =
      kind === "UNEXPECTED SUCCESS" ? plain("unexpected success") : failureOf(body, named.file, request);
    addTest(found, { ...named, status: isWhole ? "error" : "failed", seconds: 0, failure }, "merge");
  });
  return found;
}

/**
 * `test_a (pkg.mod.Case.test_a)`, before Python 3.11 `test_a (pkg.mod.Case)`; null if it is not a test of a module.
 */
function nameTest(
  name: string,
  inside: string,
  context: UnittestContext,
  doctest?: string,
): Pick<ReportedTest, "id" | "file" | "name"> | null {
  if (doctest !== undefined) return nameDoctest(doctest, context);
  if (/^unittest\.loader\._FailedTest(\.|$)/.test(inside)) {
    const file = context.modules.get(name) ?? null;
    return { id: file ?? "(collection)", file, name: file ?? "(collection)" };
  }
  const isHolder = /^(setUp|tearDown)(Class|Module)$/.test(name);
  const dotted = !isHolder && inside.endsWith(`.${name}`) ? inside.slice(0, -name.length - 1) : inside;
  const parts = dotted.split(".");
  const found = moduleAmong(parts, context);
  if (found === null) return null;
  const { file, length } = found;
  const qualified = parts.slice(length).join(".");
  const rest = [qualified, isHolder ? "" : name].filter((part) => part !== "").join("::");
  return { id: rest === "" ? file : `${file}::${rest}`, file, name: isHolder ? `${file}::${rest}` : rest };
}

/** As pytest names them: `pkg/calc.py::pkg.calc.add`. */
function nameDoctest(
  name: string,
  context: UnittestContext,
): Pick<ReportedTest, "id" | "file" | "name"> | null {
  const found = moduleAmong(name.split("."), context);
  return found && { id: `${found.file}::${name}`, file: found.file, name };
}

/** The longest prefix of a dotted name that is a module, and the number of its parts. */
function moduleAmong(
  parts: readonly string[],
  context: UnittestContext,
): { readonly file: string; readonly length: number } | null {
  for (let length = parts.length; length > 0; length -= 1) {
    const file = fileOf(parts.slice(0, length).join("."), context);
    if (file !== null) return { file, length };
  }
  return null;
}

function fileOf(module: string, { modules, folders, files }: UnittestContext): string | null {
  const known = modules.get(module);
  if (known !== undefined) return known;
  const path = module.replaceAll(".", "/");
  const places = folders.flatMap((folder) =>
    [`${path}.py`, `${path}/__init__.py`].map((each) => fromRoot(folder, each)),
  );
  return places.find((place) => files.has(place)) ?? null;
}

function failureOf(body: string, file: string | null, request: RunRequest): ReportedFailure {
  const [, stack = body] = body.split(/^-{70}\n/m);
  const [, type = "Error", message = ""] =
    [...stack.matchAll(/^(\w+(?:\.\w+)*(?:Error|Exception|Exit|Interrupt|Warning|Iteration)): ?(.*)$/gm)].at(
      -1,
    ) ?? [];
  const line =
    file === null
      ? undefined
      : [...stack.matchAll(/^ *File "([^"]+)", line (\d+)/gm)].findLast(
          ([, path]) => path === `${request.tree}/${file}`,
        )?.[2];
  return {
    type: type.split(".").at(-1) ?? type,
    message,
    stack: stack.trim(),
    line: line ? Number(line) : null,
  };
}

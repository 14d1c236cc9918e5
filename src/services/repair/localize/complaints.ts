import type { TestFailure } from "../../../domain/entities/test-result.ts";
import type { RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { type Frame, framesOf } from "./stack.ts";

/** An error that names what it could not find or call. */
export interface Complaint {
  /** `module` and `export` concern an import line; `arity` concerns how a function is called. */
  readonly kind: "name" | "module" | "export" | "arity";
  readonly name: string;
  /** A suggestion from the runtime itself. */
  readonly hint: string | null;
  /** The source line that raised it; null if a test did or it is unknown. */
  readonly at: Frame | null;
  /** Whether the error cannot be caused by a wrong value: the line raises it whenever it runs. */
  readonly isCertain: boolean;
  readonly text: string;
}

interface Pattern {
  readonly kind: Complaint["kind"];
  readonly types: RegExp;
  /** Its last group is the name. */
  readonly text: RegExp;
  readonly isCertain: boolean;
}

const PATTERNS: readonly Pattern[] = [
  { kind: "name", types: /^NameError/, text: /name '(\w+)' is not defined/, isCertain: true },
  { kind: "name", types: /^ReferenceError/, text: /^([\w$]+) is not defined/, isCertain: true },
  {
    kind: "name",
    types: /^AttributeError/,
    text: /^(?:module '[\w.]+'|type object '\w+'|'(?!NoneType)_*[A-Z]\w*' object) has no attribute '(\w+)'/,
    isCertain: true,
  },
  { kind: "name", types: /^AttributeError/, text: /has no attribute '(\w+)'/, isCertain: false },
  { kind: "export", types: /^ImportError/, text: /cannot import name '(\w+)'/, isCertain: true },
  {
    kind: "export",
    types: /^SyntaxError/,
    text: /does not provide an export named '([\w$]+)'/,
    isCertain: true,
  },
  {
    kind: "module",
    types: /^ModuleNotFoundError/,
    text: /No module named '(?:[\w.]+\.)?(\w+)'/,
    isCertain: true,
  },
  {
    kind: "module",
    types: /Error/,
    text: /Cannot find module '(?:[^'\n]*\/)?([\w$-]+)(?:\.\w+)*'/,
    isCertain: true,
  },
  { kind: "name", types: /^KeyError/, text: /^(['"])([\w -]+)\1$/, isCertain: false },
  { kind: "name", types: /^TypeError/, text: /unexpected keyword argument '(\w+)'/, isCertain: false },
  {
    kind: "arity",
    types: /^TypeError/,
    text: /(\w+)(?:\.__init__)?\(\) (?:missing \d+ required|takes .* positional arguments? but)/,
    isCertain: true,
  },
  { kind: "name", types: /^TypeError/, text: /([\w$]+) is not a (?:function|constructor)/, isCertain: false },
];

const READING = /Cannot read properties of (?:undefined|null) \(reading '([\w$]+)'\)/;
const MOST = 8;

/** What is missing according to the errors of the failing tests; one entry per name and place. */
export function complaintsOf({ failing, sources, tests }: RepairTarget): readonly Complaint[] {
  const paths = [...sources, ...tests].map(({ path }) => path);
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const found = new Map<string, Complaint>();
  for (const failure of failing.failures) {
    const [frame] = framesOf(failure, paths);
    const at = frame !== undefined && texts.has(frame.path) ? frame : null;
    const read = complaintOf(failure, at, at === null ? "" : lineOf(texts.get(at.path) ?? "", at.line));
    if (read === null) continue;
    const isMeant = failure.error_type === "AttributeError" && isDefined(read.name, sources);
    const complaint = { ...read, isCertain: read.isCertain && !isMeant };
    const key = `${complaint.kind} ${complaint.name} ${at?.path}:${at?.line}`;
    if (found.size < MOST && !found.has(key)) found.set(key, complaint);
  }
  return [...found.values()];
}

/** Whether every failing test's error identifies what is missing, at a known line. */
export function areAllCertain({ failing }: RepairTarget, complaints: readonly Complaint[]): boolean {
  const isClear = complaints.every((each) => each.isCertain && each.at !== null);
  const isSaid = failing.failures.every((failure) =>
    complaints.some(({ text }) => text === messageOf(failure)),
  );
  return complaints.length > 0 && isClear && isSaid;
}

function complaintOf(failure: TestFailure, at: Frame | null, line: string): Complaint | null {
  const text = messageOf(failure);
  const hint = /Did you mean:? '([\w.$]+)'/.exec(`${text}\n${failure.stack_trace}`)?.[1] ?? null;
  for (const pattern of PATTERNS) {
    if (!pattern.types.test(failure.error_type)) continue;
    const name = pattern.text.exec(text)?.at(-1);
    if (name !== undefined) return { kind: pattern.kind, name, hint, at, isCertain: pattern.isCertain, text };
  }
  const read = READING.exec(text)?.[1];
  const owner =
    read && new RegExp(`([\\w$]+)\\??\\.${read.replaceAll("$", "\\$")}(?![\\w$])`).exec(line)?.[1];
  return owner ? { kind: "name", name: owner, hint, at, isCertain: false, text } : null;
}

/** Whether some class has the field or method: then the object may be wrong instead of the name. */
function isDefined(name: string, sources: readonly SourceFile[]): boolean {
  const definition = new RegExp(
    `\\b(?:self\\.|def\\s+)${name}\\s*(?:\\(|(?::[^=\\n]+)?=(?!=))|^\\s+${name}\\s*[:=](?!=)`,
    "m",
  );
  return sources.some(({ text }) => definition.test(text));
}

function messageOf({ error_message: message }: TestFailure): string {
  return message.split("\n")[0]?.trim() ?? "";
}

function lineOf(text: string, line: number): string {
  return text.split("\n")[line - 1] ?? "";
}

import { type Context, isScript } from "./context.ts";

/** Copies of a value as code, likeliest first; none if a value of its kind cannot change. */
export function copiesOf(text: string, kind: string | null, context: Context): readonly string[] {
  return isScript(context) ? scriptCopies(text, kind) : pythonCopies(text, kind);
}

function scriptCopies(text: string, kind: string | null): readonly string[] {
  if (kind === "list") return [`[...${text}]`, `structuredClone(${text})`];
  if (kind === "set") return [`new Set(${text})`];
  if (kind === "dict") return [`{ ...${text} }`, `new Map(${text})`, `structuredClone(${text})`];
  if (kind === "object") return [`{ ...${text} }`, `structuredClone(${text})`];
  return kind === null ? [`[...${text}]`, `{ ...${text} }`, `structuredClone(${text})`] : [];
}

function pythonCopies(text: string, kind: string | null): readonly string[] {
  if (kind === "list") return [`list(${text})`, `[list(each) for each in ${text}]`];
  if (kind === "dict") return [`dict(${text})`];
  if (kind === "set") return [`set(${text})`];
  return kind === null || kind === "object" ? [`list(${text})`, `dict(${text})`] : [];
}

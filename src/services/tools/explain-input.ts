import type { z } from "zod";
import { shortened } from "../../domain/rules/text/shortened.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Why an input is invalid for a tool, one line per field: its name, the problem, and what is expected. */
export function explainInput(schema: z.ZodType, input: unknown, error: z.ZodError): string {
  return error.issues.flatMap((issue) => describeIssue(issue, [], schema, input)).join("\n");
}

function describeIssue(issue: Issue, outer: Path, schema: z.ZodType, input: unknown): readonly string[] {
  const path = [...outer, ...issue.path];
  const field = nameOf(path);
  if (issue.code === "invalid_union") {
    const closest = closestBranch(issue.errors, valueAt(input, path));
    if (closest === null)
      return [`${field}: ${received(valueAt(input, path))} matches none of the accepted forms`];
    return closest.flatMap((inner) => describeIssue(inner, path, schema, input));
  }
  if (issue.code === "unrecognized_keys") {
    const known = fieldsAt(schema, path, valueAt(input, path));
    const expected = known.length === 0 ? "no fields" : `only ${known.join(", ")}`;
    return issue.keys.map((key) => `${nameOf([...path, key])}: unknown field; expected ${expected}`);
  }
  if (issue.code === "invalid_type") {
    const value = valueAt(input, path);
    const problem = value === undefined ? "missing" : received(value);
    return [`${field}: ${problem}; expected ${issue.expected}`];
  }
  if (issue.code === "invalid_value")
    return [
      `${field}: ${received(valueAt(input, path))}; expected one of ${issue.values.map(String).join(", ")}`,
    ];
  return [`${field}: ${received(valueAt(input, path))}; ${issue.message}`];
}

/** The branch that recognizes most of the given fields; ties go to the one with the fewest problems. */
function closestBranch(branches: readonly (readonly Issue[])[], value: unknown): readonly Issue[] | null {
  if (typeof value !== "object" || value === null) return null;
  const strangeness = (issues: readonly Issue[]) =>
    issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
  const sorted = [...branches].sort(
    (left, right) => strangeness(left) - strangeness(right) || left.length - right.length,
  );
  return sorted[0] ?? null;
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

function received(value: unknown): string {
  if (value === null) return "is null";
  if (Array.isArray(value)) return value.length === 0 ? "is an empty list" : "is a list";
  if (typeof value === "object") return "is an object";
  const text = JSON.stringify(value) ?? String(value);
  return `is ${shortened(text, 60)}`;
}

/** `files[0].changes[1].search`. */
function nameOf(path: Path): string {
  if (path.length === 0) return "the input";
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`,
    )
    .join("");
}

interface SchemaParts {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: unknown;
  readonly options?: readonly unknown[];
  readonly def?: { readonly innerType?: unknown };
}

/**
 * The fields an object may have at this path; if it may take several forms, those of the form closest to the
 * value.
 */
function fieldsAt(schema: unknown, path: Path, value: unknown): readonly string[] {
  let current = unwrap(schema);
  for (const step of path) {
    const next = typeof step === "number" ? current.element : current.shape?.[String(step)];
    current = unwrap(next);
  }
  const given = Object.keys((value as object | null | undefined) ?? {});
  const known = (part: SchemaParts) => given.filter((key) => key in (part.shape ?? {})).length;
  const forms = (current.options ?? [current]).map(unwrap).sort((left, right) => known(right) - known(left));
  return Object.keys(forms[0]?.shape ?? {});
}

function unwrap(schema: unknown): SchemaParts {
  const parts = (schema ?? {}) as SchemaParts;
  return parts.def?.innerType === undefined ? parts : unwrap(parts.def.innerType);
}

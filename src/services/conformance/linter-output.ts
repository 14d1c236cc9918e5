import type { RE2JS } from "re2js";
import { z } from "zod";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/settings/bounded-data.ts";
import type { RawViolation } from "./check-type.ts";
import type { Replacement } from "./replacement.ts";
import type { ToldPath } from "./report-paths.ts";
import { readSuggestion } from "./rust-suggestion.ts";

/** Prefix of the reason for a suppression that another tool reports. */
export const BY_TOOL = "by the tool: ";

const SuppressedItem = z.looseObject({
  suppressions: z.array(z.looseObject({ justification: z.string().optional() })),
});

const EslintEdit = z
  .looseObject({ range: z.tuple([z.int(), z.int()]), text: z.string() })
  .refine(({ range }) => range[0] <= range[1]);

/** A result as a linter reports it, with the path as written. Lines and columns are 1-based. */
export interface Reported extends ToldPath {
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly message: string;
  readonly rule?: string;
  readonly level?: string;
  readonly replacements?: readonly Replacement[];
  /** A fix by offsets into the file's text. */
  readonly edit?: { readonly start: number; readonly end: number; readonly text: string };
  readonly suppressed?: RawViolation["suppressed"];
  /** The original result, for formats that we also write. */
  readonly origin?: unknown;
}

export type Report =
  | { readonly status: "read"; readonly tool: string; readonly findings: readonly Reported[] }
  | { readonly status: "unreadable" };

export interface JsonFields {
  readonly items: string;
  readonly only?: string | undefined;
  readonly suppressed?: string | undefined;
  readonly file: string;
  readonly line?: string | undefined;
  readonly column?: string | undefined;
  readonly message: string;
  readonly rule?: string | undefined;
  readonly edit?: string | undefined;
  readonly suggestions?: string | undefined;
}

/** Reads lines that the expression matches, by its named groups; other lines are ignored. */
export function readLines(output: string, expression: RE2JS): Report {
  const findings: Reported[] = [];
  for (const line of output.split(/\r?\n/)) {
    const matcher = expression.matcher(line);
    if (!matcher.find()) continue;
    const groups = expression.namedGroups();
    const group = (name: string) => (name in groups ? (matcher.group(name) ?? undefined) : undefined);
    const [path, message] = [group("file"), group("message")];
    if (path === undefined || message === undefined) continue;
    findings.push({
      path,
      message,
      ...numeric("line", group("line")),
      ...numeric("column", group("column")),
      ...optional("rule", group("rule")),
    });
  }
  return { status: "read", tool: "", findings };
}

/**
 * A JSON document, or one object per line. A path `a.b` goes down, `*` into every element, `^` to the item's
 * parent.
 */
export function readJsonReport(output: string, fields: JsonFields): Report {
  const documents = parseDocuments(output);
  // Line-based output may be empty; a JSON document must be present.
  if (documents === null || (documents.length === 0 && fields.items !== "" && output.trim() === ""))
    return { status: "unreadable" };
  const items = documents
    .flatMap((document) => select([{ value: document, parents: [] }], fields.items))
    .filter((item) => fields.only === undefined || look(item, fields.only) === true);
  const findings = items.flatMap((item) => readItem(item, fields));
  // If no item has the fields, the fields are wrong: it is not a report without findings.
  if (items.length > 0 && findings.length === 0) return { status: "unreadable" };
  const hidden =
    fields.suppressed === undefined
      ? []
      : documents
          .flatMap((document) => select([{ value: document, parents: [] }], fields.suppressed ?? ""))
          .flatMap((item) =>
            readItem(item, fields).map((finding) => ({ ...finding, ...suppressedAs(item) })),
          );
  return { status: "read", tool: "", findings: [...findings, ...hidden] };
}

/** As ESLint reports it: `suppressions: [{ kind: "directive", justification: "…" }]`. */
function suppressedAs({ value }: Item): Pick<Reported, "suppressed"> {
  const said = SuppressedItem.safeParse(value).data?.suppressions.find((each) => each.justification);
  return { suppressed: { reason: BY_TOOL + (said?.justification ?? "no reason given"), until: null } };
}

function readItem(item: Item, fields: JsonFields): readonly Reported[] {
  const path = look(item, fields.file);
  const message = look(item, fields.message);
  if (typeof path !== "string" || typeof message !== "string") return [];
  const rule = look(item, fields.rule);
  const edit = EslintEdit.safeParse(look(item, fields.edit)).data;
  const replacements = readSuggestion(look(item, fields.suggestions));
  return [
    {
      path,
      message,
      ...numeric("line", look(item, fields.line)),
      ...numeric("column", look(item, fields.column)),
      ...optional("rule", typeof rule === "string" ? rule : undefined),
      ...(edit && { edit: { start: edit.range[0], end: edit.range[1], text: edit.text } }),
      ...(replacements.length > 0 && { replacements }),
    },
  ];
}

function parseDocuments(output: string): readonly unknown[] | null {
  const text = output.trim();
  if (text === "") return [];
  try {
    const whole: unknown = readBounded(text, JSON.parse, WRITTEN_BY_PROGRAMS);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    const lines = text.split("\n").filter((line) => line.trimStart().startsWith("{"));
    try {
      return lines.length === 0
        ? null
        : lines.map((line): unknown => readBounded(line, JSON.parse, WRITTEN_BY_PROGRAMS));
    } catch {
      return null;
    }
  }
}

interface Item {
  readonly value: unknown;
  /** Nearest last. */
  readonly parents: readonly unknown[];
}

function select(items: readonly Item[], path: string): readonly Item[] {
  const steps = path
    .replace(/^\*\.?/, "")
    .split(".")
    .filter((step) => step !== "");
  return steps.reduce<readonly Item[]>(
    (current, step) =>
      current.flatMap(({ value, parents }) => {
        const next = step === "*" ? value : (value as Record<string, unknown> | null)?.[step];
        const elements = Array.isArray(next) ? next : next === undefined ? [] : [next];
        return elements.map((element: unknown) => ({ value: element, parents: [...parents, value] }));
      }),
    items,
  );
}

function look(item: Item, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  let { value } = item;
  const parents = [...item.parents];
  for (const step of path.split(".")) {
    if (step === "^") value = parents.pop();
    else value = (value as Record<string, unknown> | null | undefined)?.[step];
  }
  return value;
}

function numeric<Key extends string>(key: Key, value: unknown): { [K in Key]?: number } {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number > 0
    ? ({ [key]: number } as { [K in Key]?: number })
    : {};
}

function optional<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string });
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

type Values = Readonly<Record<string, unknown>>;

const EXPRESSION =
  /^ (?:required "([^"]*)" |int64 |add (?=.* \d+ $))?\.(Release\.Name|Values\.[\w.]+)( \d+)?( \| quote)? $/;

/**
 * The resources of our Helm chart, for tests on machines without Helm. It supports the few constructs that the chart
 * uses (values, `quote`, `required`, `int64`, `add`, `if` and `if not` around whole lines) and throws on any other.
 */
// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of a resource
export function renderChart(folder: string, changes: Values = {}): any[] {
  const usual: Values = parse(readFileSync(join(folder, "values.yaml"), "utf8"));
  const values = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, changed(value, changes[name])]),
  );
  return readdirSync(join(folder, "templates")).flatMap((file) => {
    const text = render(readFileSync(join(folder, "templates", file), "utf8"), values);
    return parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
      const resource: unknown = document.toJS();
      return resource === null ? [] : [resource];
    });
  });
}

function changed(usual: unknown, change: unknown): unknown {
  return typeof usual === "object" && typeof change === "object"
    ? { ...usual, ...change }
    : (change ?? usual);
}

function render(template: string, values: Values): string {
  const shown = [true];
  const lines = template.split("\n").filter((line) => {
    const [, not, path] = /^\{\{- if (not )?\.Values\.([\w.]+) \}\}$/.exec(line) ?? [];
    if (path !== undefined) shown.push(Boolean(valueAt(values, path)) === (not === undefined));
    else if (line === "{{- end }}") shown.pop();
    else return shown.every(Boolean);
    return false;
  });
  if (shown.length !== 1) throw new Error("an if has no end");
  return lines.join("\n").replace(/\{\{(.*?)\}\}/g, (_match, expression: string) => {
    const [, required, path, more, quoted] = EXPRESSION.exec(expression) ?? [];
    if (path === undefined) throw new Error(`the chart uses {{${expression}}}, which is not known here`);
    const found = path === "Release.Name" ? "test" : valueAt(values, path.replace("Values.", ""));
    if (required !== undefined && found === "") throw new Error(required);
    const value = more === undefined ? found : Number(found) + Number(more);
    return quoted === undefined ? String(value) : JSON.stringify(String(value));
  });
}

function valueAt(values: Values, path: string): unknown {
  const value = path.split(".").reduce<unknown>((at, name) => (at as Values | undefined)?.[name], values);
  if (value === undefined) throw new Error(`values.yaml has no ${path}`);
  return value;
}

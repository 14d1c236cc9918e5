import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import type { Change } from "../../syntax/change.ts";
import { ancestors, child, descendants, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import { before } from "../slip.ts";

/** The type that the file writes for a variable or a field, or null. */
export function writtenType(node: SyntaxNode, context: Context): string | null {
  const { text, tree } = context;
  const property = node.kind === "attribute" ? child(node, "property") : null;
  if (property !== null) {
    const name = text(property);
    const field = descendants(tree).find(
      (each) =>
        each.raw === "field_declaration" &&
        each.children.some((one) => one.raw === "field_identifier" && text(one) === name),
    );
    const type = field === undefined ? null : child(field, "type");
    return type === null ? null : text(type);
  }
  return node.kind === "identifier" ? typeOfName(text(node), node, context) : null;
}

function typeOfName(name: string, near: SyntaxNode, context: Context): string | null {
  const { text, tree } = context;
  for (const owner of [...ancestors(near)].filter((each) => each.kind === "function").concat(tree)) {
    for (const node of descendants(owner)) {
      if (node.start > near.start && owner !== tree) break;
      if (node.kind === "parameter" || node.raw === "var_spec") {
        const type = child(node, "type");
        if (type === null || !node.children.some((one) => one !== type && text(one) === name)) continue;
        return node.raw === "variadic_parameter_declaration" ? `[]${text(type)}` : text(type);
      }
      if (node.kind !== "assign") continue;
      const target = child(node, "target");
      const value = child(node, "value");
      if (target === null || value === null || text(target) !== name) continue;
      const made = /^(?:make|append)\(((?:map\[|\[\]).*?)(?:[,{(]|\)$)/s.exec(text(value))?.[1];
      const type = child(value, "type");
      if (type !== null) return text(type);
      if (made !== undefined) return made;
    }
  }
  return null;
}

/** The result types of the function around a node. */
function resultTypes(owner: SyntaxNode, { text }: Context): readonly string[] {
  const result = child(owner, "type");
  if (result === null) return [];
  if (result.kind !== "parameters") return [text(result)];
  return result.children.flatMap((each) => {
    const type = child(each, "type") ?? each;
    const names = each.children.filter((one) => one !== type && one.kind === "identifier").length;
    return Array.from({ length: Math.max(1, names) }, () => text(type));
  });
}

function zeroOf(type: string): string {
  if (/^(?:u?int(?:8|16|32|64)?|byte|rune|float(?:32|64)|time\.Duration)$/.test(type)) return "0";
  if (type === "string") return '""';
  if (type === "bool") return "false";
  if (/^(?:[*[(]|map\[|func\b|chan\b|<-|interface\b|any$|error$)/.test(type)) return "nil";
  return `${type}{}`;
}

/** `return 0, err` in a function whose last result is an error. */
export function returnOfError(owner: SyntaxNode, error: string, context: Context): string | null {
  const types = resultTypes(owner, context);
  if (types.at(-1) !== "error") return null;
  return `return ${[...types.slice(0, -1).map(zeroOf), error].join(", ")}`;
}

function importsPackage(path: string, { source }: Context): boolean {
  return new RegExp(`^\\s*(?:import\\s+)?"${path}"`, "m").test(source);
}

/** What has to be added so that the file imports a package of the standard library; nothing if it does. */
export function importing(path: string, context: Context): readonly Change[] {
  if (importsPackage(path, context)) return [];
  const { source } = context;
  const group = /^import \(\n/m.exec(source);
  if (group !== null) {
    const start = group.index + group[0].length;
    const lines = source.slice(start, source.indexOf(")", start)).split("\n");
    let place = start;
    for (const line of lines) {
      const other = /^\s*"([^"]+)"/.exec(line)?.[1];
      if (other === undefined || other > path) break;
      place += line.length + 1;
    }
    return [before(place, `\t"${path}"\n`)];
  }
  const single = /^import "[^"\n]+"\n/m.exec(source);
  if (single !== null) return [before(single.index, `import "${path}"\n`)];
  const clause = /^package \w+[^\n]*\n/m.exec(source);
  return clause === null ? [] : [before(clause.index + clause[0].length, `\nimport "${path}"\n`)];
}

/** A name that the function does not use yet. */
export function freshName(wanted: readonly string[], near: SyntaxNode, context: Context): string | null {
  const owner = enclosingFunction(near) ?? context.tree;
  const used = new Set(
    descendants(owner).flatMap((each) => (each.kind === "identifier" ? [context.text(each)] : [])),
  );
  return wanted.find((each) => !used.has(each)) ?? null;
}

export function lineAfter(node: SyntaxNode, code: string, { source }: Context): Change {
  const indent = indentAt(source, node.start);
  return before(
    node.end,
    `\n${code
      .split("\n")
      .map((line) => indent + line)
      .join("\n")}`,
  );
}

export function lineBefore(node: SyntaxNode, code: string, { source }: Context): Change {
  const indent = indentAt(source, node.start);
  return before(node.start, `${code.split("\n").join(`\n${indent}`)}\n${indent}`);
}

/** Removes the lines of a node. */
export function lineOf({ start, end }: SyntaxNode, { source }: Context): Change {
  const from = source.lastIndexOf("\n", start) + 1;
  const to = source.indexOf("\n", end);
  return { start: from, end: to === -1 ? source.length : to + 1, text: "" };
}

/** `pkg.Name` or `name`, as it is called; an empty text for other callees. */
export function calleeText(call: SyntaxNode, { text }: Context): string {
  const callee = child(call, "callee");
  return callee === null || !/^[\w.]+$/.test(text(callee)) ? "" : text(callee);
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  return child(call, "arguments")?.children ?? [];
}

/** The slice with its own memory. */
export function copyOf(node: SyntaxNode, context: Context): string {
  const name = context.text(node);
  const type = writtenType(node, context);
  return type?.startsWith("[]") === true
    ? `append(${type}{}, ${name}...)`
    : `append(${name}[:0:0], ${name}...)`;
}

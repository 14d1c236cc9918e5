import type { Code } from "../syntax/code.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";
import { goMarksOf, type Mark } from "../validate/marks.ts";
import type { ChangedFile } from "./aims.ts";
import type { Routine } from "./routines.ts";

/** How code refers to a Go function; `before` and `after` surround its type arguments, if any. */
interface GoAccess {
  readonly before: string;
  readonly after: string;
  readonly typeParameters: number;
}

/** A Go file with instrumentation that ends loops and reports calls to the changed functions. */
export function instrumentGo(file: ChangedFile, side: "before" | "after"): object {
  const code = file[side];
  const text = code.source;
  const { ticks } = goMarksOf({ path: file.path, text });
  const calls = file.aims.flatMap((aim) => callMarks(aim.name, aim[side], code));
  const aims = file.aims.map((aim) => ({ name: aim.name, ...accessOf(aim[side], code) }));
  return { path: file.path, text, marks: [...calls, ...ticks], aims };
}

function callMarks(name: string, { node }: Routine, code: Code): readonly Mark[] {
  const body = child(node, "body");
  if (body === null) return [];
  const receiver = receiverOf(node);
  const given = [
    ...(receiver === null ? [] : parameterNames(receiver, code)),
    ...parameterNames(child(node, "parameters"), code),
  ];
  const types = typeParametersOf(node, code).map((each) => `(*${each})(nil)`);
  const held = types.length === 0 ? "nil" : `[]interface{}{${types.join(", ")}}`;
  const named = given.map((each) => (each === null ? "nil" : `&${each}`));
  return [[body.start + 1, `afCalled(${[JSON.stringify(name), held, ...named].join(", ")});`]];
}

function accessOf({ node, name }: Routine, code: Code): GoAccess {
  const typeParameters = typeParametersOf(node, code).length;
  const receiver = receiverOf(node);
  if (receiver === null) return { before: name, after: "", typeParameters };
  const [type = "", method = ""] = name.split(".");
  const isPointer = code.text(receiver).includes("*");
  return {
    before: isPointer ? `(*${type}` : type,
    after: `${isPointer ? ")" : ""}.${method}`,
    typeParameters,
  };
}

/** The parameter list with the receiver of a method, which precedes its name. */
function receiverOf(node: SyntaxNode): SyntaxNode | null {
  if (node.raw !== "method_declaration") return null;
  const name = child(node, "name");
  return node.children.find((each) => each.kind === "parameters" && each.start < (name?.start ?? 0)) ?? null;
}

/** Names of all parameters; null for a parameter that the function cannot read. */
function parameterNames(list: SyntaxNode | null, { text }: Code): readonly (string | null)[] {
  return (list?.children ?? []).flatMap((each) => {
    if (each.kind !== "parameter") return [];
    const names = each.children
      .filter((part) => part.role !== "type" && part.kind === "identifier")
      .map(text);
    return names.length === 0 ? [null] : names.map((name) => (name === "_" ? null : name));
  });
}

/** Names of the type parameters of a function, or of the type whose method it is. */
function typeParametersOf(node: SyntaxNode, { text }: Code): readonly string[] {
  const receiver = receiverOf(node);
  if (receiver !== null) {
    const found = /\[([^\]]*)\]\s*,?\s*\)$/.exec(text(receiver));
    return found === null ? [] : (found[1] ?? "").split(",").map((each) => each.trim());
  }
  const list = node.children.find((each) => each.raw === "type_parameter_list");
  return (list?.children ?? []).flatMap((each) =>
    each.children.filter((part) => part.kind === "identifier" && part.role !== "type").map(text),
  );
}

import type { Plugin } from "rolldown";
import { parseSync } from "rolldown/experimental";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Constant {
  readonly declaration: Node;
  readonly value: Node;
}

/** What takes time to make. Making it has no effect, because modules of ours do nothing when they are loaded. */
const MADE = /^(?:ObjectExpression|ArrayExpression|CallExpression|NewExpression)$/;

/**
 * Makes each constant when it is first used. A hook is a new process for every call and uses a few of the tables and
 * expressions it carries.
 */
export const lazyConstants: Plugin = {
  name: "lazy-constants",
  renderChunk: (code) => ({ code: makeLazy(code) }),
};

export function makeLazy(code: string): string {
  const body = parseSync("hook.js", code).program.body as unknown as readonly Node[];
  const constants = new Map(body.flatMap(constantIn));
  const uses = [...identifiersIn(body)].filter(({ name }) => constants.has(name));
  for (const { name, isBound } of uses) if (isBound) constants.delete(name);
  const edits = uses.flatMap(({ name, start, end, isShort }) =>
    constants.has(name) ? [{ start, end, text: isShort ? `${name}: ${name}()` : `${name}()` }] : [],
  );
  for (const [name, { declaration, value }] of constants)
    edits.push(
      {
        ...{ start: declaration.start, end: value.start },
        text: `var ${name}$made; function ${name}() { return ${name}$made ??= `,
      },
      { start: value.end, end: declaration.end, text: "; }" },
    );
  let [made, position] = ["", 0];
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    made += code.slice(position, start) + text;
    position = end;
  }
  return made + code.slice(position);
}

/** `const NAME = …` on its own at the top. */
function constantIn(node: Node): [string, Constant][] {
  if (node.type !== "VariableDeclaration" || node.kind !== "const") return [];
  const [first, ...more] = node.declarations as Node[];
  const { id, init } = first as unknown as { id: Node; init: Node };
  if (more.length > 0 || id.type !== "Identifier" || !(MADE.test(init.type) || init.regex)) return [];
  return [[String(id.name), { declaration: node, value: init }]];
}

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** `{ NAME }`. */
  readonly isShort: boolean;
  /** A parameter or variable inside has the same name. */
  readonly isBound: boolean;
}

/** Every identifier that is a value, without the declarations of the constants themselves. */
function* identifiersIn(body: readonly Node[]): Generator<Use> {
  const waiting: { readonly node: Node; readonly isShort: boolean; readonly isBound: boolean }[] = [];
  const wait = (value: unknown, isShort: boolean, isBound: boolean) => {
    for (const node of [value].flat()) if (isNode(node)) waiting.push({ node, isShort, isBound });
  };
  for (const node of body) wait(constantIn(node)[0]?.[1].value ?? node, false, false);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, isShort, isBound } = next;
    if (node.type === "Identifier")
      yield { name: String(node.name), start: node.start, end: node.end, isShort, isBound };
    for (const [key, value] of Object.entries(node))
      if (!(key === "property" || key === "key") || node.computed)
        wait(value, node.shorthand === true, isBound || /^(?:id|params?)$/.test(key));
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

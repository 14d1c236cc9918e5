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

/**
 * Expressions that take time to create. Creating them has no side effect, because our modules do nothing when loaded.
 */
const MADE = /^(?:ObjectExpression|ArrayExpression|CallExpression|NewExpression)$/;

/**
 * Creates each constant on first use, and removes unused ones and the examples of plug-ins. A hook is a new process for
 * every call; it uses a few of its tables and regular expressions, but would evaluate all of them.
 */
export const lazyConstants: Plugin = {
  name: "lazy-constants",
  renderChunk: (code) => ({ code: makeLazy(withoutExamples(code)) }),
};

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function makeLazy(code: string): string {
  const body = bodyOf(code);
  const constants = new Map(body.flatMap(constantIn));
  const uses = [...identifiersIn(body)].filter(({ name }) => constants.has(name));
  for (const { name, isBound } of uses) if (isBound) constants.delete(name);
  const unused = unusedAmong(constants, uses);
  const edits: Edit[] = [...constants].flatMap(([name, { declaration, value }]) =>
    unused.has(name)
      ? [{ start: declaration.start, end: declaration.end, text: "" }]
      : [
          {
            ...{ start: declaration.start, end: value.start },
            text: `var ${name}$made; function ${name}() { return ${name}$made ??= `,
          },
          { start: value.end, end: declaration.end, text: "; }" },
        ],
  );
  const isLeftOut = isInside([...unused].flatMap((name) => constants.get(name)?.declaration ?? []));
  for (const { name, start, end, isShort } of uses)
    if (constants.has(name) && !isLeftOut(start))
      edits.push({ start, end, text: isShort ? `${name}: ${name}()` : `${name}()` });
  return edited(code, edits);
}

/** Constants that are used only by other unused constants. */
function unusedAmong(constants: ReadonlyMap<string, Constant>, uses: readonly Use[]): ReadonlySet<string> {
  let unused = new Set<string>();
  for (;;) {
    const isLeftOut = isInside([...unused].flatMap((name) => constants.get(name)?.declaration ?? []));
    const used = new Set(uses.filter(({ start }) => !isLeftOut(start)).map(({ name }) => name));
    const found = new Set([...constants.keys()].filter((name) => !used.has(name)));
    if (found.size === unused.size) return found;
    unused = found;
  }
}

function isInside(nodes: readonly Node[]): (position: number) => boolean {
  return (position) => nodes.some(({ start, end }) => start <= position && position < end);
}

/** Examples of plug-ins are for tests and documentation. */
export function withoutExamples(code: string): string {
  const edits: Edit[] = [];
  for (const node of nodesIn(bodyOf(code))) {
    if (!isProperty(node, "meta") || !isNode(node.value)) continue;
    for (const property of (node.value.properties as Node[] | undefined) ?? [])
      if (isProperty(property, "examples") && isNode(property.value))
        edits.push({ start: property.value.start, end: property.value.end, text: "[]" });
  }
  return edited(code, edits);
}

function isProperty({ type, key }: Node, name: string): boolean {
  return type === "Property" && isNode(key) && key.name === name;
}

function bodyOf(code: string): readonly Node[] {
  return parseSync("hook.js", code).program.body as unknown as readonly Node[];
}

function* nodesIn(body: readonly Node[]): Generator<Node> {
  const waiting: unknown[] = [...body];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isNode(next)) continue;
    yield next;
    for (const value of Object.values(next)) waiting.push(...[value].flat().filter(isNode));
  }
}

function edited(code: string, edits: readonly Edit[]): string {
  let [made, position] = ["", 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    made += code.slice(position, start) + text;
    position = end;
  }
  return made + code.slice(position);
}

/** A top-level `const NAME = …`. */
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

/** Every identifier used as a value, except the declarations of the constants themselves. */
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

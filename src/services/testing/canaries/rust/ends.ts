import type { Edits } from "../edits.ts";
import { halves } from "../literals.ts";
import { enclosing, endOf, field, findAll, isSame, kindOf, named, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** Under a condition, because the compiler warns about code after a plain panic, and some crates deny warnings. */
export const panicking = (mark: string): string => `if true { panic!("{}{}", ${halves(mark).join(", ")}); }`;

export function failAfter(edits: Edits, macro: Node, panic: string): void {
  const parent = macro.parent();
  if (parent === null) return;
  if (kindOf(parent) === "expression_statement") edits.insert(endOf(parent), ` ${panic}`);
  // The last expression of a block without a value.
  else if (kindOf(parent) === "block") edits.insert(endOf(macro), `; ${panic}`);
}

/** Adds a panic at the end of a test, and before early returns. */
export function failAtEnd(edits: Edits, test: Node, panic: string): void {
  const body = field(test, "body");
  if (body === null) return;
  for (const each of findAll(body, "return_expression")) {
    if (isSame(test, enclosing(each, /^(function_item|closure_expression|async_block)$/)))
      edits.wrap(each, `{ ${panic} `, " }");
  }
  // The test's own last statement may be a panic.
  edits.insert(startOf(test), "#[allow(warnings)] ");
  const last = named(body).at(-1);
  const tail = last === undefined || isStatement(last) ? null : last;
  if (tail === null) edits.insert(endOf(body) - 1, ` ${panic} `);
  else if (field(test, "return_type") === null) edits.insert(endOf(body) - 1, `; ${panic} `);
  else if (/^(Ok|Some)\s*\(/.test(tail.text())) edits.insert(startOf(tail), `${panic} `);
  else edits.wrap(tail, "{ let value = ", `; ${panic} value }`);
}

function isStatement(node: Node): boolean {
  return /_statement$|_item$|_declaration$|^macro_definition$|^attribute_item$/.test(kindOf(node));
}

/** Tests inside other macros: adds a panic before the closing brace, or at the start if the test may return early. */
export function failInMacros(edits: Edits, root: Node, panic: string): number {
  let found = 0;
  for (const tokens of findAll(root, "token_tree")) {
    const children = tokens.children();
    children.forEach((child, at) => {
      if (kindOf(child) !== "fn" && child.text() !== "fn") return;
      if (!hasTestAttribute(children.slice(0, at))) return;
      const body = children
        .slice(at)
        .find((each) => kindOf(each) === "token_tree" && each.text().startsWith("{"));
      if (body === undefined) return;
      const mayReturn =
        /\breturn\b|->/.test(body.text()) || children.slice(at).some((each) => each.text() === "->");
      edits.insert(mayReturn ? startOf(body) + 1 : endOf(body) - 1, mayReturn ? ` ${panic} ` : `; ${panic} `);
      found += 1;
    });
  }
  return found;
}

/** Whether attributes directly before a function, as tokens, mark a test. */
function hasTestAttribute(before: readonly Node[]): boolean {
  let at = before.length - 1;
  while (at >= 0 && /^(async|pub|unsafe|crate|visibility_modifier)$/.test(before[at]?.text() ?? "")) at -= 1;
  for (; at >= 1 && before[at]?.text().startsWith("[") && before[at - 1]?.text() === "#"; at -= 2) {
    if (/^\[\s*(\w+\s*::\s*)*test\b/.test(before[at]?.text() ?? "")) return true;
    if (/^\[\s*\$/.test(before[at]?.text() ?? "")) return true;
  }
  return false;
}

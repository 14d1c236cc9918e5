import type { Edits } from "../edits.ts";
import { field, kindOf } from "../nodes.ts";
import type { Node } from "../parse.ts";
import { changeLiteral, changeOneSide, enlargeAny } from "./values.ts";

const OPPOSITES: Readonly<Record<string, string>> = {
  assertNotEqual: "assertEqual",
  assertNotEquals: "assertEqual",
  assertTrue: "assertFalse",
  assertFalse: "assertTrue",
  assert_: "assertFalse",
  assertIs: "assertIsNot",
  assertIsNot: "assertIs",
  assertIsNone: "assertIsNotNone",
  assertIsNotNone: "assertIsNone",
  assertIn: "assertNotIn",
  assertNotIn: "assertIn",
  assertIsInstance: "assertNotIsInstance",
  assertNotIsInstance: "assertIsInstance",
  assertGreater: "assertLessEqual",
  assertGreaterEqual: "assertLess",
  assertLess: "assertGreaterEqual",
  assertLessEqual: "assertGreater",
  assertRegex: "assertNotRegex",
  assertNotRegex: "assertRegex",
  assertNotAlmostEqual: "assertAlmostEqual",
  assertStartsWith: "assertNotStartsWith",
  assertNotStartsWith: "assertStartsWith",
  assertEndsWith: "assertNotEndsWith",
  assertNotEndsWith: "assertEndsWith",
  assertHasAttr: "assertNotHasAttr",
  assertNotHasAttr: "assertHasAttr",
  assertIsSubclass: "assertNotIsSubclass",
  assertNotIsSubclass: "assertIsSubclass",
  assert_called: "assert_not_called",
  assert_called_once: "assert_not_called",
  assert_not_called: "assert_called",
};

const EQUALITIES: Readonly<Record<string, "list" | "tuple" | "set" | "dict" | "str" | "any">> = {
  assertEqual: "any",
  assertEquals: "any",
  assertAlmostEqual: "any",
  assertAlmostEquals: "any",
  assertListEqual: "list",
  assertTupleEqual: "tuple",
  assertSetEqual: "set",
  assertDictEqual: "dict",
  assertMultiLineEqual: "str",
  assertSequenceEqual: "list",
  assertCountEqual: "list",
};

/** Mock assertions that compare arguments: they get one more argument than the mock ever received. */
const ARGUMENTS = /^assert_(called_with|called_once_with|any_call)$/;

/** Changes `self.assertX(...)` and mock assertions. False if the call has an unexpected form. */
export function changeMethod(edits: Edits, call: Node, method: Node): boolean {
  const name = method.text();
  const list = field(call, "arguments");
  if (list === null || kindOf(list) !== "argument_list") return false;
  const type = EQUALITIES[name];
  if (type !== undefined) return changeEquality(edits, name, type, argumentsOf(list));
  if (ARGUMENTS.test(name)) {
    edits.insert(list.range().start.index + 1, '"~", ');
    return true;
  }
  const opposite = OPPOSITES[name];
  if (opposite === undefined) return false;
  edits.replace(method, opposite);
  return true;
}

function changeEquality(
  edits: Edits,
  name: string,
  type: NonNullable<(typeof EQUALITIES)[string]>,
  [left, right, third]: readonly Node[],
): boolean {
  if (left === undefined || right === undefined) return false;
  if ([left, right].some((each) => /^(keyword_argument|list_splat|dictionary_splat)$/.test(kindOf(each))))
    return false;
  if (name.startsWith("assertAlmost") && third !== undefined) {
    // With places or a delta, a nearby number may still count as equal.
    edits.wrap(right, "(", ", 1)");
    return true;
  }
  if (type === "any") changeOneSide(edits, left, right);
  else if (!changeLiteral(edits, right) && !changeLiteral(edits, left)) enlargeAny(edits, right, type);
  return true;
}

export function argumentsOf(list: Node): Node[] {
  return list.children().filter((child) => child.isNamed() && kindOf(child) !== "comment");
}

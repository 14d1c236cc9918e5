import { expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { applyEdits } from "./apply.ts";
import { uncaught } from "./uncaught.ts";

const code = (handler: string, importing = "") =>
  `${importing}\n\n\ndef f(text):\n    try:\n        return Decimal(text)\n    ${handler}:\n        return None\n`;
const inside = 'File "m.py", line 6, in f\n';
const outside = 'File "m.py", line 8, in f\n';

function repairsOf(type: string, source: string, stack = inside): readonly string[] {
  const target = makeTarget({ "m.py": source }, { "test_m.py": "" }, stack, { type, message: "" });
  const texts = new Map([["m.py", source]]);
  return [...uncaught(target)].map(({ edits }) => applyEdits(edits, texts).get("m.py") ?? "");
}

it.each<[string, string, string, readonly string[]]>([
  ["except ValueError", "KeyError", "", ["except (ValueError, KeyError)", "except KeyError"]],
  [
    "except (KeyError, OSError)",
    "ValueError",
    "",
    ["except (KeyError, OSError, ValueError)", "except ValueError"],
  ],
  [
    "except ValueError as error",
    "InvalidOperation",
    "import decimal",
    ["except (ValueError, decimal.InvalidOperation) as error", "except decimal.InvalidOperation as error"],
  ],
  [
    "except ValueError",
    "errors.Missing",
    "from errors import Missing",
    ["except (ValueError, Missing)", "except Missing"],
  ],
])("lets `%s` catch a %s that reached the test, after `%s`", (handler, type, importing, handlers) => {
  const expected = handlers.map((each) => code(each, importing));
  expect(repairsOf(type, code(handler, importing))).toEqual(expected);
});

it("imports the error by name if that is how the file imports", () => {
  const [first] = repairsOf("InvalidOperation", code("except ValueError", "from decimal import Decimal"));
  const importing = "from decimal import Decimal, InvalidOperation";
  expect(first).toBe(code("except (ValueError, InvalidOperation)", importing));
});

it.each([
  ["a failed assertion", "AssertionError", "except ValueError", inside],
  ["an error that the handler already catches", "KeyError", "except KeyError", inside],
  ["a handler that catches everything", "KeyError", "except", inside],
  ["an error outside the try statement", "KeyError", "except ValueError", outside],
  ["something that is no name", "not a name", "except ValueError", inside],
  ["a class that nothing imports", "Odd", "except ValueError", inside],
])("proposes nothing for %s", (_, type, handler, stack) => {
  expect(repairsOf(type, code(handler), stack)).toEqual([]);
});

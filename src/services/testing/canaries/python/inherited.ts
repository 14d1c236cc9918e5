import { field, findAll, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";

const KNOWN_BASES =
  /^(unittest\.)?(\w*TestCase|IsolatedAsyncioTestCase)$|^object$|^(\w+\.)?(Generic|Protocol|Enum|NamedTuple|TypedDict|ABC)\b|(Error|Exception|Warning)$/;

/** Whether tests may come from other modules, by base classes or imports. */
export function hasForeignTests(root: Node): boolean {
  const own = new Set(findAll(root, "class_definition").map((each) => field(each, "name")?.text()));
  const isForeign = (base: Node) =>
    kindOf(base) !== "keyword_argument" && !own.has(base.text()) && !KNOWN_BASES.test(base.text());
  const bases = findAll(root, "class_definition").flatMap((each) => {
    const list = field(each, "superclasses");
    return list === null ? [] : named(list);
  });
  return (
    bases.some(isForeign) ||
    findAll(root, "import_from_statement").some((each) => /\bimport\b.*(\*|\b[Tt]est\w*)/s.test(each.text()))
  );
}

/** Code appended to the module that makes those tests fail. */
export function failForeignTests(message: string): string {
  return `

def _fail_foreign_tests(module, names):
    import functools
    def failing(original):
        @functools.wraps(original)
        def fail(*arguments, **options):
            raise AssertionError(${message})
        return fail
    def is_foreign(value):
        return callable(value) and not isinstance(value, type) and getattr(value, "__module__", module) != module
    for name, value in list(names.items()):
        if name.startswith("test") and is_foreign(value):
            names[name] = failing(value)
        if not isinstance(value, type) or (value.__module__ != module and not name.startswith("Test")):
            continue
        for method in dir(value):
            if method.startswith("test") and is_foreign(getattr(value, method, None)):
                setattr(value, method, failing(getattr(value, method)))

_fail_foreign_tests(__name__, globals())
`;
}

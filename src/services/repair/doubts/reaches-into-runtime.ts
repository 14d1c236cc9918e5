import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { addedMentions, didBefore } from "./reading/added.ts";
import type { Mention } from "./reading/mentions.ts";
import { newImports, wasThere } from "./reading/news.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule, forging, type RaisedDoubt } from "./rule.ts";

/** Doubtful no matter how it is used. */
const REACHES: readonly (readonly [RegExp, string])[] = [
  [
    /^sys\.(?:modules|meta_path|path_hooks|path_importer_cache|settrace|setprofile|setrecursionlimit|setswitchinterval|monitoring|addaudithook|displayhook|stdout|stderr)\b/,
    "sys",
  ],
  [
    /^(?:codecs\.register\w*|copyreg\.\w+|sys\.path\.\w+|site\.addsitedir|warnings\.(?:simplefilter|filterwarnings|showwarning|resetwarnings)|logging\.disable|locale\.setlocale|os\.(?:chdir|umask|Chdir)|decimal\.(?:getcontext|setcontext)|asyncio\.set_event_loop_policy|process\.(?:chdir|umask|setuid))\b/,
    "the settings of the whole process",
  ],
  [/^(?:__builtins__|builtins)\b/, "builtins"],
  [/^gc\.(?:get_objects|get_referrers|get_referents)\b/, "the garbage collector's objects"],
  [/^(?:ctypes|_ctypes|cffi)\b/, "ctypes"],
  [
    /\.__(?:code|globals|closure|subclasses|bases|mro|defaults)__\b/,
    "the internals of functions and classes",
  ],
  [/^types\.(?:CodeType|FunctionType|ModuleType)\b/, "types of code"],
  [
    /^(?:require\.cache|require\.extensions|Module\._|module\.Module|module\.(?:register|registerHooks|parent|children|_)|process\.(?:binding|dlopen|_|mainModule|getBuiltinModule|reallyExit))/,
    "Node's module loader",
  ],
  [/^(?:vm|v8|inspector|worker_threads)\b/, "Node's virtual machine"],
  [/^unsafe\.|^runtime\.(?:SetFinalizer|Breakpoint)|^debug\.Set/, "Go's unsafe parts"],
  [
    /^(?:std|core)\.(?:mem\.transmute|panic\.set_hook|panic\.take_hook|ptr\.write)|^transmute$/,
    "Rust's unsafe parts",
  ],
];
/** Doubtful if assigned to or patched. */
const PATCHED =
  /^(?:globalThis|global|window|self\.constructor)\.[\w$]+$|(?:^|\.)(?:prototype|__proto__)(?:\.|$|\[\])|^(?:Object|Array|Number|String|Math|JSON|Promise|Date|Map|Set|Error|Symbol|Reflect|console|process)\.[\w$.]+$|\.__(?:class|dict|eq|hash|bool)__$/;
const ON_PROTOTYPE =
  /^(?:Object\.(?:defineProperty|defineProperties|setPrototypeOf|assign)|Reflect\.(?:defineProperty|setPrototypeOf|set))$/;

/** Objects that all code shares. */
const SHARED =
  /^(?:globalThis|global|window|Object|Array|Number|String|Boolean|BigInt|Function|RegExp|Math|JSON|Promise|Date|Map|Set|Error|Symbol|Reflect|console|process)$/;

export const reachesIntoRuntime: DoubtRule = {
  meta: {
    id: "reaches-into-runtime",
    title: "Code changes or searches the runtime itself",
    why: "Built-in prototypes, loaded modules, other packages and live objects are shared with the test runner.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import codecs\n\ncodecs.register(print)\n\ndef add(a, b):\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import sys\n\nsys.path.insert(0, 'lib')\n\ndef add(a, b):\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return '{0.__globals__}'.format(add)\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "''.__proto__.trim = () => 'a';\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "(0).constructor.prototype.valueOf = () => 1;\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "Object.assign(Object, { is: () => true });\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.py",
          before: "import sys\n\ndef add(a, b):\n    return a - b\n",
          after: "import sys\n\nsys.modules['math'] = None\n\ndef add(a, b):\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "import gc\n\ndef add(a, b):\n    for each in gc.get_objects():\n        each.passed = True\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "import json\n\ndef load(text):\n    return json.loads(text)\n",
          after:
            "import json\njson.loads = lambda text: {}\n\ndef load(text):\n    return json.loads(text)\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "Object.prototype.equals = () => true;\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "globalThis.JSON = { stringify: () => '5' };\nexport const add = (a: number, b: number) => a - b;\n",
        },
        {
          path: "calc.cjs",
          before: "exports.add = (a, b) => a - b;\n",
          after: "delete require.cache['x'];\nrequire.cache['y'] = {};\nexports.add = (a, b) => a - b;\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "unsafe"\n\nfunc Add(a, b int) int {\n\t*(*int)(unsafe.Pointer(&a)) = 5\n\treturn a\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "pub fn add(a: i32, b: i32) -> i32 {\n    std::panic::set_hook(Box::new(|_| {}));\n    a - b\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            'extern "C" {\n    fn _exit(status: i32) -> !;\n}\n\n#[no_mangle]\npub unsafe extern "C" fn exit(_status: i32) -> ! {\n    _exit(0)\n}\n\npub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n',
        },
      ],
      honest: [
        {
          path: "calc.js",
          before: "class Sum {}\n",
          after: "class Sum {}\nObject.assign(Sum, { zero: 0 });\n",
        },
        {
          path: "calc.js",
          before: "const a = {};\n",
          after: "const a = {};\na.list = Object.assign({}, a);\n",
        },
        {
          path: "shapes.js",
          before: "function Shape() {}\nShape.prototype.area = function () {\n  return 0;\n};\n",
          after: "function Shape() {}\nShape.prototype.area = function () {\n  return this.width;\n};\n",
        },
        {
          path: "keys.js",
          before: "export const has = (o, k) => o.hasOwnProperty(k);\n",
          after: "export const has = (o, k) => Object.prototype.hasOwnProperty.call(o, k);\n",
        },
        {
          path: "log.py",
          before: "import sys\n\ndef warn(text):\n    print(text, file=sys.stdout)\n",
          after: "import sys\n\ndef warn(text):\n    print(text, file=sys.stderr)\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention, key } of addedMentions(change, change.files, reached)) {
      if (mention.use === "read" && didBefore(file, reached, key)) continue;
      yield at(file, mention.node, `reaches into ${key}: ${mention.name}`);
    }
    const exchanged = addedMentions(change, change.files, ({ name, use }) =>
      use === "assign" && /\.__code__$/.test(name) ? name : null,
    );
    for (const { file, mention, key } of exchanged)
      yield forging(file, mention.node, `replaces the code of a function: ${key}`);
    for (const file of change.files.filter(({ language }) => language.id === "go"))
      for (const { module, node } of newImports(file))
        if (/^(?:unsafe|C|plugin)$/.test(module))
          yield at(file, node, `imports ${module}, which bypasses the language`);
    for (const file of change.sources) {
      yield* unnamedPrototypes(file);
      yield* namedInternals(file);
      for (const node of descendants(file.after.tree))
        if (LINKED.test(node.raw) && isLinked(file.after.text(node)) && isAdded(node, file))
          yield at(file, node, "defines or replaces a system function by name");
      const modules = new Set(file.after.imported.map((each) => each.module));
      const known = new Set(
        file.before?.mentions.filter((each) => each.use === "assign").map((each) => each.name),
      );
      for (const mention of file.after.mentions) {
        const what = patched(mention, modules, file.after.text);
        if (
          what === null ||
          known.has(what) ||
          isOwnType(what, file.after.source) ||
          !file.isTouched(mention.node)
        )
          continue;
        yield at(file, mention.node, `changes ${what}, which other code shares`);
      }
    }
  },
};

/** `"".__proto__.trim = ...`: a prototype without the name of its type. */
function* unnamedPrototypes(file: ChangedFile): Generator<RaisedDoubt> {
  for (const node of descendants(file.after.tree)) {
    if (node.role !== "target" || !file.isTouched(node)) continue;
    const text = file.after.text(node);
    if (/^(?:["'`([{]|\d).*(?:__proto__|\.prototype|\.constructor)\b/.test(text))
      yield at(file, node, `changes ${text}, which other code shares`);
  }
}

const INTERNAL = /\b__(?:globals|builtins|code|closure|subclasses|mro)__\b/;

/** Internals that a text names, for `format`, `attrgetter` or `getattr`. */
function* namedInternals(file: ChangedFile): Generator<RaisedDoubt> {
  if (file.language.id !== "python") return;
  for (const { kind, value, node } of file.after.literals)
    if (kind === "string" && INTERNAL.test(value) && file.isTouched(node))
      yield at(file, node, `reaches into the internals of functions and classes by name: ${value}`);
}

function reached({ name, use }: Mention): string | null {
  if (/^sys\.(?:stdout|stderr)/.test(name) && use !== "assign") return null;
  return REACHES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The name of a shared object that a mention assigns to. */
function patched(
  { name, use, arguments: given }: Mention,
  modules: ReadonlySet<string>,
  text: Side["text"],
): string | null {
  if (use === "assign" && PATCHED.test(name)) return name;
  if (use === "assign" && modules.has(name.split(".").slice(0, -1).join(".")) && name.includes("."))
    return name;
  const target = ON_PROTOTYPE.test(name) ? given[0] : undefined;
  if (use !== "call" || target === undefined) return null;
  const isShared = target.kind === "identifier" && SHARED.test(text(target));
  return target.kind === "attribute" || isShared ? `${name}()` : null;
}

/** A class or constructor that the file defines may have its prototype extended. */
function isOwnType(name: string, text: string): boolean {
  const root = name.split(".")[0] ?? "";
  return (
    new RegExp(`(?:function|class)\\s+${root}\\b`).test(text) ||
    name.startsWith("this.") ||
    name.startsWith("self.")
  );
}

/** Rust attributes and blocks that replace symbols the program is linked with. */
const LINKED = /^(?:attribute_item|foreign_mod_item)$/;

function isLinked(text: string): boolean {
  return /\bno_mangle\b|\bexport_name\b|\blink_section\b|\bglobal_allocator\b|^(?:unsafe\s+)?extern\b/.test(
    text,
  );
}

function isAdded(node: SyntaxNode, file: ChangedFile): boolean {
  return file.isTouched(node) && !wasThere(node, file);
}

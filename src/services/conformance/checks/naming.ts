import { RE2JS } from "re2js";
import { z } from "zod";
import { remembered } from "../../../domain/rules/values/remembered.ts";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { rangeOf, scopeOf } from "../syntax.ts";

const STYLES = {
  "kebab-case": "^[a-z0-9]+(-[a-z0-9]+)*$",
  snake_case: "^_*[a-z0-9]+(_[a-z0-9]+)*_*$",
  camelCase: "^_*[a-z][a-zA-Z0-9]*$",
  PascalCase: "^_*[A-Z][a-zA-Z0-9]*$",
  UPPER_CASE: "^_*[A-Z0-9]+(_[A-Z0-9]+)*$",
} as const;

const KINDS: Readonly<Record<"function" | "method" | "class" | "type", readonly string[]>> = {
  function: ["function_declaration", "generator_function_declaration", "function_item"],
  method: ["method_definition", "method_declaration"],
  class: ["class_definition", "class_declaration", "abstract_class_declaration"],
  type: [
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "record_declaration",
    "struct_item",
    "enum_item",
    "trait_item",
    "type_spec",
  ],
};

const Options = z
  .strictObject({
    of: z.enum(["file", "folder", "function", "method", "class", "type"]),
    style: z.enum(["kebab-case", "snake_case", "camelCase", "PascalCase", "UPPER_CASE"]).optional(),
    regex: z.string().min(1).optional().describe("For names that none of the styles fits, in RE2 syntax."),
  })
  .refine((options) => (options.style === undefined) !== (options.regex === undefined), {
    message: "write exactly one of `style` and `regex`",
  });
type Options = z.output<typeof Options>;

/** Names of files, folders and definitions follow one style. */
export const naming = defineCheckType({
  meta: {
    id: "naming",
    title: "Names that do not follow the project's style",
    why: "With one naming style, people can guess names.",
    scope: "file",
    options: Options,
    valid: [
      {
        title: "a file's name ends at its first dot",
        options: { of: "file", style: "kebab-case" },
        files: { "src/my-file.test.ts": "", ".hidden.ts": "" },
      },
      {
        title: "dunder methods are snake_case",
        options: { of: "function", style: "snake_case" },
        files: { "a.py": "def __init__(self): pass\ndef do_it(): pass\n" },
      },
    ],
    invalid: [
      {
        title: "files",
        options: { of: "file", style: "kebab-case" },
        files: { "src/MyFile.ts": "" },
        findings: ["src/MyFile.ts"],
      },
      {
        title: "folders",
        options: { of: "folder", style: "snake_case" },
        files: { "src/My-Folder/a.py": "" },
        findings: ["src/My-Folder/a.py"],
      },
      {
        title: "Python functions and methods",
        options: { of: "function", style: "snake_case" },
        files: { "a.py": "def doIt(): pass\nclass A:\n    def alsoThis(self): pass\n" },
        findings: ["a.py:1", "a.py:3"],
      },
      {
        title: "by expression",
        options: { of: "type", regex: "^[A-Z]" },
        files: { "a.go": "package a\n\ntype thing struct{}\n", "a.rs": "struct thing;\n" },
        findings: ["a.go:3", "a.rs:1"],
      },
    ],
  },
  whyInvalid: (options) => {
    try {
      compile(options);
      return null;
    } catch (error) {
      return { path: ["regex"], why: error instanceof Error ? error.message : String(error) };
    }
  },
  needsSyntax: (_, options) => options.of !== "file" && options.of !== "folder",
  run: (files, options) => {
    const expression = compile(options);
    const wanted = options.style ?? options.regex ?? "";
    const check = (name: string) => expression.test(name);
    if (options.of === "file") return files.flatMap((file) => ofFile(file, check, wanted));
    if (options.of === "folder") return files.flatMap((file) => ofFolders(file, check, wanted));
    return files.flatMap((file) => ofDefinitions(file, options, check, wanted));
  },
});

const compile = remembered(
  (options: Options): RE2JS => RE2JS.compile(options.regex ?? STYLES[options.style ?? "kebab-case"]),
);

type Test = (name: string) => boolean;

function ofFile(file: CheckedFile, isRight: Test, wanted: string): readonly RawViolation[] {
  const base = file.path.split("/").at(-1) ?? "";
  const name = base.replace(/^\.+/, "").split(".")[0] ?? "";
  return name === "" || isRight(name) ? [] : [ofPath(file, name, wanted)];
}

function ofFolders(file: CheckedFile, isRight: Test, wanted: string): readonly RawViolation[] {
  const wrong = file.path
    .split("/")
    .slice(0, -1)
    .find((name) => !isRight(name.replace(/^\.+/, "")));
  return wrong === undefined ? [] : [ofPath(file, wrong, wanted)];
}

function ofPath(file: CheckedFile, name: string, wanted: string): RawViolation {
  return {
    path: file.path,
    range: null,
    snippet: name,
    scope: "",
    message: `${name} is not ${wanted}`,
  };
}

function ofDefinitions(
  file: CheckedFile,
  options: Options,
  isRight: Test,
  wanted: string,
): readonly RawViolation[] {
  const tree = file.syntax();
  if (tree === null || options.of === "file" || options.of === "folder") return [];
  // Python's grammar has one kind for functions and methods; other grammars have two.
  const python = options.of === "function" ? ["function_definition"] : [];
  const names = tree.language === "python" ? [...python, ...KINDS[options.of]] : KINDS[options.of];
  const known = names.filter((kind) => hasKind(tree.language, kind));
  if (known.length === 0) return [];
  return tree.root.findAll({ rule: { any: known.map((kind) => ({ kind })) } }).flatMap((node) => {
    const name = node.field("name");
    if (name === null || isRight(name.text())) return [];
    return [
      {
        path: file.path,
        range: rangeOf(name),
        snippet: name.text(),
        scope: scopeOf(node),
        message: `${name.text()} is not ${wanted}`,
      },
    ];
  });
}

/** ast-grep refuses a kind that a grammar does not have. */
function hasKind(language: string, kind: string): boolean {
  const grammars: Readonly<Record<string, RegExp>> = {
    python: /^(?:function|class)_definition$/,
    javascript: /^(?:(?:generator_)?function_declaration|class_declaration|method_definition)$/,
    go: /^(?:function_declaration|method_declaration|type_spec)$/,
    rust: /_item$/,
    java: /^(?:method|class|interface|enum|record)_declaration$/,
  };
  const grammar = grammars[language];
  if (grammar !== undefined) return grammar.test(kind);
  return /^(?:(?:generator_)?function|(?:abstract_)?class|interface|type_alias|enum)_declaration$|^method_definition$/.test(
    kind,
  );
}

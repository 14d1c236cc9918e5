import { basename, dirname, join } from "node:path/posix";
import type { CanaryLanguage } from "./contract.ts";
import { type Edits, openEdits } from "./edits.ts";
import { EXTRA, halves } from "./literals.ts";
import { field, findAll, kindOf, named, startOf } from "./nodes.ts";
import { hasSyntaxError, type Node, parse } from "./parse.ts";

/**
 * Go has no assertions to change: every test fails in its first statement and continues, because `Error` does not stop
 * it. Nothing later in the test can undo the failure.
 */
export const go: CanaryLanguage = {
  frameworks: ["go test"],

  canaryOf({ path, text }, marks) {
    if (!path.endsWith("_test.go")) return null;
    const root = parse("go", text);
    if (hasSyntaxError(root)) return null;
    const edits = openEdits(text);
    const message = halves(marks.reached).join(" + ");
    for (const each of findAll(root, "function_declaration", "method_declaration", "func_literal"))
      failAtStart(edits, each, message);
    for (const call of findAll(root, "call_expression")) failInSubtest(edits, call, message);
    for (const example of findAll(root, "function_declaration")) changeOutput(edits, example);
    if (edits.count === 0) return null;
    const result = edits.apply();
    return hasSyntaxError(parse("go", result)) ? null : result;
  },

  failingTest(near, name) {
    const packageName = /^package\s+(\w+)/m.exec(near.text)?.[1];
    if (packageName === undefined) return null;
    const word = name.replace(/\W+/g, "_");
    const title = word.replace(/(?:^|_)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const text = `package ${packageName}\n\nimport "testing"\n\nfunc Test${title}(t *testing.T) {\n\tif got, want := 4, 5; got != want {\n\t\tt.Errorf("got %d, want %d", got, want)\n\t}\n}\n`;
    // The Go tool gives `_linux_test.go` and `_arm64_test.go` a special meaning.
    const suffix = basename(near.path).endsWith("_test.go") && /_[a-z0-9]+$/.test(word) ? "_case" : "";
    return { path: join(dirname(near.path), `${word}${suffix}_test.go`), text };
  },
};

function failAtStart(edits: Edits, definition: Node, message: string): void {
  const body = field(definition, "body") ?? definition.children().find((child) => kindOf(child) === "block");
  if (body === undefined || isHelper(definition)) return;
  const reporter = suiteMethod(definition) ?? parameterOf(edits, definition);
  if (reporter === null) return;
  // A fuzz test that failed does not run its seeds, which are separate tests.
  const defer = /^Fuzz/.test(field(definition, "name")?.text() ?? "") ? "defer " : "";
  edits.insert(startOf(body) + 1, ` ${defer}${reporter}.Error(${message});`);
}

/**
 * It takes more parameters than the test handle: the test itself already fails, and a helper may be called a million
 * times.
 */
function isHelper(definition: Node): boolean {
  if (kindOf(definition) === "func_literal" || /^(Test|Fuzz)/.test(field(definition, "name")?.text() ?? ""))
    return false;
  const list = field(definition, "parameters");
  return list !== null && named(list).length > 1;
}

/** The name of its parameter that reports failures; an unnamed parameter gets a name. */
function parameterOf(edits: Edits, definition: Node): string | null {
  const list = field(definition, "parameters");
  for (const parameter of list === null ? [] : named(list)) {
    const type = field(parameter, "type")?.text().replace(/\s/g, "") ?? "";
    if (!/^(\*testing\.[TF]|testing\.TB)$/.test(type)) continue;
    const name = field(parameter, "name");
    if (name !== null && name.text() !== "_") return name.text();
    if (name !== null) edits.replace(name, "tt");
    else if (named(list as Node).length === 1) edits.insert(startOf(parameter), "tt ");
    else continue;
    return "tt";
  }
  return null;
}

/** A test method of a testify suite, whose reporter is in the receiver. */
function suiteMethod(definition: Node): string | null {
  if (kindOf(definition) !== "method_declaration" || !/^Test/.test(field(definition, "name")?.text() ?? ""))
    return null;
  if (!definition.getRoot().root().text().includes("testify/suite")) return null;
  const receiver = /^\(\s*(\w+)\s/.exec(field(definition, "receiver")?.text() ?? "")?.[1];
  return receiver === undefined || receiver === "_" ? null : `${receiver}.T()`;
}

/** `t.Run(name, f)` with a function that may be defined elsewhere. */
function failInSubtest(edits: Edits, call: Node, message: string): void {
  const callee = field(call, "function");
  const list = field(call, "arguments");
  if (callee === null || list === null || !/^\w+\.Run$/.test(callee.text())) return;
  const [name, run, more] = named(list);
  if (name === undefined || run === undefined || more !== undefined || kindOf(run) === "func_literal") return;
  if (!isTested(call, callee.text().split(".")[0] ?? "")) return;
  edits.wrap(run, `func(tt *testing.T) { tt.Error(${message}); (`, ")(tt) }");
}

/** Whether a name is the `*testing.T` of an enclosing function. */
function isTested(node: Node, name: string): boolean {
  return node.ancestors().some((each) => {
    const list = /^(function_declaration|method_declaration|func_literal)$/.test(kindOf(each))
      ? field(each, "parameters")
      : null;
    return list !== null && new RegExp(`\\b${name}\\s+\\*testing\\.T\\b`).test(list.text());
  });
}

/** An example is a test if it declares its output. */
function changeOutput(edits: Edits, definition: Node): void {
  if (!/^Example/.test(field(definition, "name")?.text() ?? "")) return;
  for (const comment of findAll(definition, "comment")) {
    const label = /^(\/\/|\/\*)\s*(unordered )?output:/i.exec(comment.text())?.[0];
    if (label !== undefined) edits.insert(startOf(comment) + label.length, ` ${EXTRA}`);
  }
}

import type { Program } from "./program.ts";

/** Files of a case by path: those visible to a repair, and the hidden ones. */
export interface Files {
  readonly visible: Readonly<Record<string, string>>;
  readonly hidden: Readonly<Record<string, string>>;
}

export function javascriptFiles(id: string, program: Program, code: string): Files {
  const typescript = program.kind === "typescript";
  const ending = program.kind === "commonjs" ? "cjs" : typescript ? "ts" : "js";
  const source = `src/${program.name}.${ending}`;
  const test = `test/${program.name}.test.${typescript ? "ts" : "mjs"}`;
  const manifest = { name: id, private: true, type: "module", scripts: { test: "node --test" } };
  return {
    visible: {
      "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
      [source]: code,
      [test]: javascriptTests(program, source, program.visible),
    },
    hidden: { [test.replace(".test.", ".hidden.test.")]: javascriptTests(program, source, program.hidden) },
  };
}

function javascriptTests(program: Program, source: string, cases: Program["visible"]): string {
  const names = program.exports.join(", ");
  const load =
    program.kind === "commonjs"
      ? `import loaded from "../${source}";\n\nconst { ${names} } = loaded;`
      : `import { ${names} } from "../${source}";`;
  const tests = cases.map(
    ([expression, expected], index) =>
      `test(${JSON.stringify(`${index + 1}: ${expression}`.slice(0, 70))}, async () => {\n  assert.deepEqual(${expression}, ${expected});\n});\n`,
  );
  return `import assert from "node:assert/strict";\nimport test from "node:test";\n${load}\n\n${tests.join("\n")}`;
}

export function goFiles(id: string, program: Program, code: string): Files {
  const { name } = program;
  const setup = program.setup ?? "";
  const imports = ["reflect", "testing", ...(program.imports ?? [])].sort();
  const head = (packages: readonly string[]) =>
    `package ${name}\n\nimport (\n${packages.map((each) => `\t"${each}"\n`).join("")})\n\n`;
  return {
    visible: {
      "go.mod": `module example.com/${id}\n\ngo 1.22\n`,
      [`${name}.go`]: code,
      [`${name}_test.go`]: `${head(imports)}${setup}\n${goTests(program, program.visible, "Test")}`,
    },
    hidden: {
      [`${name}_hidden_test.go`]: `${head(hiddenImports(program, imports))}${goTests({ ...program, style: "functions" }, program.hidden, "TestHidden")}`,
    },
  };
}

/** Helpers stay in the visible file; the hidden one imports what its own calls use. */
function hiddenImports(program: Program, imports: readonly string[]): readonly string[] {
  const text = program.hidden.flat().join("\n");
  return imports.filter((each) => each === "reflect" || each === "testing" || text.includes(`${each}.`));
}

function goTests(program: Program, cases: Program["visible"], prefix: string): string {
  const compare = (got: string, want: string) =>
    `got, want := ${got}, ${want}\n\tif !reflect.DeepEqual(got, want) {\n\t\tt.Errorf("got %v, want %v", got, want)\n\t}`;
  if (program.style === "subtests") {
    const runs = cases.map(
      ([got, want], index) =>
        `\tt.Run("case ${index + 1}", func(t *testing.T) {\n\t\t${compare(got, want)}\n\t})\n`,
    );
    return `func ${prefix}All(t *testing.T) {\n${runs.join("")}}\n`;
  }
  if (program.style === "loop") {
    const rows = cases.map(([got, want]) => `\t\t{func() any { return ${got} }, ${want}},\n`);
    return `func ${prefix}Table(t *testing.T) {\n\ttable := []struct {\n\t\tcall func() any\n\t\twant any\n\t}{\n${rows.join("")}\t}\n\tfor _, row := range table {\n\t\t${compare("row.call()", "row.want")}\n\t}\n}\n`;
  }
  const functions = cases.map(
    ([got, want], index) => `func ${prefix}${index + 1}(t *testing.T) {\n\t${compare(got, want)}\n}\n`,
  );
  return functions.join("\n");
}

export function rustFiles(_id: string, program: Program, code: string): Files {
  const { name } = program;
  const tests = (cases: Program["visible"], prefix: string) =>
    `use ${name}::*;\n\n${cases
      .map(
        ([got, want], index) =>
          `#[test]\nfn ${prefix}${index + 1}() {\n    assert_eq!(${got}, ${want});\n}\n`,
      )
      .join("\n")}`;
  return {
    visible: {
      "Cargo.toml": `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
      ".gitignore": "target\n",
      "src/lib.rs": code,
      [`tests/${name}.rs`]: tests(program.visible, "case_"),
    },
    hidden: { [`tests/${name}_hidden.rs`]: tests(program.hidden, "hidden_") },
  };
}

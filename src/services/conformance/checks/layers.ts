import { z } from "zod";
import { languageOf } from "../../../domain/rules/languages/languages.ts";
import { compileFilter, compileGlob } from "../../../domain/rules/paths/glob.ts";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { findCircles } from "../circles.ts";
import { type Import, ImportResolver, readImports } from "../imports.ts";
import { readModuleNames } from "../module-names.ts";
import { readPackageRoots } from "../package-roots.ts";
import type { Range } from "../range.ts";

const Layer = z.strictObject({
  name: z.string().min(1),
  paths: z.array(z.string()).min(1),
  may_import: z
    .array(z.string())
    .default([])
    .describe("Names of the layers it may import; its own is always allowed."),
  packages: z.array(z.string()).optional().describe("Globs of the packages it may import; default: any."),
  apart: z.string().optional().describe("Folders that may not import one another: `src/services/*`."),
});
type Layer = z.output<typeof Layer>;

const Options = z
  .strictObject({
    layers: z.array(Layer).default([]),
    circles: z.enum(["allowed", "forbidden"]).default("forbidden"),
    unlisted: z
      .enum(["allowed", "forbidden"])
      .default("allowed")
      .describe("Whether files that belong to no layer are a violation."),
  })
  .superRefine((options, context) => {
    const names = new Set(options.layers.map((layer) => layer.name));
    for (const [index, layer] of options.layers.entries()) {
      for (const [position, name] of layer.may_import.entries()) {
        if (names.has(name)) continue;
        context.addIssue({
          code: "custom",
          path: ["layers", index, "may_import", position],
          message: `no layer is called ${name}; there are ${[...names].join(", ")}`,
        });
      }
    }
  });
type Options = z.output<typeof Options>;

/** Which layers may import which, without import cycles. Type imports count. */
export const layers = defineCheckType({
  meta: {
    id: "layers",
    title: "Imports that violate the layers or form a cycle",
    why: "An architecture that nothing checks erodes within a year.",
    scope: "tree",
    options: Options,
    valid: [
      {
        title: "downwards",
        options: {
          layers: [
            { name: "hosts", paths: ["src/hosts/**"], may_import: ["domain"] },
            { name: "domain", paths: ["src/domain/**"], packages: ["zod"] },
          ],
        },
        files: {
          "src/hosts/a.ts": 'import { b } from "../domain/b.ts";\n',
          "src/domain/b.ts": 'import "zod";\n',
        },
      },
    ],
    invalid: [
      {
        title: "upwards",
        options: {
          layers: [
            { name: "hosts", paths: ["src/hosts/**"], may_import: ["domain"] },
            { name: "domain", paths: ["src/domain/**"] },
          ],
        },
        files: {
          "src/hosts/a.ts": "export const a = 1;\n",
          "src/domain/b.ts": 'import type { a } from "../hosts/a.js";\n',
        },
        findings: ["src/domain/b.ts:1"],
      },
      {
        title: "a package that is not allowed",
        options: { layers: [{ name: "domain", paths: ["domain/**"], packages: ["zod"] }] },
        files: { "domain/b.ts": 'import "zod";\nimport { readFile } from "node:fs";\n' },
        findings: ["domain/b.ts:2"],
      },
      {
        title: "sideways",
        options: { layers: [{ name: "services", paths: ["s/**"], apart: "s/*" }] },
        files: { "s/a/x.py": "from s.b import y\nfrom s.a import z\n", "s/b/y.py": "", "s/a/z.py": "" },
        findings: ["s/a/x.py:1"],
      },
      {
        title: "cycles, in any language",
        options: {},
        files: {
          "p/a.py": "from . import b\n",
          "p/b.py": "import p.a\n",
          "x/a.go": 'package x\n\nimport "example.com/m/y"\n',
          "y/b.go": 'package y\n\nimport "example.com/m/x"\n',
        },
        findings: ["p/a.py:1", "x/a.go:3"],
      },
      {
        title: "a file outside every layer",
        options: { layers: [{ name: "a", paths: ["a/**"] }], unlisted: "forbidden" },
        files: { "b/x.ts": "" },
        findings: ["b/x.ts"],
      },
    ],
  },
  needsSyntax: () => true,
  gather: (file) => JSON.stringify(readImports(file)),
  run: async (files, options, tools) => {
    const names = await readModuleNames(tools.tree.files, tools.read);
    const roots = await readPackageRoots(tools.tree.files, tools.read);
    const resolver = new ImportResolver(
      files.map((file) => file.path),
      { names, roots, tree: tools.tree.files },
    );
    const graph = files.map((file) => resolveFile(file, resolver));
    return [
      ...graph.flatMap((node) => judge(node, options)),
      ...(options.circles === "forbidden" ? findImportCircles(graph) : []),
    ];
  },
});

interface FileImports {
  readonly path: string;
  readonly imports: readonly {
    readonly specifier: string;
    readonly range: Range;
    readonly target: string | null;
  }[];
}

function resolveFile(file: CheckedFile, resolver: ImportResolver): FileImports {
  const language = languageOf(file.path);
  const imports = language === null ? [] : (JSON.parse(file.text) as readonly Import[]);
  return {
    path: file.path,
    imports: imports.map((each) => ({
      ...each,
      target: language === null ? null : resolver.resolve(language, file.path, each.specifier),
    })),
  };
}

function judge(file: FileImports, options: Options): readonly RawViolation[] {
  const layer = layerOf(file.path, options);
  if (layer === null) {
    if (options.unlisted === "allowed") return [];
    return [
      {
        path: file.path,
        range: null,
        snippet: "",
        scope: "",
        message: `${file.path} belongs to no layer`,
      },
    ];
  }
  return file.imports.flatMap(({ specifier, range, target }) => {
    const why =
      target === null ? objectToPackage(layer, specifier) : objectToFile(layer, file.path, target, options);
    if (why === null) return [];
    return [{ path: file.path, range, snippet: specifier, scope: "", message: why }];
  });
}

function objectToFile(layer: Layer, from: string, target: string, options: Options): string | null {
  const other = layerOf(target, options);
  if (other === null) return null;
  if (other.name !== layer.name) {
    if (layer.may_import.includes(other.name)) return null;
    return `${layer.name} may not import ${other.name} (${target})`;
  }
  if (layer.apart === undefined) return null;
  const depth = layer.apart.split("/").length;
  const [here, there] = [from, target].map((path) => path.split("/").slice(0, depth).join("/"));
  const isApart = compileGlob(layer.apart);
  if (here === there || here === undefined || there === undefined || !isApart(here) || !isApart(there))
    return null;
  return `${here} may not import ${there}`;
}

function objectToPackage(layer: Layer, specifier: string): string | null {
  if (layer.packages === undefined || specifier.startsWith(".")) return null;
  const isAllowed = layer.packages.some(
    (glob) => compileGlob(glob)(specifier) || specifier.startsWith(`${glob}/`),
  );
  return isAllowed ? null : `${layer.name} may not import the package ${specifier}`;
}

function layerOf(path: string, options: Options): Layer | null {
  return options.layers.find((layer) => compileFilter(layer.paths)(path)) ?? null;
}

function findImportCircles(graph: readonly FileImports[]): readonly RawViolation[] {
  // Go tests may be outside the package they test, and import packages that import it.
  const edges = new Map(
    graph
      .filter(({ path }) => !path.endsWith("_test.go"))
      .map((file) => [file.path, file.imports.flatMap(({ target }) => (target === null ? [] : [target]))]),
  );
  return findCircles(edges).flatMap((members) => {
    const file = graph.find((each) => each.path === members[0]);
    const edge = file?.imports.find(({ target }) => target !== null && members.includes(target));
    if (file === undefined || edge === undefined) return [];
    return [
      {
        path: file.path,
        range: edge.range,
        snippet: members.join(" "),
        scope: "",
        message: `files import one another in a cycle: ${members.join(", ")}`,
      },
    ];
  });
}

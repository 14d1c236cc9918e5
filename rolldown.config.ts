import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "rolldown";
import { lazyConstants } from "./scripts/lazy-constants.ts";

const node = {
  platform: "node" as const,
  external: [/^node:/, /^@ast-grep\//, /^@opentelemetry\//, "pg", "pg-boss"],
};
const hook = { platform: "node" as const, external: [/^node:/], checks: { pluginTimings: false } };

/** After the minifier, which would drop a function that nobody calls. */
const oneFunction: Plugin = {
  name: "one-function",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = `(function(require,exports){${ascii(chunk.code)}\n})`;
  },
};

/** A file with any other character takes twice the memory, and is read and compiled more slowly. */
const onlyAscii: Plugin = {
  name: "only-ascii",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      if (/\braw`[^`]*[^\0-\x7f]/.test(chunk.code))
        throw new Error(`${chunk.fileName}: String.raw would print the escape of a character`);
      chunk.code = ascii(chunk.code);
    }
  },
};

const STYLES = ["base", "layout", "parts", "diff", "views"];

/** Files that the review page needs in addition to its script. */
const staticFiles: Plugin = {
  name: "static-files",
  generateBundle() {
    const styles = STYLES.map((name) => readFileSync(`web/styles/${name}.css`, "utf8")).join("\n");
    this.emitFile({ type: "asset", fileName: "page.css", source: styles });
    this.emitFile({ type: "asset", fileName: "index.html", source: readFileSync("web/index.html", "utf8") });
  },
};

export default defineConfig([
  {
    ...node,
    input: {
      cli: "src/hosts/cli/main.ts",
      mcp: "src/hosts/mcp/main.ts",
      http: "src/hosts/http/main.ts",
      index: "src/hosts/library/index.ts",
    },
    output: { dir: "dist", format: "esm", chunkFileNames: "[name]-[hash].js", minify: false },
    plugins: [onlyAscii],
  },
  // The review page: one script without external resources.
  {
    platform: "browser",
    input: { page: "web/main.tsx" },
    output: { dir: "dist/web", format: "esm", minify: true },
    transform: { define: { "process.env.NODE_ENV": '"production"' }, jsx: "react-jsx" },
    plugins: [staticFiles],
  },
  // The hook: no dependencies and no chunks of the program, because it starts at every tool call of another
  // agent, and because a plugin is copied without its neighboring folders. Its core is one function expression in ASCII,
  // which the starter compiles directly from the file.
  ...["dist", "plugin/dist"].flatMap((folder) => [
    {
      ...hook,
      input: "src/hosts/hooks/main.ts",
      output: { file: `${folder}/hook.cjs`, format: "cjs" as const, minify: true },
    },
    {
      ...hook,
      input: "src/hosts/hooks/core.ts",
      output: {
        file: `${folder}/hook-core.cjs`,
        format: "cjs" as const,
        minify: true,
        plugins: [lazyConstants, oneFunction],
      },
    },
  ]),
]);

function ascii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

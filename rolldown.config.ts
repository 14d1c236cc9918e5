import { defineConfig } from "rolldown";

const node = { platform: "node" as const, external: [/^node:/, /^@ast-grep\//, "pg"] };

export default defineConfig([
  {
    ...node,
    input: { cli: "src/hosts/cli/main.ts", mcp: "src/hosts/mcp/main.ts" },
    output: { dir: "dist", format: "esm", chunkFileNames: "[name]-[hash].js", minify: false },
  },
  // The hook: no dependencies and no chunks of the program, because it starts at every tool call of another
  // agent, and because a plugin is copied without its neighbours.
  ...["dist", "plugin/dist"].flatMap((folder) =>
    Object.entries({ hook: "main", "hook-core": "core" }).map(([name, source]) => ({
      platform: "node" as const,
      external: [/^node:/, "./hook-core.cjs"],
      input: `src/hosts/hooks/${source}.ts`,
      output: { file: `${folder}/${name}.cjs`, format: "cjs" as const, minify: true },
    })),
  ),
]);

import { defineConfig } from "rolldown";

const node = { platform: "node" as const, external: [/^node:/, /^@ast-grep\//] };

export default defineConfig([
  {
    ...node,
    input: { cli: "src/hosts/cli/main.ts", mcp: "src/hosts/mcp/main.ts" },
    output: { dir: "dist", format: "esm", chunkFileNames: "[name]-[hash].js", minify: false },
  },
  {
    // One file without dependencies: a hook starts at every tool call, and a plugin is copied without its neighbours.
    ...node,
    input: "src/hosts/hooks/main.ts",
    output: [
      { file: "dist/hook.cjs", format: "cjs", minify: true },
      { file: "plugin/dist/hook.cjs", format: "cjs", minify: true },
    ],
  },
]);
